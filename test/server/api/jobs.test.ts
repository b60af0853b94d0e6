import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { Jobs, printersOf, verification } from '../../../src/printing/index.ts'
import { answerTo } from '../../../src/server/api/print/answers.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { endless, printerAt } from '../../printing/printers/example-jobs.ts'
import { exampleStore, newJob, storeInMemory } from '../../printing/store/example-store.ts'
import { inLongRun } from '../../random.ts'
import { ask, errorIn, type Reply, served } from '../http/wire.ts'
import { bodyOf, print, printWithKey } from './print-service.ts'

async function shop(store = storeInMemory()) {
  const loopback = await loopbackPrinter()
  const printer = printerAt(loopback, { labelsPerMinute: 10_000 })
  const printers = printersOf([printer], { patience: endless })
  const pauses = { first: 5, longest: 20 }
  const jobs = new Jobs({ store, printers, answerTo: answerTo(), record: () => {}, log: () => {}, pauses })
  const service = await served({ printing: { printers, jobs } })
  t.teardown(async () => {
    await jobs.close(0)
    await service.close()
    await loopback.close()
  })
  return { service, jobs, store, loopback, printers, printer }
}

const label = 'printer=dock-3&type=code128&text=QZ-0001'
const jsonOf = (reply: Reply): Record<string, unknown> => bodyOf(reply) as Record<string, unknown>

t.test('202 at once, whether the printer is there or not; the same key is the same job', async (t) => {
  const { service, jobs, loopback } = await shop()
  await loopback.close()
  const headers = ['Quietzone-Print: yes', 'Prefer: wait=5, respond-async', 'Idempotency-Key: a-key']
  const reply = await print(service, label, { headers })
  t.equal(reply.status, 202)
  t.equal(reply.headers.get('location'), 'jobs/1', 'relative to /api/v1/print')
  t.equal(reply.headers.get('preference-applied'), 'respond-async')
  t.match(bodyOf(reply), { id: 1, state: 'waiting', by: '127.0.0.2', idempotencyKey: 'a-key', from: 1, labels: 1 })
  const again = await print(service, label, { headers })
  t.same([again.status, again.body, again.headers.get('location')], [202, reply.body, 'jobs/1'])
  t.equal(errorIn(await print(service, `${label}x`, { headers })).code, 'key_used')
  await loopback.listen()
  t.match(await jobs.settled(1), { state: 'done' })
  t.equal(loopback.printed.length, 1)
  const after = await print(service, label, { headers })
  t.same(after.body, reply.body)
  const one = await ask(service.port, 'GET /api/v1/jobs/1', [])
  t.match(bodyOf(one), { id: 1, state: 'done', from: null, confirmed: 1 })
})

t.test('without Prefer it waits and answers as before, and the answer outlives the service', async (t) => {
  const { service, store, loopback, printers } = await shop()
  const reply = await printWithKey(service, label, 'k')
  t.equal(reply.status, 200)
  t.match(bodyOf(reply), { printer: 'dock-3', sent: { labels: 1 }, confirmed: { labels: 1 } })
  const jobs = new Jobs({ store, printers, answerTo: answerTo(), record: () => {}, log: () => {} })
  const next = await served({ printing: { printers, jobs } })
  const again = await printWithKey(next, label, 'k')
  t.same([again.status, again.body], [200, reply.body])
  t.equal(loopback.printed.length, 1)
  await next.close()
})

t.test('an order of which the service has died is answered by what became of its job', async (t) => {
  const store = storeInMemory()
  const request = (key: string) => ({ client: '127.0.0.2', key, fingerprint: 'another' })
  store.change(store.accept(newJob(3, { request: request('broken') })).id, { state: 'printing' })
  const { service } = await shop(store)
  t.equal(errorIn(await printWithKey(service, label, 'broken')).code, 'key_used', 'for another order')
  const answer = store.database.get("SELECT fingerprint FROM answer WHERE key = 'broken'")
  t.ok(answer)
})

