import { createHmac } from 'node:crypto'
import { type Connect, type EngineConnection, EngineFault, whyLost } from './engine.ts'
import { type Admission, type Limiter, type LocalLimiter, type Rate, tokenBuckets, verdictOf } from './limiter.ts'

/** What is counted of a shared limiter. */
export interface LimiterFigures {
  /** Decisions by the engine, for all instances. */
  readonly shared: number
  /** Decisions by this instance alone. */
  readonly local: number
  readonly isConnected: boolean
  /** How often the engine was lost. */
  readonly failures: number
}

/** A limiter that shares its budgets with other instances. */
export interface SharedLimiter extends Limiter {
  readonly figures: LimiterFigures
  /** Resolves when the engine is in use, or the first attempt to reach it has failed. */
  readonly begun: Promise<void>
  /** Closes the connection; from then on this instance decides alone. */
  close(): void
}

interface SharedOptions {
  readonly rate: Rate
  readonly connect: Connect
  /** What clients are hashed with, so that whoever reads the engine's keys cannot find the addresses by trying all. */
  readonly secret: string | undefined
  /** Told once when the engine is lost, and once when it is back. */
  readonly log: (message: string) => void
  readonly times?: Partial<AllTimes>
}

interface AllTimes extends Times {
  /** From one attempt to reach the engine to the next. */
  readonly interval: number
}

const usualTimes: AllTimes = { decision: 50, connecting: 700, interval: 1000 }

/**
 * Budgets that an engine keeps for all instances. While it fails, each instance decides by token buckets of its own, which go on
 * from what it knows of each client.
 *
 * It has failed as soon as it takes too long for a decision, refuses one, or the connection is lost: then all open decisions are
 * taken here, so that no request waits for it twice. It is used again when it has decided in time, and is asked every second.
 */
export function sharedLimiter(options: SharedOptions): SharedLimiter {
  return new EngineLimiter(options)
}

class EngineLimiter implements SharedLimiter {
  readonly begun: Promise<void>
  readonly #options: SharedOptions
  readonly #local: LocalLimiter
  readonly #times: AllTimes
  readonly #decisions: Decisions
  /** The connection in use. */
  #connection: EngineConnection | undefined
  readonly #closing = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #isLost = false
  #sharedCount = 0
  #localCount = 0
  #failures = 0
  /** The time of the latest request. An older one that is decided after it counts as of then, because buckets know no past. */
  #latest = 0

  constructor(options: SharedOptions) {
    this.#options = options
    this.#times = { ...usualTimes, ...options.times }
    const { decision } = this.#times
    this.#decisions = new Decisions(decision, () => this.#fail(late(decision)))
    this.#local = tokenBuckets(options.rate)
    this.begun = this.#attempt()
  }

