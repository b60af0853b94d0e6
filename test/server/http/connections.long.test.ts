import { randomBytes } from 'node:crypto'
import t from 'tap'
import type { Drawing } from '../../../src/draw.ts'
import { cases } from '../../random.ts'
import { ask, errorIn, type Reply, repliesIn, type Served, served, Wire } from './wire.ts'

const barcode = '/api/v1/barcode?type=qr&text=a'
const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function until(condition: () => boolean, patience = 60_000): Promise<boolean> {
  const deadline = Date.now() + patience
  while (!condition() && Date.now() < deadline) await pause(5)
  return condition()
}

const statuses = (replies: readonly Reply[]): Record<number, number> =>
  replies.reduce<Record<number, number>>((counts, { status }) => {
    counts[status] = (counts[status] ?? 0) + 1
    return counts
  }, {})

/** A picture of so many bytes, for readers that do not read. */
function drawing(bytes: number): () => Drawing {
  const drawn = { bytes: new Uint8Array(randomBytes(bytes)), format: 'png', xDimension: 0.254, warnings: [] } as const
  return () => drawn
}

const drawnBy = (draw: () => Drawing) => ({ barcode: draw, label: draw, limits: { maxPixels: 1 } })

t.test('5,000 requests at once on one connection are 20 drawings', async (t) => {
  const service = await served({ rate: { perMinute: 60, burst: 20 }, clock: () => 0 })
  const wire = new Wire(service.port).send(get(barcode).repeat(5000))
  const replies = await wire.replies(5000, 120_000)
  t.same(statuses(replies), { 200: 20, 429: 4980 })
  t.equal(service.drawn(), 20)
  t.ok(replies.slice(0, 20).every(({ status }) => status === 200))
  await service.close()
})

t.test('replies come in the order of the requests, however long each takes', async (t) => {
  const service = await served()
  const targets = Array.from(
    { length: 300 },
    (_, i) => ['/healthz', barcode, '/x', '/api/v1/label', `${barcode}&scale=9`][i % 5]!,
  )
  const wire = new Wire(service.port).send(targets.map((target) => get(target)).join(''))
  const replies = await wire.replies(targets.length)
  t.same(
    replies.map(({ status }) => status),
    targets.map((_, i) => [200, 200, 404, 400, 200][i % 5]),
  )
  t.ok(replies.every(({ body }, i) => i % 5 !== 4 || !body.equals(replies[1]!.body)))
  wire.socket.destroy()
  await service.close()
})

t.test('a client that closes its side at once still gets every reply', async (t) => {
  const service = await served()
  const wire = new Wire(service.port)
  wire.socket.end(get(barcode).repeat(50))
  await wire.closed
  t.same(statuses(repliesIn(wire.received)), { 200: 50 })
  await service.close()
})

t.test('without a limit, one connection is drawn for once a turn, and read no faster than it reads', async (t) => {
  const service = await served({ draw: drawnBy(drawing(20_000)) })
  const wire = new Wire(service.port, false)
  const count = 200_000
  wire.socket.write(get(barcode).repeat(count))
  t.ok(await until(() => service.drawn() > 20), 'work begins')
  let before = -1
  // the connection stalls when the buffers between both are full
  await until(() => {
    const done = before === service.drawn()
    before = service.drawn()
    return done
  })
  await pause(300)
  t.ok(service.drawn() < 2000, `${service.drawn()} drawings for a client that reads nothing`)
  t.equal((await ask(service.port, `GET ${barcode}`)).status, 200)
  t.ok(wire.socket.writableLength > 1e6, 'most of the requests still wait with the client')
  wire.socket.destroy()
  await service.close()
})

t.test('connections of readers that stall are closed', async (t) => {
  const unread = { client: 100e6, total: 100e6 }
  const service = await served({ draw: drawnBy(drawing(30_000_000)), bounds: { stalled: 5000, unread } })
  const stalled = new Wire(service.port, false).send(get(barcode))
  const reader = new Wire(service.port).send(get(barcode))
  t.equal((await reader.replies(1))[0]?.body.length, 30_000_000)
  t.equal(await connectionsOf(service), 2)
  t.ok(await until(() => stalled.socket.bytesRead > 0 || service.drawn() === 2))
  t.ok(await untilConnections(service, 1), 'only the reader is left')
  reader.send(get('/healthz'))
  t.equal((await reader.replies(2)).length, 2)
  reader.socket.destroy()
  await service.close()
})

function connectionsOf({ server }: Served): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

async function untilConnections(service: Served, count: number): Promise<boolean> {
  const deadline = Date.now() + 60_000
  while ((await connectionsOf(service)) !== count && Date.now() < deadline) await pause(10)
  return (await connectionsOf(service)) === count
}

