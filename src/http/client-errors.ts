import { type Answer, errorAnswer } from '../answer.ts'
import { methods } from './reply.ts'

/** CONNECT never becomes a request: node hands over the bare socket. */
export const connectRefused = errorAnswer('method_not_allowed', `CONNECT is not accepted; ${methods}`, [
  'Allow',
  methods,
])

const inUrl =
  'the URL has a character that must be percent-encoded, as é is in UTF-8 by %C3%A9; curl does it: -G --data-urlencode "text=é"'

/** Whether what the parser refuses came behind a request that said it was the last one (RFC 9112, 9.6). */
export function isBehindLastRequest(error: NodeJS.ErrnoException): boolean {
  return error.code === 'HPE_CLOSED_CONNECTION'
}

/** What to say about an error that node's server reports of a connection; undefined where nobody is left to be told. */
export function clientErrorAnswer(error: NodeJS.ErrnoException & { readonly reason?: string }): Answer | undefined {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return errorAnswer('uri_too_long', 'the URL and the headers together are longer than any request needs')
    case 'HPE_INVALID_URL':
      return errorAnswer('bad_request', inUrl)
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errorAnswer('request_timeout', 'the request did not arrive in time')
    default:
      return error.code?.startsWith('HPE_')
        ? errorAnswer('bad_request', `not a request in HTTP/1.1: ${error.reason ?? 'it cannot be read'}`)
        : undefined
  }
}
