import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { stop } from '../../../../src/server/http/server.ts'
import { hostStatus, loopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../../printing/printers/example-jobs.ts'
import { forAll, inLongRun } from '../../../random.ts'
import { textsOf } from '../../../texts.ts'
import { ask, errorIn, repliesIn, until, Wire } from '../../http/wire.ts'
import { bodyOf, checked, client, got, other, print, printRequest, printService } from '../print-service.ts'

const stock = '50x30'
const drawn = `format=zpl&dpi=203&size=${stock}`

t.test('no text, name or header makes a command: the stream is what GET draws', inLongRun, async (t) => {
  const paper = await loopbackPrinter()
  const service = await printService([printerAt(paper, { stock, labelsPerMinute: 10_000 })])
  const commands = [
    '^XA^FDx^FS^XZ',
    '~HS',
    '~JA',
    '^XZ',
    '\x10',
    '${',
    '\r\n^XA',
    '~DGR:A.GRF,1,1,FF',
    '^FX',
    ':Z64:',
    '\x02\x03',
    '%PDF',
  ]
  const hostile = fc
    .array(fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...commands) }, textsOf('^~A1 é\n,', 1, 9)), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join(''))
  const labels = fc.record({
    type: fc.constantFrom('qr', 'datamatrix', 'code128'),
    text: hostile,
    caption: hostile,
    title: hostile,
    qty: fc.integer({ min: 1, max: 3 }).map(String),
  })
  const sent = fc.record({
    key: fc.constantFrom('^XA', '~HS'),
    printer: fc.constantFrom('^XA~JA^XZ', 'socket://192.0.2.1'),
    inBody: fc.boolean(),
  })
  let [asked, count] = [0, 0]
  await forAll([labels, hostile, hostile, sent], { count: 150 }, async (named, name, value, sent) => {
    const query = new URLSearchParams({ ...named, [name]: value })
    const label = await got(service, `/api/v1/label?${query}&${drawn}`)
    const before = paper.printed.length
    const headers = ['Quietzone-Print: yes', `Idempotency-Key: ${sent.key}${asked++}`, `X-Printer: ${sent.printer}`]
    const { type, ...values } = Object.fromEntries(query)
    const posted = sent.inBody ? { body: JSON.stringify([values]), type: 'application/json' } : {}
    const given = sent.inBody ? `type=${type}` : query
    const reply = await print(service, `printer=dock-3&${given}`, { headers, ...posted })
    deepEqual(reply.status, sent.inBody && label.status === 400 ? 422 : label.status)
    if (reply.status !== 200) {
      deepEqual(paper.printed.length, before)
      return
    }
    count++
    deepEqual(paper.printed.at(-1), label.body.toString('latin1'))
    deepEqual((bodyOf(reply) as { confirmed: { bytes: number } }).confirmed.bytes, label.body.length)
  })
  t.ok(count > 20, `${count} were printed`)
  t.same(service.faults, [])
  t.notMatch(JSON.stringify([service.printed, service.records]), /127\.0\.0\.1|\^XA|~HS/)
  await Promise.all([service.close(), paper.close()])
})

t.test(
  'twenty clients on one printer: each job comes out once, whole, and each client has its answer',
  inLongRun,
  async (t) => {
    const paper = await loopbackPrinter()
    const service = await printService([printerAt(paper, { stock })])
    const jobs = Array.from({ length: 20 }, (_, i) => ({
      query: 'printer=dock-3&type=code128',
      body: `text\n${Array.from({ length: 6 }, (_, row) => `C${i}-${row}\n`).join('')}`,
      from: `127.0.0.${i + 2}`,
    }))
    const replies = await Promise.all(jobs.map(({ query, ...posted }) => print(service, query, posted)))
    for (const reply of replies)
      t.match(bodyOf(reply), { sent: { rows: 6, labels: 6 }, confirmed: { rows: 6, labels: 6 } })
    const expected = await Promise.all(
      jobs.map(async (_, i) => {
        const labels = Array.from({ length: 6 }, (_, row) =>
          got(service, `/api/v1/label?type=code128&text=C${i}-${row}&${drawn}`),
        )
        return (await Promise.all(labels)).map(({ body }) => body.toString()).join('')
      }),
    )
    t.same([...paper.printed].sort(), expected.sort())
    await Promise.all([service.close(), paper.close()])
  },
)

