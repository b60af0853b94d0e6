import { type Answer, errorAnswer } from '../answer.ts'
import { type Methods, readingMethods } from './response-headers.ts'

/** The answer to CONNECT, for which node passes the socket instead of a request. */
export const connectRefused: Answer = methodRefused('CONNECT', readingMethods.public)

/** 405. */
export function methodRefused(method: string, { list }: Methods): Answer {
  return errorAnswer('method_not_allowed', `${method} is not accepted; ${list}`, ['Allow', list])
}

const mustBeEncoded =
  'the URL has a character that must be percent-encoded, as é is in UTF-8 by %C3%A9; curl does it: -G --data-urlencode "text=é"'

/** Whether the parser reports bytes after a request with `Connection: close`, which are ignored (RFC 9112, 9.6). */
export function isBehindLastRequest(error: NodeJS.ErrnoException): boolean {
  return error.code === 'HPE_CLOSED_CONNECTION'
}

/** The answer to an error that node's server reports for a connection; undefined if the client has gone. */
export function clientErrorAnswer(error: NodeJS.ErrnoException & { readonly reason?: string }): Answer | undefined {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return errorAnswer('uri_too_long', 'the URL and the headers together are longer than any request needs')
    case 'HPE_INVALID_URL':
      return errorAnswer('bad_request', mustBeEncoded)
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errorAnswer('request_timeout', 'the request did not arrive in time')
    default:
      return error.code?.startsWith('HPE_')
        ? errorAnswer('bad_request', `not a request in HTTP/1.1: ${error.reason ?? 'it cannot be read'}`)
        : undefined
  }
}
