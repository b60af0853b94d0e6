/** Print jobs that outlive the process: taken into the store, printed in the turns of the printer's queue, steered by people. */

import {
  type Delivery,
  type DeliveryPiece,
  type KeptPiece,
  PrintError,
  type PrintErrorCode,
} from '../printers/delivery.ts'
import { partOf } from '../printers/part.ts'
import type { Printer } from '../printers/printer.ts'
import type { JobDraft } from '../store/drafts.ts'
import { type Job, type JobChange, JobRefusal, type JobResult, styleOf } from '../store/job.ts'
import type { LabelText } from '../store/label-texts.ts'
import type { NewPiece, RowsBeside } from '../store/piece-table.ts'
import type { RequestKey } from '../store/request-keys.ts'
import { StateError } from '../store/state-error.ts'
import type { JobStore, NewJob } from '../store/store.ts'
import type { Printers } from './printers.ts'
import type { TurnOutcome } from './queue.ts'
import { Cancelled, JobRun, nothingSent } from './run.ts'
import { Unwritten } from './unwritten.ts'
import { wantedPieces } from './wanted-pieces.ts'

/** What a client wants printed. */
export interface JobOrder {
  readonly printer: Printer
  /** The number of the job, if one was reserved for it in the store. */
  readonly id?: number | undefined
  /** The key of the client, whose jobs take turns with those of others. */
  readonly client: string
  /** The name of its key, or its address. */
  readonly by: string
  /** Drawn one by one while the job is written. */
  readonly pieces: readonly KeptPiece[]
  readonly request?: RequestKey | undefined
  /** The name of its design or table, or of the document that arrived. */
  readonly name?: string | undefined
  /** The way by which it arrived. */
  readonly source?: Job['source']
  /** What is found about it; it stays in every state. */
  readonly reason?: string | undefined
  /** What its labels say, in their order. */
  readonly texts?: readonly LabelText[] | undefined
  /** What else belongs to it, in parts. */
  readonly beside?: RowsBeside | undefined
  /** Writes what else belongs to the job, in the step that accepts it. */
  readonly also?: ((job: Job) => void) | undefined
  /** The answer to the request, where that is more than what became of the job; see JobsOptions. */
  readonly answerTo?: JobsOptions['answerTo'] | undefined
}

export interface JobsOptions {
  /** What the last service has left is taken up. A store with nothing in it may be opened when it is first used. */
  readonly store: JobStore | (() => JobStore)
  readonly printers: Printers
  /** The answer to the request of a job, as the store keeps it; undefined if the request may come again. */
  readonly answerTo: (job: Job, told: JobResult) => string | undefined
  /** Records what became of a job that nobody waits for. */
  readonly record: (job: Job, told: JobResult, milliseconds: number) => void
  /** A line of the log. */
  readonly log: (message: string) => void
  /** Milliseconds of a clock that only goes forward. */
  readonly clock?: () => number
  /** Until a printer that is away is asked again: the first time, and at most. In ms. */
  readonly pauses?: { readonly first: number; readonly longest: number }
}

export class Jobs {
  readonly #options: JobsOptions
  #store: JobStore | undefined
  readonly #clock: () => number
  /** The printers whose jobs are in their queues. */
  readonly #queued = new Set<string>()
  /** What takes a job out of its printer's queue, by the number of the job. */
  readonly #removals = new Map<number, () => void>()
  /** Jobs that are in hand, by number. */
  readonly #runs = new Map<number, JobRun>()
  readonly #settling = new Set<Promise<unknown>>()
  readonly #unwritten = new Unwritten()
  #isClosing = false

