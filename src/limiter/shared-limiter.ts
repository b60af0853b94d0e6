import { createHmac } from 'node:crypto'
import { late, provenConnection, type Times } from './attempt.ts'
import { type Decision, Decisions } from './decisions.ts'
import type { Connect, EngineConnection } from './engine.ts'
import { whyLost } from './engine-fault.ts'
import { type ClientKey, type Limiter, type Rate, type Verdict, verdictOf } from './limiter.ts'
import { type LocalLimiter, tokenBuckets } from './token-buckets.ts'

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

export interface SharedOptions {
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
  private readonly options: SharedOptions
  private readonly local: LocalLimiter
  private readonly times: AllTimes
  private readonly decisions: Decisions
  /** The connection in use. */
  private connection: EngineConnection | undefined
  private readonly closing = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private isLost = false
  private sharedCount = 0
  private localCount = 0
  private failures = 0
  /** The time of the latest request. An older one that is decided after it counts as of then, because buckets know no past. */
  private latest = 0

  constructor(options: SharedOptions) {
    this.options = options
    this.times = { ...usualTimes, ...options.times }
    const { decision } = this.times
    this.decisions = new Decisions(decision, () => this.fail(late(decision)))
    this.local = tokenBuckets(options.rate)
    this.begun = this.attempt()
  }

  get figures(): LimiterFigures {
    const { sharedCount, localCount, failures } = this
    return { shared: sharedCount, local: localCount, isConnected: this.connection !== undefined, failures }
  }

  take(client: ClientKey, now: number): Verdict | Promise<Verdict> {
    this.latest = Math.max(this.latest, now)
    const { connection } = this
    if (connection === undefined) return this.decideAlone(client)
    return new Promise((decide) => this.ask(connection, { client, since: performance.now(), decide }))
  }

  private ask(connection: EngineConnection, decision: Decision): void {
    const { rate, secret } = this.options
    this.decisions.add(decision)
    connection.take(keyOf(decision.client, secret), rate).then(
      (bucket) => {
        // this instance may have decided meanwhile
        if (!this.decisions.delete(decision)) return
        this.sharedCount++
        // when the engine is lost, no client has a full bucket that had spent it
        this.local.learn(decision.client, this.latest, bucket.ahead)
        decision.decide(verdictOf(bucket, rate))
      },
      (error: unknown) => {
        if (connection === this.connection) this.fail(error)
      },
    )
  }

  private decideAlone(client: ClientKey): Verdict {
    this.localCount++
    return this.local.take(client, this.latest)
  }

  /** Gives up the connection in use. */
  private fail(error: unknown): void {
    this.disconnect()
    this.lose(error, this.times.interval)
  }

  private disconnect(): void {
    this.connection?.close()
    this.connection = undefined
    for (const { client, decide } of this.decisions.takeAll()) decide(this.decideAlone(client))
  }

  /** Asks again after so many milliseconds. */
  private lose(error: unknown, pause: number): void {
    this.timer = setTimeout(() => void this.attempt(), pause).unref()
    if (this.isLost) return
    this.isLost = true
    this.failures++
    this.options.log(
      `limiter: Valkey or Redis is away (${whyLost(error)}); until it is back, this instance limits alone`,
    )
  }

  /** Uses the engine if it decides in time. Never rejected. */
  private async attempt(): Promise<void> {
    const { times } = this
    const next = performance.now() + times.interval
    const lost = (reason: unknown): void => {
      if (connection !== undefined && connection === this.connection) this.fail(reason)
    }
    let connection: EngineConnection | undefined
    try {
      connection = await provenConnection(this.options.connect, { times, closing: this.closing.signal, lost })
    } catch (error) {
      if (!this.closing.signal.aborted) this.lose(error, Math.max(next - performance.now(), 0))
      return
    }
    this.connection = connection
    if (!this.isLost) return
    this.isLost = false
    this.options.log('limiter: Valkey or Redis is back; budgets are shared again')
  }

  close(): void {
    clearTimeout(this.timer)
    this.closing.abort()
    this.disconnect()
  }
}

const keyBytes = 16

/** The key of a client's bucket: a hash, because an engine and its backups should not know who visits. */
function keyOf({ high, low }: ClientKey, secret = ''): string {
  const hash = createHmac('sha256', secret).update(`${high} ${low}`).digest()
  return `quietzone:${hash.toString('base64url', 0, keyBytes)}`
}
