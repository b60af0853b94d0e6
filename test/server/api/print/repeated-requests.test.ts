import t from 'tap'
import { jsonAnswer } from '../../../../src/answer.ts'
import { type Outcome, RepeatedRequests } from '../../../../src/server/api/print/repeated-requests.ts'
import { printerAt } from '../../../printers/jobs.ts'
import { hostStatus, loopbackPrinter } from '../../../printers/loopback-printer.ts'
import { errorIn, type Reply, until, Wire } from '../../http/wire.ts'
import { bodyOf, client, other, print, printRequest, printService, printWithKey } from '../print-service.ts'

const query = 'printer=dock-3&type=code128&text=QZ-0001'
const minutes = (count: number): number => count * 60_000

/** What must be the same in the answers to a request and to its repetition. */
const stable = ({ status, headers, body }: Reply): unknown => [
  status,
  [...headers].filter(([name]) => !/^(date|ratelimit)$/.test(name)),
  body.toString(),
]

t.test('the same request with the same key prints once, and is answered the same', async (t) => {
  let now = 0
  const paper = await loopbackPrinter()
  const service = await printService([printerAt(paper)], { clock: () => now })
  const first = await printWithKey(service, query, 'a')
  t.equal(first.status, 200)
  t.same(stable(await printWithKey(service, query, 'a')), stable(first))
  now = minutes(10) - 1
  t.same(stable(await printWithKey(service, query, 'a')), stable(first))
  t.equal(paper.printed.length, 1)
  now = minutes(10)
  t.equal((await printWithKey(service, query, 'a')).status, 200)
  t.equal(paper.printed.length, 2, 'after ten minutes it is another job')
  await print(service, query)
  await print(service, query)
  t.equal(paper.printed.length, 4, 'without a key each request prints')
  t.equal(service.printed.length, 4, 'a line of the log for each job')
  await Promise.all([service.close(), paper.close()])
})

t.test('a repetition while the job runs waits for the same answer, also when the first client has gone', async (t) => {
  const paper = await loopbackPrinter({ answer: () => undefined })
  const [printer] = [printerAt(paper)]
  const service = await printService([printer])
  const headers = ['Quietzone-Print: yes', 'Idempotency-Key: a']
  const body = 'text\nA\nB\n'
  const gone = new Wire(service.port, true, client).send(printRequest(query, { headers, body }))
  await until(() => service.printers.waiting(printer) === 1)
  gone.socket.resetAndDestroy()
  const wires = Array.from({ length: 5 }, () =>
    new Wire(service.port, true, client).send(printRequest(query, { headers, body })),
  )
  const before = service.records.length
  const different = await printWithKey(service, query, 'a', { body: 'text\nA\nC\n' })
  t.match([different.status, errorIn(different).code], [422, 'key_used'])
  await until(() => service.records.length > before)
  t.equal(service.printers.waiting(printer), 1)
  paper.behaviour.answer = () => hostStatus()
  // the printer was asked once, and has not answered
  for (const { socket } of paper.jobs) socket.write(hostStatus())
  const replies = await Promise.all(wires.map((wire) => wire.replies(1)))
  const last = await printWithKey(service, query, 'a', { body })
  t.equal(last.status, 200)
  for (const [reply] of replies) t.same(stable(reply!), stable(last))
  t.equal(paper.printed.length, 1)
  t.match(bodyOf(last), { confirmed: { rows: 2 } })
  for (const wire of wires) wire.socket.destroy()
  await Promise.all([service.close(), paper.close()])
})

