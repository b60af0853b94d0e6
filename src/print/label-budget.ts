const minute = 60_000

/** Rounding errors of times in ms. */
const tolerance = 1e-3

/** The labels that a printer prints a minute at most, and at once: a token bucket of one token for each label. */
export class LabelBudget {
  readonly #perMinute: number
  /** A clock that only goes forward, in ms. */
  readonly #clock: () => number
  /** When the bucket is full again. */
  #fullAt = Number.NEGATIVE_INFINITY

  constructor(perMinute: number, clock: () => number) {
    this.#perMinute = perMinute
    this.#clock = clock
  }

  /**
   * Takes `labels`, at most those of a minute, if they are there.
   *
   * @returns the whole seconds after which they will be; 0 if they were taken
   */
  take(labels: number): number {
    const now = this.#clock()
    const fullAt = Math.max(now, this.#fullAt) + this.#timeOf(labels)
    const early = fullAt - now - minute
    if (early > tolerance) return Math.ceil((early - tolerance) / 1000)
    this.#fullAt = fullAt
    return 0
  }

  /** Gives back `labels` that were taken and not printed. */
  giveBack(labels: number): void {
    this.#fullAt -= this.#timeOf(labels)
  }

  #timeOf(labels: number): number {
    return (labels * minute) / this.#perMinute
  }
}
