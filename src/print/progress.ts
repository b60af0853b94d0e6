import { type Amount, type Delivery, nothing, type Piece } from './job.ts'

/** What is kept of a piece: not its bytes, because nothing of a long job may be confirmed before its end. */
interface Begun extends Amount {
  readonly first: number
}

/** What has become of each piece of a job. Pieces are confirmed in the order in which they are sent. */
export class Progress {
  /** Sent in whole and not confirmed, in order, and the one that is being sent. */
  readonly #open: Begun[] = []
  #sent: Amount = nothing
  #confirmed: Amount = nothing
  /** The row after all that were taken up: where the job goes on if the next piece is not known yet. */
  #next = 1
  #isSending = false
  #isComplete = false

  /** `piece` is the next that is sent. */
  begin({ rows, labels, bytes, times }: Piece): void {
    this.#open.push({ first: rows.first, rows: rows.count, labels, bytes: bytes.length * times })
    // a piece that counts no row is a part of a row that goes on
    this.#next = rows.last + (rows.count === 0 ? 0 : 1)
    this.#isSending = true
  }

  /** So many bytes of the piece that is being sent were handed over. */
  handOver(bytes: number): void {
    this.#sent = { ...this.#sent, bytes: this.#sent.bytes + bytes }
  }

  /** The piece that was begun is handed over in whole. */
  finish(): void {
    const { rows, labels } = this.#open.at(-1)!
    this.#sent = { ...this.#sent, rows: this.#sent.rows + rows, labels: this.#sent.labels + labels }
    this.#isSending = false
  }

  /** Pieces that are sent in whole and not confirmed. */
  get unconfirmed(): number {
    return this.#open.length - (this.#isSending ? 1 : 0)
  }

  /** The first `count` of the unconfirmed pieces are confirmed; all of them by default. */
  confirm(count = this.unconfirmed): void {
    for (const { rows, labels, bytes } of this.#open.splice(0, count)) {
      const { rows: r, labels: l, bytes: b } = this.#confirmed
      this.#confirmed = { rows: r + rows, labels: l + labels, bytes: b + bytes }
    }
  }

  /** There is no piece after those that were begun. */
  end(): void {
    this.#isComplete = true
  }

  delivery(): Delivery {
    const from = this.#open[0]?.first ?? (this.#isComplete ? undefined : this.#next)
    return { sent: this.#sent, confirmed: this.#confirmed, from }
  }
}
