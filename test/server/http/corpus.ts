export const target = '/api/v1/barcode?type=qr&text=a'
export const host = 'Host: x\r\n'
export const request = (line: string, headers = host): string => `${line}\r\n${headers}\r\n`

const labels = (framing: string): string => `${host}Content-Type: text/csv\r\n${framing}\r\n`

/**
 * Malformed and unsupported requests, each with the replies it must get: error codes, or statuses of successful replies.
 * Of two codes for one reply, either will do: versions of node differ in what they let pass.
 */
export const corpus: readonly (readonly [
  what: string,
  bytes: string | Uint8Array,
  expected: readonly (string | number)[],
])[] = [
  // request lines
  ['no request line', '\r\n\r\n\r\n\r\nx\r\n\r\n', ['bad_request']],
  ['only a method', request('GET'), ['bad_request']],
  ['no version', request(`GET ${target}`), ['bad_request']],
  ['HTTP/0.9', `GET ${target}\r\n\r\n`, ['bad_request']],
  ['HTTP/0.9 by name', request(`GET ${target} HTTP/0.9`), ['bad_request']],
  ['HTTP/1.2', request(`GET ${target} HTTP/1.2`), ['bad_request']],
  ['HTTP/2.0', request(`GET ${target} HTTP/2.0`), ['bad_request']],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ['bad_request']],
  ['a protocol that does not exist', request(`GET ${target} ICE/1.0`), ['bad_request']],
  ['lower-case version', request(`GET ${target} http/1.1`), ['bad_request']],
  ['lower-case method', request(`get ${target} HTTP/1.1`), ['bad_request']],
  ['a method that does not exist', request(`FETCH ${target} HTTP/1.1`), ['bad_request']],
  ['a method of punctuation', request(`G"T ${target} HTTP/1.1`), ['bad_request']],
  ['a very long method', request(`${'G'.repeat(5000)} ${target} HTTP/1.1`), ['bad_request']],
  ['two spaces before the target', request(`GET  ${target} HTTP/1.1`), ['bad_request', 200]],
  ['a space in the target', request('GET /api/v1/barcode?type=qr&text=a b HTTP/1.1'), ['bad_request']],
  ['a tab in the target', request('GET /api/v1/barcode?type=qr&text=a\tb HTTP/1.1'), ['bad_request']],
  ['NUL in the target', request('GET /api/v1/barcode?type=qr&text=a\0b HTTP/1.1'), ['bad_request']],
  ['DEL in the target', request('GET /api/v1/barcode?type=qr&text=a\x7fb HTTP/1.1'), ['bad_request', 200]],
  ['raw UTF-8 in the target', request('GET /api/v1/barcode?type=qr&text=\xc3\xa9 HTTP/1.1'), ['bad_request', 200]],
  [
    'raw Latin-1 in the target',
    request('GET /api/v1/barcode?type=qr&text=\xe9 HTTP/1.1'),
    ['bad_request', 'invalid_encoding'],
  ],
  ['TLS', Uint8Array.of(0x16, 3, 1, 0, 0xa5, 1, 0, 0, 0xa1, 3, 3), ['bad_request']],
  ['random bytes', Uint8Array.from({ length: 500 }, (_, i) => (i * 197 + 13) & 255), ['bad_request']],
  ['an SSH banner', 'SSH-2.0-OpenSSH_9.2\r\n', ['bad_request']],
  ['a line of SMTP', 'EHLO example.com\r\n', ['bad_request']],
  // targets
  ['//x', request('GET //api/v1/barcode?type=qr&text=a HTTP/1.1'), ['not_found']],
  ['//host/path', request('GET //x/api/v1/barcode?type=qr&text=a HTTP/1.1'), ['not_found']],
  ['/\\x', request('GET /\\api/v1/barcode?type=qr&text=a HTTP/1.1'), ['not_found']],
  ['backslashes', request('GET \\api\\v1\\barcode HTTP/1.1'), ['bad_request']],
  ['dots', request('GET /api/v1/x/../barcode?type=qr&text=a HTTP/1.1'), ['not_found']],
  ['encoded dots', request('GET /api/v1/x/%2e%2e/barcode?type=qr&text=a HTTP/1.1'), ['not_found']],
  ['an encoded letter', request('GET /api/v1/%62arcode?type=qr&text=a HTTP/1.1'), ['not_found']],
  ['an encoded slash', request('GET /api%2fv1/barcode?type=qr&text=a HTTP/1.1'), ['not_found']],
  ['an encoded question mark', request('GET /api/v1/barcode%3Ftype=qr HTTP/1.1'), ['not_found']],
  ['upper case', request('GET /API/v1/barcode?type=qr&text=a HTTP/1.1'), ['not_found']],
  ['a slash at the end', request('GET /api/v1/barcode/?type=qr&text=a HTTP/1.1'), ['not_found']],
  ['path parameters', request('GET /api/v1/barcode;x?type=qr&text=a HTTP/1.1'), ['not_found']],
  ['a fragment', request('GET /api/v1/barcode#x HTTP/1.1'), ['not_found']],
  ['__proto__', request('GET /__proto__ HTTP/1.1'), ['not_found']],
  ['the root of nothing', request('GET // HTTP/1.1'), ['not_found']],
  ['absolute form of another host', request(`GET http://evil.example${target} HTTP/1.1`), ['bad_request']],
  ['absolute form with a user', request(`GET http://x@x${target} HTTP/1.1`), ['bad_request']],
  ['absolute form without a path', request('GET http://x HTTP/1.1'), ['bad_request']],
  ['absolute form of //', request(`GET http://x/${target} HTTP/1.1`), ['not_found']],
  ['absolute form of another scheme', request(`GET ftp://x${target} HTTP/1.1`), ['bad_request']],
  ['absolute form of this host', request(`GET http://X${target} HTTP/1.1`), [200]],
  ['asterisk form', request('GET * HTTP/1.1'), ['bad_request']],
  ['asterisk form for OPTIONS', request('OPTIONS * HTTP/1.1'), [204]],
  ['a relative target', request('GET api/v1/barcode HTTP/1.1'), ['bad_request']],
  ['a query without a path', request('GET ?type=qr HTTP/1.1'), ['bad_request']],
  ['CONNECT', request('CONNECT example.com:443 HTTP/1.1'), ['method_not_allowed']],
  ['CONNECT to a path', request('CONNECT /api/v1/barcode HTTP/1.1'), ['bad_request', 'method_not_allowed']],
  // hosts
  ['no Host', request(`GET ${target} HTTP/1.1`, ''), ['bad_request']],
  ['two Hosts', request(`GET ${target} HTTP/1.1`, 'Host: x\r\nHost: x\r\n'), ['bad_request']],
  ['two Hosts in two spellings', request(`GET ${target} HTTP/1.1`, 'Host: x\r\nhOST: y\r\n'), ['bad_request']],
  ['a list of Hosts', request(`GET ${target} HTTP/1.1`, 'Host: x y\r\n'), ['bad_request']],
  ['a URL for a Host', request(`GET ${target} HTTP/1.1`, 'Host: http://x/\r\n'), ['bad_request']],
  ['a Host with a user', request(`GET ${target} HTTP/1.1`, 'Host: u@x\r\n'), ['bad_request']],
  ['two Hosts in HTTP/1.0', request(`GET ${target} HTTP/1.0`, 'Host: x\r\nHost: x\r\n'), ['bad_request']],
  ['no Host in HTTP/1.0', request(`GET ${target} HTTP/1.0`, ''), [200]],
  ['an IPv6 Host', request(`GET ${target} HTTP/1.1`, 'Host: [::1]:8080\r\nConnection: close\r\n'), [200]],
  // headers
  ['a space before the colon', request(`GET ${target} HTTP/1.1`, 'Host : x\r\n'), ['bad_request']],
  ['no colon', request(`GET ${target} HTTP/1.1`, `${host}nonsense\r\n`), ['bad_request']],
  ['an empty name', request(`GET ${target} HTTP/1.1`, `${host}: x\r\n`), ['bad_request']],
  [
    'a folded header',
    request(`GET ${target} HTTP/1.1`, `${host}A: b\r\n c\r\nConnection: close\r\n`),
    ['bad_request', 200],
  ],
  ['a folded first header', `GET ${target} HTTP/1.1\r\n Host: x\r\n\r\n`, ['bad_request']],
  ['NUL in a header', request(`GET ${target} HTTP/1.1`, `${host}A: b\0c\r\n`), ['bad_request']],
  ['a bare CR', request(`GET ${target} HTTP/1.1`, `${host}A: b\rc\r\n`), ['bad_request']],
  ['bare LFs', `GET ${target} HTTP/1.1\nHost: x\nConnection: close\n\n`, ['bad_request', 200]],
  [
    'many headers',
    request(`GET ${target} HTTP/1.1`, `${host + 'a: b\r\n'.repeat(5000)}Connection: close\r\n`),
    ['uri_too_long'],
  ],
  ['a header of 200 KB', request(`GET ${target} HTTP/1.1`, `${host}A: ${'b'.repeat(200_000)}\r\n`), ['uri_too_long']],
  [
    'a header name of 200 KB',
    request(`GET ${target} HTTP/1.1`, `${host}${'b'.repeat(200_000)}: a\r\n`),
    ['uri_too_long'],
  ],
  [
    '200 KB of headers',
    request(`GET ${target} HTTP/1.1`, host + `a: ${'b'.repeat(96)}\r\n`.repeat(2000)),
    ['uri_too_long'],
  ],
  ['a URL of 200 KB', request(`GET ${target}${'b'.repeat(200_000)} HTTP/1.1`), ['uri_too_long']],
  ['a URL of 20 MB', request(`GET ${target}${'b'.repeat(20_000_000)} HTTP/1.1`), ['uri_too_long']],
  // bodies
  ['a body', `${request(`GET ${target} HTTP/1.1`, `${host}Content-Length: 3\r\n`)}abc`, ['bad_request']],
  ['a body that never comes', request(`GET ${target} HTTP/1.1`, `${host}Content-Length: 3\r\n`), ['bad_request']],
  [
    'a body of 5 MB',
    request(`GET ${target} HTTP/1.1`, `${host}Content-Length: 5000000\r\n`) + 'a'.repeat(5_000_000),
    ['bad_request'],
  ],
  ['HEAD with a body', `${request(`HEAD ${target} HTTP/1.1`, `${host}Content-Length: 3\r\n`)}abc`, [400]],
  [
    'OPTIONS with a body',
    `${request(`OPTIONS ${target} HTTP/1.1`, `${host}Content-Length: 3\r\n`)}abc`,
    ['bad_request'],
  ],
  ['POST', `${request(`POST ${target} HTTP/1.1`, `${host}Content-Length: 3\r\n`)}abc`, ['method_not_allowed']],
  ['POST to nowhere', `${request('POST /x HTTP/1.1', `${host}Content-Length: 3\r\n`)}abc`, ['not_found']],
  ['DELETE', request(`DELETE ${target} HTTP/1.1`, `${host}Connection: close\r\n`), ['method_not_allowed']],
  ['TRACE', request(`TRACE ${target} HTTP/1.1`, `${host}Connection: close\r\n`), ['method_not_allowed']],
  [
    'a chunked body',
    `${request(`GET ${target} HTTP/1.1`, `${host}Transfer-Encoding: chunked\r\n`)}3\r\nabc\r\n0\r\n\r\n`,
    ['bad_request'],
  ],
  [
    'broken chunks',
    `${request(`GET ${target} HTTP/1.1`, `${host}Transfer-Encoding: chunked\r\n`)}zz\r\n`,
    ['bad_request'],
  ],
  [
    'an unknown transfer coding',
    request(`GET ${target} HTTP/1.1`, `${host}Transfer-Encoding: zip\r\n`),
    ['bad_request'],
  ],
  [
    'two lengths',
    `${request(`GET ${target} HTTP/1.1`, `${host}Content-Length: 0\r\nContent-Length: 3\r\n`)}abc`,
    ['bad_request'],
  ],
  ['a list of lengths', `${request(`GET ${target} HTTP/1.1`, `${host}Content-Length: 3, 3\r\n`)}abc`, ['bad_request']],
  ['a negative length', request(`GET ${target} HTTP/1.1`, `${host}Content-Length: -3\r\n`), ['bad_request']],
  [
    'a length in hexadecimal',
    `${request(`GET ${target} HTTP/1.1`, `${host}Content-Length: 0x3\r\n`)}abc`,
    ['bad_request'],
  ],
  [
    'a length past all bounds',
    request(`GET ${target} HTTP/1.1`, `${host}Content-Length: ${'9'.repeat(40)}\r\n`),
    ['bad_request'],
  ],
  [
    'a length and chunks',
    `${request(`GET ${target} HTTP/1.1`, `${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n`)}0\r\n\r\n`,
    ['bad_request'],
  ],
  [
    'a length of nothing',
    request(`GET ${target} HTTP/1.1`, `${host}Content-Length: 0\r\nConnection: close\r\n`),
    [200],
  ],
  [
    'labels without a type',
    request('POST /api/v1/labels HTTP/1.1', `${host}Connection: close\r\n`),
    ['unsupported_media_type'],
  ],
  ['GET of labels', request('GET /api/v1/labels HTTP/1.1', `${host}Connection: close\r\n`), ['method_not_allowed']],
  [
    'labels in two pieces',
    `${request('POST /api/v1/labels HTTP/1.1', labels('Content-Length: 12'))}type,text\nqr`,
    ['invalid_rows'],
  ],
  [
    'broken chunks of labels',
    `${request('POST /api/v1/labels HTTP/1.1', labels('Transfer-Encoding: chunked'))}3\r\ntyp\r\nzz\r\n`,
    ['bad_request'],
  ],
  [
    'a chunk of labels that is longer than it says',
    `${request('POST /api/v1/labels HTTP/1.1', labels('Transfer-Encoding: chunked'))}3\r\ntype\r\n0\r\n\r\n`,
    ['bad_request'],
  ],
  [
    'an endless extension of a chunk',
    `${request('POST /api/v1/labels HTTP/1.1', labels('Transfer-Encoding: chunked'))}3;${'x'.repeat(100_000)}`,
    ['bad_request'],
  ],
  [
    'endless trailers',
    `${request('POST /api/v1/labels HTTP/1.1', labels('Transfer-Encoding: chunked'))}0\r\n${`a: ${'b'.repeat(96)}\r\n`.repeat(2000)}`,
    ['uri_too_long'],
  ],
  // expectations and upgrades
  ['an unknown expectation', request(`GET ${target} HTTP/1.1`, `${host}Expect: 200-ok\r\n`), ['expectation_failed']],
  [
    'a list of expectations',
    request(`GET ${target} HTTP/1.1`, `${host}Expect: 100-continue, x\r\n`),
    ['expectation_failed'],
  ],
  [
    '100-continue with a body',
    request(`GET ${target} HTTP/1.1`, `${host}Expect: 100-continue\r\nContent-Length: 3\r\n`),
    ['bad_request'],
  ],
  [
    '100-continue without a body',
    request(`GET ${target} HTTP/1.1`, `${host}Expect: 100-continue\r\nConnection: close\r\n`),
    [200],
  ],
  [
    'a web socket',
    request(`GET ${target} HTTP/1.1`, `${host}Connection: Upgrade, close\r\nUpgrade: websocket\r\n`),
    [200],
  ],
  [
    'an upgrade to HTTP/2',
    request(
      `GET ${target} HTTP/1.1`,
      `${host}Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n`,
    ),
    [200],
  ],
  // more than one
  ['a good one, then nonsense', `${request(`GET ${target} HTTP/1.1`)}nonsense\r\n\r\n`, [200, 'bad_request']],
  [
    'three good ones, then nonsense',
    `${request(`GET ${target} HTTP/1.1`).repeat(3)}x y\r\n\r\n`,
    [200, 200, 200, 'bad_request'],
  ],
  [
    'one with a body, then one that must not be answered',
    `${request(`GET ${target} HTTP/1.1`, `${host}Content-Length: 3\r\n`)}abc${request(`GET ${target} HTTP/1.1`)}`,
    ['bad_request'],
  ],
  [
    'a request hidden in a body',
    request(`GET /healthz HTTP/1.1`, `${host}Content-Length: 40\r\n`) + request('GET /readyz HTTP/1.1'),
    ['bad_request'],
  ],
  [
    'two Hosts, then a good one',
    request(`GET ${target} HTTP/1.1`, 'Host: x\r\nHost: y\r\n') + request(`GET ${target} HTTP/1.1`),
    ['bad_request'],
  ],
]
