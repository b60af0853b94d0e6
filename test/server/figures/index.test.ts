/** The figures of a real service: what happened to requests of which the test knows all, and to connections. */
/** An answer that costs no token takes no more than its share of the time. */

import { Writable } from 'node:stream'
import t from 'tap'
import { jsonAnswer } from '../../../src/answer.ts'
import { printersOf } from '../../../src/printing/index.ts'
import { figuresOf, rarely, type ServiceFigures } from '../../../src/server/figures/index.ts'
import { noCounts, type ServerFigures } from '../../../src/server/http/usage.ts'
import { jsonLog } from '../../../src/server/log.ts'
import { cases, inLongRun, random } from '../../random.ts'
import { ask, conversation, served, until, Wire } from '../http/wire.ts'
import { type Scrape, scraped, scrapeOf } from './scrape.ts'

const barcode = '/api/v1/barcode?type=code128&text=QZ-0001'

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`

t.test('the answer is for Prometheus, and for no page of another origin', async (t) => {
  const service = await served({ rate: { perMinute: 1, burst: 1 } })
  for (let i = 0; i < 3; i++) {
    const { status, headers, body } = await ask(service.port, 'GET /metrics')
    t.equal(status, 200)
    t.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    t.equal(headers.get('cache-control'), 'no-store')
    t.match(headers.get('content-security-policy'), /^default-src 'none'/)
    t.equal(headers.get('access-control-allow-origin'), undefined)
    t.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
    t.equal(headers.get('ratelimit'), undefined)
    t.equal(headers.get('content-length'), String(body.length))
  }
  const head = await ask(service.port, 'HEAD /metrics')
  t.same([head.status, head.body.length], [200, 0])
  t.ok(Number(head.headers.get('content-length')) > 1000)
  t.equal((await ask(service.port, 'POST /metrics')).status, 405)
  await service.close()
})

t.test('counts are those of the log, request by request', async (t) => {
  const service = await served({ rate: { perMinute: 1, burst: 8 } })
  const { port, records } = service
  const { headers } = await ask(port, `GET ${barcode}`)
  await ask(port, `GET ${barcode}`, [`If-None-Match: ${headers.get('etag')}`])
  await ask(port, `HEAD ${barcode}`)
  await ask(port, `OPTIONS ${barcode}`)
  await ask(port, 'GET /api/v1/barcode?type=none&text=x')
  await ask(port, 'GET /api/v1/label?type=qr&text=x&format=svg')
  await ask(port, 'PUT /api/v1/barcode')
  await ask(port, 'BREW /nothing')
  await ask(port, 'PROPFIND /nothing')
  await ask(port, 'GET /nothing')
  const { body: page } = await ask(port, 'GET /')
  for (const [asset] of page.toString().matchAll(/\/assets\/[^"]+/g)) await ask(port, `GET ${asset}`)
  await ask(port, 'GET /healthz', ['Expect: a miracle'])
  for (let i = 0; i < 4; i++) await ask(port, `GET ${barcode}`)
  await conversation(port, 'nonsense\r\n\r\n')
  await conversation(port, `GET /${'x'.repeat(110_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await new Wire(port).send('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n').closed
  const expected = [...records]
  const scrape = await scraped(service)
  const keys = new Set<string>()
  const label = (route: string | undefined, method: string): string =>
    route?.replace(/^\/assets\/.*/, '/assets/') ?? (method === '' ? 'none' : 'other')
  const known = (method: string): string =>
    ['GET', 'HEAD', 'OPTIONS', 'POST'].includes(method) ? method : method === '' ? 'none' : 'other'
  for (const { route, method, status } of expected) {
    const same = expected.filter(
      (other) =>
        label(other.route, other.method) === label(route, method) &&
        known(other.method) === known(method) &&
        other.status === status,
    )
    const labels = { route: label(route, method), method: known(method), status: String(status) }
    keys.add(JSON.stringify(labels))
    t.equal(scrape.value('quietzone_requests_total', labels), same.length, JSON.stringify(labels))
  }
  t.equal(scrape.families.get('quietzone_requests_total')?.series.length, keys.size)
  const statuses = new Set(expected.map(({ status }) => status))
  for (const status of [200, 204, 304, 400, 404, 405, 417, 429, 431]) t.ok(statuses.has(status), `${status} happened`)
  for (const route of new Set(expected.map((record) => label(record.route, record.method)))) {
    const those = expected.filter((record) => label(record.route, record.method) === route)
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
    t.equal(scrape.value('quietzone_request_duration_seconds_count', { route }), those.length, route)
    t.equal(scrape.value('quietzone_response_bytes_count', { route }), those.length, route)
    t.equal(scrape.value('quietzone_response_bytes_sum', { route }), sum(those.map(({ bytes }) => bytes)), route)
    const seconds = sum(those.map(({ milliseconds }) => milliseconds)) / 1000
    const measured = scrape.value('quietzone_request_duration_seconds_sum', { route }) ?? Number.NaN
    t.ok(Math.abs(measured - seconds) < 1e-9, `${route}: ${measured} and ${seconds} seconds`)
  }
  const limited = expected.filter(({ status }) => status === 429).length
  t.ok(limited > 0)
  t.equal(scrape.value('quietzone_refusals_total', { reason: 'rate_limited' }), limited)
  t.equal(scrape.value('quietzone_rate_limit_decisions_total', { decision: 'refused' }), limited)
  t.equal(scrape.value('quietzone_rate_limit_decisions_total', { decision: 'admitted' }), 8)
  t.equal(
    scrape.value('quietzone_refusals_total', { reason: 'malformed' }),
    5,
    'BREW, Expect, nonsense, too long, CONNECT',
  )
  t.equal(scrape.value('quietzone_faults_total'), 0)
  await service.close()
})

