import fc from 'fast-check'
import t from 'tap'
import { anyCharacters } from '../../characters.ts'
import { effortOf } from '../../effort.ts'
import { cases, inLongRun, long, seed } from '../../random.ts'
import { chunked, receiving, repliesTo } from './bodies.ts'
import { corpus, host, request, target } from './corpus.ts'
import { ask, conversation, errorIn, type Reply, repliesIn, type Served, served } from './wire.ts'

const csv = 'Content-Type: text/csv\r\n'
const head = (headers: string, line = 'POST /body'): string => `${line} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const sized = (text: string, headers = csv): string => head(`${headers}Content-Length: ${text.length}\r\n`) + text

t.test('the media type, the character set and the codings of a body', async (t) => {
  const service = await receiving()
  const outcome = async (headers: string): Promise<string | number> => {
    const [reply] = await repliesTo(service, sized('a', `${headers}Connection: close\r\n`))
    if (reply!.status === 415) t.equal(reply?.headers.get('accept'), 'text/csv, application/json')
    return reply!.status === 200 ? 200 : errorIn(reply!).message
  }
  for (const type of [
    'text/csv',
    'TEXT/Csv ; header=present',
    'text/csv;charset=UTF-8',
    'text/csv; charset="utf-16"',
    'application/json; charset=utf-8',
  ])
    t.equal(await outcome(`Content-Type: ${type}\r\n`), 200, type)
  t.equal(await outcome(`${csv}Content-Encoding: identity\r\n`), 200)
  t.match(await outcome(''), /no Content-Type; accepted: text\/csv, application\/json/)
  t.match(await outcome('Content-Type: text/html\r\n'), /"text\/html" is not accepted/)
  t.match(await outcome('Content-Type: text/csv; charset=latin1\r\n'), /charset="latin1".*utf-8/)
  t.match(await outcome('Content-Type: application/json; charset=utf-16\r\n'), /charset="utf-16".*utf-8/)
  t.match(await outcome(`${csv}Content-Encoding: gzip\r\n`), /Content-Encoding: "gzip"/)
  const [reply] = await repliesTo(service, chunked('a', 1).replace('chunked', 'gzip, chunked'))
  t.match(errorIn(reply!), { code: 'bad_request', message: /Transfer-Encoding: "gzip, chunked"/ })
  const [old] = await repliesTo(service, chunked('a', 1).replace('1.1', '1.0'))
  t.equal(errorIn(old!).code, 'bad_request')
  await service.close()
})

t.test('methods of a path that takes a body, and of one that does not', async (t) => {
  const service = await receiving()
  for (const method of ['GET', 'HEAD', 'PUT']) {
    const reply = await ask(service.port, `${method} /body`)
    t.match([reply.status, reply.headers.get('allow')], [405, 'POST, OPTIONS'], method)
  }
  const preflight = await ask(service.port, 'OPTIONS /body')
  t.equal(preflight.headers.get('access-control-allow-methods'), 'POST, OPTIONS')
  t.match(preflight.headers.get('access-control-allow-headers'), /Content-Type/)
  const [posted] = await repliesTo(service, sized('a').replace('/body', '/none'))
  t.match([posted?.status, posted?.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
  const [withBody] = await repliesTo(service, sized('a').replace('POST /body', 'GET /none'))
  t.equal(errorIn(withBody!).code, 'bad_request')
  const [options] = await repliesTo(service, sized('a').replace('POST', 'OPTIONS'))
  t.equal(errorIn(options!).code, 'bad_request')
  await service.close()
})

/** The replies to what was sent, as error codes or statuses; the client closes its side, unless the server must. */
async function outcome(service: Served, bytes: string | Uint8Array, isHead: boolean): Promise<(string | number)[]> {
  const replies = repliesIn(await conversation(service.port, bytes), isHead)
  return replies.map((reply) => {
    const faults = commonFaults(reply)
    if (faults.length > 0) throw new Error(faults.join())
    return reply.status < 400 || isHead ? reply.status : errorIn(reply).code
  })
}

/** Faults in the headers that every reply must have. */
function commonFaults({ headers, status }: Reply): string[] {
  const faults = []
  if (headers.get('x-content-type-options') !== 'nosniff') faults.push('nosniff')
  if (headers.get('access-control-allow-origin') !== '*') faults.push('CORS')
  if (headers.get('cross-origin-resource-policy') !== 'cross-origin') faults.push('CORP')
  if (!headers.get('content-security-policy')?.startsWith("default-src 'none'")) faults.push('CSP')
  if (status >= 400 && headers.get('cache-control') !== 'no-store') faults.push('no-store')
  if (status >= 400 && headers.get('content-type') !== 'application/json') faults.push('content-type')
  return faults
}

t.test(`${corpus.length} malformed or unsupported requests`, async (t) => {
  const service = await served({
    bounds: { bodies: { client: 64 << 20, total: 64 << 20 }, linger: 200, keepAlive: 300, headers: 6000 },
  })
  await Promise.all(
    corpus.map(async ([what, bytes, expected]) => {
      const found = await outcome(service, bytes, what.startsWith('HEAD ')).catch((error: Error) => [error.message])
      // some may be taken or refused, as the parser of each version of node likes
      const either = expected.length === 2 && found.length === 1 && expected.includes(found[0]!)
      if (either) t.pass(what)
      else t.strictSame(found, expected, what)
    }),
  )
  t.same(service.faults, [])
  t.equal((await ask(service.port, 'GET /healthz')).status, 200)
  await service.close()
})

t.test('every prefix of a request that is given up is answered or closed', inLongRun, async (t) => {
  const service = await served({ bounds: { linger: 200, headers: 400 } })
  const bytes = request(`GET ${target} HTTP/1.1`, `${host}Content-Length: 0\r\nAccept: */*\r\n`)
  const lengths = Array.from({ length: bytes.length - 1 }, (_, i) => i + 1)
  const found = await Promise.all(lengths.map((length) => outcome(service, bytes.slice(0, length), false)))
  t.same(new Set(found.map(String)), new Set(['request_timeout']))
  await service.close()
})

t.test('a header counts, however many stand before it, and no more than 100 are accepted', async (t) => {
  const service = await served({ bounds: { linger: 200 } })
  for (const [header, status] of [
    ['If-None-Match: *', 304],
    ['Content-Length: 3', 400],
    ['Host: y', 400],
    ['Expect: x', 417],
    ['X-Other: x', 200],
  ] as const) {
    // two more are sent with each: Host and Connection
    for (const count of [0, 97, 98, 2500]) {
      const others = Array.from({ length: count }, () => 'a:')
      const reply = await ask(service.port, `GET ${target}`, [...others, header])
      t.equal(reply.status, count > 97 ? 431 : status, `${count}, ${header}`)
      if (count > 97) t.equal(errorIn(reply).code, 'uri_too_long')
    }
  }
  await service.close()
})

/** The error that answers a barcode of this text as it stands in the URL; the bytes are those of UTF-8. */
async function errorOfRaw(service: Served, text: string | Uint8Array): Promise<ReturnType<typeof errorIn>> {
  const parts = ['GET /api/v1/barcode?type=qr&text=', text, ' HTTP/1.1\r\nHost: x\r\n\r\n']
  const [reply] = repliesIn(await conversation(service.port, Buffer.concat(parts.map((part) => Buffer.from(part)))))
  return errorIn(reply!)
}

