import type { IncomingMessage } from 'node:http'
import { quoted } from '../../symbologies/index.ts'
import { type Answer, errorAnswer } from '../answer.ts'
import type { BodyRule } from './route.ts'

/** Whether a body follows. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * The error that refuses a body by the head of its request; undefined if it may be sent.
 *
 * RFC 9110, 8.6 (length), 8.4 (coding), 15.5.16 (media type); RFC 9112, 6.1 (transfer coding)
 */
export function bodyFault(request: IncomingMessage, rule: BodyRule): Answer | undefined {
  if (rule.isOptional && !hasBody(request)) return undefined
  const { headers, httpVersion } = request
  const length = Number(headers['content-length'] ?? 0)
  if (length > rule.limit) return tooLarge(`a body of ${length} bytes`, rule)
  const transfer = headers['transfer-encoding']
  if (transfer !== undefined && (transfer.toLowerCase() !== 'chunked' || httpVersion !== '1.1')) {
    const given = `Transfer-Encoding: ${quoted(transfer)} in HTTP/${httpVersion}`
    return errorAnswer('bad_request', `${given} is not accepted; chunked in HTTP/1.1, or a Content-Length, is`)
  }
  const coding = headers['content-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    return unsupported(`Content-Encoding: ${quoted(coding)} is not accepted; send the body as it is`, rule)
  }
  return mediaTypeFault(headers['content-type'], rule)
}

function tooLarge(what: string, { limit }: BodyRule): Answer {
  return errorAnswer('body_too_large', `${what}; at most ${limit} are accepted: send several requests`)
}

function unsupported(message: string, { mediaTypes }: BodyRule): Answer {
  return errorAnswer('unsupported_media_type', message, ['Accept', mediaTypes.join(', ')])
}

function mediaTypeFault(given: string | undefined, rule: BodyRule): Answer | undefined {
  const accepted = rule.mediaTypes.join(', ')
  if (given === undefined) return unsupported(`no Content-Type; accepted: ${accepted}`, rule)
  const type = mediaTypeOf(given)
  if (!rule.mediaTypes.includes(type)) {
    return unsupported(`Content-Type: ${quoted(given)} is not accepted; accepted: ${accepted}`, rule)
  }
  const charset = charsetOf(given)
  const charsets = charsetsOf(type)
  if (charset === undefined || charsets.includes(charset)) return undefined
  return unsupported(`charset=${quoted(charset)} is not accepted for ${type}; accepted: ${charsets.join(', ')}`, rule)
}

/** The media type in the value of Content-Type, in lower case, without its parameters. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]!.trim().toLowerCase()
}

function charsetOf(contentType: string): string | undefined {
  return /;\s*charset="?([^\s;"]*)/i.exec(contentType)?.[1]?.toLowerCase()
}

/** A text says by a byte order mark that it is UTF-16; everything else that has a character set is UTF-8 (RFC 8259, 8.1, for JSON). */
function charsetsOf(mediaType: string): readonly string[] {
  return mediaType.startsWith('text/') ? ['utf-8', 'us-ascii', 'utf-16'] : ['utf-8']
}

/** Bytes in which a body may arrive: chunks have more than the body, but chunks of a byte each take six times as much, and as long. */
export const longestFramed: number = 1 << 22

export const tooMuchFraming: Answer = errorAnswer(
  'body_too_large',
  `the body takes more than ${longestFramed} bytes with the sizes of its chunks, or with its trailers; send larger chunks`,
)

/** Where a body goes when it is complete, or too large. */
export interface BodyTarget {
  complete(bytes: Uint8Array): void
  /** Called as soon as more bytes have come than are accepted, and nothing after it. */
  refuse(answer: Answer): void
}

/** Bytes of a body for which there is room at first. */
const smallest = 1 << 12

/**
 * Collects the body of a request. If the connection closes before its end, nothing is called.
 *
 * The bytes are copied into one array that grows, because a client chooses the chunks, and an object for each may take a hundred
 * times its bytes.
 */
export function receiveBody(request: IncomingMessage, rule: BodyRule, target: BodyTarget): void {
  let bytes = Buffer.allocUnsafeSlow(Math.min(smallest, rule.limit))
  let end = 0
  const add = (chunk: Buffer): void => {
    const next = end + chunk.length
    if (next > rule.limit) {
      request.off('data', add).off('end', complete)
      target.refuse(tooLarge(`a body of more than ${rule.limit} bytes`, rule))
      return
    }
    if (next > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(2 * next, rule.limit))
      larger.set(bytes.subarray(0, end))
      bytes = larger
    }
    bytes.set(chunk, end)
    end = next
  }
  const complete = (): void => target.complete(bytes.subarray(0, end))
  // node reports a lost connection to the socket too
  request.on('error', () => {})
  request.on('data', add).once('end', complete)
}
