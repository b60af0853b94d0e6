/**
 * The store's own time: what the service has seen pass. It goes on while the service runs, however its clock is set, and from the last
 * look of one service to the first of the next by a day at most, so that nothing is removed because a clock jumped.
 */

import type { Sqlite } from './sqlite.ts'

interface Clocks {
  /** Milliseconds since 1970, as the machine's clock has them: it may be set. */
  readonly clock: () => number
  /** Milliseconds of a clock that only goes forward. */
  readonly passed: () => number
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000] as const
/** Milliseconds by which the machine's clock may be off between two looks until it is said. */
const tolerance = minute

export class StoreTime {
  readonly #database: Sqlite
  readonly #clocks: Clocks
  /** The store's own time at the last look, and what both clocks said then. */
  #time: number
  #seen: number
  #passed: number
  /** When the last look was written. */
  #written: number
  /** What the first look has to say of the machine's clock; undefined if nothing. */
  readonly jump: string | undefined

  /** Counts what has passed since the last look of the last service. @throws StateError */
  constructor(database: Sqlite, clocks: Clocks) {
    this.#database = database
    this.#clocks = clocks
    const stored = database.get('SELECT time, seen FROM store')
    const [time, seen] = [Number(stored?.time ?? 0), Number(stored?.seen ?? 0)]
    this.#seen = Math.round(clocks.clock())
    this.#passed = clocks.passed()
    // a store that is new begins with the machine's clock
    const gap = seen === 0 ? 0 : this.#seen - seen
    const counted = Math.min(day, Math.max(0, gap))
    this.#time = seen === 0 ? this.#seen : time + counted
    this.#written = this.#time
    if (gap > day) this.jump = `the clock is ${inWords(gap)} after the last look of the service: that counts as a day`
    if (gap < -second)
      this.jump = `the clock is ${inWords(-gap)} before the last look of the service: jobs age by nothing`
    database.transaction(() => {
      this.#write()
      // a key is kept for a time in which the service runs
      if (counted > 0) database.run('UPDATE answer SET until = until + ? WHERE until IS NOT NULL', counted)
    })
  }

  /** In ms. It only goes forward, also from one service to the next. */
  get now(): number {
    return this.#time + Math.max(0, Math.round(this.#clocks.passed() - this.#passed))
  }

  /**
   * Looks at the clocks; once an hour and at a jump, what is seen is written.
   *
   * @returns what is to be said of the machine's clock, if it has jumped
   * @throws StateError
   */
  look(): string | undefined {
    const [clock, now] = [Math.round(this.#clocks.clock()), this.now]
    const jumped = clock - this.#seen - (now - this.#time)
    this.#passed = this.#clocks.passed()
    this.#time = now
    this.#seen = clock
    const hasJumped = Math.abs(jumped) > tolerance
    if (hasJumped || now - this.#written >= hour) this.write()
    if (!hasJumped) return undefined
    return `the clock was set ${jumped > 0 ? 'forward' : 'back'} by ${inWords(Math.abs(jumped))}: jobs and keys age by what has passed`
  }

  /** Writes the last look. @throws StateError */
  write(): void {
    this.#database.transaction(() => this.#write())
  }

  #write(): void {
    this.#database.run('UPDATE store SET time = ?, seen = ?', this.#time, this.#seen)
    this.#written = this.#time
  }
}

/** `3 days`, `11 minutes`, `40 seconds`: the greatest unit of which there are two. */
function inWords(ms: number): string {
  const units = [
    [day, 'days'],
    [hour, 'hours'],
    [minute, 'minutes'],
    [second, 'seconds'],
  ] as const
  const [unit, name] = units.find(([unit]) => ms >= 2 * unit) ?? units.at(-1)!
  return `${Math.round(ms / unit)} ${name}`
}
