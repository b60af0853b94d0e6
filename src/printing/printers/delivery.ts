/** What a printer is sent, and what has become of it. */

import { concatenated } from '../../render/bitmap.ts'
import type { ByteRange, Commands } from '../../render/language.ts'

/** What is sent to a printer at once: one label with its copies, or the document of all labels where the language is PDF. */
export interface DeliveryPiece {
  /** Rows of the table, from 1, both included. A label that is not of a table is row 1. */
  readonly rows: { readonly first: number; readonly last: number; readonly count: number }
  /** Labels that come out of the printer. */
  readonly labels: number
  /** How often it must be printed for that: 1 unless the language has no copies, as PNG has none. */
  readonly times: number
  readonly bytes: Uint8Array
  /** Where in the bytes the number of copies stands, if the language has a command for them. */
  readonly count?: ByteRange
  /** What stands around it in a job, if the language has anything. */
  readonly frame?: Frame
  /** Whether it is a program that goes to the printer as it came: none of its labels is printed without the others. */
  readonly isWhole?: boolean
}

/** Of a language in which several labels are one job. */
export type Frame = Omit<Commands, 'label' | 'times' | 'count'>

/** The piece as commands of a job. */
export function commandsOf({ bytes, times, frame = frameless }: DeliveryPiece): Commands {
  return { ...frame, label: bytes, times }
}

/** How often what is drawn in a piece comes out. A document has no copies: its pages are its labels. */
export function copiesOf({ times, count, bytes }: Pick<DeliveryPiece, 'times' | 'count' | 'bytes'>): number {
  if (count === undefined) return times
  return Number(String.fromCharCode(...bytes.subarray(count.at, count.at + count.length)))
}

const none = new Uint8Array()
const frameless: Frame = { first: none, next: none, between: none, last: none }

/** The piece as a job of its own, for print servers: what they are sent at once goes to the printer between jobs of others. */
export function standingAlone({ frame, ...piece }: DeliveryPiece): DeliveryPiece {
  return frame === undefined ? piece : { ...piece, bytes: concatenated([frame.first, piece.bytes, frame.last]) }
}

/** A piece as it waits, which may keep what it is drawn from instead of its bytes. */
export interface KeptPiece extends Omit<DeliveryPiece, 'bytes'> {
  /** The memory that it takes, in bytes. */
  readonly kept: number
  /** The piece with its bytes, drawn again if they are not kept. */
  readonly piece: () => DeliveryPiece
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
  /** So many more labels are printed, as the printer counts; 0 says that it counts. */
  readonly printed?: (labels: number) => void
}

/** What a printer says that it has received and not printed. */
export interface PrintQueue {
  /** Formats that wait in its buffer, behind the one in print. */
  readonly formats: number
  /** Prints that are left of the format in print. */
  readonly remaining: number
}

export interface Amount {
  readonly rows: number
  readonly labels: number
  readonly bytes: number
}

export const nothing: Amount = { rows: 0, labels: 0, bytes: 0 }

/** What a printer or a print server does otherwise than it was asked; the labels are printed all the same. */
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
  /** Of that, what has come out, as the printer itself counts; undefined if it does not tell. A row that is printed in part counts in labels alone. */
  readonly printed?: Amount | undefined
  /** The first row that is not printed, or of a printer that does not tell, not confirmed: where a batch goes on; undefined if there is none. */
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
    printed: earlier.printed && later.printed && sum(earlier.printed, later.printed),
    from: earlier.from ?? later.from,
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

/** `5 labels (3 rows, 6400 bytes) sent, 2 labels (2 rows, 2560 bytes) received, 1 label printed` */
export function deliveryInWords({ sent, confirmed, printed }: Delivery): string {
  if (sent.bytes === 0) return 'nothing was sent'
  const told = printed === undefined ? '' : `, ${labelsInWords(printed.labels)} printed`
  return `${amountInWords(sent)} sent, ${amountInWords(confirmed)} received${told}`
}

const labelsInWords = (count: number): string => `${count} label${count === 1 ? '' : 's'}`

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

