import {
  engineAddress,
  engineAt,
  type Limiter,
  type SharedLimiter,
  sharedLimiter,
  tokenBuckets,
} from '../src/server/limiter/index.ts'
import { Engine, engineCommand } from '../test/server/limiter/engine-process.ts'
import { type Quartiles, quartiles } from './quartiles.ts'

/** Microseconds a decision: one after the other, and with so many under way that one request has to wait for few others. */
interface LimiterCost {
  readonly place: string
  readonly one: Quartiles
  readonly many: Quartiles
}

export interface LimiterCosts {
  readonly engine: string
  readonly costs: readonly LimiterCost[]
}

/** Distinct addresses that ask. */
export const addresses = 10_000
/** Decisions that are under way together. */
export const together = 50

const rate = { perMinute: 60, burst: 20 }

/** Undefined if neither a Valkey nor a Redis is installed. @param rounds  in which each place is asked by all addresses */
export async function measuredLimiter(rounds: number): Promise<LimiterCosts | undefined> {
  if (engineCommand === undefined) return undefined
  const engine = await new Engine().start()
  const shared: SharedLimiter[] = []
  try {
    for (const url of [`unix://${engine.path}`, engine.url]) shared.push(await connected(url))
    const [socket, loopback] = shared as [SharedLimiter, SharedLimiter]
    const places = { 'in memory': tokenBuckets(rate), 'Unix socket': socket, 'TCP, loopback': loopback }
    const times = Object.entries(places).map(([place, limiter]) => ({
      place,
      limiter,
      one: [] as number[],
      many: [] as number[],
    }))
    for (let round = 0; round <= rounds; round++) {
      for (const { limiter, one, many } of times) {
        one.push(await microseconds(limiter, 1))
        many.push(await microseconds(limiter, together))
      }
    }
    if (shared.some(({ figures }) => figures.local > 0)) throw new Error(`${engineCommand} was lost`)
    // the first round compiles
    const costs = times.map(({ place, one, many }) => ({
      place,
      one: quartiles(one.slice(1)),
      many: quartiles(many.slice(1)),
    }))
    return { engine: engineCommand, costs }
  } finally {
    for (const limiter of shared) limiter.close()
    await engine.end()
  }
}

async function connected(url: string): Promise<SharedLimiter> {
  const connect = await engineAt(engineAddress(url)!)
  const times = { decision: 10_000, connecting: 10_000 }
  const limiter = sharedLimiter({ rate, connect, secret: undefined, log: console.error, times })
  await limiter.begun
  return limiter
}

let first = 0

/** The time of one decision, when each of the addresses asks once, so many at a time. */
async function microseconds(limiter: Limiter, atOnce: number): Promise<number> {
  const from = performance.now()
  for (let i = 0; i < addresses; i += atOnce) {
    if (atOnce === 1) await limiter.take(`client ${i}`, first)
    else await Promise.all(Array.from({ length: atOnce }, (_, n) => limiter.take(`client ${i + n}`, first)))
  }
  first++
  return (1000 * (performance.now() - from)) / addresses
}
