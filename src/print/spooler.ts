import type { Channel, Patience } from './channel.ts'
import { type Delivery, nothing, type Piece, PrintError, type PrintErrorCode } from './job.ts'
import { LabelBudget } from './label-budget.ts'
import type { Printer } from './printer.ts'

/** Jobs of a printer that wait or run. */
const mostJobs = 64
/** Bytes of the pieces of these jobs. */
const mostBytes = 64 << 20
/** Seconds after which a client may ask again where the queue is full: in that time a job or two have left it. */
const queueRetry = 5

interface Job {
  readonly pieces: readonly Piece[]
  readonly bytes: number
  readonly resolve: (delivery: Delivery) => void
  readonly reject: (error: unknown) => void
  /** Ends the wait for the turn. */
  readonly timer: NodeJS.Timeout
}

/** The queue of one printer: jobs in order, one at a time. */
export class Spooler {
  readonly #printer: Printer
  readonly #channel: Channel
  readonly #patience: Patience
  readonly #budget: LabelBudget
  readonly #queue: Job[] = []
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined
  /** Of the jobs that wait or run. */
  #bytes = 0
  #isClosed = false

  constructor(printer: Printer, channel: Channel, patience: Patience, clock: () => number) {
    this.#printer = printer
    this.#channel = channel
    this.#patience = patience
    this.#budget = new LabelBudget(printer.labelsPerMinute, clock)
  }

  /** Jobs that wait or run. */
  get jobs(): number {
    return this.#queue.length + (this.#running === undefined ? 0 : 1)
  }

  /** Queues a job. @throws PrintError */
  async print(pieces: readonly Piece[]): Promise<Delivery> {
    const labels = pieces.reduce((sum, piece) => sum + piece.labels, 0)
    const bytes = pieces.reduce((sum, piece) => sum + piece.bytes.length, 0)
    const refused = this.#refusal(pieces, labels, bytes)
    if (refused !== undefined) throw refused
    this.#bytes += bytes
    try {
      return await new Promise((resolve, reject) => this.#enqueue({ pieces, bytes, resolve, reject }))
    } catch (error) {
      const sent = error instanceof PrintError ? error.delivery.sent.labels : labels
      this.#budget.giveBack(labels - sent)
      throw error
    } finally {
      this.#bytes -= bytes
    }
  }

  /**
   * Refuses all jobs that wait, and new ones; resolves when the one that runs has ended.
   *
   * @param ms  after which the one that runs is stopped
   */
  async close(ms: number): Promise<void> {
    this.#isClosed = true
    for (const job of this.#queue.splice(0))
      this.#reject(job, 'overloaded', 'takes no more jobs: the service stops', queueRetry)
    const timer = setTimeout(() => this.#stop.abort(), Math.min(ms, longestTimer))
    await this.#running
    clearTimeout(timer)
  }

  /** Why a job is not queued; takes its labels from the budget if it is. */
  #refusal(pieces: readonly Piece[], labels: number, bytes: number): PrintError | undefined {
    const { labelsPerMinute } = this.#printer
    if (this.#isClosed) return this.#error('overloaded', 'takes no more jobs: the service stops', pieces, queueRetry)
    if (labels > labelsPerMinute) {
      const why = `takes at most ${labelsPerMinute} labels a minute, and the job has ${labels}: print it in parts`
      return this.#error('too_many_labels', why, pieces)
    }
    if (bytes > mostBytes) {
      const why = `takes jobs of at most ${mostBytes} bytes, and this one has ${bytes}: print it in parts`
      return this.#error('too_many_labels', why, pieces)
    }
    if (this.jobs >= mostJobs) return this.#error('overloaded', `has ${this.jobs} jobs already`, pieces, queueRetry)
    if (this.#bytes + bytes > mostBytes) {
      return this.#error('overloaded', `has jobs of ${this.#bytes} bytes already`, pieces, queueRetry)
    }
    const seconds = this.#budget.take(labels)
    if (seconds === 0) return undefined
    return this.#error(
      'rate_limited',
      `prints at most ${labelsPerMinute} labels a minute: wait ${seconds} s`,
      pieces,
      seconds,
    )
  }

  #enqueue(job: Omit<Job, 'timer'>): void {
    const { turn } = this.#patience
    const timer = setTimeout(() => {
      const [late] = this.#queue.splice(this.#queue.indexOf(waiting), 1)
      this.#reject(late!, 'printer_timeout', `was busy with other jobs for ${turn / 1000} s`)
    }, turn)
    const waiting = { ...job, timer }
    this.#queue.push(waiting)
    if (this.#running === undefined) this.#next()
  }

  /** Runs the first job that waits, if any, and then those after it, whatever becomes of each. */
  #next(): void {
    const job = this.#queue.shift()
    this.#running = job && this.#run(job).finally(() => this.#next())
  }

  async #run({ pieces, timer, resolve, reject }: Job): Promise<void> {
    clearTimeout(timer)
    try {
      resolve(await this.#channel.send(pieces, this.#stop.signal))
    } catch (error) {
      reject(error)
    }
  }

  #reject({ pieces, timer, reject }: Job, code: PrintErrorCode, why: string, retryAfter?: number): void {
    clearTimeout(timer)
    reject(this.#error(code, why, pieces, retryAfter))
  }

  /** A job of which nothing was sent. */
  #error(code: PrintErrorCode, why: string, pieces: readonly Piece[], retryAfter?: number): PrintError {
    const delivery: Delivery = { sent: nothing, confirmed: nothing, from: pieces[0]?.rows.first }
    return new PrintError(code, `printer ${this.#printer.name} ${why}; nothing was sent`, delivery, retryAfter)
  }
}

/** Longer ones would end at once. */
const longestTimer = 2 ** 31 - 1
