/** A job while it is printed: its pieces come from the store, and each step is on disk before the next. */

import {
  type Delivery,
  type DeliveryPiece,
  type KeptPiece,
  nothing,
  type PrintJob,
  type ProgressEvents,
} from '../printers/delivery.ts'
import { partOf } from '../printers/part.ts'
import type { Printer } from '../printers/printer.ts'
import type { Job, JobResult } from '../store/job.ts'
import type { PieceHead } from '../store/piece.ts'
import { StateError } from '../store/state-error.ts'
import type { JobStore } from '../store/store.ts'

/** A piece in hand, or one in the store, of which all is printed or only a part. */
type RunPiece =
  | KeptPiece
  | ({ readonly head: PieceHead } & ({ readonly part: DeliveryPiece } | { readonly labels: number }))

/** The memory that a piece takes while it waits in the store, in bytes. */
const keptOfPiece = 500

/** Thrown instead of a first byte. */
export class Cancelled extends Error {}

export class JobRun {
  /** Whether it ends before its next piece, and why. */
  ending: 'cancelled' | 'stopped' | undefined
  /** Whether the printer may have got a byte of it. */
  hasBegun = false
  job: Job
  /** What became of it, once that is known. */
  told: JobResult | Error | undefined
  /** The answer to the request for it, where that is more than what became of it; see JobsOptions. */
  answerTo: ((job: Job, told: JobResult) => string | undefined) | undefined
  readonly #store: JobStore
  readonly #pieces: readonly RunPiece[]
  /** Pieces that are handed over, and that are confirmed. */
  #handedOver = 0
  #confirmed = 0
  /** The labels before its first piece, and those of them that are confirmed. */
  readonly #before: number
  readonly #confirmedBefore: number
  readonly #printedBefore: number | undefined
  /** Labels of its pieces that are printed; undefined if the printer does not count. */
  #printed: number | undefined

  private constructor(store: JobStore, job: Job, pieces: readonly RunPiece[]) {
    this.#store = store
    this.job = job
    this.#pieces = pieces
    this.#before = job.next - 1
    this.#confirmedBefore = job.confirmed
    this.#printedBefore = job.printed
  }

  /** Of a job that begins with its first label. @param pieces  in hand, if the store does not keep them */
  static whole(store: JobStore, job: Job, pieces: readonly KeptPiece[]): JobRun {
    const inStore = ({ rows, labels, times }: KeptPiece, number: number): RunPiece => ({
      head: { rows, labels, times, number },
      labels,
    })
    return new JobRun(store, job, store.keepsJobs ? pieces.map(inStore) : pieces)
  }

  /** Of what is left of a job. @throws StateError damaged */
  static async rest(store: JobStore, job: Job, { language }: Printer): Promise<JobRun> {
    const pieces: RunPiece[] = []
    let before = 0
    for (const head of store.heads(job.id)) {
      const from = Math.max(1, job.next - before)
      if (from === 1) pieces.push({ head, labels: head.labels })
      else if (from <= head.labels) {
        const part = await partOf(store.piece(job.id, head.number), from, head.labels, language)
        pieces.push({ head, part })
      }
      before += head.labels
    }
    if (before !== job.labels)
      throw new StateError('damaged', `job ${job.id} has labels that are missing: it is not printed`)
    return new JobRun(store, job, pieces)
  }

  /** What the printer's queue gets. @param accepted  called once it has its place there */
  printJob(accepted?: () => void): PrintJob {
    const events: ProgressEvents = {
      starts: () => this.#starts(),
      handedOver: () => void this.#handedOver++,
      confirmed: (pieces) => this.#confirms(pieces),
      printed: (labels) => this.#prints(labels),
    }
    const pieces = this.#pieces.map((piece) => this.#kept(piece))
    const stops = (): boolean => this.ending !== undefined
    return { client: this.job.client, pieces, events, stops, ...(accepted && { accepted }) }
  }

  /** Labels that are handed over, confirmed, and printed, of the whole job. */
  get progress(): Pick<Job, 'sent' | 'confirmed' | 'printed'> {
    const sent = this.#labelsOf(this.#handedOver)
    const printed = this.#printedSoFar
    // behind a label that nobody has confirmed, none counts
    const isBehind = this.#confirmedBefore < this.#before
    const confirmed = isBehind ? this.#confirmedBefore : Math.max(this.#labelsOf(this.#confirmed), printed ?? 0)
    return { sent, confirmed, printed }
  }

  get #printedSoFar(): number | undefined {
    if (!this.hasBegun) return this.#printedBefore
    // behind a label of which nobody knows, none counts
    if (this.#printedBefore === undefined || this.#printedBefore < this.#before)
      return this.#before === 0 && this.#printed !== undefined ? this.#printed : this.#printedBefore
    if (this.#printed !== undefined) return this.#before + this.#printed
    return this.#before === 0 ? undefined : this.#printedBefore
  }

  /** Whether labels were received that have not come out, as the printer counts. */
  get isHeld(): boolean {
    return this.#printed !== undefined && this.#before + this.#printed < this.#labelsOf(this.#handedOver)
  }

  get isComplete(): boolean {
    return this.#handedOver === this.#pieces.length
  }

  #labelsOf(pieces: number): number {
    return this.#pieces.slice(0, pieces).reduce((sum, piece) => sum + labelsIn(piece), this.#before)
  }

  #kept(piece: RunPiece): KeptPiece {
    if ('kept' in piece) return piece
    const { head } = piece
    const { rows, times } = 'part' in piece ? piece.part : head
    const read = (): DeliveryPiece => ('part' in piece ? piece.part : this.#store.piece(this.job.id, head.number))
    return { rows, times, labels: labelsIn(piece), kept: keptOfPiece, piece: read }
  }

  #starts(): void {
    if (this.ending !== undefined) throw new Cancelled()
    const hadBegun = this.hasBegun
    this.hasBegun = true
    try {
      this.job = this.#store.change(this.job.id, { state: 'printing', reason: undefined, ...this.progress })
    } catch (error) {
      this.hasBegun = hadBegun
      throw error
    }
  }

  #confirms(pieces: number): void {
    this.#confirmed += pieces
    // of a printer that does not count the end of the job is written next, and has this in it
    if (this.#confirmed === this.#pieces.length && this.#printed === undefined) return
    this.#write()
  }

  #prints(labels: number): void {
    const isFirst = this.#printed === undefined
    this.#printed = (this.#printed ?? 0) + labels
    // before the first piece it is written with its begin, and after the last with the end of the job
    if (isFirst || !this.hasBegun || (this.isComplete && !this.isHeld)) return
    this.#write()
  }

  #write(): void {
    try {
      this.job = this.#store.change(this.job.id, this.progress)
    } catch (error) {
      // what is not written is uncertain after a crash, and the next piece does not begin; the end is written again
      if (!(error instanceof StateError)) throw error
    }
  }
}

const labelsIn = (piece: RunPiece): number => ('part' in piece ? piece.part.labels : piece.labels)

/** What became of a job of which nothing was sent. */
export const nothingSent: Delivery = { sent: nothing, confirmed: nothing, printed: nothing, from: 1 }
