/** What a request may be, and the answers to anything else: target, head, body, and what node's parser refuses. */

import type { IncomingMessage } from 'node:http'
import { quoted } from '../../../symbologies/index.ts'
import { type Answer, errorAnswer } from '../../answer.ts'
import type { BodyRule } from '../route.ts'
import { type Methods, readingMethods } from './response-headers.ts'

/** `host[:port]` (RFC 3986, 3.2.2): a name, an IPv4 address, or a bracketed IPv6 address. */
const hostForm = /^([\w.~!$&'()*+,;=%-]*|\[[0-9a-f:.]+\])(:[0-9]*)?$/i

/** The maximum number of header lines of a request. Browsers behind proxies send about thirty; each takes more memory than its bytes. */
export const mostHeaders = 100

export const tooManyHeaders: Answer = errorAnswer(
  'uri_too_long',
  `more than ${mostHeaders} header lines; no request needs as many`,
)

/**
 * The error in a request that node's parser accepts; undefined if there is none.
 *
 * RFC 9112, 2.3 (version) and 3.2 (exactly one Host); RFC 9110, 10.1.1 (Expect); RFC 6585, 5 (too many headers)
 */
export function syntaxError({ httpVersion, rawHeaders, headers }: IncomingMessage): Answer | undefined {
  if (rawHeaders.length > 2 * mostHeaders) return tooManyHeaders
  if (httpVersion === '1.1') return hostFault(rawHeaders, 1) ?? expectFault(headers.expect)
  if (httpVersion === '1.0') return hostFault(rawHeaders, 0)
  return errorAnswer('bad_request', `HTTP/${httpVersion} is not supported; HTTP/1.1 is`)
}

/** @param least  the number of Host headers required */
function hostFault(rawHeaders: readonly string[], least: 0 | 1): Answer | undefined {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length !== 4 || rawHeaders[i]!.toLowerCase() !== 'host') continue
    hosts++
    if (!hostForm.test(rawHeaders[i + 1]!)) return errorAnswer('bad_request', 'the Host header names no host')
  }
  if (hosts > 1) return errorAnswer('bad_request', `${hosts} Host headers; exactly one is accepted`)
  return hosts < least ? errorAnswer('bad_request', 'no Host header; exactly one is required') : undefined
}

function expectFault(given: string | undefined): Answer | undefined {
  if (given === undefined || given.toLowerCase() === '100-continue') return undefined
  return errorAnswer('expectation_failed', `Expect: ${quoted(given)} cannot be met; only 100-continue is known`)
}

/** A request target as received: nothing in it is decoded or normalised. */
export interface RequestTarget {
  readonly path: string
  /** The part after the first `?`; empty if there is none. */
  readonly query: string
}

/**
 * The target in origin form; undefined if this server does not serve it. The absolute form is accepted only with the host of the
 * Host header (RFC 9112, 3.2.2).
 */
export function targetOf(url: string, host: string | undefined): RequestTarget | undefined {
  if (url.charCodeAt(0) !== 0x2f) return absolute(url, host)
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

const absoluteForm = /^https?:\/\/([^/?#]+)(\/.*)$/is

function absolute(url: string, host: string | undefined): RequestTarget | undefined {
  const [, authority, rest] = absoluteForm.exec(url) ?? []
  if (rest === undefined || authority?.toLowerCase() !== host?.toLowerCase()) return undefined
  return targetOf(rest, host)
}

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
  return rule.isAny ? undefined : mediaTypeFault(headers['content-type'], rule)
}

/** 413. @param what  was sent */
export function tooLarge(what: string, { limit }: BodyRule): Answer {
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

/** The answer to CONNECT, for which node passes the socket instead of a request. */
export const connectRefused: Answer = methodRefused('CONNECT', readingMethods.public)

/** 405. */
export function methodRefused(method: string, { list }: Methods): Answer {
  return errorAnswer('method_not_allowed', `${method} is not accepted; ${list}`, ['Allow', list])
}

/** An error that node's server reports for a connection; those of its parser have a reason, the last bytes that it was given, and how many of them it has parsed. */
interface ClientError extends NodeJS.ErrnoException {
  readonly reason?: string
  readonly rawPacket?: Uint8Array
  readonly bytesParsed?: number
}

const byCurl = 'curl does it: -G --data-urlencode "text=é 1"'

/** What a request line has that must be percent-encoded. */
function mustBeEncoded(error: ClientError): string {
  const character = strayCharacter(error)
  return character === undefined
    ? `the URL has a character that must be percent-encoded, as é is in UTF-8 by %C3%A9; ${byCurl}`
    : `the URL has ${quoted(character)}, which must be percent-encoded as ${encodeURIComponent(character)}; ${byCurl}`
}

const [space, tilde, lineFeed, carriageReturn] = [0x20, 0x7e, 0x0a, 0x0d]

/** The first character of the request line that is not printable ASCII, if the parser's last bytes have it whole, in UTF-8. */
function strayCharacter({ rawPacket = new Uint8Array(), bytesParsed = 0 }: ClientError): string | undefined {
  const line = rawPacket.subarray(rawPacket.subarray(0, bytesParsed).lastIndexOf(lineFeed) + 1)
  const at = line.findIndex((byte) => byte < space || byte > tilde)
  if (at < 0 || line[at] === lineFeed || line[at] === carriageReturn) return undefined
  const [character] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(line.subarray(at, at + 4))
  return character === '\ufffd' ? undefined : character
}

/** Whether the parser reports bytes after a request with `Connection: close`, which are ignored (RFC 9112, 9.6). */
export function isBehindLastRequest(error: NodeJS.ErrnoException): boolean {
  return error.code === 'HPE_CLOSED_CONNECTION'
}

/** The answer to an error that node's server reports for a connection; undefined if the client has gone. */
export function clientErrorAnswer(error: ClientError): Answer | undefined {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return errorAnswer('uri_too_long', 'the URL and the headers together are longer than any request needs')
    case 'HPE_INVALID_URL':
      return errorAnswer('bad_request', mustBeEncoded(error))
    case 'HPE_INVALID_CONSTANT':
    case 'HPE_INVALID_VERSION':
      return errorAnswer(
        'bad_request',
        `the URL ends at its first blank, and HTTP/1.1 and no more must follow; a blank in the URL must be percent-encoded as %20; ${byCurl}`,
      )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errorAnswer('request_timeout', 'the request did not arrive in time')
    default:
      return error.code?.startsWith('HPE_')
        ? errorAnswer('bad_request', `not a request in HTTP/1.1: ${error.reason ?? 'it cannot be read'}`)
        : undefined
  }
}
