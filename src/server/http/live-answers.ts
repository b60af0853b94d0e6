import type { Response } from './response.ts'

/**
 * The answers that go on while they are read: a server that stops ends those without an end of their own, and one that is taken back ends before
 * its end.
 */
export class LiveAnswers {
  /** Each with whether its client may still read it. */
  readonly #open = new Map<Response, () => boolean>()
  #isStopping = false

  /** @param body  one of unknown length has no end of its own */
  add(response: Response, { length }: { readonly length?: number }, mayGoOn: () => boolean): void {
    if (length !== undefined) return
    if (this.#isStopping) response.shouldKeepAlive = false
    this.#open.set(response, mayGoOn)
    response.once('close', () => this.#open.delete(response))
    if (this.#isStopping) setImmediate(() => response.end())
  }

  /** Ends those whose clients may not read them any more. */
  review(): void {
    for (const [response, mayGoOn] of this.#open) if (!mayGoOn()) response.end()
  }

  /** Ends those that are open, and what comes. */
  stop(): void {
    this.#isStopping = true
    for (const response of this.#open.keys()) response.end()
  }
}
