import type { Socket } from 'node:net'
import type { Principal } from '../../answer.ts'
import type { FairQueue, QueuedRequest } from './fair-queue.ts'
import { type Input, mostRequestsInPiece } from './input.ts'
import type { Response } from './response.ts'
import type { ClientUsage } from './usage.ts'

/** The connection whose requests stand in the line. */
interface LineContext {
  readonly socket: Socket
  readonly input: Input
  readonly usage: ClientUsage
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Called when all requests are answered. */
  readonly emptied: () => void
}

/** The maximum number of waiting requests of one connection. Reading pauses before that, and resumes when none is left waiting. */
const mostWaiting = 64

/**
 * The requests of one connection that are not answered yet, in order. The first is being answered, or waits for that; the next comes to
 * the front when the response before it is sent, so that nothing is drawn for a client that does not read.
 */
export class RequestQueue {
  readonly #context: LineContext
  #first: QueuePlace | undefined
  readonly #waiting: QueuePlace[] = []
  #lastResponse: Response | undefined
  /** Milliseconds that requests have waited for the client to read, or behind one that awaited its answer. */
  stopped = 0

  constructor(context: LineContext) {
    this.#context = context
  }

  get isBusy(): boolean {
    return this.#first !== undefined || this.#waiting.length > 0 || !isSent(this.#lastResponse)
  }

  /** How many of the requests belong to one principal. */
  countOf(key: string): number {
    return [this.#first, ...this.#waiting].filter((place) => place?.key === key).length
  }

  /** The line's clock: milliseconds without those that requests waited for the client to read, or for an awaited answer. */
  get now(): number {
    return this.#context.now() - this.stopped
  }

  /** Takes the last place. Resolves when that is the first; never, if the client goes before. */
  join({ key }: Principal): Promise<QueuePlace> {
    const { usage, input, socket } = this.#context
    usage.add(key, 'waiting', 1)
    return new Promise((resolve) => {
      const place = new QueuePlace(this, { key, socket, reached: () => resolve(place) })
      if (!this.isBusy) {
        this.#come(place)
        return
      }
      const isNext = this.#waiting.push(place) === 1
      if (this.#waiting.length === mostWaiting - mostRequestsInPiece) input.stop('crowded')
      if (isNext && this.#first === undefined) this.#nextWhenSent()
    })
  }

  #come(place: QueuePlace): void {
    this.#first = place
    place.reached()
  }

  /** Ends the place of the first request, as `response` answers it. */
  leave(place: QueuePlace, response: Response): void {
    // the client may have been closed meanwhile
    if (this.#first !== place) return
    this.#first = undefined
    this.#context.usage.add(place.key, 'waiting', -1)
    this.#lastResponse = response
    if (this.#waiting.length > 0) this.#nextWhenSent()
    else this.#context.emptied()
  }

  #nextWhenSent(): void {
    const next = (): void => void setImmediate(() => this.#next())
    const response = this.#lastResponse
    if (isSent(response)) {
      next()
      return
    }
    const from = this.now
    response!.once('finish', () => {
      this.stopped += this.now - from
      next()
    })
  }

  #next(): void {
    const place = this.#waiting.shift()
    if (place === undefined) return
    this.#come(place)
    if (this.#waiting.length === 0) this.#context.input.resume('crowded')
  }

  /** What is awaited; the time of it counts for no request. */
  async paused<T>(awaited: Promise<T>): Promise<T> {
    const from = this.now
    const value = await awaited
    this.stopped += this.now - from
    return value
  }

  /** Calls `end` when the last response is sent, unless requests are left; `end` may be called again. */
  afterLast(end: () => void): void {
    if (this.#first !== undefined || this.#waiting.length > 0) return
    if (isSent(this.#lastResponse)) end()
    else this.#lastResponse!.once('finish', end)
  }

  /** Drops all requests. */
  forget(): void {
    for (const place of [this.#first, ...this.#waiting]) {
      if (place !== undefined) this.#context.usage.add(place.key, 'waiting', -1)
    }
    this.#first = undefined
    this.#waiting.length = 0
  }
}

/** The place of one request. */
export class QueuePlace implements QueuedRequest {
  readonly key: string
  readonly reached: () => void
  readonly #line: RequestQueue
  readonly #socket: Socket
  #since: number
  #isBegun = false
  #work: (hasExpired: boolean) => void = () => {}

  constructor(
    line: RequestQueue,
    { key, socket, reached }: { readonly key: string; readonly socket: Socket; readonly reached: () => void },
  ) {
    this.#line = line
    this.#socket = socket
    this.#since = line.now
    this.key = key
    this.reached = reached
  }

  /**
   * Does `work` in turns of the client until it is more than a step, and resolves with what it returns then; never, if the client goes
   * before. Turns after the first come before the client's other requests.
   *
   * @param work  is told whether the request, or a step of it, has waited too long
   */
  turns<T>(queue: FairQueue, work: (hasExpired: boolean) => T | 'step'): Promise<T> {
    return new Promise((resolve) => {
      const enter = (): void => {
        queue.add(this, this.#isBegun)
        this.#isBegun = true
      }
      this.#work = (hasExpired) => {
        const outcome = work(hasExpired)
        if (outcome !== 'step') return resolve(outcome)
        this.#since = this.#line.now
        enter()
      }
      enter()
    })
  }

  /** Ends the place, as `response` answers the request. */
  leave(response: Response): void {
    this.#line.leave(this, response)
  }

  /** What is awaited; the time of it counts for no request. */
  paused<T>(awaited: Promise<T>): Promise<T> {
    return this.#line.paused(awaited)
  }

  get isAbandoned(): boolean {
    return this.#socket.destroyed
  }

  waited(now: number): number {
    return now - this.#line.stopped - this.#since
  }

  answer(): void {
    this.#work(false)
  }

  expire(): void {
    this.#work(true)
  }
}

const isSent = (response: Response | undefined): boolean => response === undefined || response.writableFinished
