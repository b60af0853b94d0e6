/** The queue of one printer: what is printed next, and what has no place. */

import { type Delivery, nothing, PrintError, type PrintErrorCode, type PrintJob } from '../printers/delivery.ts'
import type { Channel, Patience } from '../printers/printer.ts'
import { type JobMemory, LabelBudget, Shares } from './shares.ts'
import { SlicedJob } from './sliced-job.ts'
import { Turns } from './turns.ts'

/** Jobs of a printer that wait or run, and whose clients wait for their end; and jobs of the store that wait for it. */
const [mostAwaited, mostStored] = [64, 10_000] as const
/** Seconds after which a client may ask again where the queue is full: in that time a job or two have left it. */
const queueRetry = 5

/** Sends a job now, whose turn it is. @throws PrintError */
export type Send = (job: PrintJob, channel: Channel) => Promise<Delivery>

/** What became of a turn. away: the printer took nothing; pause: the job had to wait for the given number of ms. */
export type TurnOutcome = 'ended' | 'away' | { readonly pause: number }

/** A job that waits in the store, whether its printer is there or not. */
export interface StoredJob<Sending = Send> {
  readonly client: string
  /** Labels that are left to be printed. */
  readonly labels: number
  /** Prints it, when it is its turn. It has the next turn of its client until it has ended. */
  readonly run: (send: Sending) => Promise<TurnOutcome>
  /** After which a printer that is away is asked again: at first, and at most. In ms. */
  readonly pauses: { readonly first: number; readonly longest: number }
}

/** A job whose client waits for its end. */
interface AwaitedJob extends PrintJob {
  readonly labels: number
  /** The way to the printer, as it was described when the job was made. */
  readonly channel: Channel
  readonly resolve: (delivery: Delivery) => void
  readonly reject: (error: unknown) => void
  /** Ends the wait for the turn. */
  readonly timer: NodeJS.Timeout
}

type QueuedJob = StoredJob | AwaitedJob

const isStored = (job: QueuedJob): job is StoredJob => 'run' in job

/** What decides whether a job is too large. */
export interface Misfitting {
  readonly labels: number
  readonly bytes: number
  /** Its first row. */
  readonly from: number | undefined
}

interface QueueOptions {
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
 * One job at a time, clients in turn, the jobs of each in order; what a client waits for comes before what it has left in the store. A job of
 * a single label need not wait for the end of another client's job: it goes between two of its labels. Jobs of several labels are never mixed,
 * because people would have to sort them. While the printer is away, jobs of the store wait, and one of them asks again after a pause.
 */
export class Queue {
  readonly #name: string
  readonly #patience: Patience
  readonly #memory: JobMemory
  readonly #budget: LabelBudget
  readonly #waiting = new Turns<QueuedJob>()
  readonly #awaited = new Shares<string>(mostAwaited)
  readonly #stored = new Shares<string>(mostStored)
  /** Jobs of the store whose turn it is: one, and one that it gives way to. */
  readonly #begun = new Set<StoredJob>()
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined
  #jobs = 0
  #isClosed = false
  /** The last pause, in ms, and what ends it; 0 once a job of the store has ended. */
  #pause = 0
  #timer: NodeJS.Timeout | undefined
  #wakes = 0

  constructor({ name, labelsPerMinute, patience, clock, memory }: QueueOptions) {
    this.#name = name
    this.#patience = patience
    this.#memory = memory
    this.#budget = new LabelBudget(labelsPerMinute, clock)
  }

  set labelsPerMinute(labels: number) {
    this.#budget.perMinute = labels
  }

  /** Jobs that run, or whose clients wait for their end. */
  get jobs(): number {
    return this.#jobs
  }

  /** Whether nothing waits or runs. */
  get isEmpty(): boolean {
    return this.#jobs === 0 && this.#waiting.length === 0
  }

  /** Why a job of the client that begins with row `from` has no place now, whatever it is; undefined if it has. */
  refusalFor(client: string, from: number): PrintError | undefined {
    const full = this.#fullness(client)
    return full === undefined ? undefined : this.#error('overloaded', full, from, queueRetry)
  }

