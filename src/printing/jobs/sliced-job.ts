/** A job on its way to a printer, which may let others go first between two of its pieces. */

import {
  codeAfter,
  type Delivery,
  type DeliveryPiece,
  deliveriesTogether,
  type KeptPiece,
  nothing,
  PrintError,
  type PrintJob,
  type ProgressEvents,
} from '../printers/delivery.ts'
import type { Channel } from '../printers/printer.ts'

interface Way {
  readonly channel: Channel
  readonly signal: AbortSignal
  /** Whether the job lets another one go first. It is asked between two pieces. */
  readonly givesWay: () => boolean
}

/** A job that is sent in slices, so that others can be sent in between. Each slice is one to the channel, and has a piece at least. */
export class SlicedJob {
  readonly #pieces: readonly KeptPiece[]
  readonly #events: ProgressEvents | undefined
  readonly #stops: () => boolean
  /** The piece that is sent next. */
  #next = 0
  #delivery: Delivery = { sent: nothing, confirmed: nothing, printed: nothing, from: undefined }

  constructor({ pieces, events, stops = () => false }: PrintJob) {
    this.#pieces = pieces
    this.#events = events
    this.#stops = stops
  }

  /** Whether no more of it is sent. */
  get isSent(): boolean {
    return this.#next === this.#pieces.length || this.#stops()
  }

  /** What has become of all slices. */
  get delivery(): Delivery {
    return this.#delivery
  }

  /** Sends pieces until the job gives way. @throws PrintError with what was delivered in all slices; whatever drawing a piece throws */
  async send({ channel, signal, givesWay }: Way): Promise<void> {
    try {
      this.#delivery = deliveriesTogether(
        this.#delivery,
        await channel.send(this.#slice(givesWay), signal, this.#events),
      )
    } catch (error) {
      if (!(error instanceof PrintError)) throw error
      const { code, why, delivery, retryAfter } = error
      const all = deliveriesTogether(this.#delivery, delivery)
      throw new PrintError(codeAfter(code, all), why, all, retryAfter)
    }
  }

  *#slice(givesWay: () => boolean): Generator<DeliveryPiece> {
    for (const first = this.#next; !this.isSent && (this.#next === first || !givesWay()); ) {
      yield this.#pieces[this.#next++]!.piece()
    }
  }
}