  /** Jobs that the last service has left and that waited go on; those in print wait for a person. @throws StateError */
  constructor(options: JobsOptions) {
    this.#options = options
    this.#clock = options.clock ?? (() => performance.now())
    for (const { name } of options.printers.list) this.#queued.add(name)
    if (typeof options.store === 'object') this.#takeUpLeft()
    options.printers.onReplaced(() => this.#takeUp())
  }

  get store(): JobStore {
    const { store } = this.#options
    this.#store ??= typeof store === 'object' ? store : store()
    return this.#store
  }

  /** Takes up what the last service has left. */
  #takeUpLeft(): void {
    for (const job of this.store.inState('printing')) {
      const reason = 'the service ended while it was printed'
      this.store.finish(job.id, { state: 'uncertain', next: firstNotPrinted(job), reason }, 'keep')
    }
    for (const job of this.store.inState('waiting')) {
      if (!job.waits) this.store.change(job.id, { waits: true })
      if (this.#queued.has(job.printer)) this.#queue(job)
    }
  }

  /** After the list of printers was replaced: jobs of new ones that wait are queued. */
  #takeUp(): void {
    if (this.#isClosing) return
    const added = new Set(this.#options.printers.list.map(({ name }) => name).filter((name) => !this.#queued.has(name)))
    try {
      const waiting = added.size > 0 ? this.store.inState('waiting') : []
      for (const job of waiting) if (job.waits && added.has(job.printer)) this.#queue(job)
      for (const name of added) this.#queued.add(name)
    } catch (error) {
      if (!(error instanceof StateError)) throw error
      // the next list tries again
      this.#options.log(`jobs that wait for new printers cannot be read: ${error.message}`)
    }
  }

  /** Queues a job that waits. */
  #queue(job: Job): void {
    const { id, client, printer, labels, next } = job
    const { first, longest } = this.#options.pauses ?? { first: 1000, longest: 60_000 }
    this.#queued.add(printer)
    const remove = this.#options.printers.store(printer, {
      client,
      labels: labels - (next - 1),
      run: (send) => this.#run(id, send),
      pauses: { first, longest },
    })
    this.#removals.set(id, remove)
  }

  /** The printers of these jobs. */
  get printers(): Printers {
    return this.#options.printers
  }

  /**
   * Prints a job whose client waits for its end.
   *
   * @throws PrintError, and then it is never printed later; StateError; RequestTaken
   */
  async print(order: JobOrder): Promise<{ readonly job: Job; readonly delivery: Delivery }> {
    const { printer } = order
    const labels = labelsOf(order.pieces)
    const drafted = this.#drafted(order, labels, false)
    const pieces = await this.#settle(this.store.draft(drafted, this.#drawn(printer, labels, order.pieces)))
    const run = JobRun.whole(this.store, { ...drafted, ...notAccepted }, order.pieces)
    run.answerTo = order.answerTo
    const accepted = (): void => {
      const { request, also } = order
      run.job = this.store.accept({ ...drafted, pieces, request, also })
      this.#runs.set(run.job.id, run)
    }
    const sent = this.#options.printers.print(printer, run.printJob(accepted))
    const told = await this.#settle(this.#told(sent, run))
    const isAccepted = run.job.id !== notAccepted.id
    if (!isAccepted) this.store.discard(pieces)
    const job = isAccepted ? this.#ended(run, told) : run.job
    if (told instanceof StateError && run.hasBegun) {
      const { sent, confirmed } = run.progress
      const what = `it broke off after ${sent} labels were sent, ${confirmed} of them received (job ${job.id})`
      throw new StateError(told.kind, `${what}: ${told.message}`)
    }
    if (told instanceof Error) throw told
    if ('error' in told) throw told.error
    return { job, delivery: told.delivery }
  }

  /**
   * Takes a job that waits for its printer, even if that is away; or one that is held until a person goes on with it.
   *
   * @param order  accepted: the answer to its request, as the store keeps it
   * @throws PrintError; StateError; RequestTaken
   */
  async order({
    accepted,
    isHeld,
    ...order
  }: Omit<JobOrder, 'answerTo'> & {
    readonly accepted?: (job: Job) => string
    readonly isHeld?: boolean
  }): Promise<Job> {
    const { printer, pieces, client, request, also, source, reason } = order
    const labels = labelsOf(pieces)
    this.#refuseFull(printer, client)
    const drafted = this.#drafted(order, labels, true)
    return this.#accepted(drafted, this.#drawn(printer, labels, pieces), (made) => {
      const job = this.store.accept({ ...drafted, pieces: made, request, also, source, reason, isHeld })
      if (accepted !== undefined) this.store.answer(job.id, accepted(job))
      return job
    })
  }

  /** Makes the pieces of a job that waits, accepts it in one step, and queues it unless it is held. */
  async #accepted(
    drafted: Omit<NewJob, 'pieces'>,
    pieces: Iterable<NewPiece>,
    accept: (made: readonly NewPiece[] | JobDraft) => Job,
  ): Promise<Job> {
    const made = await this.#settle(this.store.draft(drafted, pieces))
    try {
      const job = this.store.together(() => accept(made))
      if (job.state === 'waiting') this.#queue(job)
      return job
    } catch (error) {
      this.store.discard(made)
      throw error
    }
  }

  /** @throws PrintError, if the client has no place in the queue of a printer */
  #refuseFull({ name }: Printer, client: string): void {
    const full = this.#options.printers.refusalToStore(name, client)
    if (full !== undefined) throw full
  }

  /** The pieces of a job, each drawn when it is asked for. @throws PrintError, from the one on that makes it too large for its printer */
  *#drawn(printer: Printer, labels: number, pieces: readonly KeptPiece[]): Generator<DeliveryPiece> {
    let bytes = 0
    for (const kept of pieces) {
      const piece = kept.piece()
      bytes += piece.bytes.length
      this.#refuseMisfit(printer, { labels, bytes, from: pieces[0]!.rows.first })
      yield piece
    }
  }

  /** @throws PrintError */
  #refuseMisfit(printer: Printer, job: Parameters<Printers['misfit']>[1]): void {
    const misfit = this.#options.printers.misfit(printer, job)
    if (misfit !== undefined) throw misfit
  }

  /** Resolves once the job neither waits nor is printed. */
  async settled(id: number): Promise<Job | undefined> {
    return new Promise((resolve) => {
      const isSettled = (job: Job | undefined): boolean => job?.state !== 'waiting' && job?.state !== 'printing'
      const now = this.store.get(id)
      if (isSettled(now)) return resolve(now)
      const end = this.store.onChange((job) => {
        if (job.id !== id || !isSettled(job)) return
        end()
        resolve(job)
      })
    })
  }

  /** What became of a job that is in hand, for those who have sent its request again. Resolves once the job neither waits nor is printed. */
  async outcome(id: number): Promise<{ readonly job: Job | undefined; readonly told: JobResult | Error | undefined }> {
    const run = this.#runs.get(id)
    const job = await this.settled(id)
    return { job, told: run?.told }
  }

  /** Cancels a job; one that is in print stops after the label in hand. @throws JobRefusal; StateError */
  cancel(id: number): Job {
    const job = this.#known(id)
    switch (job.state) {
      case 'cancelled':
        return job
      case 'done':
      case 'failed':
        throw new JobRefusal('job_state', `job ${id} is ${job.state}: there is nothing to cancel`)
      case 'printing': {
        const run = this.#runs.get(id)
        if (run !== undefined) run.ending = 'cancelled'
        return job
      }
      case 'waiting':
      case 'held':
      case 'uncertain': {
        const run = this.#runs.get(id)
        const change = { state: 'cancelled', reason: 'cancelled before it was printed to its end' } as const
        const cancelled = this.store.finish(
          id,
          change,
          this.#answerTo(job, { error: cancelledError(job, nothingSent) }),
        )
        if (run !== undefined) run.ending = 'cancelled'
        this.#removals.get(id)?.()
        this.#removals.delete(id)
        return cancelled
      }
    }
  }

  /**
   * Goes on with a job that waits for a person, in doubt or held, or was cancelled.
   *
   * @param from  the first label that is printed, 1 to one more than it has: then it is done; by default the first not known to be printed
   * @throws JobRefusal; StateError
   */
  async resume(id: number, from?: number): Promise<Job> {
    const job = this.#known(id)
    if (!['uncertain', 'held', 'cancelled'].includes(job.state)) {
      const advice = job.state === 'waiting' || job.state === 'printing' ? 'it goes on by itself' : 'print it again'
      throw new JobRefusal('job_state', `job ${id} is ${job.state}: ${advice}`)
    }
    const next = from ?? firstNotPrinted(job)
    if (next > job.labels + 1)
      throw new JobRefusal('invalid_parameter', `${next} is beyond the ${job.labels} labels of job ${id}`, 'from')
    const seen = { sent: next - 1, confirmed: next - 1, printed: next - 1, next }
    if (next === job.labels + 1) return this.store.finish(id, { state: 'done', reason: undefined, ...seen }, 'keep')
    const printer = this.#printerFor(job)
    wantedPieces(this.store, job, printer, { from: next, to: job.labels })
    if (job.state === 'cancelled') this.store.refuseBeyondShare(job)
    const waiting = this.store.change(id, {
      state: 'waiting',
      reason: undefined,
      ended: undefined,
      waits: true,
      ...seen,
    })
    this.#queue(waiting)
    return waiting
  }

  /**
   * Prints labels of a job again, as a job of its own.
   *
   * @throws JobRefusal; PrintError; StateError
   */
  async reprint(id: number, { from = 1, to, reason, by, client }: Reprint): Promise<Job> {
    const job = this.#known(id)
    const last = to ?? job.labels
    if (last > job.labels)
      throw new JobRefusal('invalid_parameter', `${last} is beyond the ${job.labels} labels of job ${id}`, 'to')
    if (from > last) throw new JobRefusal('invalid_parameter', `${from} is after ${last}, the last label`, 'from')
    const printer = this.#printerFor(job)
    const wanted = wantedPieces(this.store, job, printer, { from, to: last })
    const labels = last - from + 1
    const pieces = await this.#repeated(job, printer, wanted)
    // its bytes are a part of those that were accepted before
    this.#refuseMisfit(printer, { labels, bytes: 0, from: 1 })
    this.#refuseFull(printer, client)
    const texts = this.store.labels(id, from, last).map(({ text, words }) => ({ text, words, labels: 1 }))
    const drafted = this.#drafted({ printer, client, by, name: job.title, texts }, labels, true)
    const why = reason ?? `labels ${from} to ${last} of job ${id}`
    return this.#accepted(drafted, pieces, (made) =>
      this.store.accept({ ...drafted, pieces: made, reprintOf: id, reason: why }),
    )
  }

  /** Pieces that repeat those of a job: a whole one refers to it, and only what a part of one needs is made. */
  async #repeated(job: Job, { language }: Printer, wanted: ReturnType<typeof wantedPieces>): Promise<NewPiece[]> {
    const heads = this.store.heads(job.id)
    const sizes = this.store.sizes(job.id)
    const pieces: NewPiece[] = []
    for (const { number, first, end } of wanted) {
      const head = heads[number]!
      if (first === 1 && end === head.labels) pieces.push({ of: { job: job.id, head, bytes: sizes[number]! } })
      else pieces.push(await partOf(this.store.piece(job.id, number), first, end, language))
    }
    return pieces
  }

  /**
   * Ends: no job begins any more, and jobs whose clients do not wait stop after the label in hand; they go on at the next start.
   *
   * @param ms  after which those in print are broken off
   */
  async close(ms: number): Promise<void> {
    this.#isClosing = true
    for (const run of this.#runs.values()) if (run.job.waits) run.ending ??= 'stopped'
    await this.#options.printers.close(ms)
    await Promise.allSettled(this.#settling)
    this.#unwritten.close()
  }

  #drafted({ id, printer, client, by, name, texts, beside }: Omit<JobOrder, 'pieces'>, labels: number, waits: boolean) {
    return { id, printer: printer.name, labels, by, client, waits, style: styleOf(printer), name, texts, beside }
  }

  #known(id: number): Job {
    const job = this.store.get(id)
    if (job === undefined) throw new JobRefusal('job_unknown', `there is no job ${id}`)
    return job
  }

  /** The printer of a job, as it was when the job was drawn. @throws JobRefusal */
  #printerFor(job: Job): Printer {
    const printer = this.#options.printers.find(job.printer)
    if (printer === undefined) throw new JobRefusal('job_state', printerGone(job))
    if (styleOf(printer) === job.style) return printer
    throw new JobRefusal('job_state', otherPrinter(job))
  }

  /** Prints a job that waits, and whose turn it is. */
  async #run(id: number, send: Printers['print']): Promise<TurnOutcome> {
    const remove = this.#removals.get(id)
    const settled = this.#runOnce(id, send).catch((error: unknown) => {
      this.#options.log(`job ${id}: ${(error as Error).message}`)
      return 'ended' as const
    })
    const outcome = await this.#settle(settled)
    // a person may have queued it again
    if (outcome === 'ended' && this.#removals.get(id) === remove) this.#removals.delete(id)
    return outcome
  }

  /** What the end of the service waits for. */
  async #settle<T>(work: Promise<T>): Promise<T> {
    this.#settling.add(work)
    try {
      return await work
    } finally {
      this.#settling.delete(work)
    }
  }

  async #runOnce(id: number, send: Printers['print']): Promise<TurnOutcome> {
    const job = this.store.get(id)
    if (job?.state !== 'waiting') return 'ended'
    if (this.#options.printers.find(job.printer) === undefined) {
      // its file may name it again
      const reason = printerGone(job)
      if (job.reason !== reason) this.#change(id, { reason })
      return 'away'
    }
    const began = this.#clock()
    let run: JobRun
    let printer: Printer
    try {
      printer = this.#printerFor(job)
      run = await JobRun.rest(this.store, job, printer)
    } catch (error) {
      this.#finished(job, { state: 'failed', reason: (error as Error).message }, 'forget')
      return 'ended'
    }
    // it may have been cancelled while a part of it was made
    if (this.store.get(id)?.state !== 'waiting' || this.#isClosing) return 'ended'
    this.#runs.set(id, run)
    const told = await this.#told(send(printer, run.printJob()), run)
    const isUnsent = !(told instanceof Error) && 'error' in told && told.error.delivery.sent.bytes === 0
    if (isUnsent && run.ending === undefined) {
      this.#runs.delete(id)
      const { code, why, retryAfter } = told.error
      const isAsBefore = run.job.state === 'waiting' && (this.#isClosing || run.job.reason === why)
      if (!isAsBefore) this.#change(id, { state: 'waiting', reason: why })
      return isBusy(code) ? { pause: 1000 * (retryAfter ?? 1) } : 'away'
    }
    const ended = this.#ended(run, told)
    if (!(told instanceof Error)) this.#options.record(ended, told, this.#clock() - began)
    else this.#options.log(`job ${id}: ${told.message}`)
    return 'ended'
  }

  /** What became of a job that is sent. */
  async #told(sent: Promise<Delivery>, run: JobRun): Promise<JobResult | Error> {
    const cancelled = (delivery: Delivery): JobResult => ({ error: cancelledError(run.job, delivery) })
    try {
      const delivery = await sent
      return run.ending === 'cancelled' && !run.isComplete ? cancelled(delivery) : { delivery }
    } catch (error) {
      if (error instanceof PrintError) return { error }
      return error instanceof Cancelled ? cancelled(nothingSent) : (error as Error)
    }
  }

  /** How a job ends of which this became. */
  #end(run: JobRun, told: JobResult | Error): JobChange {
    const { sent, confirmed, printed } = run.progress
    const at = { sent, confirmed, printed, next: (printed ?? 0) + 1 }
    const isDelivered = !(told instanceof Error) && 'delivery' in told
    if (run.ending === 'cancelled' && !(run.isComplete && isDelivered))
      return { ...at, state: 'cancelled', reason: 'cancelled by a person' }
    if (isDelivered) {
      // what the printer has in its buffer it may still print: only a person sees whether it has
      if (run.isHeld) return { ...at, state: 'uncertain', reason: 'the printer has labels that it has not printed' }
      if (run.isComplete) return { ...at, state: 'done', reason: undefined }
      return { ...at, state: 'waiting', next: sent + 1, reason: 'the service was stopped' }
    }
    const why = told instanceof Error ? inWords(told) : told.error.why
    const hasBegun = run.hasBegun || (!(told instanceof Error) && told.error.delivery.sent.bytes > 0)
    if (run.ending === 'stopped' && !hasBegun) return { ...at, state: 'waiting', reason: 'the service was stopped' }
    const isDamaged = told instanceof StateError && told.kind === 'damaged'
    // whoever was told of the error decides what is printed again
    if (!run.job.waits || !hasBegun || isDamaged) return { ...at, state: 'failed', reason: why }
    return { ...at, state: 'uncertain', reason: why }
  }

  /** Writes how a job has ended. */
  #ended(run: JobRun, told: JobResult | Error): Job {
    const { job } = run
    run.told = told
    this.#runs.delete(job.id)
    const change = this.#end(run, told)
    // one that was cancelled while it waited has ended then
    if (this.store.get(job.id)?.state === 'cancelled') return { ...job, ...change }
    if (change.state === 'waiting') {
      this.#change(job.id, change)
      return { ...job, ...change }
    }
    if (told instanceof Error || change.state === 'uncertain')
      return this.#finished(job, change, run.hasBegun ? 'keep' : 'forget')
    return this.#finished(job, change, this.#answerTo(job, told, run))
  }

  #answerTo(job: Job, told: JobResult, run?: JobRun): { readonly text: string } | 'forget' {
    const text = (run?.answerTo ?? this.#options.answerTo)(job, told)
    return text === undefined ? 'forget' : { text }
  }

  /** Writes the end of a job; if that fails, it is tried again until it is written. */
  #finished(job: Job, change: JobChange, answer: Parameters<JobStore['finish']>[2]): Job {
    const write = (): Job => this.store.finish(job.id, change, answer)
    try {
      return write()
    } catch (error) {
      if (!(error instanceof StateError)) throw error
      this.#options.log(`job ${job.id} is ${change.state}, which cannot be written: ${error.message}`)
      if (error.kind !== 'damaged') this.#unwritten.add(job.id, () => void write())
      return { ...job, ...change }
    }
  }

  #change(id: number, change: JobChange): void {
    try {
      this.store.change(id, change)
    } catch (error) {
      if (!(error instanceof StateError)) throw error
      this.#unwritten.add(id, () => void this.store.change(id, change))
    }
  }
}

