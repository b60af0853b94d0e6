import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { type KeyUse, KeyUseFile, keysIn, mostKeyBytes } from '../../../src/server/access/index.ts'
import { hashOf, type KeyRow, keysOf, newKey, type Presented } from '../../../src/server/access/keys.ts'
import { type Scope, scopes } from '../../../src/server/route.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../printing/printers/example-jobs.ts'
import { cases, inLongRun, seed } from '../../random.ts'
import { printRequest, printService } from '../api/print-service.ts'
import { ask, conversation, errorIn, type Reply, repliesIn, type Served, served } from '../http/wire.ts'

const [ofDock, ofDesk, ofNobody] = [newKey(), newKey(), newKey()]
const rowOf = (name: string, key: string, may: readonly Scope[], perMinute?: number): KeyRow => ({
  name,
  hash: hashOf(key),
  may,
  perMinute,
})
const keys = keysOf([rowOf('dock', ofDock, ['print'], 600), rowOf('desk', ofDesk, ['jobs'])])

const nameOf = (presented: Presented): string => (typeof presented === 'string' ? presented : presented.name)

t.test('keys: what Authorization presents', async (t) => {
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
  for (const [authorization, expected] of [
    [undefined, 'none'],
    ['', 'none'],
    [`Bearer ${ofDock}`, 'dock'],
    [`bearer  ${ofDesk} `, 'desk'],
    [`BEARER ${ofDesk}`, 'desk'],
    [basic(`grocy:${ofDock}`), 'dock'],
    [basic(`:${ofDock}`), 'dock'],
    [`Bearer ${ofNobody}`, 'unknown'],
    [`Bearer ${ofDock.toLowerCase()}`, 'unknown'],
    [`Bearer ${ofDock}=`, 'unknown'],
    [`Bearer ${Buffer.from(hashOf(ofDock)).toString('hex')}`, 'unknown'],
    ['Bearer', 'none'],
    [ofDock, 'none'],
    [`Bearer ${ofDock} ${ofDesk}`, 'none'],
    ['Negotiate abc', 'none'],
  ] as const) {
    t.equal(nameOf(keys.presented(authorization, true)), expected, String(authorization))
  }
})

t.test('keys: no text but a key is known', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      return ['none', 'unknown'].includes(nameOf(keys.presented(`Bearer ${text}`, true)))
    }),
    { seed, numRuns: cases(300) },
  )
  const made = new Set(Array.from({ length: 100 }, newKey))
  t.equal(made.size, 100)
  for (const key of made) t.match(key, /^qz_[\w-]{43}$/)
})

