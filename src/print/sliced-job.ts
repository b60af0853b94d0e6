import type { Channel } from './channel.ts'
import { codeAfter, type Delivery, deliveriesTogether, type KeptPiece, nothing, type Piece, PrintError } from './job.ts'

export interface Way {
  readonly channel: Channel
  readonly signal: AbortSignal
  /** Whether the job lets another one go first. It is asked between two pieces. */
  readonly givesWay: () => boolean
}

/** A job that is sent in slices, so that others can be sent in between. Each slice is one to the channel, and has a piece at least. */
export class SlicedJob {
  readonly #pieces: readonly KeptPiece[]
  /** The piece that is sent next. */
  #next = 0
  #delivery: Delivery = { sent: nothing, confirmed: nothing, from: undefined }

  constructor(pieces: readonly KeptPiece[]) {
    this.#pieces = pieces
  }

  get isSent(): boolean {
    return this.#next === this.#pieces.length
  }

  /** What has become of all slices. */
  get delivery(): Delivery {
    return this.#delivery
  }

  /** Sends pieces until the job gives way. @throws PrintError with what was delivered in all slices; whatever drawing a piece throws */
  async send({ channel, signal, givesWay }: Way): Promise<void> {
    try {
      this.#delivery = deliveriesTogether(this.#delivery, await channel.send(this.#slice(givesWay), signal))
    } catch (error) {
      if (!(error instanceof PrintError)) throw error
      const { code, why, delivery, retryAfter } = error
      const all = deliveriesTogether(this.#delivery, delivery)
      throw new PrintError(codeAfter(code, all), why, all, retryAfter)
    }
  }

  *#slice(givesWay: () => boolean): Generator<Piece> {
    for (const first = this.#next; !this.isSent && (this.#next === first || !givesWay()); ) {
      yield this.#pieces[this.#next++]!.piece()
    }
  }
}
