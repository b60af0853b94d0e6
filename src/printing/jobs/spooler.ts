/** The printers of a service, each with a queue in which clients take turns. */

import { channelOf, usualPatience } from '../channels/channel-of.ts'
import {
  codeAfter,
  type Delivery,
  deliveriesTogether,
  type KeptPiece,
  nothing,
  type Piece,
  PrintError,
  type PrintErrorCode,
  type PrintJob,
  type ProgressEvents,
} from '../printers/delivery.ts'
import type { Channel, Condition, Patience, Printer } from '../printers/printer.ts'
import { JobMemory, LabelBudget, Shares } from './shares.ts'
import { Turns } from './turns.ts'

/**
 * The printers that this service knows, each with its queue. Those whose list has been replaced since are still taken by the other functions:
 * what a request has found it can print on.
 */
export interface Printers {
  readonly list: readonly Printer[]
  /** The printer of that very name. */
  find(name: string): Printer | undefined
  /**
   * Takes another list, whole. A printer that is described as before stays the same; one that is described otherwise keeps its queue, and jobs
   * that wait there are sent as it was described when they were made.
   */
  replace(list: readonly Printer[]): void
  /** Calls `listener` after each other list. */
  onReplaced(listener: () => void): void
  /** What the printer says of itself; those who ask at the same time share one question. */
  condition(printer: Printer): Promise<Condition>
  /** Jobs that wait or run. */
  waiting(printer: Printer): number
  /** Why a job of the client that begins with row `from` has no place now, so that it need not be made; undefined if it has. */
  refusalFor(printer: Printer, client: string, from: number): PrintError | undefined
  /** Why a job of so many labels and bytes is never printed as one, whoever sends it; undefined if it can be. */
  misfit(printer: Printer, job: Misfitting): PrintError | undefined
  /** Queues the job, which is sent when it is its client's turn. @throws PrintError; whatever `accepted` throws */
  print(printer: Printer, job: PrintJob): Promise<Delivery>
  /**
   * Refuses all jobs that wait, and new ones; resolves when those that run have ended.
   *
   * @param ms  after which those that run are stopped; they are not by default
   */
  close(ms?: number): Promise<void>
}

export interface PrintersOptions {
  readonly patience?: Patience
  /** A clock that only goes forward, in ms. */
  readonly clock?: () => number
  /** The way to a printer. */
  readonly channelOf?: (printer: Printer, patience: Patience) => Channel
}

interface Known {
  readonly channel: Channel
  readonly spooler: Spooler
  /** The question that is on its way. */
  asking?: Promise<Condition> | undefined
}

const isStopping: Condition = { state: 'unknown', message: 'the service stops' }

export function printersOf(list: readonly Printer[], options: PrintersOptions = {}): Printers {
  const { patience = usualPatience, clock = () => performance.now(), channelOf: channelTo = channelOf } = options
  const all = new WeakMap<Printer, Known>()
  const memory = new JobMemory()
  /** By the printer's name; those of printers that have gone stay until they are empty. */
  const spoolers = new Map<string, Spooler>()
  let byName: ReadonlyMap<string, Printer> = new Map()
  const listeners: (() => void)[] = []
  const replace = (next: readonly Printer[]): void => {
    const kept = next.map((printer) => {
      const before = byName.get(printer.name)
      return before !== undefined && JSON.stringify(before) === JSON.stringify(printer) ? before : printer
    })
    byName = new Map(kept.map((printer) => [printer.name, printer]))
    for (const [name, { jobs }] of spoolers) if (jobs === 0 && !byName.has(name)) spoolers.delete(name)
    for (const printer of kept) {
      if (all.has(printer)) continue
      const { name, labelsPerMinute } = printer
      const spooler = spoolers.get(name) ?? new Spooler({ name, labelsPerMinute, patience, clock, memory })
      spooler.labelsPerMinute = labelsPerMinute
      spoolers.set(name, spooler)
      all.set(printer, { channel: channelTo(printer, patience), spooler })
    }
    for (const listener of listeners) listener()
  }
  replace(list)
  const known = (printer: Printer): Known => {
    const found = all.get(printer)
    if (found === undefined) throw new Error(`printer ${printer.name} is not one of these printers`)
    return found
  }
  const stop = new AbortController()
  let isClosing = false
  return {
    get list() {
      return [...byName.values()]
    },
    find: (name) => byName.get(name),
    replace(next) {
      if (!isClosing) replace(next)
    },
    onReplaced: (listener) => void listeners.push(listener),
    async condition(printer) {
      const it = known(printer)
      it.asking ??= it.channel
        .condition(stop.signal)
        .catch((error: unknown) => {
          if (stop.signal.aborted) return isStopping
          throw error
        })
        .finally(() => {
          it.asking = undefined
        })
      return it.asking
    },
    waiting: (printer) => known(printer).spooler.jobs,
    refusalFor: (printer, client, from) => known(printer).spooler.refusalFor(client, from),
    misfit: (printer, job) => known(printer).spooler.misfit(job),
    async print(printer, job) {
      const { spooler, channel } = known(printer)
      // that of a printer which has gone meanwhile is waited for at the end, too
      if (!spoolers.has(printer.name)) spoolers.set(printer.name, spooler)
      return spooler.print(job, channel)
    },
    async close(ms = Number.POSITIVE_INFINITY) {
      isClosing = true
      await Promise.all([...spoolers.values()].map((spooler) => spooler.close(ms)))
      stop.abort()
    },
  }
}