t.test('a scrape is counted by the next one, as a route of its own', async (t) => {
  const service = await served()
  const labels = { route: '/metrics', method: 'GET', status: '200' }
  t.equal((await scraped(service)).value('quietzone_requests_total', labels), undefined)
  t.equal((await scraped(service)).value('quietzone_requests_total', labels), 1)
  t.equal((await scraped(service)).value('quietzone_requests_total', labels), 2)
  await service.close()
})

t.test('a fault is counted', async (t) => {
  const broken = (): never => {
    throw new Error('broken')
  }
  const service = await served({ draw: { barcode: broken, label: broken, limits: { maxPixels: 1e6 } } })
  t.equal((await ask(service.port, `GET ${barcode}`)).status, 500)
  const scrape = await scraped(service)
  t.equal(scrape.value('quietzone_faults_total'), 1)
  t.equal(scrape.value('quietzone_requests_total', { route: '/api/v1/barcode', method: 'GET', status: '500' }), 1)
  await service.close()
})

t.test('connections, waiting requests, bodies and unread bytes as they are now', async (t) => {
  const service = await served()
  const { port } = service
  const idle = Array.from({ length: 5 }, () => new Wire(port).send('GET /healthz HTTP/1.1\r\nHos'))
  const half = new Wire(port).send(
    'POST /api/v1/labels HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\ntext',
  )
  let scrape: Scrape | undefined
  for (let i = 0; i < 1000 && scrape?.value('quietzone_reserved_body_bytes') !== 1000; i++)
    scrape = await scraped(service)
  t.equal(scrape?.value('quietzone_reserved_body_bytes'), 1000)
  t.equal(scrape?.value('quietzone_connections'), 7, 'and that of the scrape')
  t.equal(scrape?.value('quietzone_waiting_requests'), 1, 'the scrape itself')
  t.equal(scrape?.value('quietzone_request_body_bytes_total'), 0)
  half.send(`\n${'x\n'.repeat(498)}y`.slice(0, 996))
  await half.replies(1)
  scrape = await scraped(service)
  t.equal(scrape.value('quietzone_reserved_body_bytes'), 0)
  t.equal(scrape.value('quietzone_request_body_bytes_total'), 1000)
  for (const wire of [...idle, half]) wire.socket.destroy()
  for (let i = 0; i < 1000 && scrape.value('quietzone_connections') !== 1; i++) scrape = await scraped(service)
  t.equal(scrape.value('quietzone_connections'), 1)
  t.ok((scrape.value('quietzone_connections_accepted_total') ?? 0) > 8)
  await service.close()
})

t.test('what hostile clients send makes no series', inLongRun, async (t) => {
  const service = await served()
  const { text, between, pick } = random('hostile paths')
  await conversation(service.port, 'nonsense\r\n\r\n')
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'BREW']) await ask(service.port, `${method} /nothing`)
  await ask(service.port, 'PUT /healthz')
  await ask(service.port, 'GET /healthz')
  for (const method of ['GET', 'PUT']) await ask(service.port, `${method} http://elsewhere/`)
  const before = await scraped(service)
  const after = await scraped(service)
  const wire = new Wire(service.port)
  const methods = ['GET', 'PUT', 'DELETE', 'PROPFIND', 'M-SEARCH']
  for (let i = 0; i < 1000; i++) {
    wire.send(`${pick(methods)} /${text('abc/.%41~{}"\\', between(1, 30))}${i} HTTP/1.1\r\nHost: x\r\n\r\n`)
  }
  await Promise.race([wire.replies(1000), wire.closed])
  const last = await scraped(service)
  // the first scrape itself made series of its route
  t.ok(after.size > before.size)
  const keys = (scrape: Scrape): string[] =>
    [...scrape.families.values()].flatMap(({ series }) =>
      series.map(({ name, labels }) => JSON.stringify([name, ...labels])),
    )
  t.same(keys(last), keys(after))
  t.ok(
    last.sum('quietzone_requests_total', { route: 'other' }) >
      before.sum('quietzone_requests_total', { route: 'other' }),
  )
  await service.close()
})