t.test('a job that failed with nothing sent runs again; one that was sent in part does not', async (t) => {
  const paper = await loopbackPrinter({ answer: () => hostStatus({ paperOut: true }) })
  const service = await printService([printerAt(paper)], { patience: { write: 1000, answer: 1000, close: 1000 } })
  const refused = await printWithKey(service, query, 'a')
  t.match(errorIn(refused), { code: 'printer_refused', sent: { bytes: 0 } })
  paper.behaviour.answer = () => hostStatus()
  t.equal((await printWithKey(service, query, 'a')).status, 200)
  t.equal(paper.printed.length, 1)
  paper.behaviour.answer = (n) => (n === 1 ? hostStatus() : undefined)
  const body = `text\n${'A\n'.repeat(20)}`
  const half = await printWithKey(service, query, 'b', { body })
  t.match(errorIn(half), { code: 'printer_timeout', confirmed: { rows: 0 }, from: 2 })
  t.ok(errorIn(half).sent!.bytes > 0)
  const printed = paper.printed.length
  paper.behaviour.answer = () => hostStatus()
  t.same(stable(await printWithKey(service, query, 'b', { body })), stable(half))
  t.equal(paper.printed.length, printed)
  const faulty = await printWithKey(service, `${query}&qty=0`, 'c')
  t.equal(faulty.status, 400)
  t.equal((await printWithKey(service, query, 'c')).status, 200, 'what was never a job has used no key')
  await Promise.all([service.close(), paper.close()])
})

t.test('a key belongs to one request: query, media type and body', async (t) => {
  const paper = await loopbackPrinter()
  const service = await printService([printerAt(paper), printerAt(paper, { name: 'dock-4' })])
  const body = 'text\nA\n'
  t.equal((await printWithKey(service, query, 'a', { body })).status, 200)
  for (const [name, reply] of Object.entries({
    printer: await printWithKey(service, query.replace('dock-3', 'dock-4'), 'a', { body }),
    order: await printWithKey(service, query.split('&').reverse().join('&'), 'a', { body }),
    body: await printWithKey(service, query, 'a', { body: `${body}\n` }),
    'no body': await printWithKey(service, query, 'a'),
    type: await printWithKey(service, query, 'a', { body, type: 'text/tab-separated-values' }),
  })) {
    t.match([reply.status, errorIn(reply)], [422, { code: 'key_used', message: /^Idempotency-Key: "a" / }], name)
  }
  t.equal((await printWithKey(service, query, 'a', { body, type: 'Text/CSV; charset=utf-8' })).status, 200)
  t.equal(paper.printed.length, 1)
  for (const key of ['', 'a b', 'x'.repeat(201), 'é']) {
    const reply = await printWithKey(service, query, key)
    t.match([reply.status, errorIn(reply).faults], [400, [{ parameter: 'Idempotency-Key' }]])
  }
  const twice = ['Quietzone-Print: yes', 'Idempotency-Key: a', 'Idempotency-Key: b']
  t.equal((await print(service, query, { headers: twice })).status, 400)
  t.equal((await printWithKey(service, query, `~!"^XA~HS\\${'x'.repeat(180)}`)).status, 200)
  t.equal(paper.printed.length, 2)
  await Promise.all([service.close(), paper.close()])
})

t.test('a key belongs to its client', async (t) => {
  const paper = await loopbackPrinter()
  const service = await printService([printerAt(paper)])
  const first = await printWithKey(service, query, 'a')
  const same = await printWithKey(service, query, 'a', { from: other })
  const different = await printWithKey(service, `${query}2`, 'b', { from: other })
  t.equal((await printWithKey(service, query, 'b')).status, 200)
  t.same([first.status, same.status, different.status], [200, 200, 200])
  t.equal(paper.printed.length, 4, 'each client has printed both of its jobs')
  t.same(stable(await printWithKey(service, query, 'a', { from: other })), stable(same))
  t.equal(paper.printed.length, 4)
  await Promise.all([service.close(), paper.close()])
})

