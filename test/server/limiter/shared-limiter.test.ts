import { createHmac } from 'node:crypto'
import t from 'tap'
import { type Connect, type DatedBucket, type EngineConnection, refusal } from '../../../src/server/limiter/engine.ts'
import {
  type Admission,
  engineAddress,
  engineAt,
  type Rate,
  type SharedLimiter,
  sharedLimiter,
  tokenBuckets,
} from '../../../src/server/limiter/index.ts'
import { cases, inLongRun, type Random, random } from '../../random.ts'
import { until } from '../http/wire.ts'
import { Engine, engineAbsent } from './engine-process.ts'
import { Model } from './model.ts'

const rate = { perMinute: 60, burst: 5 }
const client = '192.0.1.1'

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

t.test(
  'an engine that does not answer: every open decision is taken here, once, and logged once',
  inLongRun,
  async (t) => {
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
  },
)

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
  const waiting = limiter.take(client, 1) as Promise<Admission>
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
  t.match(limiter.take('192.0.1.2', 1), { admitted: true, left: 4 })
  t.match(limiter.take(client, 1001), { admitted: true, left: 0 })
})

const patient = { decision: 60_000, connecting: 60_000 }

/** An instance's limiter, and the engine's replies to it by key. */
interface Instance extends SharedLimiter {
  readonly replies: Map<string, DatedBucket[]>
}

async function instanceOf(url: string, rate: Rate): Promise<Instance> {
  const replies = new Map<string, DatedBucket[]>()
  const connect = await engineAt(engineAddress(url)!)
  const limiter = sharedLimiter({
    rate,
    secret: undefined,
    log: (message) => t.fail(message),
    times: patient,
    connect: async (...args) => {
      const connection = await connect(...args)
      return {
        close: () => connection.close(),
        async take(key, rate) {
          const bucket = await connection.take(key, rate)
          replies.set(key, [...(replies.get(key) ?? []), bucket])
          return bucket
        },
      }
    },
  })
  await limiter.begun
  return Object.assign(limiter, { replies })
}

function bucketOf(key: string): string {
  const digest = createHmac('sha256', '').update(key).digest('base64url')
  return `quietzone:${Buffer.from(digest, 'base64url').subarray(0, 16).toString('base64url')}`
}

/** What both instances decide for one client, in the order of the engine's replies, where it differs from the model. */
async function difference(instances: readonly Instance[], rate: Rate, r: Random): Promise<unknown> {
  const client = `client ${r.between(0, 2 ** 32 - 1)}`
  const token = 60_000 / rate.perMinute
  const verdicts = instances.map((): Promise<Admission>[] => [])
  const steps = r.between(1, Math.min(3 * rate.burst, 40))
  for (let step = 0; step < steps; step++) {
    const who = r.between(0, 1)
    verdicts[who]!.push(Promise.resolve(instances[who]!.take(client, step)))
    const wait = r.pick([0, 0, 0, 1, 1, token, 2 * token])
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 5)))
  }
  const dated = await Promise.all(
    instances.map(async ({ replies }, who) => {
      const found = await Promise.all(verdicts[who]!)
      const all = replies.get(bucketOf(client)) ?? []
      if (all.length !== found.length) throw new Error(`${all.length} replies for ${found.length} verdicts`)
      return found.map((verdict, i) => ({ ...all[i]!, verdict }))
    }),
  )
  // within a millisecond: each admission adds a token to what is ahead, and nothing is admitted after a refusal
  const order = dated.flat().sort((a, b) => a.at - b.at || Number(b.admitted) - Number(a.admitted) || a.ahead - b.ahead)
  const model = new Model(rate)
  for (const [step, { at, verdict }] of order.entries()) {
    const theirs = model.take(at)
    if (JSON.stringify(theirs) !== JSON.stringify(verdict)) return { rate, step, order, theirs }
  }
  return undefined
}