t.test('a URL that is not percent-encoded is told how to write what is not', async (t) => {
  const service = await served()
  const expected: readonly (readonly [string | Uint8Array, string])[] = [
    ['BIN 34', '%20'],
    ['BIN Hammer', '%20'],
    ['BIN HTTP/2', '%20'],
    ['of HTTP/1.1 and more', '%20'],
    ['of HTTP/1.1 HTTP/1.1', '%20'],
    ['a\tb', '"\\\\t", .* %09'],
    ['a\x01b', '"\\\\u0001", .* %01'],
    ['a\x7fb', '%7F'],
    ['\0', '%00'],
    ['é', '"é", .* %C3%A9'],
    ['BIN|é 34', '"é", .* %C3%A9'],
    ['漢字', '%E6%BC%A2'],
    ['📓', '%F0%9F%93%93'],
    ['\ufeffa', '%EF%BB%BF'],
    // a line that ends within its URL has nothing to be encoded
    ['a\rb', 'as é is in UTF-8 by %C3%A9'],
    // not UTF-8
    [Uint8Array.of(0x61, 0xe9), 'as é is in UTF-8 by %C3%A9'],
  ]
  for (const [text, message] of expected) {
    const error = await errorOfRaw(service, text)
    t.match(error, { code: 'bad_request', message: new RegExp(`${message}; .*--data-urlencode`) }, `${text}`)
  }
  for (const accepted of '"<>^`{|}\\[]#') {
    t.equal((await ask(service.port, `GET /api/v1/barcode?type=qr&text=a${accepted}b`)).status, 200, accepted)
  }
  await service.close()
})

