/** Answers that are made in steps: whose turn it is, what they keep meanwhile, and when they are given up. */

import t from 'tap'
import { type Answer, type AnswerStep, jsonAnswer, type LongAnswer, type Steps } from '../../../src/answer.ts'
import { FairQueue } from '../../../src/server/http/fair-queue.ts'
import type { ServerOptions } from '../../../src/server/http/server.ts'
import type { Usage } from '../../../src/server/http/usage.ts'
import { inLongRun } from '../../random.ts'
import { ask, errorIn, repliesIn, type Served, served, until, Wire } from './wire.ts'

const body = { limit: 1 << 20, mediaTypes: ['text/csv'] }
const drawn = { limited: false, isDrawing: true, headers: [] }
const [attacker, other] = ['127.0.0.2', '127.0.0.3']

/** A service with a path that answers in steps, and one that draws at once. */
async function stepping(endpoint: (query: string) => Steps, options: Partial<ServerOptions> = {}): Promise<Served> {
  const routes = () => [
    { path: '/body', endpoint, body, ...drawn },
    { path: '/none', endpoint: () => jsonAnswer({ none: true }), ...drawn },
  ]
  return served({ routes, ...options })
}

const post = (query = '', headers = ''): string =>
  `POST /body?${query} HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n${headers}Content-Length: 1\r\n\r\na`
const get = 'GET /none HTTP/1.1\r\nHost: x\r\n\r\n'

/** An endpoint that takes `count` steps, calling `step` before each. */
const stepwise = (count: number, step: (number: number) => void) =>
  function* (): Generator<AnswerStep, Answer> {
    for (let number = 1; number <= count; number++) {
      step(number)
      yield { kept: 0 }
    }
    return jsonAnswer({ text: 'done' })
  }

t.test('between the steps of an answer other clients are served, and nobody waits too long for steps', async (t) => {
  let now = 0
  const order: string[] = []
  const service = await stepping(
    stepwise(20, (number) => {
      now += 1000
      order.push(String(number))
    }),
    { clock: () => now },
  )
  const batch = new Wire(service.port, true, attacker).send(post())
  const [reply] = await batch.replies(1)
  t.equal(reply!.status, 200, 'twenty steps of a second')
  t.equal(order.length, 20)
  batch.socket.destroy()
  await service.close()
})

t.test('a step is a turn: the requests of others are answered between two of them', async (t) => {
  const order: string[] = []
  const service = await stepping(
    stepwise(3, (number) => order.push(`${number}`)),
    {
      routes: () => {
        const slow = (): void => {
          for (const until = performance.now() + 2; performance.now() < until; );
        }
        const steps = stepwise(4, (number) => {
          order.push(`step ${number}`)
          slow()
        })
        const endpoint = (query: string): Answer => {
          order.push(query)
          slow()
          return jsonAnswer({})
        }
        return [
          { path: '/body', endpoint: steps, body, ...drawn },
          { path: '/none', endpoint, ...drawn },
        ]
      },
    },
  )
  const batch = new Wire(service.port, true, attacker).send(post())
  const wires = [1, 2].map((number) => new Wire(service.port, true, other).send(get.replace('none', `none?${number}`)))
  for (const wire of [batch, ...wires]) await wire.replies(1)
  const before = (a: string, b: string): boolean => order.indexOf(a) < order.indexOf(b)
  t.ok(before('1', 'step 4') && before('2', 'step 4'), order.join())
  for (const wire of [batch, ...wires]) wire.socket.destroy()
  await service.close()
})

t.test('steps of a client that has gone are not taken, and a fault in a step is a 500', async (t) => {
  let taken = 0
  let wire: Wire | undefined
  const service = await stepping(
    stepwise(1000, () => {
      if (++taken === 3) wire?.socket.resetAndDestroy()
      for (const until = performance.now() + 2; performance.now() < until; );
    }),
  )
  wire = new Wire(service.port).send(post())
  await wire.closed
  await until(() => taken >= 3)
  t.equal((await ask(service.port, 'GET /none')).status, 200)
  t.ok(taken < 1000, `${taken} steps`)
  await service.close()
  const faulty = await stepping(
    stepwise(3, (number) => {
      if (number === 2) throw new TypeError('a fault on purpose')
    }),
  )
  const closing = new Wire(faulty.port).send(post() + post('', 'Connection: close\r\n'))
  await closing.closed
  const replies = repliesIn(closing.received)
  t.same(
    replies.map((reply) => errorIn(reply).code),
    ['internal_error', 'internal_error'],
  )
  t.equal(faulty.faults.length, 2)
  await faulty.close()
})