t.test('unread replies are bounded over all connections', async (t) => {
  const size = 20_000_000
  const service = await served({
    draw: drawnBy(drawing(size)),
    bounds: { unread: { client: 50_000_000, total: 50_000_000 }, stalled: 60_000 },
  })
  const wires: Wire[] = []
  for (let i = 0; i < 6; i++) {
    wires.push(new Wire(service.port, false).send(get(barcode)))
    await until(() => service.records.length === i + 1)
  }
  t.ok(service.drawn() >= 2 && service.drawn() <= 4, `${service.drawn()} drawings`)
  const refused = await ask(service.port, `GET ${barcode}`)
  t.equal(refused.status, 503)
  t.equal(refused.headers.get('retry-after'), '1')
  t.equal(errorIn(refused).code, 'overloaded')
  t.equal((await ask(service.port, 'GET /healthz')).status, 200)
  for (const wire of wires) wire.socket.destroy()
  t.ok(await untilConnections(service, 0))
  t.equal((await ask(service.port, `GET ${barcode}`)).status, 200, 'all that was counted is given back')
  await service.close()
})

t.test('connections are bounded: idle ones are closed first, then new ones get 503', async (t) => {
  const service = await served({ bounds: { connections: { client: 20, total: 20 }, linger: 200 } })
  const idle = Array.from({ length: 20 }, () => new Wire(service.port).send(get('/healthz')))
  for (const wire of idle) await wire.replies(1)
  t.equal((await ask(service.port, 'GET /healthz')).status, 200)
  t.equal(await connectionsOf(service), 19, 'one idle connection has given way')
  for (const wire of idle) wire.socket.destroy()
  t.ok(await untilConnections(service, 0))
  const busy = Array.from({ length: 20 }, () => new Wire(service.port).send('GET /healthz HT'))
  t.ok(await untilConnections(service, 20))
  const refused = new Wire(service.port)
  await refused.closed
  const [reply] = repliesIn(refused.received)
  t.equal(reply?.status, 503)
  t.equal(reply?.headers.get('retry-after'), '1')
  for (const wire of busy) wire.socket.destroy()
  t.ok(await untilConnections(service, 0))
  t.equal((await ask(service.port, 'GET /healthz')).status, 200)
  await service.close()
})

t.test('500 slow sockets delay no other client, and are closed', async (t) => {
  const service = await served({ bounds: { headers: 2500, linger: 200 } })
  const slow = Array.from({ length: 500 }, () => new Wire(service.port))
  const line = get(barcode)
  let at = 0
  const drip = setInterval(() => {
    for (const [i, wire] of slow.entries()) if (i % 5 > 0 && at < line.length - 1) wire.send(line[at]!)
    at++
  }, 100)
  t.ok(await untilConnections(service, 500))
  for (let i = 0; i < cases(200, 5); i++) {
    const { status } = await ask(service.port, `GET ${barcode}`)
    if (status !== 200) t.fail(`status ${status}`)
  }
  await Promise.race(slow.map(({ closed }) => closed))
  t.equal((await ask(service.port, `GET ${barcode}`)).status, 200, 'while they are told so')
  await Promise.all(slow.map(({ closed }) => closed))
  clearInterval(drip)
  const ends = slow.map(({ received }) => repliesIn(received)[0]?.status)
  t.same(new Set(ends), new Set([408]))
  t.ok(await untilConnections(service, 0))
  await service.close()
})

t.test('idle connections are closed when their time is over', async (t) => {
  const service = await served({ bounds: { keepAlive: 200, headers: 10_000 } })
  const wire = new Wire(service.port).send(get('/healthz'))
  const [reply] = await wire.replies(1)
  t.match(reply?.headers.get('connection'), 'keep-alive')
  await wire.closed
  t.ok(await untilConnections(service, 0))
  await service.close()
})

t.test('faults while drawing are 500 with an id that the log knows, and nothing else', async (t) => {
  const secret = 'the text itself'
  const fault = (): never => {
    throw new TypeError(secret)
  }
  const service = await served({ draw: drawnBy(fault) })
  const wire = new Wire(service.port).send(get(barcode).repeat(3) + get('/healthz'))
  const replies = await wire.replies(4)
  t.same(
    replies.map(({ status }) => status),
    [500, 500, 500, 200],
    'the connection goes on',
  )
  const messages = replies.slice(0, 3).map((reply) => errorIn(reply).message)
  t.same(
    messages,
    service.faults.map(({ id }) => `a fault of this service, not of the request; request id ${id}`),
  )
  t.equal(new Set(messages).size, 3)
  wire.socket.destroy()
  await service.close()
})

t.test('clients that reset, at any moment, leave nothing behind', async (t) => {
  const service = await served({ draw: drawnBy(drawing(500_000)), bounds: { linger: 200, stalled: 1000 } })
  for (let i = 0; i < cases(200); i++) {
    const wire = new Wire(service.port, i % 2 === 0).send(get(barcode).repeat(1 + (i % 7)))
    await pause(i % 5)
    if (i % 3 === 0) wire.socket.resetAndDestroy()
    else wire.socket.destroy()
  }
  t.ok(await untilConnections(service, 0))
  t.same(service.faults, [])
  t.equal((await ask(service.port, `GET ${barcode}`)).status, 200)
  await service.close()
})