/** Jobs of a printer that wait or run. */
const mostJobs = 64
/** Seconds after which a client may ask again where the queue is full: in that time a job or two have left it. */
const queueRetry = 5

interface Job extends PrintJob {
  readonly labels: number
  /** The way to the printer, as it was described when the job was made. */
  readonly channel: Channel
  readonly resolve: (delivery: Delivery) => void
  readonly reject: (error: unknown) => void
  /** Ends the wait for the turn. */
  readonly timer: NodeJS.Timeout
}

interface Misfitting {
  readonly labels: number
  readonly bytes: number
  /** Its first row. */
  readonly from: number | undefined
}

interface SpoolerOptions {
  /** Of the printer. */
  readonly name: string
  readonly labelsPerMinute: number
  readonly patience: Patience
  /** A clock that only goes forward, in ms. */
  readonly clock: () => number
  /** That of the jobs of all printers. */
  readonly memory: JobMemory
}

/**
 * The queue of one printer: one job at a time, clients in turn, the jobs of each in order. A job of a single label need not wait for
 * the end of another client's job: it goes between two of its labels. Jobs of several labels are never mixed, because people would
 * have to sort them.
 */
class Spooler {
  readonly #name: string
  readonly #patience: Patience
  readonly #memory: JobMemory
  readonly #budget: LabelBudget
  readonly #waiting = new Turns<Job>()
  readonly #shares = new Shares<string>(mostJobs)
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined
  #jobs = 0
  #isClosed = false

  constructor({ name, labelsPerMinute, patience, clock, memory }: SpoolerOptions) {
    this.#name = name
    this.#patience = patience
    this.#memory = memory
    this.#budget = new LabelBudget(labelsPerMinute, clock)
  }

  set labelsPerMinute(labels: number) {
    this.#budget.perMinute = labels
  }

  /** Jobs that wait or run. */
  get jobs(): number {
    return this.#jobs
  }

  /** Why a job of the client that begins with row `from` has no place now, whatever it is; undefined if it has. */
  refusalFor(client: string, from: number): PrintError | undefined {
    const full = this.#fullness(client)
    return full === undefined ? undefined : this.#error('overloaded', full, from, queueRetry)
  }

