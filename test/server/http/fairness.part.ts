import { deepEqual } from 'node:assert/strict'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import t from 'tap'
import { FairQueue, type QueuedRequest } from '../../../src/server/http/fair-queue.ts'
import { Outbox, type Response } from '../../../src/server/http/response.ts'
import { forAll, inLongRun } from '../../random.ts'
import { drawnBy, errorIn, repliesIn, type Served, served, until, Wire } from './wire.ts'

const barcode = '/api/v1/barcode?type=qr&text=a'
const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const [attacker, other, third] = ['127.0.0.2', '127.0.0.3', '127.0.0.4']

/** The status of one request on a new connection. */
async function statusFrom(service: Served, from: string, target = barcode): Promise<number | undefined> {
  const wire = new Wire(service.port, true, from).send(get(target, 'Connection: close\r\n'))
  await wire.closed
  return repliesIn(wire.received)[0]?.status
}

t.test('a reset at any stage of any request leaves the service as it was', async (t) => {
  const service = await served({ bounds: { linger: 100 } })
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'CONNECT', 'TRACE', 'PATCH', 'PRI']
  const extras = ['', 'Upgrade: websocket\r\nConnection: Upgrade\r\n', 'Expect: 100-continue\r\nContent-Length: 5\r\n']
  const requests = methods.flatMap((method) =>
    [...extras, 'Expect: x\r\n', 'Connection: close\r\n'].map((extra) => {
      const target = method === 'CONNECT' ? 'a:80' : barcode
      return `${method} ${target} HTTP/1.1\r\nHost: a\r\n${extra}\r\nabcde`
    }),
  )
  for (const framing of ['Content-Length: 13\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\nd\r\n']) {
    const head = 'POST /api/v1/labels HTTP/1.1\r\nHost: a\r\nContent-Type: text/csv\r\nExpect: 100-continue\r\n'
    requests.push(`${head}${framing}type,text\nqr,${framing.startsWith('T') ? '\r\n0\r\n\r\n' : ''}`)
  }
  const stages = fc.oneof(
    fc.constantFrom(...requests.flatMap((one) => [one, one + get(barcode).repeat(3), get(barcode) + one])),
    fc
      .tuple(fc.constantFrom(...requests), fc.nat(400))
      .map(([request, cut]) => request.slice(0, 1 + (cut % request.length))),
  )
  const reset = fc.record({
    bytes: stages,
    isReading: fc.boolean(),
    turns: fc.nat(3),
    isReset: fc.integer({ min: 0, max: 2 }).map((n) => n < 2),
  })
  await forAll([fc.array(reset, { minLength: 26, maxLength: 26 })], { count: 32, times: 4 }, async (resets) => {
    await Promise.all(
      resets.map(async ({ bytes, isReading, turns, isReset }) => {
        const wire = new Wire(service.port, isReading)
        wire.send(bytes)
        for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
        if (isReset) wire.socket.resetAndDestroy()
        else wire.socket.destroy()
      }),
    )
    deepEqual(service.faults, [])
  })
  t.equal(await statusFrom(service, other), 200)
  await service.close()
})

/** Connections that have been accepted. */
async function connected(service: Served, count: number, from: string, reading = true): Promise<Wire[]> {
  const wires = Array.from({ length: count }, () => new Wire(service.port, true, from).send(get('/healthz')))
  for (const wire of wires) await wire.replies(1)
  if (!reading) for (const { socket } of wires) socket.pause()
  return wires
}

/** Counts the connections from an address that the service keeps open. */
function openConnections({ server }: Served): (from: string) => number {
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  return (from) => sockets.filter(({ destroyed, remoteAddress }) => !destroyed && remoteAddress === from).length
}

