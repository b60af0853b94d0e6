import type { Socket } from 'node:net'
import type { Client } from './client.ts'
import type { FairQueue, QueuedRequest } from './fair-queue.ts'
import { type Input, mostRequestsInPiece } from './input.ts'
import type { Response } from './response.ts'
import type { ClientUsage } from './usage.ts'

/**
 * What waits for its turn: answers that are drawn in one step; those that are drawn in many, of which a client's own drawings need not
 * wait for; and all others.
 */
export type Queues = Readonly<Record<'drawings' | 'batches' | 'others', FairQueue>>

/** The state that all connections of a server share. */
export interface SharedState {
  readonly usage: ClientUsage
  readonly queues: Queues
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Milliseconds for which a closing connection is still read, so that the client gets the final response. */
  readonly linger: number
}

/** A request that waits to be answered. */
export interface PendingRequest {
  readonly client: Client
  /** When it was submitted, in milliseconds of the connection's clock, which stops while the client does not read or an answer is awaited. */
  since: number
  readonly queue: keyof Queues
  /**
   * Answers, or takes the next step towards the answer: `step` if more are needed, `waits` if there is no room for one. A promise, which
   * is never rejected, brings the function that answers.
   */
  answer(): Response | Promise<() => Response> | 'step' | 'waits'
  /** Answers 503, because the request has waited too long. */
  expire(): Response
}

/** The connection of the requests. */
interface RequestContext {
  readonly socket: Socket
  readonly input: Input
  /** Called when all requests are answered. */
  done(): void
}

/** The maximum number of waiting requests of one connection. Reading pauses before that, and resumes when none is left waiting. */
const mostWaiting = 64

/** Milliseconds after which a request that had no room for a step asks again. */
const untilRoom = 50

/**
 * The requests of one connection that are not answered yet, in order.
 *
 * A request begins when the response before it is sent, so that nothing is drawn for a client that does not read.
 */
export class PendingRequests {
  private readonly shared: SharedState
  private readonly context: RequestContext
  private readonly waiting: PendingRequest[] = []
  /** The request that is queued with those of other clients, or awaits its answer. */
  private current: PendingRequest | undefined
  private readonly turn: QueuedRequest
  private lastResponse: Response | undefined
  /** Milliseconds that requests have waited for the client to read, or behind one that awaited its answer. */
  private stoppedTime = 0

  constructor(shared: SharedState, context: RequestContext) {
    this.shared = shared
    this.context = context
    this.turn = this.turnToAnswer()
  }

  get isBusy(): boolean {
    return this.current !== undefined || this.waiting.length > 0 || !isSent(this.lastResponse)
  }

  /** Calls `end` when the last response is sent, unless requests are left; `end` may be called again. */
  afterLast(end: () => void): void {
    if (this.current !== undefined || this.waiting.length > 0) return
    if (isSent(this.lastResponse)) end()
    else this.lastResponse!.once('finish', end)
  }

  /** How many of the requests belong to one client. */
  countOf(key: string): number {
    return [this.current, ...this.waiting].filter((request) => request?.client.key === key).length
  }

  /** Answers `request` in its turn, after the responses to all earlier requests are sent. */
  submit(request: PendingRequest): void {
    const isBusy = this.isBusy
    request.since = this.now()
    this.shared.usage.add(request.client.key, 'waiting', 1)
    if (!isBusy) {
      this.enqueue(request)
      return
    }
    const isFirst = this.waiting.push(request) === 1
    if (this.waiting.length === mostWaiting - mostRequestsInPiece) this.context.input.stop('crowded')
    if (isFirst && this.current === undefined) this.nextWhenSent()
  }

  private enqueue(request: PendingRequest, isBegun = false): void {
    this.current = request
    this.shared.queues[request.queue].add(this.turn, isBegun)
  }

  /** Takes a step towards the answer to the current request. The next one waits for its own turn, like another request. */
  private step(): void {
    const request = this.current!
    const outcome = request.answer()
    if (outcome === 'step') {
      request.since = this.now()
      this.enqueue(request, true)
    } else if (outcome === 'waits') setTimeout(() => this.enqueue(request, true), untilRoom)
    else if (outcome instanceof Promise) this.await(request, outcome)
    else this.done(request, outcome)
  }

  /** Answers as soon as the answer has come, unless the client has gone by then: that needs no turn, as nothing is drawn for it. */
  private await(request: PendingRequest, answered: Promise<() => Response>): void {
    const { now } = this.shared
    const from = now()
    answered.then((answer) => {
      this.stoppedTime += now() - from
      if (!this.context.socket.destroyed) this.done(request, answer())
    })
  }

  private done(request: PendingRequest, response: Response): void {
    this.current = undefined
    this.shared.usage.add(request.client.key, 'waiting', -1)
    this.lastResponse = response
    if (this.waiting.length > 0) this.nextWhenSent()
    else this.context.done()
  }

  private nextWhenSent(): void {
    const next = (): void => {
      setImmediate(() => this.next())
    }
    const response = this.lastResponse
    if (response === undefined || isSent(response)) {
      next()
      return
    }
    const { now } = this.shared
    const from = now()
    response.once('finish', () => {
      this.stoppedTime += now() - from
      next()
    })
  }

  private next(): void {
    const request = this.waiting.shift()
    if (request === undefined) return
    this.enqueue(request)
    if (this.waiting.length === 0) this.context.input.resume('crowded')
  }

  /** The connection's clock: milliseconds without those that requests waited for the client to read, or for an awaited answer. */
  private now(): number {
    return this.shared.now() - this.stoppedTime
  }

  /** Drops all requests that are not answered yet. */
  forget(): void {
    const { usage } = this.shared
    if (this.current !== undefined) usage.add(this.current.client.key, 'waiting', -1)
    for (const { client } of this.waiting) usage.add(client.key, 'waiting', -1)
    this.waiting.length = 0
  }

  /** The queue entry for the request to be answered next. */
  private turnToAnswer(): QueuedRequest {
    const requests = this
    return {
      get key() {
        return requests.current!.client.key
      },
      get isAbandoned() {
        return requests.context.socket.destroyed
      },
      waited: (now) => now - this.stoppedTime - this.current!.since,
      answer: () => this.step(),
      expire: () => this.done(this.current!, this.current!.expire()),
    }
  }
}

function isSent(response: Response | undefined): boolean {
  return response === undefined || response.writableFinished
}