  get figures(): LimiterFigures {
    const [sharedCount, localCount, failures] = [this.#sharedCount, this.#localCount, this.#failures]
    return { shared: sharedCount, local: localCount, isConnected: this.#connection !== undefined, failures }
  }

  take(key: string, now: number, rate = this.#options.rate): Admission | Promise<Admission> {
    this.#latest = Math.max(this.#latest, now)
    const connection = this.#connection
    if (connection === undefined) return this.#decideAlone({ key, rate })
    return new Promise((decide) => this.#ask(connection, { key, rate, since: performance.now(), decide }))
  }

  #ask(connection: EngineConnection, decision: Decision): void {
    const { key, rate } = decision
    this.#decisions.add(decision)
    connection.take(bucketOf(key, this.#options.secret), rate).then(
      (bucket) => {
        // this instance may have decided meanwhile
        if (!this.#decisions.delete(decision)) return
        this.#sharedCount++
        // when the engine is lost, no client has a full bucket that had spent it
        this.#local.learn(key, this.#latest, bucket.ahead, rate)
        decision.decide(verdictOf(bucket, rate))
      },
      (error: unknown) => {
        if (connection === this.#connection) this.#fail(error)
      },
    )
  }

  #decideAlone({ key, rate }: Pick<Decision, 'key' | 'rate'>): Admission {
    this.#localCount++
    return this.#local.take(key, this.#latest, rate)
  }

  /** Gives up the connection in use. */
  #fail(error: unknown): void {
    this.#disconnect()
    this.#lose(error, this.#times.interval)
  }

  #disconnect(): void {
    this.#connection?.close()
    this.#connection = undefined
    for (const decision of this.#decisions.takeAll()) decision.decide(this.#decideAlone(decision))
  }

  /** Asks again after the given number of milliseconds. */
  #lose(error: unknown, pause: number): void {
    this.#timer = setTimeout(() => void this.#attempt(), pause).unref()
    if (this.#isLost) return
    this.#isLost = true
    this.#failures++
    this.#options.log(
      `limiter: Valkey or Redis is away (${whyLost(error)}); until it is back, this instance limits alone`,
    )
  }

  /** Uses the engine if it decides in time. Never rejected. */
  async #attempt(): Promise<void> {
    const times = this.#times
    const next = performance.now() + times.interval
    const lost = (reason: unknown): void => {
      if (connection !== undefined && connection === this.#connection) this.#fail(reason)
    }
    let connection: EngineConnection | undefined
    try {
      connection = await provenConnection(this.#options.connect, { times, closing: this.#closing.signal, lost })
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#lose(error, Math.max(next - performance.now(), 0))
      return
    }
    this.#connection = connection
    if (!this.#isLost) return
    this.#isLost = false
    this.#options.log('limiter: Valkey or Redis is back; budgets are shared again')
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#closing.abort()
    this.#disconnect()
  }
}

const keyBytes = 16

/** The name of a principal's bucket: a hash, because an engine and its backups should not know who visits. */
function bucketOf(key: string, secret = ''): string {
  const hash = createHmac('sha256', secret).update(key).digest()
  return `quietzone:${hash.toString('base64url', 0, keyBytes)}`
}

/** A request that waits for its verdict. */
interface Decision {
  /** Of the principal. */
  readonly key: string
  readonly rate: Rate
  /** When it was asked for, in milliseconds of `performance.now()`. */
  readonly since: number
  readonly decide: (verdict: Admission) => void
}

/**
 * The decisions that are awaited from an engine, which must be taken in time.
 */
class Decisions {
  readonly #limit: number
  readonly #late: () => void
  readonly #open = new Set<Decision>()
  #isWatched = false
  /** When the timer should fire. */
  #due = 0
  /** What was open when a drawing had blocked the event loop counts from here. */
  #resumed = 0

  /**
   * @param limit  milliseconds that a decision may take
   * @param late  called when one has taken longer
   */
  constructor(limit: number, late: () => void) {
    this.#limit = limit
    this.#late = late
  }

  add(decision: Decision): void {
    this.#open.add(decision)
    if (!this.#isWatched) this.#watch(this.#limit)
  }

  /** Removes a decision. Returns whether it was open. */
  delete(decision: Decision): boolean {
    return this.#open.delete(decision)
  }

  /** Removes all of them. */
  takeAll(): Decision[] {
    const all = [...this.#open]
    this.#open.clear()
    return all
  }

  /** There is at most one timer, which is not set again for each decision. */
  #watch(milliseconds: number): void {
    this.#isWatched = true
    this.#due = performance.now() + milliseconds
    setTimeout(() => this.#check(), milliseconds).unref()
  }

  #check(): void {
    this.#isWatched = false
    const [oldest] = this.#open
    if (oldest === undefined) return
    const now = performance.now()
    // the client writes at the event loop's next turn: while a drawing blocks it, the engine is asked nothing. Once for each decision,
    // so that an engine that is away is noticed by a service that draws all the time, too
    if (now - this.#due > this.#limit / 2 && oldest.since > this.#resumed) this.#resumed = now
    const left = Math.max(oldest.since, this.#resumed) + this.#limit - now
    if (left > 0) {
      this.#watch(Math.ceil(left))
      return
    }
    this.#isWatched = true
    afterReading(() => {
      this.#isWatched = false
      if (this.#open.has(oldest)) this.#late()
      else this.#check()
    })
  }
}

/** How long the engine may take, in milliseconds. */
interface Times {
  /** For a decision. */
  readonly decision: number
  /** Until a connection is ready and has decided for the first time, which may have loaded the script. */
  readonly connecting: number
}

/** The bucket of the attempts: it is always admitted, so that the engine has to write, and is full again at once. */
const probeKey = 'quietzone:probe'
const probeRate: Rate = { perMinute: 1_000_000, burst: 10_000 }

/** Who wants a connection. */
interface Seeker {
  readonly times: Times
  /** Ends the attempt. */
  readonly closing: AbortSignal
  /** Called when the connection is lost after all. */
  readonly lost: (reason: unknown) => void
}

/** A connection on which the engine has decided in time. Rejected if it has not; nothing of the connection remains then. */
async function provenConnection(connect: Connect, { times, closing, lost }: Seeker): Promise<EngineConnection> {
  const attempt = new AbortController()
  const end = (): void => attempt.abort()
  closing.addEventListener('abort', end)
  const connecting = connect(attempt.signal, lost)
  try {
    await inTime(times.connecting, connecting.then(probe), late(times.connecting))
    const connection = await connecting
    await inTime(times.decision, probe(connection), late(times.decision))
    closing.throwIfAborted()
    return connection
  } catch (error) {
    end()
    connecting.then(
      (connection) => connection.close(),
      () => {},
    )
    throw error
  } finally {
    closing.removeEventListener('abort', end)
  }
}

async function probe(connection: EngineConnection): Promise<void> {
  await connection.take(probeKey, probeRate)
}

/** The fault of an engine that has not answered in the given number of milliseconds. */
function late(milliseconds: number): EngineFault {
  return new EngineFault(`no answer in ${milliseconds} ms`)
}

/**
 * Calls back when the event loop has read twice: what had come before, and what followed at once.
 *
 * A timer alone would call answers late that came while a drawing blocked the event loop: node runs timers before it reads.
 */
function afterReading(then: () => void): void {
  setImmediate(() => setImmediate(then))
}

/** What `promise` brings, if that comes within the given number of milliseconds. Rejected with `late` otherwise. */
function inTime<T>(milliseconds: number, promise: Promise<T>, late: Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => afterReading(() => reject(late)), milliseconds).unref()
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
