import type { Response } from './response.ts'

/** The answers that go on while they are read: a server that stops ends those without an end of their own. */
export class LiveAnswers {
  readonly #open = new Set<Response>()
  #isStopping = false

  /** @param body  one of unknown length has no end of its own */
  add(response: Response, { length }: { readonly length?: number }): void {
    if (length !== undefined) return
    if (this.#isStopping) response.shouldKeepAlive = false
    this.#open.add(response)
    response.once('close', () => this.#open.delete(response))
    if (this.#isStopping) setImmediate(() => response.end())
  }

  /** Ends those that are open, and what comes. */
  stop(): void {
    this.#isStopping = true
    for (const response of this.#open) response.end()
  }
}
