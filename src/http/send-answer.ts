import { hash } from 'node:crypto'
import type { Answer, LongAnswer } from '../answer.ts'
import { noBody, type Response, responseBytes } from './response.ts'
import { type Audience, headersOfType, type Methods } from './response-headers.ts'

/** What a response has besides its answer. */
export interface Sending {
  readonly audience: Audience
  /** Further headers; names and values alternate. */
  readonly more: readonly string[]
}

/**
 * Sends the answer, or 304 if the client already has it.
 *
 * @returns how many bytes of the body are sent
 */
export function sendAnswer(response: Response, answer: Answer | LongAnswer, sending: Sending): number {
  return isLong(answer) ? sendLong(response, answer, sending) : sendWhole(response, answer, sending)
}

function isLong(answer: Answer | LongAnswer): answer is LongAnswer {
  return 'pieces' in answer.body
}

/** Sends the answer to a POST in its pieces. */
function sendLong(
  response: Response,
  { status, type, headers, body }: LongAnswer,
  { audience, more }: Sending,
): number {
  const shared = headersOfType[audience][type].withBody
  response.sendPieces({ status, shared, own: [headers, lengthOf(body), notCached, more] }, body)
  return body.length
}

function sendWhole(response: Response, answer: Answer, { audience, more }: Sending): number {
  const { status, maxAge, isImmutable, body } = answer
  const { withBody, withoutBody } = headersOfType[audience][answer.type]
  const bytes = response.req.method === 'HEAD' ? 0 : body.length
  // an answer to POST is about its body, and no cache may use it for another (RFC 9110, 9.3.3)
  if (maxAge === 0 || response.req.method === 'POST') {
    response.send({ status, shared: withBody, own: [answer.headers, lengthOf(body), notCached, more] }, body)
    return bytes
  }
  const etag = `"${hash('sha256', body, 'base64url')}"`
  const cached = ['Cache-Control', `public, max-age=${maxAge}${isImmutable ? ', immutable' : ''}`, 'ETag', etag]
  if (isCurrent(response.req.headers['if-none-match'], etag)) {
    response.send({ status: 304, shared: withoutBody, own: [cached, more] }, noBody)
    return 0
  }
  response.send({ status, shared: withBody, own: [answer.headers, lengthOf(body), cached, more] }, body)
  return bytes
}

/** Answers OPTIONS. @param more  further headers; names and values alternate */
export function sendPreflight(response: Response, { preflight }: Methods, more: readonly string[]): void {
  response.send({ status: 204, shared: preflight, own: [more] }, noBody)
}

/** The last response on a connection, head and body as bytes, for sockets that node's server no longer serves. */
export function finalResponse(answer: Answer, { audience, more }: Sending, isHead: boolean): Uint8Array {
  const { status, type, headers, body } = answer
  const own = [headers, lengthOf(body), notCached, more]
  const shared = headersOfType[audience][type].withBody
  return responseBytes({ status, shared, own }, 'Connection: close\r\n', isHead ? noBody : body)
}

const notCached = ['Cache-Control', 'no-store']

const lengthOf = ({ length }: { readonly length: number }): string[] => ['Content-Length', String(length)]

/** Whether If-None-Match has the ETag, by weak comparison (RFC 9110, 13.1.2), or is `*`. */
function isCurrent(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  for (const [, tag] of header.matchAll(entityTags)) if (tag === etag) return true
  return false
}

const entityTags = /(?<=^|,)\s*(?:W\/)?("[^"]*")\s*(?=,|$)/g