t.test('the oldest request of a client takes all of its steps before the next begins', async (t) => {
  const order: string[] = []
  const queue = new FairQueue({ now: () => order.length, accepted: () => 0, turnEnded: () => {} })
  const steps = (key: string, count: number, isBegun = false): void => {
    if (count === 0) return
    const answer = (): void => {
      order.push(`${key}${count}`)
      steps(key, count - 1, true)
    }
    queue.add({ key, isAbandoned: false, waited: () => 0, expire: () => {}, answer }, isBegun)
  }
  steps('a', 3)
  steps('a', 2)
  steps('b', 3)
  await until(() => queue.isIdle)
  t.same(order, ['a3', 'b3', 'a2', 'b2', 'a1', 'b1', 'a2', 'a1'])

  const begun: string[] = []
  const service = await stepping(function* (query) {
    for (let left = 5; left > 0; left--) {
      begun.push(query)
      yield { kept: 0, left }
    }
    return jsonAnswer({})
  })
  const wires = ['1', '2', '3'].map((query) => new Wire(service.port, true, attacker).send(post(query)))
  for (const wire of wires) t.equal((await wire.replies(1))[0]?.status, 200)
  const inOrder = begun.map((query, i) => query === begun[i - 1] || begun.indexOf(query) === i)
  t.ok(inOrder.every(Boolean), begun.join(''))
  for (const { socket } of wires) socket.destroy()
  await service.close()
})

t.test('a drawing does not wait for a batch of its own client', async (t) => {
  let [taken, isDrawn] = [0, false]
  const service = await stepping(function* () {
    for (; !isDrawn && taken < 100_000; taken++) yield { kept: 0 }
    return jsonAnswer({})
  })
  const batch = new Wire(service.port).send(post())
  await until(() => taken > 0)
  t.equal((await ask(service.port, 'GET /none')).status, 200)
  isDrawn = true
  t.equal((await batch.replies(1))[0]?.status, 200)
  t.ok(taken < 100_000)
  batch.socket.destroy()
  await service.close()
})

t.test('an answer in the making is never stalled, however long it takes', inLongRun, async (t) => {
  const service = await stepping(
    function* () {
      // several looks at all connections
      for (const end = performance.now() + 400; performance.now() < end; ) yield { kept: 0 }
      return jsonAnswer({})
    },
    { bounds: { stalled: 100 } },
  )
  const batch = new Wire(service.port).send(post())
  const [reply] = await batch.replies(1)
  t.equal(reply?.status, 200, 'after the time in which a response must go on')
  batch.socket.destroy()
  await service.close()
})

t.test('what cannot be made in time is refused at its beginning', async (t) => {
  let [now, taken] = [0, 0]
  const service = await stepping(
    function* (query) {
      for (let left = Number(query); left > 0; left--) {
        now += 1000
        taken++
        yield { kept: 0, left }
      }
      return jsonAnswer({})
    },
    { clock: () => now },
  )
  const wire = new Wire(service.port).send(post('500') + post('40'))
  const [long, short] = await wire.replies(2)
  t.equal(long?.status, 503)
  t.match(errorIn(long!), { code: 'overloaded', message: /the answer would take about \d+ s/ })
  t.equal(long!.headers.get('retry-after'), '1')
  t.ok(taken - 40 < 10, `${taken - 40} steps of 500 were taken`)
  t.equal(short?.status, 200, 'what takes 40 s of steps of a second')
  wire.socket.destroy()
  await service.close()
})

/** Makes an answer of so many pieces, a step each, and goes on with the next only when `mayGoOn` says so. */
const growing = (pieces: number, bytes: number, mayGoOn: (made: number, query: string) => boolean = () => true) =>
  function* (query: string): Generator<AnswerStep, LongAnswer> {
    const made: Uint8Array[] = []
    while (made.length < pieces) {
      made.push(new Uint8Array(bytes).fill(made.length + 1))
      do yield { kept: made.length * bytes }
      while (!mayGoOn(made.length, query))
    }
    return { ...jsonAnswer({}), body: { length: pieces * bytes, pieces: made.values() } }
  }

