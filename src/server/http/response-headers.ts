import type { MediaType } from '../../answer.ts'

/** Headers that pages of other origins may read. */
const exposed = [
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Link',
  'Quietzone-Ignored',
  'Quietzone-Rows',
  'Quietzone-Verified',
  'Quietzone-Warning',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Dimension',
]

/** Who may read a response: pages of every origin, or those of this one only. */
export type Audience = 'public' | 'private'

/** Headers of every response; names and values alternate. */
const always: Readonly<Record<Audience, readonly string[]>> = {
  public: [
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Expose-Headers',
    exposed.join(', '),
    'Cross-Origin-Resource-Policy',
    'cross-origin',
    'X-Content-Type-Options',
    'nosniff',
  ],
  private: ['Cross-Origin-Resource-Policy', 'same-origin', 'X-Content-Type-Options', 'nosniff'],
}

/** The policy that allows to load and run nothing; an SVG that is opened directly has no origin. */
const inert = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
/** The same without a sandbox, in which browsers' PDF viewers do not work. */
const inertPdf = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"

/** The policy of pages: they load from this server only, and no text in them becomes script or style. */
const page = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  // a PDF that a page prints
  'frame-src blob:',
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/**
 * The policy of scripts, which applies to a script that runs as a worker: it may import other scripts and connect to nothing. A
 * sandbox would keep it from starting (Content Security Policy Level 3, sandbox, response check).
 */
const script = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'"

/** Header lines of every response of a media type. */
interface TypeHeaders {
  /** With a body. */
  readonly withBody: HeaderLines
  /** Without a body: a 304 repeats the policy, because a cache replaces its headers with those of the 304. */
  readonly withoutBody: HeaderLines
}

export const headersOfType: Readonly<Record<Audience, Readonly<Record<MediaType, TypeHeaders>>>> = {
  public: typesFor('public'),
  private: typesFor('private'),
}

function typesFor(audience: Audience): Record<MediaType, TypeHeaders> {
  return {
    'image/png': typed('image/png', inert, audience),
    'image/svg+xml': typed('image/svg+xml', inert, audience),
    'application/json': typed('application/json', inert, audience),
    'text/event-stream': typed('text/event-stream', inert, audience),
    'text/csv; charset=utf-8': typed('text/csv; charset=utf-8', inert, audience),
    'application/pdf': typed('application/pdf', inertPdf, audience),
    'application/zpl': typed('application/zpl', inert, audience),
    'application/octet-stream': typed('application/octet-stream', inert, audience),
    'application/ipp': typed('application/ipp', inert, audience),
    'text/plain; version=0.0.4; charset=utf-8': typed('text/plain; version=0.0.4; charset=utf-8', inert, audience),
    'text/html; charset=utf-8': typed('text/html; charset=utf-8', page, audience),
    'text/css; charset=utf-8': typed('text/css; charset=utf-8', inert, audience),
    'text/javascript; charset=utf-8': typed('text/javascript; charset=utf-8', script, audience),
  }
}

function typed(type: MediaType, policy: string, audience: Audience): TypeHeaders {
  const list = [...always[audience], 'Content-Security-Policy', policy]
  return { withoutBody: headerLines(list), withBody: headerLines([...list, 'Content-Type', type]) }
}

/** The methods that a route accepts. */
export interface Methods {
  readonly names: readonly string[]
  /** The names as the value of Allow. */
  readonly list: string
  /** Headers of the response to OPTIONS. */
  readonly preflight: HeaderLines
}

/** @param allowed  the request headers that pages of other origins may send: `*` is any but Authorization, which is named */
function publicMethods(names: readonly string[], allowed: string): Methods {
  const list = names.join(', ')
  return methodsOf(names, 'public', [
    'Access-Control-Allow-Methods',
    list,
    'Access-Control-Allow-Headers',
    allowed,
    'Access-Control-Max-Age',
    '86400',
  ])
}

/** @param more  further headers of the response to OPTIONS; names and values alternate */
function methodsOf(names: readonly string[], audience: Audience, more: readonly string[]): Methods {
  const list = names.join(', ')
  const own = ['Content-Security-Policy', inert, 'Allow', list]
  return { names, list, preflight: headerLines([...always[audience], ...own, ...more]) }
}

const reading = ['GET', 'HEAD', 'OPTIONS']
const posting = ['POST', 'OPTIONS']

export const readingMethods: Readonly<Record<Audience, Methods>> = {
  public: publicMethods(reading, 'Authorization, *'),
  private: methodsOf(reading, 'private', []),
}

/** Of routes that accept a body. */
export const postingMethods: Readonly<Record<Audience, Methods>> = {
  public: publicMethods(posting, 'Authorization, Content-Type, *'),
  private: methodsOf(posting, 'private', []),
}

const changing = new Map<string, Methods>()

/** Of private routes that are read, and changed by these methods. */
export function changingMethods(more: readonly string[]): Methods {
  const names = ['GET', 'HEAD', ...more, 'OPTIONS']
  const known = changing.get(names.join()) ?? methodsOf(names, 'private', [])
  changing.set(names.join(), known)
  return known
}

/** Header lines that many responses share: as a list in which names and values alternate, and as text. */
export interface HeaderLines {
  readonly list: readonly string[]
  readonly text: string
  /** The status line and these lines, by status. */
  readonly starts: Map<number, Uint8Array>
}

export function headerLines(list: readonly string[]): HeaderLines {
  return { list, text: textOf(list), starts: new Map() }
}

/** @param list  names and values alternate; they come from this program, so nothing is checked or escaped */
export function textOf(list: readonly string[]): string {
  let text = ''
  for (let i = 0; i < list.length; i += 2) text += `${list[i]}: ${list[i + 1]}\r\n`
  return text
}