t.test('keys end by count: the oldest of whoever has most, and none of a job that runs', async (t) => {
  const repeated = new RepeatedRequests({ clock: () => 0, most: 4 })
  const ran: string[] = []
  const run = async (client: string, key: string, isFinal = true) =>
    await repeated.once({ client, key, fingerprint: key }, async () => {
      ran.push(`${client}${key}`)
      return { answer: jsonAnswer({}), isFinal }
    })
  /** Which of them run, and are not known. */
  const unknown = async (...names: readonly string[]): Promise<readonly string[]> => {
    ran.length = 0
    for (const [client = '', key = ''] of names) t.equal((await run(client, key)).status, 200)
    return [...ran]
  }
  let settle = (_outcome: Outcome): void => {}
  const running = repeated.once({ client: 'a', key: '0', fingerprint: '0' }, () => new Promise((end) => (settle = end)))
  await run('a', '9', false)
  t.same(await unknown('b1', 'a1', 'a2', 'a3', 'a4', 'a5'), ['b1', 'a1', 'a2', 'a3', 'a4', 'a5'], 'none is refused')
  t.same(await unknown('b1', 'a3', 'a4', 'a5'), [], 'those that are left')
  t.same(await unknown('a2'), ['a2'], 'the oldest of the one that has most was forgotten')
  t.same(await unknown('c1', 'b1', 'a2', 'a5'), ['c1'])
  t.same(await unknown('d1', 'c1', 'b1', 'a2'), ['d1'])
  const again = repeated.once({ client: 'a', key: '0', fingerprint: '0' }, async () => t.fail('it runs') as never)
  settle({ answer: jsonAnswer({ is: 'first' }), isFinal: true })
  t.same((await again).body, (await running).body)
  await new Promise((resolve) => setImmediate(resolve))
  t.same(await unknown('a0', 'b1', 'c1', 'd1'), [], 'the job that ended last is the last to be forgotten')
})

t.test('after a restart keys are not known, and the answer says so for ten minutes', async (t) => {
  let now = minutes(1000)
  const paper = await loopbackPrinter()
  const service = await printService([printerAt(paper)], { clock: () => now })
  const warning = async (key?: string) => {
    const reply = await (key === undefined ? print(service, query) : printWithKey(service, query, key))
    return reply.headers.get('quietzone-warning')
  }
  t.match(await warning('a'), /^key_forgotten; .*may have been printed then too$/)
  t.equal(await warning(), undefined, 'without a key there is nothing to know')
  now += minutes(10) - 1
  t.match(await warning('b'), /^key_forgotten/)
  paper.behaviour.answer = () => hostStatus({ paused: true })
  t.match(await warning('c'), /^key_forgotten/, 'in errors of a job too')
  paper.behaviour.answer = () => hostStatus()
  now += 1
  t.equal(await warning('d'), undefined)
  await Promise.all([service.close(), paper.close()])
})

t.test(
  'each of many keys is remembered for the same time after the end of its job, whatever clock is set',
  async (t) => {
    let now = 0
    let runs = 0
    const repeated = new RepeatedRequests({ clock: () => now })
    const open: ((outcome: Outcome) => void)[] = []
    const run = (key: string) =>
      repeated.once({ client: key, key, fingerprint: key }, () => {
        runs++
        return new Promise((resolve) => open.push(resolve))
      })
    const answers = ['a', 'b', 'c'].map(run)
    for (const [i, settle] of [...open].reverse().entries()) {
      now = 1000 * i
      settle({ answer: jsonAnswer({}), isFinal: i !== 1 })
      await answers[2 - i]
      await new Promise((resolve) => setImmediate(resolve))
    }
    // c ended at 0, b is not remembered, a ended at 2 s
    const { now: wall } = Date
    t.teardown(() => {
      Date.now = wall
    })
    Date.now = () => 0
    t.equal((await run('c')).status, 200)
    Date.now = () => wall() + minutes(1000)
    t.equal((await run('c')).status, 200)
    t.equal(runs, 3)
    now = minutes(10)
    void run('c')
    await run('a')
    t.equal(runs, 4)
    now = minutes(10) + 2000
    void run('a')
    void run('b')
    t.equal(runs, 6)
  },
)

t.test('a fault is final, as what was sent is not known', async (t) => {
  let runs = 0
  const repeated = new RepeatedRequests({ clock: () => 0 })
  const run = async () =>
    repeated.once({ client: 'x', key: 'a', fingerprint: 'a' }, async () => {
      runs++
      throw new TypeError('a fault on purpose')
    })
  await t.rejects(run())
  await t.rejects(run())
  t.equal(runs, 1)
})