t.test('clients take turns to be drawn for, and other requests do not wait', async (t) => {
  const service = await served()
  const many = await connected(service, 60, attacker)
  const [one] = await connected(service, 1, other)
  const [check] = await connected(service, 1, third)
  const before = service.records.length
  /** How many requests had been answered at each turn of the event loop, and when the request of each client, or its last, came. */
  const answered = [0]
  const arrivals = new Map<string | undefined, { turn: number; after: number }>()
  let isCounting = true
  const count = (): void => {
    answered.push(service.records.length - before)
    if (isCounting) setImmediate(count)
  }
  setImmediate(count)
  service.server.prependListener('request', ({ socket }) => {
    arrivals.set(socket.remoteAddress, { turn: answered.length, after: service.records.length - before })
  })
  for (const wire of many) wire.send(get(`${barcode}&scale=10`).repeat(3))
  one!.send(get(barcode))
  check!.send(get('/healthz'))
  for (const wire of many) await wire.replies(4)
  isCounting = false
  const records = service.records.slice(before)
  t.equal(records.length, 182)
  const waitOf = (client: string): { turns: number; others: number } => {
    const { turn, after } = arrivals.get(client)!
    const place = records.findIndex((record) => record.client === client)
    return { turns: answered.findIndex((count) => count > place) - turn, others: place - after }
  }
  t.ok(waitOf(third).turns < 3, `/healthz is answered after ${waitOf(third).turns} turns`)
  t.ok(waitOf(other).turns < 4, `the other client is answered after ${waitOf(other).turns} turns`)
  t.ok(waitOf(other).others < 3, `the other client is answered after ${waitOf(other).others} others`)
  for (const wire of [...many, one!, check!]) wire.socket.destroy()
  await service.close()
})

t.test('the queue', async (t) => {
  const done: string[] = []
  let [now, accepted, turns] = [0, 0, 0]
  const queue = new FairQueue({ now: () => now, accepted: () => accepted, turnEnded: () => turns++ })
  const drawing = (name: string, more: Partial<QueuedRequest> = {}): QueuedRequest => ({
    key: name[0]!,
    isAbandoned: false,
    waited: () => 0,
    answer: () => done.push(name),
    expire: () => done.push(`${name} expired`),
    ...more,
  })
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const drawn = async (names: readonly QueuedRequest[]): Promise<string[]> => {
    for (const each of names) queue.add(each)
    t.notOk(queue.isIdle)
    while (!queue.isIdle) await turn()
    return done.splice(0)
  }
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => drawing(name))
  t.same(await drawn(all), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'], 'in turn by client, in order of each')
  const gone = { isAbandoned: true }
  t.same(await drawn([drawing('a1', gone), drawing('a2', gone), drawing('b1'), drawing('a3')]), ['b1', 'a3'])
  now += 1000
  const late = { waited: () => 5001 }
  const waiting = [drawing('a1', { waited: () => 5000 }), drawing('a2', late), drawing('b1', { ...gone, ...late })]
  t.same(await drawn(waiting), ['a2 expired', 'a1'])
  t.equal(turns, 3)

  for (const name of ['a1', 'a2', 'b1', 'a3', 'a4']) {
    const answer = (): void => {
      done.push(name)
      now += 0.375
    }
    queue.add(drawing(name, { answer }))
  }
  await turn()
  t.same(done.splice(0), ['a1', 'b1', 'a2'], 'a millisecond of them in a turn')
  await turn()
  t.same(done.splice(0), ['a3', 'a4'])

  const slow = drawing('a1', { answer: () => (now += 50) })
  queue.add(slow)
  queue.add(drawing('b1'))
  await turn()
  for (let i = 0; i < 10; i++) {
    accepted++
    now += 5
    await turn()
    t.same(done, i < 9 ? [] : ['b1'], 'connections come in first, for as long as the last drawing took')
  }
  t.equal(turns, 16, 'the end of each turn is told')
  const fault = drawing('a1', {
    answer: () => {
      throw new Error('on purpose')
    },
  })
  done.length = 0
  const caught = new Promise((resolve) => process.prependOnceListener('uncaughtException', resolve))
  const others = process.listeners('uncaughtException').slice(1)
  for (const listener of others) process.off('uncaughtException', listener)
  queue.add(fault)
  queue.add(drawing('b1'))
  t.match(await caught, { message: 'on purpose' })
  for (const listener of others) process.on('uncaughtException', listener)
  while (!queue.isIdle) await turn()
  t.same(done, ['b1'], 'a drawing that fails stops none of the others')
  t.equal(turns, 18)
})