t.test('nothing private is shown', async (t) => {
  const service = await served({ rate: { perMinute: 60, burst: 3 } })
  const secret = 'SECRET4711'
  for (const path of ['api/v1/barcode?type=qr', 'api/v1/label?type=qr', 'api/v1/explain?type=qr', `${secret}?`]) {
    await ask(service.port, `GET /${path}&text=${secret}`, [`X-${secret}: ${secret}`, `User-Agent: ${secret}`])
  }
  const { body } = await ask(service.port, 'GET /metrics')
  t.notMatch(body.toString(), secret)
  t.notMatch(body.toString(), '127.0.0')
  await service.close()
})

t.test('two scrapers see the same, whoever comes first', async (t) => {
  const service = await served()
  const counters = (scrape: Scrape): Map<string, number> =>
    new Map(
      [...scrape.families.values()]
        .filter(({ type, name }) => type !== 'gauge' && /^quietzone_(?!event_loop|connections)/.test(name))
        .flatMap(({ series }) =>
          series
            .filter(({ labels }) => labels.get('route') !== '/metrics')
            .map(({ name, labels, value }) => [JSON.stringify([name, ...labels]), value] as const),
        ),
    )
  await ask(service.port, `GET ${barcode}`)
  const first = await scraped(service)
  const second = await scraped(service)
  t.same(counters(second), counters(first))
  await ask(service.port, `GET ${barcode}`)
  const third = await scraped(service)
  for (const [key, value] of counters(first)) t.ok((counters(third).get(key) ?? -1) >= value, key)
  t.ok(third.sum('quietzone_event_loop_delay_seconds_count') >= second.sum('quietzone_event_loop_delay_seconds_count'))
  await service.close()
})

t.test('a scrape waits for no drawing', inLongRun, async (t) => {
  const service = await served()
  const wire = new Wire(service.port, true, '127.0.0.2')
  wire.send(get('/api/v1/explain?type=qr&text=x').repeat(60))
  await until(() => service.records.length > 0)
  const scrape = await scraped(service)
  t.ok((scrape.value('quietzone_waiting_requests') ?? 0) >= 1)
  await wire.replies(60)
  await service.close()
})

t.test('a silent log counts all the same, and lines that are dropped are told', async (t) => {
  const record = { method: 'GET', route: '/healthz', status: 200, bytes: 15, milliseconds: 1, client: '127.0.0.1' }
  const written: string[] = []
  const out = new Writable({ write: (chunk) => void written.push(String(chunk)) })
  const server: ServerFigures = {
    counts: noCounts(),
    accepted: 0,
    usage: { connections: 0, waiting: 0, unread: 0, making: 0, bodies: 0, excessive: 0 },
    queued: { drawings: 0, batches: 0, others: 0 },
  }
  const shown = (figures: ServiceFigures): Scrape => scrapeOf(Buffer.from(figures.endpoint(server)().body).toString())

  const silent = figuresOf({ log: jsonLog('silent', out), printers: printersOf([]) })
  for (let i = 0; i < 7; i++) silent.log.request(record)
  t.equal(shown(silent).sum('quietzone_requests_total', { route: '/healthz' }), 7)

  // a reader that never reads: what is above a million characters is dropped
  const stuck = figuresOf({ log: jsonLog('info', out), printers: printersOf([]) })
  for (let i = 0; i < 50; i++) {
    for (let n = 0; n < 1000; n++) stuck.log.request(record)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const scrape = shown(stuck)
  t.equal(scrape.sum('quietzone_requests_total'), 50_000)
  const dropped = scrape.value('quietzone_log_lines_dropped_total') ?? 0
  const kept = written.join('').split('\n').length - 1
  t.ok(dropped > 30_000 && dropped < 50_000 - kept + 1, `${dropped} dropped, ${kept} written`)
})

t.test('an answer is given again for twenty times as long as it took', async (t) => {
  let now = 5
  let made = 0
  const endpoint = rarely(
    () => {
      now += 2
      return jsonAnswer({ made: ++made })
    },
    () => now,
  )
  const asked = (): string => Buffer.from(endpoint().body).toString()
  t.equal(asked(), '{"made":1}')
  t.equal(now, 7)
  now = 46
  t.equal(asked(), '{"made":1}')
  now = 47
  t.equal(asked(), '{"made":2}')
  t.equal(asked(), '{"made":2}')
})

t.test('whoever asks without end takes a twentieth of the time, whatever an answer costs', async (t) => {
  const { between } = random('rarely')
  let now = 0
  let spent = 0
  const endpoint = rarely(
    () => {
      const cost = between(1, 40) / 10
      now += cost
      spent += cost
      return jsonAnswer({})
    },
    () => now,
  )
  for (let i = cases(40_000); i > 0; i--) {
    endpoint()
    now += between(0, 20) / 10
  }
  t.ok(spent > 0)
  t.ok(spent < 0.06 * now, `${spent} of ${now} ms`)
})
