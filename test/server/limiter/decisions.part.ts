import t from 'tap'
import { type Connect, type DatedBucket, type EngineConnection, refusal } from '../../../src/server/limiter/engine.ts'
import { sharedLimiter, tokenBuckets, type Verdict } from '../../../src/server/limiter/index.ts'
import { until } from '../http/wire.ts'

const rate = { perMinute: 60, burst: 5 }
const client = { high: 1, low: 1 }

/** A played engine that admits everything, as long as it is well. */
class Played {
  isWell = true
  /** What it does with a request while it is not well: nothing, unless the test says so. */
  answer: () => Promise<DatedBucket> = () => new Promise(() => {})
  readonly open = new Set<EngineConnection>()
  readonly asked: string[] = []
  lose: (reason: unknown) => void = () => {}
  isReachable = true

  readonly connect: Connect = async (_, lost) => {
    if (!this.isReachable) throw Object.assign(new Error('hunter2'), { code: 'ECONNREFUSED' })
    this.lose = lost
    const connection: EngineConnection = {
      take: (key) => {
        this.asked.push(key)
        return this.isWell ? Promise.resolve({ admitted: true, at: 1, ahead: 60_000 }) : this.answer()
      },
      close: () => void this.open.delete(connection),
    }
    this.open.add(connection)
    return connection
  }
}

function limiterOf(engine: Played, times = {}) {
  const log: string[] = []
  const limiter = sharedLimiter({
    rate,
    connect: engine.connect,
    secret: 'hunter2',
    log: (message) => void log.push(message),
    times: { interval: 20, ...times },
  })
  return { limiter, log }
}

// the limiter's timers keep no program running, and a played engine has no socket that does
const running = setInterval(() => {}, 1000)
t.teardown(() => clearInterval(running))

const shared = { admitted: true, left: 4, waitSeconds: 1 }

t.test('an engine that does not answer: every open decision is taken here, once, and logged once', async (t) => {
  const engine = new Played()
  const { limiter, log } = limiterOf(engine)
  await limiter.begun
  t.same(await limiter.take(client, 1), shared)
  t.same(limiter.figures, { shared: 1, local: 0, isConnected: true, failures: 0 })
  engine.isWell = false
  const verdicts = await Promise.all(Array.from({ length: 7 }, (_, i) => limiter.take(client, 10 - i)))
  const memory = tokenBuckets(rate)
  // the engine has admitted one before
  memory.take(client, 10)
  t.same(
    verdicts,
    verdicts.map(() => memory.take(client, 10)),
    'as the memory decides, by the latest time',
  )
  t.equal(engine.open.size, 0, 'the connection is closed')
  t.notOk(limiter.take(client, 10) instanceof Promise, 'and no more waiting')
  t.same(limiter.figures, { shared: 1, local: 8, isConnected: false, failures: 1 })
  await until(() => engine.asked.length > 15)
  t.ok(engine.open.size <= 1, 'one attempt at a time')
  engine.isWell = true
  await until(() => limiter.figures.isConnected)
  t.same(await limiter.take(client, 11), shared)
  t.same(log, [
    'limiter: Valkey or Redis is away (no answer in 50 ms); until it is back, this instance limits alone',
    'limiter: Valkey or Redis is back; budgets are shared again',
  ])
  limiter.close()
  t.equal(engine.open.size, 0)
})

t.test('an answer that came while the event loop was blocked is in time', async (t) => {
  const engine = new Played()
  const { limiter, log } = limiterOf(engine)
  await limiter.begun
  engine.isWell = false
  // as a socket: it is read after the timers
  engine.answer = () => new Promise((resolve) => setImmediate(() => resolve({ admitted: true, at: 1, ahead: 60_000 })))
  for (let i = 0; i < 3; i++) {
    const verdict = limiter.take(client, 1)
    for (const end = performance.now() + 150; performance.now() < end; );
    t.same(await verdict, shared)
  }
  t.same([limiter.figures.shared, limiter.figures.local, log], [3, 0, []])
  limiter.close()
})

