/** What a printer is sent, and what has become of it. */

import { concatenated } from '../render/bitmap.ts'
import type { Commands, Place } from '../render/language.ts'

/** What is sent to a printer at once: one label with its copies, or the document of all labels where the language is PDF. */
export interface Piece {
  /** Rows of the table, from 1, both included. A label that is not of a table is row 1. */
  readonly rows: { readonly first: number; readonly last: number; readonly count: number }
  /** Labels that come out of the printer. */
  readonly labels: number
  /** How often it must be printed for that: 1 unless the language has no copies, as PNG has none. */
  readonly times: number
  readonly bytes: Uint8Array
  /** Where in the bytes the number of copies stands, if the language has a command for them. */
  readonly count?: Place
  /** What stands around it in a job, if the language has anything. */
  readonly frame?: Frame
}

/** Of a language in which several labels are one job. */
export type Frame = Omit<Commands, 'label' | 'times' | 'count'>

/** The piece as commands of a job. */
export function commandsOf({ bytes, times, frame = frameless }: Piece): Commands {
  return { ...frame, label: bytes, times }
}

const none = new Uint8Array()
const frameless: Frame = { first: none, next: none, between: none, last: none }

/** The piece as a job of its own, for print servers: what they are sent at once goes to the printer between jobs of others. */
export function standingAlone({ frame, ...piece }: Piece): Piece {
  return frame === undefined ? piece : { ...piece, bytes: concatenated([frame.first, piece.bytes, frame.last]) }
}

/** A piece as it waits, which may keep what it is drawn from instead of its bytes. */
export interface KeptPiece extends Omit<Piece, 'bytes'> {
  /** The memory that it takes, in bytes. */
  readonly kept: number
  /** The piece with its bytes, drawn anew if they are not kept. */
  readonly piece: () => Piece
}

/** What a client has printed at once. */
export interface PrintJob {
  /** The key of the client, whose jobs take turns with those of others. */
  readonly client: string
  readonly pieces: readonly KeptPiece[]
  /** Called once the job has its place, before anything is sent; if it throws, the job has none. */
  readonly accepted?: () => void
  /** What is told while it is sent. */
  readonly events?: ProgressEvents
  /** Whether it ends before the piece that is next. It is asked between two pieces. */
  readonly stops?: () => boolean
}

/** What is told of the pieces of a job while they are sent, in their order. */
export interface ProgressEvents {
  /** The printer gets the first byte of the piece that was taken last as soon as this returns. If it throws, the piece is not sent, and the job ends. */
  readonly starts?: () => void
  /** That piece is handed over in whole. */
  readonly handedOver?: () => void
  /** So many more pieces are confirmed. */
  readonly confirmed?: (pieces: number) => void
}

export interface Amount {
  readonly rows: number
  readonly labels: number
  readonly bytes: number
}

export const nothing: Amount = { rows: 0, labels: 0, bytes: 0 }

/** What a print server does otherwise than it was asked; the labels are printed all the same. */
export interface PrintWarning {
  /** paper_size_unknown: on other paper than the label's; not_printed_yet: later than it was waited for. */
  readonly code: 'paper_size_unknown' | 'not_printed_yet'
  /** For people, in ASCII, without a line feed. */
  readonly message: string
}

/** A warning in one line, as headers and standard error have it. */
export function printWarningText({ code, message }: PrintWarning): string {
  return `${code}; ${message}`
}

/** What became of a job. */
export interface Delivery {
  /** Handed to the system, or to a print server; pieces of which only a part was handed over count in bytes alone. */
  readonly sent: Amount
  /**
   * Of that, what the printer has certainly received: it answered a later question, or closed the connection in order after everything;
   * and what a print server says that it has printed, or has accepted where it tells no more.
   */
  readonly confirmed: Amount
  /** The first row that is not confirmed, where a batch goes on; undefined if all are. */
  readonly from: number | undefined
  /** What a print server does otherwise than it was asked, if anything. */
  readonly warnings?: readonly PrintWarning[]
}