t.test('the responses of a turn are written at its end, and others at once', (t) => {
  const written: string[] = []
  const response = (name: string): Response =>
    ({ writeWhole: (bytes: Uint8Array) => written.push(`${name} ${bytes.length}`) }) as unknown as Response
  let isTurnDue = true
  const outbox = new Outbox(() => isTurnDue)
  outbox.take(response('a'), new Uint8Array(1))
  outbox.take(response('b'), new Uint8Array(2))
  t.same(written.splice(0), [])
  outbox.release()
  t.same(written.splice(0), ['a 1', 'b 2'])
  outbox.release()
  isTurnDue = false
  outbox.take(response('c'), new Uint8Array(3))
  t.same(written, ['c 3'])
  t.end()
})

t.test('a request that has waited for five seconds is answered 503', async (t) => {
  let now = 0
  const service = await served({ clock: () => now, draw: drawnBy(100, () => (now += 6000)) })
  const [first] = await connected(service, 1, attacker)
  const [second] = await connected(service, 1, other)
  first!.send(get(barcode))
  second!.send(get(barcode).repeat(2))
  const replies = [(await first!.replies(2))[1]!, ...(await second!.replies(3)).slice(1)]
  const drawn = replies.filter(({ status }) => status === 200)
  const expired = replies.filter(({ status }) => status === 503)
  t.equal(drawn.length, 1)
  t.equal(expired.length, 2)
  for (const reply of expired) {
    t.match(errorIn(reply), { code: 'overloaded', message: /waited/ })
    t.equal(reply.headers.get('retry-after'), '1')
  }
  first!.socket.destroy()
  second!.socket.destroy()
  await service.close()
})

t.test('a connection stops at 64 waiting requests, of whatever kind', async (t) => {
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

t.test('past the common bound, the client with most waiting requests loses a connection', async (t) => {
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

t.test('connections are bounded for each client, and for all together', async (t) => {
  const bounds = { connections: { client: 20, total: 24 }, linger: 100 }
  const service = await served({ bounds })
  const open = openConnections(service)
  const half = (from: string): Wire => new Wire(service.port, true, from).send('GET /healthz HTTP/1.1\r\nHos')
  const many = Array.from({ length: 20 }, () => half(attacker))
  await until(() => open(attacker) === 20)
  const refused = new Wire(service.port, true, attacker)
  await refused.closed
  const [reply] = repliesIn(refused.received)
  t.equal(reply?.status, 503)
  t.match(errorIn(reply!), { code: 'overloaded', message: /127\.0\.0\.2/ })
  t.equal(await statusFrom(service, other), 200)
  const few = Array.from({ length: 4 }, () => half(other))
  await until(() => open(other) === 4)
  t.equal(await statusFrom(service, third), 200)
  t.equal(open(attacker), 19)
  t.equal(open(other), 4)
  for (const wire of [...many, ...few]) wire.socket.destroy()
  await service.close()

  const behind = await served({ bounds, trustedProxies: ['127.0.0.2'] })
  const ofProxy = await connected(behind, 22, attacker)
  for (const wire of ofProxy) wire.send('GET /healthz HTTP/1.1\r\nHos')
  t.equal(await statusFrom(behind, attacker), 200, 'the connections of a trusted proxy are those of many clients')
  for (const wire of ofProxy) wire.socket.destroy()
  await behind.close()
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

t.test('bytes after a request with Connection: close are ignored', async (t) => {
  const service = await served()
  const close = get(barcode, 'Connection: close\r\n')
  const behind = [
    'garbage\r\n\r\n',
    get(barcode),
    '\0'.repeat(5000),
    get(barcode).repeat(100),
    'GET / HTTP/1.1\r\nA b\r\n\r\n',
  ]
  for (const bytes of behind) {
    for (const before of ['', get('/healthz'), get(barcode)]) {
      const count = service.records.length
      const wire = new Wire(service.port).send(before + close + bytes)
      await wire.closed
      const expected = before === '' ? [200] : [200, 200]
      t.same(
        repliesIn(wire.received).map(({ status }) => status),
        expected,
      )
      t.equal(service.records.length, count + expected.length)
    }
  }
  await service.close()
})
