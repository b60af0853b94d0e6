import { quoted } from '../../symbologies/index.ts'
import { type Answer, errorAnswer } from '../answer.ts'
import { type Methods, readingMethods } from './response-headers.ts'

/** The answer to CONNECT, for which node passes the socket instead of a request. */
export const connectRefused: Answer = methodRefused('CONNECT', readingMethods.public)

/** 405. */
export function methodRefused(method: string, { list }: Methods): Answer {
  return errorAnswer('method_not_allowed', `${method} is not accepted; ${list}`, ['Allow', list])
}

/** An error that node's server reports for a connection; those of its parser have a reason, the last bytes that it was given, and how many of them it has parsed. */
export interface ClientError extends NodeJS.ErrnoException {
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