t.test('two orders of one key at once: one is printed, both have its answer, and the log has it once', async (t) => {
  const { service, store, loopback } = await shop()
  const draft = store.draft.bind(store)
  const drafting: (() => void)[] = []
  // both are drawn before either is accepted
  store.draft = async (...order) => {
    const both = new Promise<void>((resolve) => drafting.push(resolve))
    if (drafting.length === 2) for (const go of drafting) go()
    await both
    return draft(...order)
  }
  const replies = await Promise.all(['same', 'same'].map((key) => printWithKey(service, label, key)))
  const [one, other] = replies.map(({ status, body }) => [status, JSON.parse(body.toString())])
  t.equal(one![0], 200)
  t.same(one, other)
  t.equal(loopback.printed.length, 1)
  const logged = service.printed.map(({ outcome, job }) => [outcome, job])
  t.same(logged, [['ok', 1]])
})

t.test('the store refuses: nothing is sent', async (t) => {
  const { service, store, loopback } = await shop()
  store.database.exec('PRAGMA query_only = on')
  for (const headers of [['Quietzone-Print: yes'], ['Quietzone-Print: yes', 'Prefer: respond-async']]) {
    const reply = await print(service, label, { headers })
    t.equal(reply.status, 503)
    t.equal(errorIn(reply).code, 'state_failed')
  }
  t.same(loopback.jobs, [])
})

t.test('verbs need the header, a job, and a state in which they make sense', async (t) => {
  const { service } = await shop(exampleStore())
  const post = (path: string, headers: readonly string[] = ['Quietzone-Print: yes']): Promise<Reply> =>
    ask(service.port, `POST /api/v1/jobs/${path}`, [...headers])
  t.equal((await post('2/cancel', [])).status, 403)
  for (const verb of ['cancel', 'resume', 'reprint']) {
    t.equal((await post(`9/${verb}`)).status, 404)
    t.equal((await post(`x/${verb}`)).status, 404)
    t.equal((await post(`2/${verb}?strict=maybe`)).status, 400)
  }
  t.match(errorIn(await post('1/resume')), { code: 'job_state', message: 'job 1 is done: print it again' })
  t.match(errorIn(await post('2/resume?from=4')), { code: 'job_state', message: /no printer lab/ })
  t.match(errorIn(await post('1/reprint?from=3')), { faults: [{ parameter: 'from' }] })
  t.match(errorIn(await post('1/reprint?to=3')), { faults: [{ parameter: 'to' }] })
  const made = await post('1/reprint?from=2&reason=torn')
  t.equal(made.status, 201)
  t.equal(made.headers.get('location'), '../4')
  t.match(jsonOf(made), { id: 4, reprintOf: 1, labels: 1, reason: 'torn' })
})