export interface Reprint {
  /** Labels, counted from 1, both included; by default all. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly reason?: string | undefined
  readonly by: string
  readonly client: string
}

/** Of a job that has no place yet. */
const notAccepted = {
  id: 0,
  state: 'waiting',
  sent: 0,
  confirmed: 0,
  printed: 0,
  next: 1,
  created: 0,
  ended: undefined,
  idempotencyKey: undefined,
  reason: undefined,
  purpose: undefined,
  reprintOf: undefined,
  bytes: undefined,
  agesFrom: undefined,
  title: undefined,
  first: undefined,
  last: undefined,
  version: undefined,
  source: undefined,
} as const

/** The first label that is not known to be printed; one more than there are if all are. */
const firstNotPrinted = ({ printed }: Pick<Job, 'printed'>): number => (printed ?? 0) + 1

const printerGone = ({ printer }: Pick<Job, 'printer'>): string => `the service has no printer ${printer} any more`

const otherPrinter = ({ printer }: Job): string =>
  `printer ${printer} has another language, resolution, stock or handling now than its labels were drawn for: print them anew`

const labelsOf = (pieces: readonly { readonly labels: number }[]): number =>
  pieces.reduce((sum, { labels }) => sum + labels, 0)

/** Whether a job was refused because of others, and not by its printer. */
const isBusy = (code: PrintErrorCode): boolean => code === 'overloaded' || code === 'rate_limited'

function inWords(error: Error): string {
  return error instanceof StateError || error instanceof JobRefusal ? error.message : 'a fault of this service'
}

const cancelledError = ({ id }: Job, delivery: Delivery): PrintError =>
  new PrintError('job_cancelled', `job ${id} was cancelled`, delivery)
