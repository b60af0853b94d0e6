import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import t from 'tap'
import { admittedBy } from '../../../src/printing/index.ts'
import { freePort } from '../../free-port.ts'
import { inLongRun } from '../../random.ts'
import { connected, labelOf, receiving, sent } from './example-receiving.ts'

t.test('from: networks of either family, and this machine alone without it', async (t) => {
  const of = (from?: readonly string[]) => admittedBy({ from })
  for (const address of ['127.0.0.1', '127.9.9.9', '::1']) t.equal(of().has(address), true, address)
  for (const address of ['192.0.2.1', '::2', '', 'unknown', 'x']) t.equal(of().has(address), false, address)
  const some = of(['192.0.2.7/24', '2001:db8::/32', '198.51.100.4'])
  for (const address of ['192.0.2.255', '2001:db8:ffff::1', '198.51.100.4']) t.equal(some.has(address), true, address)
  for (const address of ['192.0.3.1', '2001:db9::1', '198.51.100.5', '127.0.0.1'])
    t.equal(some.has(address), false, address)
  t.equal(of(['0.0.0.0/0']).has('203.0.113.9'), true)
})

t.test('those whom from does not name are reset, told once a second at most', async (t) => {
  const service = await receiving({ receive: { from: ['192.0.2.0/24'] } })
  for (let i = 0; i < 5; i++) t.match(await sent(service.port, labelOf('QZ-1')), { answer: '', inOrder: false })
  t.match(service.records[0], { outcome: 'not_allowed', by: '127.0.0.1', bytes: 0 })
  t.ok(service.records.length < 5, 'a flood of them fills no log')
  t.same(service.all(), [])
  await service.close()
})

t.test('ports open and close with the entries, and a document in hand is taken', async (t) => {
  const service = await receiving()
  const other = await freePort()
  const { printer, printers, listeners, port } = service
  const { socket, outcome } = await connected(port)
  await new Promise((resolve) => socket.write(labelOf('QZ-1').slice(0, 20), resolve))
  const idle = await connected(port)
  // its bytes are there when what was sent later is
  await sent(port, labelOf('QZ-0'))
  printers.replace([{ ...printer, receive: { socket: other } }])
  t.match(await idle.outcome, { inOrder: true })
  t.match(await outcome, { inOrder: false }, 'what was not whole is reset')
  while (!listeners.ports.includes(other)) await new Promise((resolve) => setImmediate(resolve))
  t.same(listeners.ports, [other])
  t.match(await sent(other, labelOf('QZ-2')), { inOrder: true })
  t.match(service.all(), [{ first: 'QZ-0' }, { first: 'QZ-2' }])
  printers.replace([{ ...printer, receive: undefined }])
  t.same(listeners.ports, [])
  t.match(await sent(other, labelOf('QZ-3')), { inOrder: false })
  t.same(service.problems, [])
  await service.close()
})

t.test('a port that another program has is told, and the service goes on', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const service = await receiving({ receive: { socket: port } })
  t.match(service.problems, [/port \d+: another program listens there; it is tried again/])
  t.same(service.listeners.ports, [])
  await service.close()
  other.close()
})

t.test('hostile clients: slow ones, ones that never end, and many at once', async (t) => {
  const service = await receiving({ patience: { pause: 1, document: 50 } })
  const { port } = service
  // a format without an end, a byte now and then
  const slow = await connected(port)
  slow.socket.write('^XA^FDnever')
  t.match(await slow.outcome, { inOrder: false })
  t.match(service.records[0], { outcome: 'request_timeout' })
  await service.close()

  const calm = await receiving()
  const endless = await connected(calm.port)
  endless.socket.on('error', () => {})
  const more = (): void => {
    while (!endless.socket.destroyed && endless.socket.write('^XA^FD'.padEnd(65_536, 'x')));
  }
  endless.socket.on('drain', more)
  more()
  t.match(await endless.outcome, { inOrder: false })
  t.match(calm.records[0], { outcome: 'body_too_large' })
  // half of the places are one client's
  const all = await Promise.all(Array.from({ length: 40 }, () => connected(calm.port)))
  const refused = (await Promise.all(all.slice(32).map(({ outcome }) => outcome))).filter(({ inOrder }) => !inOrder)
  t.equal(refused.length, 8)
  t.match(calm.records[1], { outcome: 'overloaded' })
  for (const { socket } of all) socket.destroy()
  await Promise.all(all.map(({ outcome }) => outcome))
  t.match(await sent(calm.port, labelOf('QZ-1')), { inOrder: true }, 'then there is room again')
  t.equal(calm.all().length, 1)
  await calm.close()
})

t.test('a stream of many formats is taken in parts, between formats, without a pause', inLongRun, async (t) => {
  const service = await receiving()
  const { socket, outcome } = await connected(service.port)
  const program = Array.from({ length: 450 }, (_, i) => `^XA^FO10,10^A0N,20^FDQZ-${i}^FS^XZ`).join('')
  socket.end(program)
  t.match(await outcome, { inOrder: true })
  t.equal(
    service.all().reduce((sum, { labels }) => sum + labels, 0),
    450,
  )
  t.ok(service.all().length > 1)
  const texts = service.all().flatMap(({ id, labels }) => service.store.labels(id, 1, labels))
  t.same(
    texts.map(({ words }) => words[0]),
    Array.from({ length: 450 }, (_, i) => `QZ-${i}`),
  )
  await service.close()
})