t.test('keys: every right by every key', async (t) => {
  for (const may of [['print'], ['printers'], ['jobs'], ['print', 'jobs'], scopes] as const) {
    const ofOne = keysOf([rowOf('one', ofDock, may), rowOf('all', ofDesk, scopes)])
    const presented = ofOne.presented(`Bearer ${ofDock}`, false)
    for (const scope of scopes) {
      const isAllowed = may.some((each) => each === scope || (scope === 'printers' && each === 'print'))
      const refused = ofOne.refusal([scope], presented)
      t.equal(refused === undefined, isAllowed, `${may}: ${scope}`)
      if (refused === undefined) continue
      t.equal(refused.status, 403)
      t.same(refused.headers, ['WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scope}"`])
    }
  }
})

t.test('keys: Basic is no key but where a route takes it', async (t) => {
  const basic = `Basic ${Buffer.from(`grocy:${ofDock}`).toString('base64')}`
  t.equal(nameOf(keys.presented(basic, true)), 'dock')
  t.equal(nameOf(keys.presented(basic, false)), 'none')
  t.equal(nameOf(keys.presented(`Bearer ${ofDock}`, false)), 'dock')
})

t.test('keys: several rights are needed together, and the message names those that are missing', async (t) => {
  const both = ['jobs', 'print'] as const
  const of = (may: readonly Scope[]) => {
    const one = keysOf([rowOf('one', ofDock, may)])
    return one.refusal(both, one.presented(`Bearer ${ofDock}`, false))
  }
  t.equal(of(['print', 'jobs', 'counters']), undefined)
  for (const [may, missing] of [
    [['jobs'], '"print"'],
    [['print'], '"jobs"'],
    [['counters'], '"jobs" and "print"'],
  ] as const) {
    const refused = of(may)!
    t.equal(refused.status, 403)
    t.match(Buffer.from(refused.body).toString(), `it needs ${missing.replaceAll('"', '\\"')} in its`)
    t.same(refused.headers, ['WWW-Authenticate', 'Bearer error="insufficient_scope", scope="jobs print"'])
  }
})

t.test('keys: the metrics are for everybody until a key may read them', async (t) => {
  const open = keysOf([rowOf('dock', ofDock, ['print', 'jobs'])])
  t.equal(open.refusal(['metrics'], 'none'), undefined)
  const closed = keysOf([rowOf('dock', ofDock, ['print']), rowOf('prometheus', ofDesk, ['metrics'])])
  t.equal(closed.refusal(['metrics'], 'none')?.status, 401)
  t.equal(closed.refusal(['metrics'], 'unknown')?.status, 401)
  t.equal(closed.refusal(['metrics'], closed.presented(`Bearer ${ofDock}`, false))?.status, 403)
  t.equal(closed.refusal(['metrics'], closed.presented(`Bearer ${ofDesk}`, false)), undefined)
})

const bearer = (key: string): string => `Authorization: Bearer ${key}`
const printed = async (
  { port }: Served,
  headers: readonly string[],
  query = 'printer=dock-3&type=code128&text=A',
): Promise<Reply> => {
  const request = printRequest(query, { headers: ['Quietzone-Print: yes', ...headers] })
  return repliesIn(await conversation(port, request))[0]!
}

t.test('a service with keys: printing needs one, drawing none', async (t) => {
  const paper = await loopbackPrinter()
  t.teardown(() => paper.close())
  const service = await printService([printerAt(paper, { stock: '50x30' })], { keys })
  t.teardown(() => service.close())
  const without = await printed(service, [])
  t.equal(without.status, 401)
  t.equal(errorIn(without).code, 'key_required')
  t.equal(without.headers.get('www-authenticate'), 'Bearer scope="print"', 'what it takes')
  const unknown = await printed(service, [bearer(ofNobody)])
  t.equal(errorIn(unknown).code, 'key_unknown')
  t.equal(unknown.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
  t.equal(errorIn(await printed(service, [bearer(ofDesk)])).code, 'not_allowed')
  t.equal(paper.printed.length, 0, 'nothing is sent')
  t.equal((await printed(service, [bearer(ofDock)])).status, 200)
  t.equal(paper.printed.length, 1)
  const list = (headers: readonly string[]): Promise<Reply> => ask(service.port, 'GET /api/v1/printers', headers)
  t.equal(errorIn(await list([])).code, 'key_required')
  t.equal(errorIn(await list([bearer(ofDesk)])).code, 'not_allowed')
  t.equal((await list([bearer(ofDock)])).status, 200, 'who prints sees the printers')
  for (const headers of [[], [bearer(ofNobody)], ['Authorization: Basic bm9ib2R5Og==']]) {
    t.equal((await ask(service.port, 'GET /api/v1/barcode?type=qr&text=A', headers)).status, 200)
  }
  const kept = JSON.stringify([
    service.records,
    service.printed,
    service.faults,
    (await ask(service.port, 'GET /metrics')).body.toString(),
  ])
  for (const key of [ofDock, ofDesk, ofNobody])
    t.notOk(kept.includes(key) || String(unknown.body).includes(key), 'in no log, metric or answer')
})

t.test("a service with keys: Grocy's webhook prints with one, as the password of its URL too", async (t) => {
  const paper = await loopbackPrinter()
  t.teardown(() => paper.close())
  const service = await printService([printerAt(paper, { stock: '50x30' })], { keys })
  t.teardown(() => service.close())
  const body = 'grocycode=grcy%3Ap%3A13&product=Jam'
  const webhook = async (query: string, headers: readonly string[]): Promise<Reply> => {
    const lines = [`POST /adapters/grocy${query} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers]
    const type = 'Content-Type: application/x-www-form-urlencoded'
    const sent = [...lines, type, `Content-Length: ${body.length}`, '', body].join('\r\n')
    return repliesIn(await conversation(service.port, sent))[0]!
  }
  t.equal((await webhook('', [])).status, 200, 'a picture')
  t.equal(errorIn(await webhook('?printer=dock-3', [])).code, 'key_required')
  t.equal(errorIn(await webhook('?printer=dock-3', [bearer(ofDesk)])).code, 'not_allowed')
  t.equal(paper.printed.length, 0)
  const basic = `Authorization: Basic ${Buffer.from(`grocy:${ofDock}`).toString('base64')}`
  t.equal((await webhook('?printer=dock-3', [basic])).status, 200)
  t.equal(paper.printed.length, 1)
})

t.test('a service with keys: a key has its own budget', async (t) => {
  const service = await served({ keys, rate: { perMinute: 60, burst: 2 }, clock: () => 0 })
  t.teardown(() => service.close())
  const draw = (headers: readonly string[]): Promise<Reply> =>
    ask(service.port, 'GET /api/v1/barcode?type=qr&text=A', headers)
  t.equal((await draw([])).headers.get('ratelimit-policy'), '"ip";q=60;w=60')
  t.equal(
    (await draw([bearer(ofNobody)])).headers.get('ratelimit'),
    '"ip";r=0;t=1',
    'an unknown key spends those of the address',
  )
  t.equal((await draw([])).status, 429)
  const first = await draw([bearer(ofDock)])
  t.equal(first.headers.get('ratelimit-policy'), '"key";q=600;w=60')
  t.equal(first.headers.get('ratelimit'), '"key";r=199;t=1')
  t.equal(
    (await draw([bearer(ofDesk)])).headers.get('ratelimit'),
    '"key";r=1;t=1',
    'the rate of addresses, from a bucket of its own',
  )
  await draw([bearer(ofDesk)])
  const spent = await draw([bearer(ofDesk)])
  t.equal(spent.status, 429)
  t.match(errorIn(spent).message, /with the key desk/)
  t.equal((await draw([bearer(ofDock)])).headers.get('ratelimit'), '"key";r=198;t=1')
  const unlimited = await served({
    keys: keysOf([rowOf('all', ofDock, ['print'], 0)]),
    rate: { perMinute: 1, burst: 1 },
    clock: () => 0,
  })
  t.teardown(() => unlimited.close())
  for (let i = 0; i < 5; i++)
    t.equal((await ask(unlimited.port, 'GET /api/v1/openapi.json', [bearer(ofDock)])).status, 200)
})

t.test('a service with keys: what each path needs, and that Basic is taken of a webhook alone', async (t) => {
  const [ofAll, ofMetrics] = [newKey(), newKey()]
  const service = await served({
    keys: keysOf([
      rowOf('all', ofAll, ['print', 'jobs', 'counters']),
      rowOf('desk', ofDesk, ['jobs']),
      rowOf('dock', ofDock, ['print']),
      rowOf('prometheus', ofMetrics, ['metrics']),
    ]),
  })
  t.teardown(() => service.close())
  const status = async (line: string, authorization: string): Promise<number> => {
    const headers = ['Quietzone-Print: yes', `Authorization: ${authorization}`]
    return (await ask(service.port, line, [...headers, ...(line.startsWith('POST') ? ['Content-Length: 0'] : [])]))
      .status
  }
  for (const line of ['POST /api/v1/jobs/1/reprint', 'POST /api/v1/jobs/1/resume']) {
    t.equal(await status(line, `Bearer ${ofDesk}`), 403, `${line} prints`)
    t.equal(await status(line, `Bearer ${ofDock}`), 403, `${line} steers`)
    t.equal(await status(line, `Bearer ${ofAll}`), 404, 'no state')
  }
  t.equal(await status('POST /api/v1/jobs/1/cancel', `Bearer ${ofDesk}`), 404, 'who sees jobs stops them')
  const basic = `Basic ${Buffer.from(`x:${ofAll}`).toString('base64')}`
  for (const line of [
    'GET /api/v1/printers',
    'GET /api/v1/jobs',
    'GET /api/v1/jobs/events',
    'POST /api/v1/print?printer=a',
    'POST /api/v1/jobs/1/cancel',
    'POST /api/v1/jobs/1/reprint',
    'POST /api/v1/counters/a',
    'GET /metrics',
  ]) {
    t.equal(await status(line, basic), 401, line)
  }
  t.equal(await status('GET /metrics', `Bearer ${ofAll}`), 403)
  t.equal(await status('GET /metrics', `Bearer ${ofMetrics}`), 200)
})

t.test('GET /api/v1/keys: names, rights, ends and last uses, for those who may', async (t) => {
  const [ofAdmin, ofFair] = [newKey(), newKey()]
  let now = Date.UTC(2027, 0, 1)
  const fair = { ...rowOf('fair', ofFair, ['print'], 600), expires: Date.UTC(2027, 0, 31) }
  const use: KeyUse = new Map([['of a row that has gone', 1]])
  const ofService = keysOf([rowOf('admin', ofAdmin, ['admin']), rowOf('desk', ofDesk, ['jobs']), fair], use, () => now)
  const service = await served({ keys: ofService })
  t.teardown(() => service.close())
  const get = (...headers: readonly string[]): Promise<Reply> => ask(service.port, 'GET /api/v1/keys', headers)
  t.equal((await get()).status, 401)
  t.equal(errorIn(await get(bearer(ofFair))).message, 'the key fair may not do this; it needs "admin" in its "may"')
  now += 1000
  const answer = await get(bearer(ofAdmin))
  t.same(JSON.parse(answer.body.toString()), {
    keys: [
      { name: 'admin', may: ['admin'], perMinute: null, expires: null, lastUsed: '2027-01-01T00:00:01.000Z' },
      { name: 'desk', may: ['jobs'], perMinute: null, expires: null, lastUsed: null },
      ...[
        {
          name: 'fair',
          may: ['print'],
          perMinute: 600,
          expires: '2027-01-31T00:00:00.000Z',
          lastUsed: '2027-01-01T00:00:00.000Z',
        },
      ],
    ],
    usedSince: '1970-01-01T00:00:00.000Z',
  })
  t.equal(answer.headers.get('cache-control'), 'no-store')
  t.notMatch(answer.body.toString(), /sha256|hash/)
  t.equal(answer.headers.has('access-control-allow-origin'), false)
  now = fair.expires
  t.equal(errorIn(await get(bearer(ofFair))).code, 'key_expired')
  ofService.replace([rowOf('admin', ofAdmin, ['admin']), { ...fair, hash: hashOf(ofNobody) }])
  t.equal(use.size, 1, 'uses of rows that have gone are forgotten')
  const after = JSON.parse((await get(bearer(ofAdmin))).body.toString()) as { keys: readonly { lastUsed: string }[] }
  t.same(
    after.keys.map(({ lastUsed }) => lastUsed === null),
    [false, true],
    'another key of the same name was never used',
  )
  const open = await served()
  t.teardown(() => open.close())
  t.match(
    JSON.parse((await ask(open.port, 'GET /api/v1/keys')).body.toString()),
    { keys: [] },
    'a service without keys',
  )
})

t.test('a key is good until the end of its day, or until a time', async (t) => {
  const read = (expires: string): number =>
    keysIn(JSON.stringify([{ name: 'a', hash: `sha256:${'0a'.repeat(32)}`, may: ['print'], expires }]))[0]!.expires!
  t.equal(read('2027-01-31T18:00:00Z'), Date.UTC(2027, 0, 31, 18))
  t.equal(read('2027-01-31T18:00:00.5+01:00'), Date.UTC(2027, 0, 31, 17, 0, 0, 500))
  t.equal(read('2027-01-31'), new Date(2027, 1, 1).getTime())
  t.equal(read('2028-02-29'), new Date(2028, 2, 1).getTime())
})

t.test('when keys were used is kept in a file', async (t) => {
  const folder = t.testdir({})
  const file = join(folder, 'key-use.json')
  const said: string[] = []
  const opened = (now: number, path = folder) =>
    new KeyUseFile(
      path,
      (message) => said.push(message),
      () => now,
    )
  const first = opened(1000)
  const used = keysOf([rowOf('dock', ofDock, ['print'])], first.use, () => 2000)
  used.presented(`Bearer ${ofDock}`, false)
  first.end()
  t.notMatch(readFileSync(file, 'utf8'), ofDock)
  const second = opened(5000)
  t.equal(second.since, 1000)
  const again = keysOf([rowOf('dock', ofDock, ['print'])], second.use)
  t.equal(again.reports()[0]!.lastUsed, 2000)
  for (const damaged of ['{', '[]', '{"since":"a"}', '{"since":null,"used":null}', 'null']) {
    writeFileSync(file, damaged)
    t.equal(opened(7000).since, 7000, damaged)
  }
  t.same(said, [])
  opened(1, file).end()
  t.match(said, [/^the last uses of keys cannot be kept: not a directory/])
})

t.test('ten thousand keys: each is found, and the file is read', inLongRun, async (t) => {
  const secrets = Array.from({ length: 10_000 }, (_, i) => `key-${i}`)
  const text = JSON.stringify(
    secrets.map((secret, i) => ({
      name: `k${i}`,
      hash: `sha256:${Buffer.from(hashOf(secret)).toString('hex')}`,
      may: ['print'],
    })),
  )
  t.ok(Buffer.byteLength(text) < mostKeyBytes)
  const many = keysOf(keysIn(text))
  for (const i of [0, 5000, 9999]) t.equal(nameOf(many.presented(`Bearer key-${i}`, false)), `k${i}`)
  t.equal(many.presented('Bearer key-10000', false), 'unknown')
})