t.test(
  'whatever a URL has that must be percent-encoded, wherever it stands, is named or told in general',
  inLongRun,
  async (t) => {
    const service = await served()
    const plain = fc.stringMatching(/^[!-~]{0,600}$/)
    const stray = anyCharacters().map((text) => text.toWellFormed().replace(/[ -~\r\n\ufffd]/g, ''))
    await fc.assert(
      fc.asyncProperty(plain, stray, plain, async (before, text, after) => {
        const [first] = text
        if (first === undefined) return
        const { code, message } = await errorOfRaw(service, before + text + after)
        t.equal(code, 'bad_request')
        // one that the parser gets in two pieces is not seen whole
        t.ok(
          [encodeURIComponent(first), 'as é is in UTF-8 by %C3%A9'].some((way) => message.includes(`${way};`)),
          message,
        )
      }),
      { seed, numRuns: cases(1000) },
    )
    await service.close()
  },
)

t.test('the longest text of any script arrives', async (t) => {
  const service = await served({ bounds: { linger: 200 } })
  for (const character of ['a', 'é', '漢', '🂡']) {
    const whole = await ask(
      service.port,
      `GET /api/v1/barcode?type=qr&text=${encodeURIComponent(character.repeat(7089))}`,
    )
    t.not(whole.status, 431, character)
    t.not(whole.status, 400, character)
    const over = await ask(
      service.port,
      `GET /api/v1/barcode?type=qr&text=${encodeURIComponent(character.repeat(7090))}`,
    )
    t.match(errorIn(over), { code: 'invalid_parameter', message: /7090 characters; at most 7089/ })
  }
  await service.close()
})

const wild = fc.oneof(
  anyCharacters().map(encodeURIComponentSafely),
  fc
    .array(
      fc.constantFrom(
        '%',
        '%2',
        '%zz',
        '%FF',
        '%C0%80',
        '%ED%A0%80',
        '%F4%90%80%80',
        '%E2%82',
        '+',
        '&',
        '=',
        ';',
        'a',
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('', '0', '-1', '1e9', '3.5', '99999999999999999999', 'NaN', 'true', 'png', 'qr', 'ean13', '4x6', 'N'),
  fc.stringMatching(/^[!-~]{0,30}$/),
)

function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

const names = [
  'text',
  'type',
  'format',
  'includetext',
  'scale',
  'height',
  'rotate',
  'size',
  'orientation',
  'qty',
  'showtext',
  'x',
  '',
  't%65xt',
  '%zz',
]
const query = fc
  .array(fc.tuple(fc.constantFrom(...names), wild), { maxLength: 9 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))
const path = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('/api/v1/barcode', '/api/v1/label', '/api/v1/labels', '/api/generate-barcode'),
  },
  fc.stringMatching(/^\/[!-~]{0,20}$/),
  fc.webPath().map((path) => `/${path}`),
)

/** CPU time in ms that any of the requests below may take; so many are asked at once, and counted together. */
const mostEffort = 1000

t.test('whatever the query, the answer is an image or an error of the client', inLongRun, async (t) => {
  const service = await served()
  const accepted = new Set([200, 400, 404, 405, 415, 422])
  const agents = 16
  const seen = new Map<number, number>()
  const targets = fc.sample(fc.tuple(fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'PUT', 'POST'), path, query), {
    seed,
    numRuns: cases(4200),
  })
  const failures: string[] = []
  let slowest = 0
  for (let from = 0; from < targets.length; from += agents) {
    const all = targets.slice(from, from + agents).map(([method, path, query]) => [method, `${path}?${query}`] as const)
    const answered = async ([method, target]: (typeof all)[number]): Promise<void> => {
      const line = `${method} ${target}`
      const reply = await ask(service.port, line)
      seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
      if (!accepted.has(reply.status) || commonFaults(reply).length > 0) failures.push(`${reply.status} ${line}`)
      if (reply.status >= 400 && method !== 'HEAD') errorIn(reply)
    }
    slowest = Math.max(slowest, await effortOf(() => Promise.all(all.map(answered)), mostEffort))
  }
  t.same(failures, [])
  t.same(service.faults, [])
  t.ok(seen.size >= 4, JSON.stringify([...seen]))
  t.comment(`${targets.length} requests`)
  if (long) t.ok(slowest < mostEffort, `${agents} requests took ${slowest.toFixed(1)} ms of CPU time at most`)
  await service.close()
})
