import { deepEqual, ok } from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import t from 'tap'
import { principalAt } from '../../../src/server/http/principal.ts'
import { type Admission, type Rate, tokenBuckets } from '../../../src/server/limiter/index.ts'
import { cases, forAll, long } from '../../random.ts'
import { ask, errorIn, type Served, served } from '../http/wire.ts'

const client = (number: number) => `192.0.2.${number}`

/** The bucket as the textbook has it, in whole numbers: `perMinute` parts come back each millisecond, 60,000 are a token. */
class Bucket {
  private parts: number
  private last = 0
  private readonly rate: Rate

  constructor(rate: Rate) {
    this.rate = rate
    this.parts = rate.burst * 60_000
  }

  take(now: number): Admission {
    const { perMinute, burst } = this.rate
    this.parts = Math.min(burst * 60_000, this.parts + (now - this.last) * perMinute)
    this.last = now
    const admitted = this.parts >= 60_000
    if (admitted) this.parts -= 60_000
    const left = Math.floor(this.parts / 60_000)
    let waitSeconds = 1
    while (this.parts + waitSeconds * 1000 * perMinute < (left + 1) * 60_000) waitSeconds++
    return { admitted, left, waitSeconds }
  }
}

const rates = [60, 60, 60, 1, 7, 59, 61, 600, 999, 60_000, 1_000_000]

const instants = fc.nat(10 ** 9)
const schedules = fc.record({
  rate: fc.record({ perMinute: fc.constantFrom(...rates), burst: fc.constantFrom(1, 2, 3, 20, 20, 100) }),
  start: instants,
  // for each request: which of three clients, which of seven waits, and how many thousandths of it
  steps: fc.array(fc.nat(3 * 7 * 1001 - 1), { minLength: 1, maxLength: 80 }),
})

t.test('every verdict is that of a textbook token bucket', async () => {
  await forAll([schedules], { count: 10_000 }, ({ rate, start, steps }) => {
    const limiter = tokenBuckets(rate)
    const models = [new Bucket(rate), new Bucket(rate), new Bucket(rate)]
    const token = 60_000 / rate.perMinute
    // bursts, waits around one token, and waits past all that a client can have spent
    const longest = [0, 0, 1, token, 2 * token, 3 * rate.burst * token, 100_000]
    let now = start
    for (const step of steps) {
      const [who, wait, share] = [step % 3, Math.floor(step / 3) % 7, Math.floor(step / 21)]
      now += Math.round((Math.ceil(longest[wait]!) * share) / 1000)
      const [ours, theirs] = [limiter.take(client(who), now), models[who]!.take(now)]
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) deepEqual(ours, theirs)
    }
  })
})