  /** Why there is no place for another stored job of the client; undefined if there is. */
  refusalToStore(client: string): PrintError | undefined {
    if (this.#stored.hasRoom(client, 1)) return undefined
    const own = this.#stored.held(client)
    const why = `has ${own} jobs of this client waiting, of ${this.#stored.taken}, and keeps the places that are left for others`
    return this.#error('overloaded', why, 1, 60)
  }

  /** Queues a job whose client waits. @throws PrintError; whatever `accepted` throws */
  async print(job: PrintJob, channel: Channel): Promise<Delivery> {
    const { client } = job
    const size = sizeOf(job)
    const { labels, bytes } = size
    this.#admit(job, size, () => this.#fullness(client) ?? this.#memory.refusal(this.#name, client, bytes))
    this.#jobs++
    this.#awaited.take(client, 1)
    this.#memory.take(this.#name, client, bytes)
    let isAccepted = false
    try {
      job.accepted?.()
      isAccepted = true
      return await new Promise((resolve, reject) => this.#enqueue({ ...job, labels, channel, resolve, reject }))
    } catch (error) {
      this.#giveBack(labels, error, isAccepted)
      throw error
    } finally {
      this.#jobs--
      this.#awaited.giveBack(client, 1)
      this.#memory.giveBack(this.#name, client, bytes)
    }
  }

  /** Queues a job of the store. Where there is no place for it, see `refusalToStore`, it is queued all the same: it was accepted. */
  store(job: StoredJob): void {
    this.#waiting.add(job.client, job)
    this.#stored.take(job.client, 1)
    // the constructor of its owner may not have ended yet
    setImmediate(() => this.#feed())
  }

  /** Takes a job of the store out, unless it has ended; if it has begun, it ends by itself. */
  remove(job: StoredJob): void {
    if (this.#waiting.remove(job.client, job)) this.#stored.giveBack(job.client, 1)
  }

  /** Tries a printer that was away at once, and again one that turns out to be away for a job in hand: it may be another one now. */
  wake(): void {
    this.#wakes++
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#pause = 0
    this.#feed()
  }

  /**
   * Refuses all jobs whose clients wait, and new ones, and begins none of the store; resolves when the one that runs has ended.
   *
   * @param ms  after which the one that runs is stopped
   */
  async close(ms: number): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const job of this.#waiting.clear())
      if (!isStored(job)) this.#reject(job, 'overloaded', 'takes no more jobs: the service stops', queueRetry)
    const timer = setTimeout(() => this.#stop.abort(), Math.min(ms, longestTimer))
    await this.#running
    clearTimeout(timer)
  }

  /** Takes the labels of a job from the budget. @param fullness  why there is no place for it @throws PrintError, if it is not to be sent */
  #admit(
    job: PrintJob,
    { labels, bytes }: Pick<Misfitting, 'labels' | 'bytes'>,
    fullness: () => string | undefined,
  ): void {
    const { perMinute } = this.#budget
    const from = firstRow(job)
    if (this.#isClosed) throw this.#error('overloaded', 'takes no more jobs: the service stops', from, queueRetry)
    const misfit = this.misfit({ labels, bytes, from })
    if (misfit !== undefined) throw misfit
    const full = fullness()
    if (full !== undefined) throw this.#error('overloaded', full, from, queueRetry)
    const seconds = this.#budget.take(labels)
    if (seconds === 0) return
    throw this.#error('rate_limited', `prints at most ${perMinute} labels a minute: wait ${seconds} s`, from, seconds)
  }

  /** Gives back what was not sent of the labels of a job that has failed. @param hasBegun  whether all may have been sent, if the error does not tell */
  #giveBack(labels: number, error: unknown, hasBegun: boolean): void {
    const sent = error instanceof PrintError ? error.delivery.sent.labels : hasBegun ? labels : 0
    this.#budget.giveBack(labels - sent)
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
    const { taken } = this.#awaited
    if (taken >= mostAwaited) return `has ${taken} jobs already`
    if (this.#awaited.hasRoom(client, 1)) return undefined
    return `has ${this.#awaited.held(client)} jobs of this client already, and keeps the places that are left for others`
  }

  #enqueue(job: Omit<AwaitedJob, 'timer'>): void {
    const { turn } = this.#patience
    const timer = setTimeout(() => {
      this.#waiting.remove(waiting.client, waiting)
      this.#reject(waiting, 'printer_timeout', `was busy with other jobs for ${turn / 1000} s`)
    }, turn)
    const waiting = { ...job, timer }
    this.#waiting.add(waiting.client, waiting, isStored)
    this.#feed()
  }

  #feed(): void {
    if (this.#running === undefined) this.#next()
  }

  /** Runs the job whose turn is next, if any waits, and then those after it, whatever becomes of each. */
  #next(): void {
    const job = this.#waiting.next((each) => this.#mayBegin(each))
    this.#running = job && this.#run(job).finally(() => this.#next())
  }

  /** Jobs of the store wait while the printer is away. */
  #mayBegin(job: QueuedJob): boolean {
    return !isStored(job) || (this.#timer === undefined && !this.#begun.has(job) && !this.#isClosed)
  }

  async #run(job: QueuedJob): Promise<void> {
    await (isStored(job) ? this.#runStored(job) : this.#runAwaited(job))
  }

  async #runAwaited(job: AwaitedJob): Promise<void> {
    clearTimeout(job.timer)
    this.#waiting.remove(job.client, job)
    try {
      job.resolve(await this.#sent(job, job.channel))
    } catch (error) {
      job.reject(error)
    }
    this.#waiting.end(job.client)
  }

  async #runStored(job: StoredJob): Promise<void> {
    this.#begun.add(job)
    const wakes = this.#wakes
    const outcome = await job.run((all, channel) => this.#sendNow(all, channel))
    this.#begun.delete(job)
    if (outcome === 'ended') {
      this.#pause = 0
      this.remove(job)
      this.#waiting.end(job.client)
    } else if (wakes === this.#wakes) this.#wait(outcome === 'away' ? this.#nextPause(job) : outcome.pause)
  }

  /** @throws PrintError */
  async #sendNow(job: PrintJob, channel: Channel): Promise<Delivery> {
    const size = sizeOf(job)
    this.#admit(job, size, () => undefined)
    this.#jobs++
    try {
      return await this.#sent(job, channel)
    } catch (error) {
      this.#giveBack(size.labels, error, true)
      throw error
    } finally {
      this.#jobs--
    }
  }

  /** Sends a job, and between its pieces the jobs that it gives way to. @throws PrintError; whatever drawing a piece throws */
  async #sent(job: PrintJob, channel: Channel): Promise<Delivery> {
    const { client } = job
    const sliced = new SlicedJob(job)
    const small = (): QueuedJob | undefined =>
      this.#waiting.next((other) => other.labels === 1 && other.client !== client && this.#mayBegin(other))
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

  #nextPause({ pauses: { first, longest } }: StoredJob): number {
    this.#pause = Math.min(longest, Math.max(first, 2 * this.#pause))
    return this.#pause
  }

  #wait(ms: number): void {
    if (this.#timer !== undefined || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#feed()
    }, ms)
  }

  #reject(job: AwaitedJob, code: PrintErrorCode, why: string, retryAfter?: number): void {
    clearTimeout(job.timer)
    job.reject(this.#error(code, why, firstRow(job), retryAfter))
  }

  /** A job of which nothing was sent. */
  #error(code: PrintErrorCode, why: string, from: number | undefined, retryAfter?: number): PrintError {
    const delivery: Delivery = { sent: nothing, confirmed: nothing, printed: nothing, from }
    return new PrintError(code, `printer ${this.#name} ${why}`, delivery, retryAfter)
  }
}

function sizeOf({ pieces }: PrintJob): Pick<Misfitting, 'labels' | 'bytes'> {
  return {
    labels: pieces.reduce((sum, piece) => sum + piece.labels, 0),
    bytes: pieces.reduce((sum, piece) => sum + piece.kept, 0),
  }
}

const firstRow = ({ pieces }: PrintJob): number | undefined => pieces[0]?.rows.first

/** Longer ones would end at once. */
const longestTimer = 2 ** 31 - 1
