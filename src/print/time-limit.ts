/** Aborts its signal when a stage of a job takes longer than it may, or with the signal that it is made of. */
export class TimeLimit {
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal
  readonly #abort = (): void => this.#controller.abort(this.#outer.reason)
  #timer: NodeJS.Timeout | undefined
  #exceeded: string | undefined
  #hasEnded = false

  constructor(outer: AbortSignal) {
    this.#outer = outer
    if (outer.aborted) this.#abort()
    else outer.addEventListener('abort', this.#abort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** What the printer did not do in time, if it did not. */
  get exceeded(): string | undefined {
    return this.#exceeded
  }

  /**
   * The stage that begins; the one before it has ended.
   *
   * @param ms  how long it may take
   * @param omission  what the printer has not done then: "the printer did not ..."
   */
  begin(ms: number, omission: string): void {
    clearTimeout(this.#timer)
    if (this.#hasEnded) return
    const exceed = (): void => {
      if (this.#timer !== timer || this.#hasEnded) return
      this.#exceeded = `${omission} within ${ms / 1000} s`
      this.#controller.abort()
    }
    // an event loop that was held up runs timers first: what has arrived meanwhile is read before the printer is called late
    const timer = setTimeout(() => setImmediate(exceed), ms)
    this.#timer = timer
  }

  /** The job has ended, well or not: what may still run of it is stopped. */
  end(): void {
    this.#hasEnded = true
    clearTimeout(this.#timer)
    this.#outer.removeEventListener('abort', this.#abort)
    this.#controller.abort()
  }
}
