import type { Live } from '../../answer.ts'
import type { Response } from './response.ts'

/**
 * The answers that have no end of their own: they end when the server stops, or when their clients may not read them any more. All others come
 * to their end, since half a table that ends in order would be taken for a whole one.
 */
export class LiveAnswers {
  /** Each with whether its client may still read it. */
  readonly #open = new Map<Response, () => boolean>()
  #isStopping = false

  /** @param body  of the answer; one that has an end is left alone */
  add(response: Response, { isEndless }: Pick<Live, 'isEndless'>, mayGoOn: () => boolean): void {
    if (!isEndless) return
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