t.test('the table of jobs: no cell acts as a formula, and all that a cell says is in it', inLongRun, async (t) => {
  const store = storeInMemory()
  const reasons = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＠a',
    '=HYPERLINK("http://x","y"),z',
    'plain, "quoted"',
  ]
  for (const text of reasons) store.accept(newJob(1, { name: text, by: text, texts: [{ text, words: [], labels: 1 }] }))
  const { service } = await shop(store)
  const reply = await fetch(`${service.url}/api/v1/jobs.csv`)
  t.match(reply.headers.get('content-type'), /^text\/csv/)
  const table = Buffer.from(await reply.arrayBuffer()).toString()
  t.equal(table[0], '\ufeff')
  const cells = rowsOfCsv(table.slice(1))
  const [head, ...rows] = cells
  t.equal(rows.length, reasons.length)
  for (const [i, row] of rows.entries()) {
    const of = (name: string): string => row[head!.indexOf(name)]!
    for (const name of ['title', 'by', 'first', 'last']) {
      t.notMatch(of(name), /^[=+\-@\t\r\n＝＋－＠]/, `${name} ${i}`)
      t.equal(of(name).replace(/^'/, '').trim(), reasons[i]!.trim(), `${name} ${i}`)
    }
  }
})

/** The cells of CSV, as RFC 4180 has them. */
function rowsOfCsv(table: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of table.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

t.test('events: each change, and from the last one that was read', async (t) => {
  const { service, jobs, store } = await shop()
  const read = async (last: string | undefined, count: number): Promise<readonly string[]> => {
    const socket = connect(service.port, '127.0.0.1')
    socket.write(
      `GET /api/v1/jobs/events HTTP/1.1\r\nHost: x\r\n${last === undefined ? '' : `Last-Event-ID: ${last}\r\n`}\r\n`,
    )
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk))
    while (!text.includes(': jobs')) await once(socket, 'data')
    if (last === undefined) store.change(1, { reason: 'seen' })
    while (text.split('data: ').length <= count) await once(socket, 'data')
    socket.destroy()
    t.match(text, /^HTTP\/1\.1 200 OK\r\n[\s\S]*Content-Type: text\/event-stream/)
    return [...text.matchAll(/^id: ([0-9a-f]{16})-(\d+)\ndata: (.*)$/gm)].map(
      ([, epoch, id, data]) =>
        `${epoch === store.epoch ? '' : epoch}${id} ${(JSON.parse(data!) as { state: string }).state}`,
    )
  }
  store.accept(newJob(1, { printer: 'none' }))
  t.same(await read(undefined, 1), ['2 waiting'])
  const { id } = store.accept(newJob(1, { printer: 'none' }))
  jobs.cancel(id)
  t.same(await read(`${store.epoch}-1`, 2), ['2 waiting', '4 cancelled'], 'the newest state of each job')
  t.same(await read(`${store.epoch}-3`, 1), ['4 cancelled'])
  for (const unknown of ['3', '0123456789abcdef-3', `${store.epoch}-5`, 'a'])
    t.same(await read(unknown, 2), ['2 waiting', '4 cancelled'], `${unknown}: it begins anew`)
})

t.test('events: a client has its share of the streams, and a stop ends all', async (t) => {
  const { service } = await shop()
  const sockets = []
  let refused = 0
  for (let i = 0; i < 40; i++) {
    const socket = connect(service.port, '127.0.0.1')
    sockets.push(socket)
    socket.write('GET /api/v1/jobs/events HTTP/1.1\r\nHost: x\r\n\r\n')
    const [chunk] = await once(socket, 'data')
    if (/^HTTP\/1\.1 503/.test(String(chunk))) refused++
  }
  t.equal(refused, 8)
  const ended = sockets.slice(0, 32).map(async (socket) => {
    for (let text = ''; !text.endsWith('0\r\n\r\n'); ) text += String((await once(socket, 'data'))[0])
  })
  service.drain()
  t.equal((await Promise.all(ended)).length, 32, 'each has its end')
  for (const socket of sockets) socket.destroy()
})

t.test('what is damaged is said by the list, its job and /readyz', async (t) => {
  const { service, store } = await shop()
  const ready = async (): Promise<unknown> => bodyOf(await ask(service.port, 'GET /readyz', []))
  const list = async (): Promise<unknown> => bodyOf(await ask(service.port, 'GET /api/v1/jobs', []))
  const { id } = store.accept(newJob(2, { printer: 'none' }))
  t.same(await ready(), { status: 'ready' })
  t.strictSame(Object.keys((await list()) as object), ['jobs'])
  store.database.run("UPDATE piece SET bytes = x'00' WHERE job = ? AND number = 1", id)
  for (const _ of verification(store));
  t.match(await ready(), { status: 'ready', degraded: /print jobs is damaged/ })
  t.match(await list(), { damage: [/^piece 2 of job 1 /], jobs: [{ id, reason: /do not match their checksums/ }] })
  store.database.run('UPDATE job SET labels = 3')
  t.match(await list(), { damage: [/^piece 2/, /^job 1: /], jobs: [{ state: 'failed', reason: /its row/ }] })
})

t.test('a database that cannot be read is a 503, and not the end of the service', async (t) => {
  const { service, store } = await shop()
  store.database.exec('ALTER TABLE job RENAME TO away')
  for (const path of ['', '/1'])
    t.equal(errorIn(await ask(service.port, `GET /api/v1/jobs${path}`, [])).code, 'state_failed')
  store.database.exec('ALTER TABLE away RENAME TO job')
  t.match(bodyOf(await ask(service.port, 'GET /api/v1/jobs', [])), { jobs: [] })
})
