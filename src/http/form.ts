import type { IncomingMessage } from 'node:http'

/** `host[:port]` as RFC 3986, 3.2.2 lets it be written: a name, an IPv4 address, or a bracketed IPv6 address. */
const hostForm = /^([\w.~!$&'()*+,;=%-]*|\[[0-9a-f:.]+\])(:[0-9]*)?$/i

/**
 * What is wrong with a request that the parser let pass, in words for people.
 *
 * RFC 9112, 2.3 (version) and 3.2 (exactly one Host)
 */
export function formFault({ httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return `HTTP/${httpVersion} is not spoken here; HTTP/1.1 is`
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length !== 4 || rawHeaders[i]!.toLowerCase() !== 'host') continue
    if (++hosts > 1) return 'more than one Host header; exactly one is accepted'
    if (!hostForm.test(rawHeaders[i + 1]!)) return 'the Host header names no host'
  }
  return hosts === 0 && httpVersion === '1.1' ? 'no Host header; exactly one is required' : undefined
}

/** Whether bytes of a body follow; no operation takes one. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
