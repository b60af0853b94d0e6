import t from 'tap'
import { hostStatus, loopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../../printing/printers/example-jobs.ts'
import { inLongRun } from '../../../random.ts'
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

t.test('a job that failed with nothing sent runs again; one that was sent in part does not', inLongRun, async (t) => {
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

t.test('a job that fails while its request comes again is answered the same, and then the key is free', async (t) => {
  const paper = await loopbackPrinter({ answer: () => undefined })
  const printer = printerAt(paper)
  const service = await printService([printer])
  const first = printWithKey(service, query, 'a')
  await until(() => service.printers.waiting(printer) === 1)
  const again = printWithKey(service, query, 'a')
  await until(() => paper.jobs.length === 1)
  // the second is on its way while the printer is asked
  const body = 'text\nA\n'
  t.equal((await printWithKey(service, query, 'a', { body })).status, 422)
  for (const { socket } of paper.jobs) socket.write(hostStatus({ paperOut: true }))
  const refused = await first
  t.match(errorIn(refused), { code: 'printer_refused', sent: { bytes: 0 } })
  const [status, headers, told] = stable(await again) as [number, string[][], string]
  t.same([status, told], [refused.status, refused.body.toString()])
  t.ok(headers.length > 0)
  paper.behaviour.answer = () => hostStatus()
  t.equal((await printWithKey(service, query, 'a')).status, 200)
  t.equal(paper.printed.length, 1)
  await Promise.all([service.close(), paper.close()])
})
