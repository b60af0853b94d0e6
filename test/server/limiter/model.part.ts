import { createHmac } from 'node:crypto'
import t from 'tap'
import type { DatedBucket } from '../../../src/server/limiter/engine.ts'
import {
  type ClientKey,
  engineAddress,
  engineAt,
  type Rate,
  type SharedLimiter,
  sharedLimiter,
  tokenBuckets,
  type Verdict,
} from '../../../src/server/limiter/index.ts'
import { cases, type Random, random } from '../../random.ts'
import { Engine, engineAbsent } from './engine-process.ts'

/** The bucket as the textbook has it, in exact numbers of sixty-thousandths of a token. */
class Model {
  private readonly rate: Rate
  private parts: bigint
  private last: bigint | undefined

  constructor(rate: Rate) {
    this.rate = rate
    this.parts = BigInt(rate.burst) * 60_000n
  }

  take(time: number): Verdict {
    const [now, perMinute, full] = [BigInt(time), BigInt(this.rate.perMinute), BigInt(this.rate.burst) * 60_000n]
    this.parts += (now - (this.last ?? now)) * perMinute
    if (this.parts > full) this.parts = full
    this.last = now
    const admitted = this.parts >= 60_000n
    if (admitted) this.parts -= 60_000n
    const left = this.parts / 60_000n
    const missing = (left + 1n) * 60_000n - this.parts
    const perSecond = 1000n * perMinute
    return { admitted, left: Number(left), waitSeconds: Number((missing + perSecond - 1n) / perSecond) }
  }
}

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

function keyOf({ high, low }: ClientKey): string {
  const digest = createHmac('sha256', '').update(`${high} ${low}`).digest('base64url')
  return `quietzone:${Buffer.from(digest, 'base64url').subarray(0, 16).toString('base64url')}`
}

/** What both instances decide for one client, in the order of the engine's replies, where it differs from the model. */
async function difference(instances: readonly Instance[], rate: Rate, r: Random): Promise<unknown> {
  const client = { high: r.between(0, 2 ** 32 - 1), low: r.between(0, 2 ** 32 - 1) }
  const token = 60_000 / rate.perMinute
  const verdicts = instances.map((): Promise<Verdict>[] => [])
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
      const all = replies.get(keyOf(client)) ?? []
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

t.test('two instances decide as the model does, over random schedules', { skip: engineAbsent }, async (t) => {
  const engine = await new Engine().start()
  t.teardown(() => engine.end())
  const r = random('two instances')
  const schedules = cases(4000, 1)
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
})

t.test('the memory of one instance decides as the model does', async (t) => {
  const r = random('memory')
  const differences: unknown[] = []
  for (let i = 0; i < cases(1000); i++) {
    const rate = { perMinute: r.between(1, r.pick([100, 1_000_000])), burst: r.between(1, r.pick([3, 10_000])) }
    const limiter = tokenBuckets(rate)
    const model = new Model(rate)
    let now = r.between(0, 10 ** 9)
    for (let step = 0; step < 100; step++) {
      now += r.pick([0, 0, 1, Math.ceil(60_000 / rate.perMinute), r.between(0, 100_000)])
      const [ours, theirs] = [limiter.take({ high: 1, low: 2 }, now), model.take(now)]
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) differences.push({ rate, step, ours, theirs })
    }
  }
  t.same(differences.slice(0, 2), [])
})

t.test('the budget is exact however many ask at once', { skip: engineAbsent }, async (t) => {
  const engine = await new Engine().start()
  t.teardown(() => engine.end())
  for (const [count, rate] of [
    [2, { perMinute: 60, burst: 20 }],
    [4, { perMinute: 60_000, burst: 100 }],
  ] as const) {
    const instances = await Promise.all(Array.from({ length: count }, () => instanceOf(engine.url, rate)))
    const client = { high: count, low: 1 }
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
      .flatMap(({ replies }) => replies.get(keyOf(client))!.map(({ at }) => at))
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
  const client = { high: 1, low: 1 }
  for (let i = 0; i < 8; i++) await slow.take(client, i)
  t.match(await fast.take(client, 1), { admitted: true, left: 1 })
  t.match(await fast.take(client, 1), { admitted: true, left: 0 })
  t.match(await fast.take(client, 1), { admitted: false, left: 0 })
  t.match(await slow.take(client, 1), { admitted: true, left: 9 })
  t.match(await fast.take(client, 1), { admitted: false, left: 0 })
  slow.close()
  fast.close()
})

t.test("a bucket survives what the engine's clock does, and what others write", { skip: engineAbsent }, async (t) => {
  const engine = await new Engine().start()
  t.teardown(() => engine.end())
  const rate = { perMinute: 60, burst: 3 }
  const instance = await instanceOf(engine.url, rate)
  const client = { high: 7, low: 7 }
  const key = keyOf(client)
  const take = async (): Promise<Verdict> => instance.take(client, 1)
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
})