  /** Queues a job. @throws PrintError */
  async print(job: PrintJob, channel: Channel): Promise<Delivery> {
    const { client, pieces } = job
    const labels = pieces.reduce((sum, piece) => sum + piece.labels, 0)
    const bytes = pieces.reduce((sum, piece) => sum + piece.kept, 0)
    const refused = this.#refusal(job, labels, bytes)
    if (refused !== undefined) throw refused
    this.#jobs++
    this.#shares.take(client, 1)
    this.#memory.take(this.#name, client, bytes)
    let isAccepted = false
    try {
      job.accepted?.()
      isAccepted = true
      return await new Promise((resolve, reject) => this.#enqueue({ ...job, labels, channel, resolve, reject }))
    } catch (error) {
      const sent = error instanceof PrintError ? error.delivery.sent.labels : isAccepted ? labels : 0
      this.#budget.giveBack(labels - sent)
      throw error
    } finally {
      this.#jobs--
      this.#shares.giveBack(client, 1)
      this.#memory.giveBack(this.#name, client, bytes)
    }
  }

  /**
   * Refuses all jobs that wait, and new ones; resolves when the one that runs has ended.
   *
   * @param ms  after which the one that runs is stopped
   */
  async close(ms: number): Promise<void> {
    this.#isClosed = true
    for (const job of this.#waiting.clear())
      this.#reject(job, 'overloaded', 'takes no more jobs: the service stops', queueRetry)
    const timer = setTimeout(() => this.#stop.abort(), Math.min(ms, longestTimer))
    await this.#running
    clearTimeout(timer)
  }

  /** Why a job is not queued; takes its labels from the budget if it is. */
  #refusal(job: PrintJob, labels: number, bytes: number): PrintError | undefined {
    const { perMinute } = this.#budget
    const from = firstRow(job)
    if (this.#isClosed) return this.#error('overloaded', 'takes no more jobs: the service stops', from, queueRetry)
    const misfit = this.misfit({ labels, bytes, from })
    if (misfit !== undefined) return misfit
    const full = this.#fullness(job.client) ?? this.#memory.refusal(this.#name, job.client, bytes)
    if (full !== undefined) return this.#error('overloaded', full, from, queueRetry)
    const seconds = this.#budget.take(labels)
    if (seconds === 0) return undefined
    return this.#error('rate_limited', `prints at most ${perMinute} labels a minute: wait ${seconds} s`, from, seconds)
  }

  /** Why a job is too large, whatever waits; undefined if it is not. */
  misfit({ labels, bytes, from }: Misfitting): PrintError | undefined {
    const { perMinute } = this.#budget
    if (labels > perMinute) {
      const why = `takes at most ${perMinute} labels a minute, and the job has ${labels}: print it in parts`
      return this.#error('too_many_labels', why, from)
    }
    if (bytes <= this.#memory.most) return undefined
    const why = `takes jobs of at most ${this.#memory.most} bytes, and this one has ${bytes}: print it in parts`
    return this.#error('too_many_labels', why, from)
  }

  /** Why the queue has no place for another job of the client; undefined if it has. */
  #fullness(client: string): string | undefined {
    if (this.#jobs >= mostJobs) return `has ${this.#jobs} jobs already`
    if (this.#shares.hasRoom(client, 1)) return undefined
    return `has ${this.#shares.held(client)} jobs of this client already, and keeps the places that are left for others`
  }

  #enqueue(job: Omit<Job, 'timer'>): void {
    const { turn } = this.#patience
    const timer = setTimeout(() => {
      this.#waiting.remove(waiting.client, waiting)
      this.#reject(waiting, 'printer_timeout', `was busy with other jobs for ${turn / 1000} s`)
    }, turn)
    const waiting = { ...job, timer }
    this.#waiting.add(waiting.client, waiting)
    if (this.#running === undefined) this.#next()
  }

  /** Runs the job whose turn is next, if any waits, and then those after it, whatever becomes of each. */
  #next(): void {
    const job = this.#waiting.next()
    this.#running = job && this.#run(job).finally(() => this.#next())
  }

  async #run(job: Job): Promise<void> {
    clearTimeout(job.timer)
    this.#waiting.remove(job.client, job)
    try {
      job.resolve(await this.#sent(job))
    } catch (error) {
      job.reject(error)
    }
    this.#waiting.end(job.client)
  }

  /** Sends a job, and between its pieces the jobs that it gives way to. @throws PrintError; whatever drawing a piece throws */
  async #sent(job: Job): Promise<Delivery> {
    const { client, channel } = job
    const sliced = new SlicedJob(job)
    const small = (): Job | undefined => this.#waiting.next((other) => other.labels === 1 && other.client !== client)
    const way = { channel, signal: this.#stop.signal, givesWay: () => small() !== undefined }
    await sliced.send(way)
    while (!sliced.isSent) {
      // it may have waited too long by now
      const other = small()
      if (other !== undefined) await this.#run(other)
      await sliced.send(way)
    }
    return sliced.delivery
  }

  #reject(job: Job, code: PrintErrorCode, why: string, retryAfter?: number): void {
    clearTimeout(job.timer)
    job.reject(this.#error(code, why, firstRow(job), retryAfter))
  }

  /** A job of which nothing was sent. */
  #error(code: PrintErrorCode, why: string, from: number | undefined, retryAfter?: number): PrintError {
    const delivery: Delivery = { sent: nothing, confirmed: nothing, printed: nothing, from }
    return new PrintError(code, `printer ${this.#name} ${why}`, delivery, retryAfter)
  }
}

const firstRow = ({ pieces }: PrintJob): number | undefined => pieces[0]?.rows.first

/** Longer ones would end at once. */
const longestTimer = 2 ** 31 - 1

interface Way {
  readonly channel: Channel
  readonly signal: AbortSignal
  /** Whether the job lets another one go first. It is asked between two pieces. */
  readonly givesWay: () => boolean
}

/** A job that is sent in slices, so that others can be sent in between. Each slice is one to the channel, and has a piece at least. */
class SlicedJob {
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

  *#slice(givesWay: () => boolean): Generator<Piece> {
    for (const first = this.#next; !this.isSent && (this.#next === first || !givesWay()); ) {
      yield this.#pieces[this.#next++]!.piece()
    }
  }
}
