import t from 'tap'
import { FairQueue, type QueuedRequest } from '../../../src/server/http/fair-queue.ts'
import { inLongRun } from '../../random.ts'
import { connected } from './connected.ts'
import { drawnBy, errorIn, served } from './wire.ts'

const barcode = '/api/v1/barcode?type=qr&text=a'
const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const [attacker, other, third] = ['127.0.0.2', '127.0.0.3', '127.0.0.4']

t.test('clients take turns to be drawn for, and other requests do not wait', inLongRun, async (t) => {
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