const sum = (a: Amount, b: Amount): Amount => ({
  rows: a.rows + b.rows,
  labels: a.labels + b.labels,
  bytes: a.bytes + b.bytes,
})

/** What became of a job of which `later` was sent after `earlier`. */
export function deliveriesTogether(earlier: Delivery, later: Delivery): Delivery {
  const codes = new Set(later.warnings?.map(({ code }) => code))
  // a doubt of several parts is the same doubt
  const warnings = [...(earlier.warnings ?? []).filter(({ code }) => !codes.has(code)), ...(later.warnings ?? [])]
  return {
    sent: sum(earlier.sent, later.sent),
    confirmed: sum(earlier.confirmed, later.confirmed),
    from: earlier.from ?? later.from,
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

/** `5 labels (3 rows, 6400 bytes) sent, 2 labels (2 rows, 2560 bytes) confirmed` */
export function deliveryInWords({ sent, confirmed }: Delivery): string {
  if (sent.bytes === 0) return 'nothing was sent'
  return `${amountInWords(sent)} sent, ${amountInWords(confirmed)} confirmed`
}

function amountInWords({ rows, labels, bytes }: Amount): string {
  const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`
  return `${count(labels, 'label')} (${count(rows, 'row')}, ${count(bytes, 'byte')})`
}

export type PrintErrorCode =
  | 'printer_unreachable'
  | 'printer_timeout'
  | 'printer_refused'
  | 'overloaded'
  | 'rate_limited'
  | 'too_many_labels'
  | 'job_cancelled'

/** The code of a job that failed with `code`: a printer that was sent something can be reached. */
export function codeAfter<Code extends PrintErrorCode>(code: Code, { sent }: Delivery): Code | 'printer_refused' {
  return code === 'printer_unreachable' && sent.bytes > 0 ? 'printer_refused' : code
}

/** A job that failed, with what had become of it until then. */
export class PrintError extends Error {
  readonly code: PrintErrorCode
  /** A sentence about the printer, without a full stop; the message goes on with what was sent. */
  readonly why: string
  readonly delivery: Delivery
  /** In seconds, where waiting helps. */
  readonly retryAfter: number | undefined

  constructor(code: PrintErrorCode, why: string, delivery: Delivery, retryAfter?: number) {
    const { sent, from } = delivery
    const advice = sent.bytes === 0 || from === undefined ? '' : `: go on from row ${from}`
    super(`${why}; ${deliveryInWords(delivery)}${advice}`)
    this.name = 'PrintError'
    this.code = code
    this.why = why
    this.delivery = delivery
    this.retryAfter = retryAfter
  }
}

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
  readonly #events: ProgressEvents

  constructor(events: ProgressEvents = {}) {
    this.#events = events
  }

  /** `piece` is the next that is sent. */
  begin({ rows, labels, bytes, times }: Piece): void {
    this.#open.push({ first: rows.first, rows: rows.count, labels, bytes: bytes.length * times })
    // a piece that counts no row is a part of a row that goes on
    this.#next = rows.last + (rows.count === 0 ? 0 : 1)
    this.#isSending = true
  }

  /** The next byte is the first of the piece that was begun. @throws whatever keeps it from being sent */
  start(): void {
    this.#events.starts?.()
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
    this.#events.handedOver?.()
  }

  /** Pieces that are sent in whole and not confirmed. */
  get unconfirmed(): number {
    return this.#open.length - (this.#isSending ? 1 : 0)
  }

  /** The first `count` of the unconfirmed pieces are confirmed; all of them by default. */
  confirm(count = this.unconfirmed): void {
    const pieces = this.#open.splice(0, count)
    for (const { rows, labels, bytes } of pieces) {
      const { rows: r, labels: l, bytes: b } = this.#confirmed
      this.#confirmed = { rows: r + rows, labels: l + labels, bytes: b + bytes }
    }
    if (pieces.length > 0) this.#events.confirmed?.(pieces.length)
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