t.test('what the engine refuses is decided here, and no word of it is logged but the first', async (t) => {
  const reply = (message: string): Error => refusal(new Error(message))
  for (const [error, reason] of [
    [reply('OOM command not allowed, hunter2'), 'it answers OOM'],
    [reply('WRONGPASS hunter2'), 'it answers WRONGPASS'],
    [reply('hunter2 OOM'), 'its answers make no sense'],
    [Object.assign(new Error('connect ECONNRESET hunter2'), { code: 'ECONNRESET' }), 'ECONNRESET'],
    [Object.assign(new Error('hunter2'), { code: 'hunter2' }), 'its answers make no sense'],
  ] as const) {
    const engine = new Played()
    const { limiter, log } = limiterOf(engine)
    await limiter.begun
    engine.isWell = false
    engine.answer = () => Promise.reject(error)
    const verdicts = await Promise.all([limiter.take(client, 1), limiter.take(client, 1)])
    t.match(verdicts, [{ left: 4 }, { left: 3 }])
    t.equal(log.length, 1)
    t.match(log[0], `limiter: Valkey or Redis is away (${reason}); `)
    t.notMatch(log[0], 'hunter2')
    limiter.close()
  }
})

t.test('a lost connection ends what waits for it at once; an engine that is not there is asked again', async (t) => {
  const engine = new Played()
  engine.isReachable = false
  const { limiter, log } = limiterOf(engine)
  await limiter.begun
  t.same(limiter.take(client, 1), { admitted: true, left: 4, waitSeconds: 1 })
  engine.isReachable = true
  await until(() => limiter.figures.isConnected)
  engine.isWell = false
  const waiting = limiter.take(client, 1) as Promise<Verdict>
  const { lose } = engine
  lose(Object.assign(new Error(), { code: 'ECONNRESET' }))
  t.match(await waiting, { left: 3 })
  engine.isWell = true
  await until(() => limiter.figures.isConnected)
  lose(new Error('that of long ago'))
  t.ok(limiter.figures.isConnected)
  t.match(log, [/ECONNREFUSED/, /back/, /ECONNRESET/, /back/])
  t.equal(limiter.figures.failures, 2)
  limiter.close()
})

t.test('an engine must decide in time before it is used', async (t) => {
  const engine = new Played()
  engine.isWell = false
  let slow = 0
  const bucket = { admitted: true, at: 1, ahead: 60_000 }
  // well enough to connect, and then too slow: every second answer takes longer than a decision may
  engine.answer = () => (slow++ % 2 === 0 ? Promise.resolve(bucket) : new Promise(() => {}))
  const { limiter, log } = limiterOf(engine, { decision: 10 })
  await limiter.begun
  t.notOk(limiter.figures.isConnected)
  await until(() => slow > 6)
  t.match(log, [/no answer in 10 ms/])
  t.equal(log.length, 1)
  t.same(new Set(engine.asked), new Set(['quietzone:probe']))
  limiter.close()
})

t.test('closing: who waits is decided here, and nothing is begun any more', async (t) => {
  const engine = new Played()
  const { limiter, log } = limiterOf(engine)
  limiter.close()
  await limiter.begun
  t.equal(engine.open.size, 0)
  const { limiter: used } = limiterOf(engine)
  await used.begun
  engine.isWell = false
  const waiting = used.take(client, 1)
  used.close()
  t.match(await waiting, { left: 4 })
  t.equal(engine.open.size, 0)
  t.match(used.take(client, 1), { left: 3 })
  t.same(log, [])
})

t.test('a client that has spent its budget has none when the engine is lost', async (t) => {
  const engine = new Played()
  const { limiter } = limiterOf(engine)
  await limiter.begun
  engine.isWell = false
  engine.answer = () => Promise.resolve({ admitted: false, at: 1, ahead: rate.burst * 60_000 })
  t.match(await limiter.take(client, 1), { admitted: false })
  limiter.close()
  t.same(limiter.take(client, 1), { admitted: false, left: 0, waitSeconds: 1 })
  t.match(limiter.take({ high: 1, low: 2 }, 1), { admitted: true, left: 4 })
  t.match(limiter.take(client, 1001), { admitted: true, left: 0 })
})
