/** Several people behind one address, each with a key: whatever is counted, queued or remembered is each one's own. */

import t from 'tap'
import { drawBarcode } from '../../src/draw.ts'
import { Jobs, printersOf } from '../../src/printing/index.ts'
import { hashOf, keysOf, newKey } from '../../src/server/access/keys.ts'
import type { Draw } from '../../src/server/api/images.ts'
import { answerTo } from '../../src/server/api/print/answers.ts'
import type { Scope } from '../../src/server/route.ts'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { endless, printerAt } from '../printing/printers/example-jobs.ts'
import { storeInMemory } from '../printing/store/example-store.ts'
import { inLongRun } from '../random.ts'
import { bodyOf, print, printService } from './api/print-service.ts'
import { connected } from './http/connected.ts'
import { ask, drawnBy, errorIn, type Reply, repliesIn, type Served, served, until, Wire } from './http/wire.ts'

const people = ['ann', 'bob', '127.0.0.2', 'unknown'] as const
type Person = (typeof people)[number]
const secrets = Object.fromEntries(people.map((name) => [name, newKey()])) as Record<Person, string>
const may: readonly Scope[] = ['print', 'jobs']
const keys = keysOf(people.map((name) => ({ name, hash: hashOf(secrets[name]), may, perMinute: undefined })))
const bearer = (name: Person): string => `Authorization: Bearer ${secrets[name]}`
const query = 'printer=dock-3&type=code128&text=QZ-0001'

/** All print from 127.0.0.2. */
const printed = (service: Served, name: Person, label = query): Promise<Reply> =>
  print(service, label, { headers: ['Quietzone-Print: yes', 'Idempotency-Key: 1', bearer(name)] })

async function shop() {
  const loopback = await loopbackPrinter()
  const store = storeInMemory()
  const printers = printersOf([printerAt(loopback, { labelsPerMinute: 10_000 })], { patience: endless })
  const jobs = new Jobs({ store, printers, answerTo: answerTo(), record: () => {}, log: () => {} })
  const service = await served({ keys, printing: { printers, jobs } })
  t.teardown(async () => {
    await jobs.close(0)
    await service.close()
    await loopback.close()
  })
  return { service, store, loopback }
}

t.test('the same Idempotency-Key of several people prints a label for each, without a store', async (t) => {
  const paper = await loopbackPrinter()
  const service = await printService([printerAt(paper)], { keys })
  for (const name of people) t.equal((await printed(service, name)).status, 200, name)
  t.equal((await printed(service, 'bob', `${query}2`)).status, 422, 'each for one request')
  t.equal(paper.printed.length, people.length)
  for (const name of people) t.equal((await printed(service, name)).status, 200, name)
  t.equal(paper.printed.length, people.length, 'and once')
  await Promise.all([service.close(), paper.close()])
})

t.test('the same Idempotency-Key of several people prints a label for each, with a store', async (t) => {
  const { service, store, loopback } = await shop()
  for (const name of people) t.equal((await printed(service, name)).status, 200, name)
  for (const name of people) t.equal((await printed(service, name)).status, 200, name)
  t.equal(loopback.printed.length, people.length)
  t.same(
    people.map((_, i) => [store.get(i + 1)!.client, store.get(i + 1)!.by]),
    people.map((name) => [`key:${name}`, name]),
  )
})

t.test('a reprint is of the person who asks for it', async (t) => {
  const { service, store } = await shop()
  await printed(service, 'ann')
  const line = 'POST /api/v1/jobs/1/reprint'
  const reply = await ask(service.port, line, ['Quietzone-Print: yes', bearer('bob'), 'Content-Length: 0'])
  t.equal(reply.status, 201)
  t.match(bodyOf(reply), { id: 2, by: 'bob' })
  t.equal(store.get(2)!.client, 'key:bob')
})

t.test('streams of events: one person has at most half, the next one at the same address has some', async (t) => {
  const { service } = await shop()
  const wires: Wire[] = []
  const opened = async (name: Person): Promise<string> => {
    const wire = new Wire(service.port, true)
    wires.push(wire.send(`GET /api/v1/jobs/events HTTP/1.1\r\nHost: x\r\n${bearer(name)}\r\n\r\n`))
    await until(() => wire.received.includes('\r\n\r\n'))
    return wire.received.toString('latin1', 9, 12)
  }
  let most = 0
  while ((await opened('ann')) === '200') most++
  t.equal(most, 32)
  t.equal(await opened('bob'), '200')
  for (const wire of wires) wire.socket.destroy()
})

t.test('what one person uses is not what the next one at the same address uses', async (t) => {
  const bounds = { bodies: { client: 1000, total: 10_000 } }
  const service = await served({ keys, bounds })
  const posted = (headers: readonly string[], bytes: number): Wire => {
    const head = [
      'POST /api/v1/labels?type=code128&size=4x6&format=pdf HTTP/1.1',
      'Host: x',
      'Content-Type: text/csv',
      ...headers,
    ]
    return new Wire(service.port).send(`${[...head, `Content-Length: ${bytes}`, '', ''].join('\r\n')}text\n`)
  }
  const first = posted([bearer('ann')], 900)
  await until(() => first.socket.bytesWritten > 0)
  // what has come before is in the service when this is answered
  await ask(service.port, 'GET /healthz')
  const same = posted([bearer('ann')], 900)
  await same.closed
  const [refused] = repliesIn(same.received)
  t.equal(refused!.status, 503)
  t.match(errorIn(refused!).message, /too many bytes in request bodies of ann/)
  for (const headers of [[bearer('bob')], [bearer('127.0.0.2')], []]) {
    const [reply] = await posted([...headers, 'Connection: close'], 7)
      .send('A\n')
      .replies(1)
    t.equal(reply!.status, 200, String(headers))
  }
  first.socket.destroy()
  await service.close()
})

t.test('turns: of two people at one address each has one in turn', inLongRun, async (t) => {
  const order: string[] = []
  const drawn: Draw['barcode'] = (request, limits) => {
    order.push(request.text)
    return drawBarcode(request, limits)
  }
  const service = await served({ keys, draw: { ...drawnBy(10), barcode: drawn, limits: { maxPixels: 25_000_000 } } })
  const ofAnn = await connected(service, 40, '127.0.0.2')
  const [ofBob] = await connected(service, 1, '127.0.0.2')
  const asked = (name: Person, text: string): string =>
    `GET /api/v1/barcode?type=qr&scale=10&text=${text} HTTP/1.1\r\nHost: x\r\n${bearer(name)}\r\n\r\n`
  let before = 0
  service.server.prependListener('request', ({ headers }) => {
    if (headers.authorization === bearer('bob').slice(15)) before = order.length
  })
  for (const wire of ofAnn) wire.send(asked('ann', 'a').repeat(3))
  ofBob!.send(asked('bob', 'b'))
  for (const wire of ofAnn) await wire.replies(4)
  t.equal(order.length, 121)
  t.ok(order.indexOf('b') - before < 3, `drawn after ${order.indexOf('b') - before} others`)
  for (const wire of [...ofAnn, ofBob!]) wire.socket.destroy()
  await service.close()
})