t.test('a client that waits for Retry-After is admitted', async () => {
  const some = fc.record({ perMinute: fc.integer({ min: 1, max: 100_000 }), burst: fc.integer({ min: 1, max: 30 }) })
  await forAll([some, instants], { count: 2000 }, (rate, now) => {
    const limiter = tokenBuckets(rate)
    let verdict = limiter.take(client(1), now)
    for (let n = 0; n < 200 && verdict.admitted; n++) verdict = limiter.take(client(1), now)
    if (!verdict.admitted) ok(limiter.take(client(1), now + verdict.waitSeconds * 1000).admitted)
  })
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use by the whole process. */
function bytesInUse(): number {
  for (let i = 0; i < 3; i++) collect()
  return process.memoryUsage().heapUsed
}

/** Of those that take most memory: all 128 bits of their addresses count. */
const stranger = (i: number): string =>
  principalAt(
    `fdff:ffff:ffff:ffff:ffff:ffff:${(0x8000 + (i >> 15)).toString(16)}:${(0x8000 + (i & 0x7fff)).toString(16)}`,
  )!.key

t.test('a hundred thousand addresses are all remembered, in less than 16 MB', async (t) => {
  const { refused, bytes, forgotten } = crowd()
  t.equal(refused, 0)
  t.ok(bytes > 4 << 20 && bytes < 16 << 20, `${bytes} bytes`)
  t.same(forgotten, [])
})

/** A function of its own: what a test holds may live until after the beginning of the next one, which measures too. */
function crowd() {
  const before = bytesInUse()
  const limiter = tokenBuckets({ perMinute: 60, burst: 1 })
  let refused = 0
  for (let i = 0; i < 100_000; i++) if (!limiter.take(stranger(i), 5).admitted) refused++
  const bytes = bytesInUse() - before
  const forgotten: number[] = []
  for (let i = 0; i < 100_000; i += 5) if (limiter.take(stranger(i), 6).admitted) forgotten.push(i)
  return { refused, bytes, forgotten }
}

t.test('in a flood of addresses a client that keeps asking is remembered, and memory stays bounded', async (t) => {
  const { admitted, most } = flood(cases(8_000_000, 1))
  t.same(admitted, [])
  t.ok(most > 8 << 20 && most < 32 << 20, `${most} bytes`)
})

function flood(count: number) {
  const before = bytesInUse()
  const limiter = tokenBuckets({ perMinute: 1, burst: 2 })
  const offender = client(1)
  limiter.take(offender, 0)
  limiter.take(offender, 0)
  const admitted: number[] = []
  let most = 0
  for (let i = 0; i < count; i++) {
    limiter.take(stranger(i), 1)
    if (i % 100_000 > 0) continue
    if (limiter.take(offender, 1).admitted) admitted.push(i)
    most = Math.max(most, bytesInUse() - before)
  }
  return { admitted, most }
}

t.test('on the wire', async (t) => {
  let now = 1_000_000
  const service = await served({ rate: { perMinute: 60, burst: 20 }, clock: () => now })
  const get = (target: string) => ask(service.port, `GET ${target}`)
  const targets = [
    '/api/v1/barcode?type=qr&text=a',
    '/api/v1/label',
    '/api/generate-barcode?type=x',
    '/api/v1/openapi.json',
  ]
  for (let i = 0; i < 20; i++) {
    const { status, headers } = await get(targets[i % 4]!)
    t.equal(status, [200, 400, 400, 200][i % 4])
    t.equal(headers.get('ratelimit'), `"ip";r=${19 - i};t=1`)
    t.equal(headers.get('ratelimit-policy'), '"ip";q=60;w=60')
  }
  for (const target of targets) {
    const reply = await get(target)
    t.equal(reply.status, 429)
    t.match(errorIn(reply), { code: 'rate_limited', message: /127\.0\.0\.1/ })
    t.equal(reply.headers.get('ratelimit'), '"ip";r=0;t=1')
    t.equal(reply.headers.get('retry-after'), '1')
    t.equal(reply.headers.get('cache-control'), 'no-store')
    t.equal(reply.headers.has('deprecation'), target.startsWith('/api/generate'))
  }
  const form = await ask(service.port, `GET ${targets[0]}`, ['Expect: x'])
  t.equal(form.status, 429, 'a request of wrong form is one, too')
  for (const free of ['/healthz', '/readyz', '/no/such/path']) {
    const { headers, status } = await get(free)
    t.not(status, 429, free)
    t.notOk(headers.has('ratelimit'), free)
  }
  t.equal((await ask(service.port, 'OPTIONS /api/v1/label')).status, 204)
  now += 1000
  t.equal((await get(targets[0]!)).status, 200)
  t.equal((await get(targets[0]!)).status, 429)
  now += 60_000
  t.same(await statuses(service, 25), [...new Array(20).fill(200), ...new Array(5).fill(429)])
  await service.close()
})

const barcode = 'GET /api/v1/barcode?type=qr&text=a'

async function statuses(service: Served, count: number, headers: readonly string[] = []): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push((await ask(service.port, barcode, headers)).status)
  return found
}

t.test('behind a proxy each client has a bucket of its own, and no client chooses one', async (t) => {
  const options = { rate: { perMinute: 60, burst: 1 }, clock: () => 0 }
  const behind = await served({ ...options, trustedProxies: ['127.0.0.0/8'] })
  t.same(await statuses(behind, 2, ['X-Forwarded-For: 203.0.113.1']), [200, 429])
  t.same(await statuses(behind, 1, ['X-Forwarded-For: 203.0.113.2']), [200])
  t.same(await statuses(behind, 1, ['X-Forwarded-For: 203.0.113.3', 'X-Forwarded-For: 203.0.113.2']), [429])
  await behind.close()
  const direct = await served(options)
  t.same(await statuses(direct, 1, ['X-Forwarded-For: 203.0.113.1']), [200])
  t.same(await statuses(direct, 1, ['X-Forwarded-For: 203.0.113.2']), [429])
  await direct.close()
})

t.test('no limit', async (t) => {
  const service = await served()
  t.same(new Set(await statuses(service, long ? 500 : 50)), new Set([200]))
  t.notOk((await ask(service.port, barcode)).headers.has('ratelimit'))
  await service.close()
})