t.test(
  'two instances decide as the model does, over random schedules',
  { skip: engineAbsent || inLongRun.skip },
  async (t) => {
    const engine = await new Engine().start()
    t.teardown(() => engine.end())
    const r = random('two instances')
    const schedules = cases(1600)
    const differences: unknown[] = []
    let done = 0
    while (done < schedules) {
      const rate = {
        perMinute: r.pick([1, 59, 60, 61, 600, 7001, 60_000, 99_991, 1_000_000]),
        burst: r.pick([1, 2, 3, 20, 100]),
      }
      const instances = await Promise.all([engine.url, `unix://${engine.path}`].map((url) => instanceOf(url, rate)))
      const count = Math.min(25, schedules - done)
      done += count
      const found = await Promise.all(Array.from({ length: count }, () => difference(instances, rate, r)))
      differences.push(...found.filter((each) => each !== undefined))
      for (const instance of instances) {
        t.same([instance.figures.local, instance.figures.failures], [0, 0])
        instance.close()
      }
    }
    t.same(differences.slice(0, 2), [])
    t.comment(`${done} schedules`)
  },
)

t.test('the budget is exact however many ask at once', { skip: engineAbsent || inLongRun.skip }, async (t) => {
  const engine = await new Engine().start()
  t.teardown(() => engine.end())
  for (const [count, rate] of [
    [2, { perMinute: 60, burst: 20 }],
    [4, { perMinute: 60_000, burst: 100 }],
  ] as const) {
    const instances = await Promise.all(Array.from({ length: count }, () => instanceOf(engine.url, rate)))
    const client = `client of ${count}`
    let admitted = 0
    await Promise.all(
      instances.map(async (instance) => {
        for (let i = 0; i < cases(400); i++) {
          const verdicts = await Promise.all(Array.from({ length: 10 }, (_, n) => instance.take(client, n)))
          admitted += verdicts.filter((verdict) => verdict.admitted).length
        }
      }),
    )
    const times = instances
      .flatMap(({ replies }) => replies.get(bucketOf(client))!.map(({ at }) => at))
      .sort((a, b) => a - b)
    const refilled = ((times.at(-1)! - times[0]!) * rate.perMinute) / 60_000
    t.ok(admitted >= rate.burst && admitted <= rate.burst + refilled, `${admitted} of ${rate.burst} + ${refilled}`)
    const model = new Model(rate)
    t.equal(admitted, times.filter((at) => model.take(at).admitted).length, 'and no less than the model admits')
    for (const instance of instances) instance.close()
  }
})

t.test('instances of other rates count the same spent tokens', { skip: engineAbsent }, async (t) => {
  const engine = await new Engine().start()
  t.teardown(() => engine.end())
  const slow = await instanceOf(engine.url, { perMinute: 1, burst: 20 })
  const fast = await instanceOf(engine.url, { perMinute: 3, burst: 10 })
  const client = '192.0.1.1'
  for (let i = 0; i < 8; i++) await slow.take(client, i)
  t.match(await fast.take(client, 1), { admitted: true, left: 1 })
  t.match(await fast.take(client, 1), { admitted: true, left: 0 })
  t.match(await fast.take(client, 1), { admitted: false, left: 0 })
  t.match(await slow.take(client, 1), { admitted: true, left: 9 })
  t.match(await fast.take(client, 1), { admitted: false, left: 0 })
  slow.close()
  fast.close()
})

t.test(
  "a bucket survives what the engine's clock does, and what others write",
  { skip: engineAbsent || inLongRun.skip },
  async (t) => {
    const engine = await new Engine().start()
    t.teardown(() => engine.end())
    const rate = { perMinute: 60, burst: 3 }
    const instance = await instanceOf(engine.url, rate)
    const client = '192.0.7.7'
    const key = bucketOf(client)
    const take = async (): Promise<Admission> => instance.take(client, 1)
    const now = Date.now()
    t.match(await take(), { left: 2 })
    for (const other of ['x', '1', '-1 5', '1 2 3', '']) {
      await engine.run('SET', key, other)
      t.match(await take(), { admitted: true, left: 2 }, `${other} counts as none`)
    }
    await engine.run('SET', key, `${now - 36_000_000} 180000`)
    t.match(await take(), { admitted: true, left: 2 }, 'forward: no more than a full bucket')
    await engine.run('SET', key, `${now + 36_000_000} 180000`)
    t.same(await take(), { admitted: false, left: 0, waitSeconds: 1 }, 'back: nothing is refilled for the time before')
    const [at = 0, ahead] = String(await engine.run('GET', key))
      .split(' ')
      .map(Number)
    t.ok(at >= now && at < now + 3_600_000, 'but from now on')
    t.equal(ahead, 180_000)
    const left = Number(await engine.run('PTTL', key))
    t.ok(left > 0 && left <= 4000, `${left} ms`)
    instance.close()
  },
)