t.test('slow and silent printers keep no other client from being served', inLongRun, async (t) => {
  const silent = await loopbackPrinter({ answer: () => undefined })
  const slow = await loopbackPrinter({ reads: 0 })
  const good = await loopbackPrinter()
  const [first, second] = [printerAt(silent, { name: 'silent' }), printerAt(slow, { name: 'slow', status: false })]
  const service = await printService([first, second, printerAt(good)], { patience: { answer: 60_000 } })
  const sent = ['silent', 'slow'].flatMap((name) =>
    Array.from({ length: 30 }, (_, i) => {
      const request = printRequest(`printer=${name}&type=qr&text=a`)
      return new Wire(service.port, true, `127.0.0.${(i % 5) + 2}`).send(request)
    }),
  )
  const asking = new Wire(service.port, true, client).send(
    'GET /api/v1/printers?printer=silent HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  await until(() => service.printers.waiting(first) === 30 && service.printers.waiting(second) > 20)
  for (const from of [client, other, '127.0.0.9']) {
    t.equal((await print(service, 'printer=dock-3&type=qr&text=a', { from })).status, 200)
    const wire = new Wire(service.port, true, from)
    const [reply] = await wire.send('GET /api/v1/barcode?type=qr&text=a HTTP/1.1\r\nHost: x\r\n\r\n').replies(1)
    t.equal(reply?.status, 200)
    wire.socket.destroy()
  }
  t.equal((await ask(service.port, 'GET /healthz')).status, 200)
  t.equal(good.printed.length, 3)
  t.equal(silent.printed.length, 0)
  for (const wire of [...sent, asking]) wire.socket.destroy()
  await Promise.all([service.close(), silent.close(), slow.close(), good.close()])
})

t.test('a service that stops waits for the job that runs, and refuses those that wait', inLongRun, async (t) => {
  const paper = await loopbackPrinter({ answer: () => undefined })
  const printer = printerAt(paper)
  const service = await printService([printer])
  const wires = Array.from({ length: 3 }, () =>
    new Wire(service.port, true, client).send(printRequest('printer=dock-3&type=qr&text=a')),
  )
  await until(() => service.printers.waiting(printer) === 3)
  await paper.until(({ jobs }) => jobs[0]?.asked === 1)
  const stopped = Promise.all([stop(service, 60_000), service.printers.close()])
  await until(() => wires.filter(({ received }) => received.length > 0).length === 2)
  paper.behaviour.answer = () => hostStatus()
  paper.jobs[0]!.socket.write(hostStatus())
  await stopped
  await Promise.all(wires.map(({ closed }) => closed))
  const replies = wires.map(({ received }) => checked(repliesIn(received)[0]!))
  t.same(replies.map(({ status }) => status).sort(), [200, 503, 503])
  for (const reply of replies) {
    if (reply.status === 503)
      t.match(errorIn(reply), { code: 'overloaded', message: /the service stops/, sent: { bytes: 0 } })
  }
  t.equal(paper.printed.length, 1)
  await paper.close()
})

t.test('a service that stops asks no printer any more, and says so', async (t) => {
  const paper = await loopbackPrinter({ answer: () => undefined })
  const service = await printService([printerAt(paper)])
  const target = '/api/v1/printers?printer=dock-3'
  const asked = got(service, target)
  await paper.until(({ jobs }) => jobs[0]?.asked === 1)
  await service.printers.close()
  for (const reply of [await asked, await got(service, target)]) {
    t.match([reply.status, bodyOf(checked(reply))], [200, { printers: [{ state: 'unknown', message: /stops/ }] }])
  }
  t.same(service.faults, [])
  await Promise.all([service.close(), paper.close()])
})
