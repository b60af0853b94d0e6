import { hash } from 'node:crypto'
import type { Answer, MediaType } from '../answer.ts'
import { headText, type Lines, linesOf, type Response } from './response.ts'

const exposed = [
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Dimension',
]

/** What every response carries: name and value in turn. */
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

/** Nothing may be loaded or run, and an SVG opened by itself has no origin. */
const inert = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
/** The same without a sandbox, in which the PDF viewers of browsers do not work. */
const inertPdf = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"

/** Pages load from this server only, and no text in them becomes script or style. */
const page = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/**
 * A script that runs as a worker has the policy of its own reply: it may import others and connect to nothing. A sandbox would
 * keep it from starting (Content Security Policy Level 3, sandbox, response check).
 */
const script = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'"

/** What every response of a type carries. */
interface Fixed {
  /** With a body. */
  readonly whole: Lines
  /** Without one: a 304 repeats the policy, because a cache puts its headers in place of those that it has. */
  readonly bare: Lines
}

const fixed: Record<MediaType, Fixed> = {
  'image/png': typed('image/png', inert),
  'image/svg+xml': typed('image/svg+xml', inert),
  'application/json': typed('application/json', inert),
  'application/pdf': typed('application/pdf', inertPdf),
  'text/html; charset=utf-8': typed('text/html; charset=utf-8', page),
  'text/css; charset=utf-8': typed('text/css; charset=utf-8', inert),
  'text/javascript; charset=utf-8': typed('text/javascript; charset=utf-8', script),
}

function typed(type: MediaType, policy: string): Fixed {
  const bare = [...always, 'Content-Security-Policy', policy]
  return { bare: linesOf(bare), whole: linesOf([...bare, 'Content-Type', type]) }
}

export const methods = 'GET, HEAD, OPTIONS'

/** The answer to OPTIONS: any request header is allowed. */
const preflight = linesOf([
  ...always,
  'Content-Security-Policy',
  inert,
  'Allow',
  methods,
  'Access-Control-Allow-Methods',
  methods,
  'Access-Control-Allow-Headers',
  '*',
  'Access-Control-Max-Age',
  '86400',
])

const nothing = new Uint8Array(0)

/** Sends the answer, or 304 where the client has it already. Returns the bytes of the body that is sent. */
export function reply(response: Response, answer: Answer, more: readonly string[]): number {
  const { status, type, maxAge, body } = answer
  const bytes = response.req.method === 'HEAD' ? 0 : body.length
  if (maxAge === 0) {
    response.send({ status, usual: fixed[type].whole, own: [...ownOf(answer), ...notCached, ...more] }, body)
    return bytes
  }
  const etag = `"${hash('sha256', body, 'base64url')}"`
  const cached = ['Cache-Control', `public, max-age=${maxAge}`, 'ETag', etag]
  if (isCurrent(response.req.headers['if-none-match'], etag)) {
    response.send({ status: 304, usual: fixed[type].bare, own: [...cached, ...more] }, nothing)
    return 0
  }
  response.send({ status, usual: fixed[type].whole, own: [...ownOf(answer), ...cached, ...more] }, body)
  return bytes
}

export function replyToOptions(response: Response, more: readonly string[]): void {
  response.send({ status: 204, usual: preflight, own: more }, nothing)
}

/** The last response on a connection, head and body as bytes, for sockets that node's server no longer serves. */
export function finalResponse(answer: Answer, more: readonly string[], isHead: boolean): Uint8Array {
  const { status, type, body } = answer
  const own = [...ownOf(answer), ...notCached, ...more]
  const bytes = Buffer.from(headText({ status, usual: fixed[type].whole, own }, 'Connection: close\r\n'), 'latin1')
  return isHead ? bytes : Buffer.concat([bytes, body])
}

const notCached = ['Cache-Control', 'no-store']

function ownOf({ body, headers }: Answer): string[] {
  return [...headers, 'Content-Length', String(body.length)]
}

/** If-None-Match by weak comparison (RFC 9110, 13.1.2): any of a list, or `*`. */
function isCurrent(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  for (const [, tag] of header.matchAll(entityTags)) if (tag === etag) return true
  return false
}

const entityTags = /(?<=^|,)\s*(?:W\/)?("[^"]*")\s*(?=,|$)/g
