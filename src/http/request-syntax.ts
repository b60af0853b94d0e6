import type { IncomingMessage } from 'node:http'
import { quoted } from '../../symbologies/index.ts'
import { type Answer, errorAnswer } from '../answer.ts'

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