/** Where a batch goes on. A printer prints what it has in its buffer once it goes on, unless it is switched off. */
function adviceFor({ sent, confirmed, printed, from }: Delivery): string {
  if (sent.bytes === 0 || from === undefined) return ''
  const held = printed === undefined ? 0 : confirmed.labels - printed.labels
  if (held === 0) return `: go on from row ${from}`
  return `: the printer has ${labelsInWords(held)} that it may still print; what it does not print begins at row ${from}`
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
    super(`${why}; ${deliveryInWords(delivery)}${adviceFor(delivery)}`)
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
  /** Labels that come out with one print. */
  readonly across: number
}

/** What has become of each piece of a job. Pieces are confirmed in the order in which they are sent. */
export class DeliveryProgress {
  /** Sent in whole and not confirmed, in order, and the one that is being sent. */
  readonly #open: Begun[] = []
  /** Confirmed and not printed, in order; of a printer that does not count, nothing. */
  readonly #queued: Begun[] = []
  /** Labels of the first of these that are printed. */
  #out = 0
  #sent: Amount = nothing
  #confirmed: Amount = nothing
  /** Undefined while the printer does not tell. */
  #printed: Amount | undefined
  /** The row after all that were taken up: where the job goes on if the next piece is not known yet. */
  #next = 1
  #isSending = false
  #isComplete = false
  readonly #events: ProgressEvents

  constructor(events: ProgressEvents = {}) {
    this.#events = events
  }

  /** `piece` is the next that is sent. */
  begin(piece: DeliveryPiece): void {
    const { rows, labels, bytes, times } = piece
    const across = labels / copiesOf(piece)
    this.#open.push({ first: rows.first, rows: rows.count, labels, bytes: bytes.length * times, across })
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
    for (const piece of pieces) this.#confirmed = sum(this.#confirmed, piece)
    this.#queued.push(...pieces)
    if (pieces.length > 0) this.#events.confirmed?.(pieces.length)
  }

  /** The printer counts what it prints: nothing is printed until it says so. */
  counts(): void {
    if (this.#printed !== undefined) return
    this.#printed = nothing
    this.#events.printed?.(0)
  }

  /** Labels that are confirmed and not printed, as far as the printer tells. */
  get unprinted(): number {
    return this.#queued.reduce((sum, { labels }) => sum + labels, -this.#out)
  }

  /**
   * What of the confirmed pieces the printer still has; all others are printed. Formats of other computers, which it counts too, make
   * this less than what is printed, never more.
   */
  print({ formats, remaining }: PrintQueue): void {
    const begun = this.#queued.slice(0, Math.max(0, this.#queued.length - formats))
    const inPrint = begun.pop()
    const whole = begun.reduce((sum, { labels }) => sum + labels, 0)
    this.#count(whole + (inPrint === undefined ? 0 : Math.max(0, inPrint.labels - remaining * inPrint.across)))
  }

  /** So many labels of the piece that was confirmed last are printed, as its server counts; nothing behind a piece that was not counted. */
  printOfLast(labels: number): void {
    if (this.#queued.length === 1) this.#count(Math.min(labels, this.#queued[0]!.labels))
  }

  /** So many labels of the next piece are printed, which ends the job. */
  printOfBroken(labels: number): void {
    if (this.#queued.length > 0 || this.#open.length === 0) return
    const { first, across, ...all } = this.#open.shift()!
    const printed = Math.min(labels, all.labels)
    this.#queued.push({ first, across, ...all })
    this.#confirmed = sum(this.#confirmed, { rows: 0, labels: printed, bytes: 0 })
    this.#count(printed)
  }

  /** @param labels  of the queued pieces, from the first on */
  #count(labels: number): void {
    this.counts()
    const more = labels - this.#out
    if (more <= 0) return
    this.#out = labels
    this.#printed = sum(this.#printed!, { rows: 0, labels: more, bytes: 0 })
    for (let [first] = this.#queued; first !== undefined && this.#out >= first.labels; [first] = this.#queued) {
      this.#queued.shift()
      this.#out -= first.labels
      this.#printed = sum(this.#printed, { rows: first.rows, labels: 0, bytes: first.bytes })
    }
    this.#events.printed?.(more)
  }

  /** There is no piece after those that were begun. */
  end(): void {
    this.#isComplete = true
  }

  delivery(): Delivery {
    const printed = this.#sent.bytes === 0 ? nothing : this.#printed
    const [queued] = printed === undefined ? [] : this.#queued
    const from = (queued ?? this.#open[0])?.first ?? (this.#isComplete ? undefined : this.#next)
    return { sent: this.#sent, confirmed: this.#confirmed, printed, from }
  }
}
