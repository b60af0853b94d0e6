import type { MediaType } from '../answer.ts'
import { type HeaderLines, headerLines } from './response.ts'

/** Headers that pages of other origins may read. */
const exposed = [
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Link',
  'Quietzone-Ignored',
  'Quietzone-Rows',
  'Quietzone-Warning',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Dimension',
]

/** Headers of every response; names and values alternate. */
const always = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  exposed.join(', '),
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
]

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

export const headersOfType: Record<MediaType, TypeHeaders> = {
  'image/png': typed('image/png', inert),
  'image/svg+xml': typed('image/svg+xml', inert),
  'application/json': typed('application/json', inert),
  'application/pdf': typed('application/pdf', inertPdf),
  'application/zpl': typed('application/zpl', inert),
  'text/html; charset=utf-8': typed('text/html; charset=utf-8', page),
  'text/css; charset=utf-8': typed('text/css; charset=utf-8', inert),
  'text/javascript; charset=utf-8': typed('text/javascript; charset=utf-8', script),
}

function typed(type: MediaType, policy: string): TypeHeaders {
  const list = [...always, 'Content-Security-Policy', policy]
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

/** @param allowed  the request headers that are allowed: without Authorization, `*` is any */
function methodsOf(names: readonly string[], allowed: string): Methods {
  const list = names.join(', ')
  const preflight = headerLines([
    ...always,
    'Content-Security-Policy',
    inert,
    'Allow',
    list,
    'Access-Control-Allow-Methods',
    list,
    'Access-Control-Allow-Headers',
    allowed,
    'Access-Control-Max-Age',
    '86400',
  ])
  return { names, list, preflight }
}

export const readingMethods: Methods = methodsOf(['GET', 'HEAD', 'OPTIONS'], '*')

/** Of routes that accept a body. */
export const postingMethods: Methods = methodsOf(['POST', 'OPTIONS'], 'Content-Type, *')
