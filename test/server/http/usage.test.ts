import t from 'tap'
import { inLongRun } from '../../random.ts'
import { connected, openConnections, statusFrom } from './connected.ts'
import { drawnBy, served, until, Wire } from './wire.ts'

const barcode = '/api/v1/barcode?type=qr&text=a'
const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const [attacker, other, third] = ['127.0.0.2', '127.0.0.3', '127.0.0.4']

t.test('a connection stops at 64 waiting requests, of whatever kind', inLongRun, async (t) => {
  for (const target of ['/healthz', barcode, '/nothing', '/']) {
    const service = await served({ draw: drawnBy(10_000_000), bounds: { unread: { client: 1e9, total: 1e9 } } })
    let asked = 0
    service.server.prependListener('request', ({ socket }) => {
      if (socket.remoteAddress === attacker) asked++
    })
    const [wire] = await connected(service, 1, attacker, false)
    wire!.send(get(barcode) + get(target).repeat(5000))
    await until(() => service.drawn() === 1)
    for (let i = 0; i < 20; i++) t.equal(await statusFrom(service, other, '/healthz'), 200)
    // one that was asked before, one whose reply is not read
    t.ok(asked > 2 && asked <= 2 + 64, `${asked} requests are taken, ${target}`)
    wire!.socket.destroy()
    await service.close()
  }
})

t.test('waiting requests are bounded for each client', async (t) => {
  const bounds = { waiting: { client: 100, total: 1000 }, unread: { client: 1e9, total: 1e9 }, linger: 100 }
  const service = await served({ draw: drawnBy(10_000_000), bounds })
  const wires = await connected(service, 10, attacker, false)
  for (const wire of wires) wire.send(get(barcode).repeat(30))
  await until(() => service.records.some(({ status }) => status === 503))
  const refused = service.records.filter(({ status }) => status === 503)
  t.ok(refused.every(({ client }) => client === attacker))
  t.equal(await statusFrom(service, other), 200)
  for (const wire of wires) wire.socket.destroy()
  await service.close()
})

t.test('past the common bound, the client with most waiting requests loses a connection', inLongRun, async (t) => {
  const bounds = { waiting: { client: 100, total: 15 }, unread: { client: 1e9, total: 1e9 } }
  const service = await served({ draw: drawnBy(10_000_000), bounds })
  const open = openConnections(service)
  const many = await connected(service, 2, attacker, false)
  for (const wire of many) wire.send(get(barcode).repeat(8))
  await until(() => service.drawn() === 2)
  const [few] = await connected(service, 1, other, false)
  few!.send(get(barcode).repeat(3))
  await until(() => service.drawn() === 3)
  t.equal(await statusFrom(service, third), 200)
  t.equal(open(attacker), 1)
  t.equal(open(other), 1, 'who has few keeps them')
  for (const wire of [...many, few!]) wire.socket.destroy()
  await service.close()
})

t.test('unread replies are bounded for each client', async (t) => {
  const bounds = { unread: { client: 20e6, total: 100e6 } }
  const service = await served({ draw: drawnBy(8_000_000), bounds })
  const wires = await connected(service, 6, attacker, false)
  for (const [i, wire] of wires.entries()) {
    wire.send(get(barcode))
    await until(() => service.records.filter(({ route }) => route === '/api/v1/barcode').length === i + 1)
  }
  const statuses = service.records.filter(({ route }) => route === '/api/v1/barcode').map(({ status }) => status)
  t.same(statuses, [200, 200, 200, 503, 503, 503])
  t.equal(await statusFrom(service, other), 200)
  for (const wire of wires) wire.socket.destroy()
  await service.close()
})

t.test('past the common bound, the client with most unread replies loses a connection', async (t) => {
  const bounds = { unread: { client: 40e6, total: 45e6 } }
  const service = await served({ draw: drawnBy(10_000_000), bounds })
  const open = openConnections(service)
  const many = await connected(service, 4, attacker, false)
  const [few] = await connected(service, 1, other, false)
  for (const wire of [...many, few!]) wire.send(get(barcode))
  await until(() => service.drawn() === 5)
  t.equal(await statusFrom(service, third), 200)
  t.equal(open(attacker), 3)
  t.equal(open(other), 1)
  for (const wire of [...many, few!]) wire.socket.destroy()
  await service.close()
})

t.test('a client that reads slowly and never stops gets all of its reply', inLongRun, async (t) => {
  const [size, stalled, burst] = [60_000_000, 3000, 2_000_000]
  const service = await served({ draw: drawnBy(size), bounds: { stalled, unread: { client: 1e9, total: 1e9 } } })
  const wire = new Wire(service.port, false).send(get(barcode))
  const from = performance.now()
  let received = 0
  let rest = burst
  // a burst, larger than what the system waits for before it tells of progress, and a pause; after a while as fast as it comes
  wire.socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    rest -= chunk.length
    if (rest > 0 || performance.now() - from > 2.5 * stalled) return
    rest = burst
    wire.socket.pause()
    setTimeout(() => wire.socket.resume(), stalled / 6)
  })
  await until(() => received > size || wire.socket.closed)
  t.ok(received > size, `${received} bytes`)
  wire.socket.destroy()
  await service.close()
})
