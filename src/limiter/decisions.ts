import { afterReading } from './in-time.ts'
import type { ClientKey, Verdict } from './limiter.ts'

/** A request that waits for its verdict. */
export interface Decision {
  readonly client: ClientKey
  /** When it was asked for, in milliseconds of `performance.now()`. */
  readonly since: number
  readonly decide: (verdict: Verdict) => void
}

/**
 * The decisions that are awaited from an engine, which must be taken in time.
 */
export class Decisions {
  private readonly limit: number
  private readonly late: () => void
  private readonly open = new Set<Decision>()
  private isWatched = false

  /**
   * @param limit  milliseconds that a decision may take
   * @param late  called when one has taken longer
   */
  constructor(limit: number, late: () => void) {
    this.limit = limit
    this.late = late
  }

  add(decision: Decision): void {
    this.open.add(decision)
    if (!this.isWatched) this.watch(this.limit)
  }

  /** Removes a decision. Returns whether it was open. */
  delete(decision: Decision): boolean {
    return this.open.delete(decision)
  }

  /** Removes all of them. */
  takeAll(): Decision[] {
    const all = [...this.open]
    this.open.clear()
    return all
  }

  /** There is at most one timer, which is not set anew for each decision. */
  private watch(milliseconds: number): void {
    this.isWatched = true
    setTimeout(() => this.check(), milliseconds).unref()
  }

  private check(): void {
    this.isWatched = false
    const [oldest] = this.open
    if (oldest === undefined) return
    const left = oldest.since + this.limit - performance.now()
    if (left > 0) {
      this.watch(Math.ceil(left))
      return
    }
    this.isWatched = true
    afterReading(() => {
      this.isWatched = false
      if (this.open.has(oldest)) this.late()
      else this.check()
    })
  }
}
