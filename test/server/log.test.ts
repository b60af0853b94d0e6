import { Writable } from 'node:stream'
import t from 'tap'
import { Jobs, printersIn, printersOf } from '../../src/printing/index.ts'
import { keysOf } from '../../src/server/access/index.ts'
import { hashOf } from '../../src/server/access/keys.ts'
import { jsonLog, type Log, plainLog } from '../../src/server/log.ts'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { endless } from '../printing/printers/example-jobs.ts'
import { exampleStore } from '../printing/store/example-store.ts'
import { inLongRun } from '../random.ts'
import { print, printService } from './api/print-service.ts'
import { ask, served } from './http/wire.ts'

/** The lines that a log writes. */
async function linesOf(make: typeof jsonLog, write: (log: Log) => void): Promise<readonly string[]> {
  let text = ''
  const out = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  const log = make('info', out)
  write(log)
  await log.close()
  return text.trimEnd().split('\n')
}

const request = { method: 'POST', route: '/x', status: 404, bytes: 9, milliseconds: 1.234, client: '192.0.2.7' }
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const more = { code: 'printer_unknown', job: 17, key: 'dock', traceparent, requestId: 'a"b\\' } as const
const printed = {
  printer: 'dock-3',
  by: 'office',
  job: 17,
  rows: 1,
  labels: 2,
  bytes: 99,
  confirmed: 2,
  milliseconds: 5,
}

t.test('lines of JSON have what a request has, and no more', async (t) => {
  const lines = await linesOf(jsonLog, (log) => {
    log.request(request)
    log.request({ ...request, ...more })
    log.print({ ...printed, outcome: 'ok', printed: 1 })
    log.print({ ...printed, job: undefined, outcome: 'printer_timeout' })
    log.problem('mend it')
  })
  const [bare, whole, ok, failed, problem] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  t.strictSame(Object.keys(bare!), ['time', 'level', 'method', 'route', 'status', 'bytes', 'ms', 'client'])
  t.match(whole, { status: 404, client: '192.0.2.7', ...more })
  t.match(ok, { level: 'info', message: 'print', printer: 'dock-3', by: 'office', job: 17, confirmed: 2, printed: 1 })
  t.match(failed, { level: 'error', outcome: 'printer_timeout', printed: null })
  t.notOk('job' in failed!)
  t.match(problem, { level: 'error', message: 'mend it' })
})

t.test('plain lines say the same', async (t) => {
  const lines = await linesOf(plainLog, (log) => {
    log.request({ ...request, ...more })
    log.print({ ...printed, outcome: 'ok', printed: 1 })
    log.problem('mend it')
  })
  t.match(lines[0], /404 POST \/x, 1 ms, 192\.0\.2\.7, key dock, job 17, printer_unknown, request a"b\\$/)
  t.match(lines[1], /dock-3, job 17: 2 labels sent, 2 received, 1 printed$/)
  t.match(lines[2], /mend it$/)
})

t.test(
  'code, key and job of requests; what says where a request comes from is logged and echoed',
  inLongRun,
  async (t) => {
    const now = Date.UTC(2027, 0, 1)
    const row = { hash: hashOf('dock'), may: ['print', 'jobs'], perMinute: 0 } as const
    const keys = keysOf(
      [
        { name: 'dock', ...row },
        { name: 'fair', ...row, hash: hashOf('fair'), expires: now },
      ],
      new Map(),
      () => now,
    )
    const service = await served({ keys })
    t.teardown(() => service.close())
    const last = async (line: string, ...headers: readonly string[]) => {
      const { headers: answered } = await ask(service.port, line, headers)
      return { record: service.records.at(-1)!, answered }
    }
    const ids = [`traceparent: ${traceparent}`, 'X-Request-Id: order-4711']
    const drawn = await last('GET /api/v1/barcode?type=qr&text=a', ...ids)
    t.match(drawn.record, { status: 200, traceparent, requestId: 'order-4711' })
    t.equal(drawn.record.code, undefined)
    t.same(
      ['traceparent', 'x-request-id'].map((name) => drawn.answered.get(name)),
      [traceparent, 'order-4711'],
    )
    for (const line of ['POST /api/v1/print?printer=a', 'GET /nowhere']) {
      const { record, answered } = await last(line, ...ids, 'Content-Length: 0', 'Authorization: Bearer dock')
      t.match(record, { key: 'dock', traceparent, requestId: 'order-4711' }, line)
      t.equal(answered.get('x-request-id'), 'order-4711', `refused: ${line}`)
    }
    t.match((await last('GET /api/v1/jobs', 'Authorization: Bearer fair')).record, { code: 'key_expired', key: 'fair' })
    t.match((await last('GET /api/v1/jobs', 'Authorization: Bearer x')).record, { code: 'key_unknown', key: undefined })
    t.match((await last('GET /api/v1/barcode?type=ean13&text=1')).record, { code: 'invalid_length' })
    for (const wrong of ['', 'two words', 'ä', 'x'.repeat(129)]) {
      const { record, answered } = await last('GET /healthz', `X-Request-Id: ${wrong}`, 'traceparent: 00-1')
      t.same([record.requestId, record.traceparent, answered.has('x-request-id')], [undefined, undefined, false], wrong)
    }
  },
)

t.test('a job has its number in the line of its request and in that of its end', inLongRun, async (t) => {
  const loopback = await loopbackPrinter()
  const address = `socket://127.0.0.1:${loopback.port}`
  const [printer] = printersIn(JSON.stringify([{ name: 'dock-3', address, language: 'zpl', dpi: 203, stock: '2x1' }]))
  const store = exampleStore()
  const printers = printersOf([printer!], { patience: endless })
  const jobs = new Jobs({ ...{ store, printers, answerTo: () => undefined }, ...{ record: () => {}, log: () => {} } })
  const service = await served({ printing: { jobs, printers } })
  t.teardown(async () => {
    await jobs.close(0)
    await Promise.all([service.close(), loopback.close()])
    store.close()
  })
  const query = 'printer=dock-3&type=qr&text=a'
  t.equal((await print(service, query)).status, 200)
  const job = store.list({ limit: 1 }).at(0)!.id
  t.match(service.records.at(-1), { status: 200, job })
  t.match(service.printed.at(-1), { printer: 'dock-3', by: '127.0.0.2', job, outcome: 'ok', confirmed: 1 })
  t.equal((await print(service, query, { headers: ['Quietzone-Print: yes', 'Prefer: respond-async'] })).status, 202)
  t.match(service.records.at(-1), { status: 202, job: job + 1 })
  await ask(service.port, `GET /api/v1/jobs/${job}`)
  t.match(service.records.at(-1), { status: 200, job })
  await ask(service.port, `POST /api/v1/jobs/${job}/cancel`, ['Quietzone-Print: yes', 'Content-Length: 0'])
  t.match(service.records.at(-1), { status: 409, job, code: 'job_state' })
  const without = await printService([printer!])
  t.teardown(() => without.close())
  t.equal((await print(without, query)).status, 200)
  t.equal(without.printed.at(-1)!.job, undefined)
})