/** A service with a path that makes long answers, and what clients use of it. */
async function making(endpoint: (query: string) => Steps, options: Partial<ServerOptions> = {}) {
  let usage: (() => Usage) | undefined
  const service = await served({
    routes: ({ figures }) => {
      usage = () => figures.usage
      return [
        { path: '/body', endpoint, body, ...drawn },
        { path: '/none', endpoint: () => jsonAnswer({}), ...drawn },
        { path: '/long', endpoint: () => ({ ...jsonAnswer({}), body: new Uint8Array(30e6) }), ...drawn },
      ]
    },
    ...options,
  })
  return { ...service, usage: () => usage!() }
}

t.test('what answers in the making keep is counted until they are sent, or their client has gone', async (t) => {
  let isHeld = true
  const service = await making(growing(5, 1000, (made) => made < 5 || !isHeld))
  const [gone, kept] = [attacker, other].map((from) => new Wire(service.port, true, from).send(post()))
  await until(() => service.usage().making === 10_000)
  gone!.socket.resetAndDestroy()
  await until(() => service.usage().making === 5000)
  isHeld = false
  const [reply] = await kept!.replies(1)
  t.equal(reply?.headers.get('content-length'), '5000')
  t.same([...new Set(reply!.body)], [1, 2, 3, 4, 5], 'its pieces in order')
  t.equal(service.usage().making, 0)
  kept!.socket.destroy()
  await service.close()
})

t.test('of the answers in the making that are too many, the largest is given up in words', async (t) => {
  let isHeld = true
  // three quarters of the total are for answers in the making
  const bounds = { unread: { client: 1e6, total: 20_000 } }
  const mayGoOn = (made: number, query: string): boolean => made < Number(query) || !isHeld
  const service = await making(growing(9, 1000, mayGoOn), { bounds })
  const large = new Wire(service.port, true, attacker).send(post('8'))
  const small = new Wire(service.port, true, other).send(post('7'))
  await until(() => service.usage().making === 15_000)
  t.equal((await ask(service.port, 'GET /none')).status, 200, 'what is made at once has room')
  isHeld = false
  const [refused] = await large.replies(1)
  t.match(errorIn(refused!), {
    code: 'overloaded',
    message: /too many bytes of replies that are unread or in the making/,
  })
  t.equal(refused!.headers.get('retry-after'), '1')
  t.equal((await small.replies(1))[0]?.status, 200)
  t.equal(service.usage().making, 0)
  for (const { socket } of [large, small]) socket.destroy()
  await service.close()
})

t.test(
  'an answer in the making waits while its client has too much to read, but for 5 s at most',
  inLongRun,
  async (t) => {
    let [late, steps] = [0, 0]
    const bounds = { unread: { client: 10e6, total: 1e9 } }
    for (const isRead of [true, false]) {
      let isHeld = true
      const mayGoOn = (): boolean => {
        steps++
        return !isHeld
      }
      const service = await making(growing(3, 1000, mayGoOn), { bounds, clock: () => performance.now() + late })
      const batch = new Wire(service.port, true, attacker).send(post())
      await until(() => service.usage().making === 1000)
      const unread = new Wire(service.port, false, attacker).send(get.replace('none', 'long'))
      await until(() => service.usage().unread > 10e6)
      isHeld = false
      // a step that was on its way may still be taken
      for (let before = -1; before !== steps; await ask(service.port, 'GET /none')) before = steps
      t.equal(service.usage().making, 1000, 'it waits')
      if (isRead) unread.socket.resume()
      else late += 5001
      const [reply] = await batch.replies(1)
      t.equal(reply?.status, isRead ? 200 : 503)
      if (!isRead) t.match(errorIn(reply!), { code: 'overloaded', message: /waited too long for room/ })
      for (const { socket } of [batch, unread]) socket.destroy()
      await service.close()
    }
  },
)

t.test('a long answer is passed on as it is read, and what is left counts as unread', async (t) => {
  const [pieces, bytes] = [100, 300_000]
  const service = await making(growing(pieces, bytes), { bounds: { unread: { client: 1e9, total: 1e9 } } })
  const wire = new Wire(service.port, false).send(post())
  await until(() => service.usage().unread > 0)
  const most = service.usage().unread
  t.ok(most > bytes && most < pieces * bytes, `${most} of ${pieces * bytes} bytes are unread`)
  let received = 0
  const lefts = new Set<number>()
  wire.socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    lefts.add(service.usage().unread)
  })
  await until(() => service.usage().unread === 0)
  await until(() => received > pieces * bytes)
  t.ok(lefts.size > 2, `${lefts.size} amounts on the way`)
  wire.socket.destroy()
  await service.close()
})
