import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Client } from './client.ts'
import type { ClientUsage } from './client-usage.ts'
import type { FairQueue, QueuedRequest } from './fair-queue.ts'
import { type Input, mostRequestsInPiece } from './input.ts'

/** What all connections of a server share. */
export interface Traffic {
  readonly usage: ClientUsage
  /** Requests whose answers are drawn. */
  readonly drawings: FairQueue
  /** All others. */
  readonly others: FairQueue
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Milliseconds that a closing connection is still read from, so that the client gets the final response. */
  readonly linger: number
}

/** One request, ready to be answered. */
export interface Work {
  readonly client: Client
  /** When it was submitted, in milliseconds of the connection's own clock. */
  since: number
  readonly isDrawing: boolean
  answer(): ServerResponse
  /** Answers that the request has waited too long. */
  expire(): ServerResponse
}

/** What the requests need of their connection. */
interface RequestContext {
  readonly socket: Socket
  readonly input: Input
  /** Called when all requests are answered. */
  done(): void
}

/** Requests that may wait on one connection. Reading stops before that, and resumes when all of them have begun. */
const mostWaiting = 64

/**
 * The requests of one connection that are not answered yet, in their order.
 *
 * A request begins when the reply before it is sent: nothing is drawn for a client that does not read.
 */
export class PendingRequests {
  private readonly traffic: Traffic
  private readonly context: RequestContext
  private readonly waiting: Work[] = []
  /** The request that waits for its turn among those of other clients. */
  private current: Work | undefined
  private readonly turn: QueuedRequest
  private lastReply: ServerResponse | undefined
  /** Milliseconds that requests have waited for their own client to read. */
  private unreadTime = 0

  constructor(traffic: Traffic, context: RequestContext) {
    this.traffic = traffic
    this.context = context
    this.turn = this.turnToAnswer()
  }

  get isBusy(): boolean {
    return this.current !== undefined || this.waiting.length > 0 || !hasLeft(this.lastReply)
  }

  /** How many of the requests are those of one client. */
  countOf(key: string): number {
    return [this.current, ...this.waiting].filter((work) => work?.client.key === key).length
  }

  /** Answers `work` in its turn, after all requests before it are answered and their replies sent. */
  submit(work: Work): void {
    const isBusy = this.isBusy
    work.since = this.now()
    this.traffic.usage.add(work.client.key, 'waiting', 1)
    if (!isBusy) {
      this.enqueue(work)
      return
    }
    const isFirst = this.waiting.push(work) === 1
    if (this.waiting.length === mostWaiting - mostRequestsInPiece) this.context.input.stop()
    if (isFirst && this.current === undefined) this.nextWhenLeft()
  }

  private enqueue(work: Work): void {
    const { drawings, others } = this.traffic
    this.current = work
    const queue = work.isDrawing ? drawings : others
    queue.add(this.turn)
  }

  private done(answer: (work: Work) => ServerResponse): void {
    const work = this.current!
    this.current = undefined
    this.traffic.usage.add(work.client.key, 'waiting', -1)
    this.lastReply = answer(work)
    if (this.waiting.length > 0) this.nextWhenLeft()
    else this.context.done()
  }

  private nextWhenLeft(): void {
    const next = (): void => {
      setImmediate(() => this.next())
    }
    const reply = this.lastReply
    if (reply === undefined || hasLeft(reply)) {
      next()
      return
    }
    const { now } = this.traffic
    const from = now()
    reply.once('finish', () => {
      this.unreadTime += now() - from
      next()
    })
  }

  private next(): void {
    const work = this.waiting.shift()
    if (work === undefined) return
    this.enqueue(work)
    if (this.waiting.length === 0) this.context.input.resume()
  }

  /** Milliseconds, without those that requests waited for their own client to read. */
  private now(): number {
    return this.traffic.now() - this.unreadTime
  }

  /** Drops all that has not been answered. */
  forget(): void {
    const { usage } = this.traffic
    if (this.current !== undefined) usage.add(this.current.client.key, 'waiting', -1)
    for (const { client } of this.waiting) usage.add(client.key, 'waiting', -1)
    this.waiting.length = 0
  }

  /** The entry in a queue for the request that is to be answered next. */
  private turnToAnswer(): QueuedRequest {
    const requests = this
    return {
      get key() {
        return requests.current!.client.key
      },
      get isAbandoned() {
        return requests.context.socket.destroyed
      },
      waited: () => this.now() - this.current!.since,
      answer: () => this.done((work) => work.answer()),
      expire: () => this.done((work) => work.expire()),
    }
  }
}

function hasLeft(response: ServerResponse | undefined): boolean {
  return response === undefined || response.writableFinished
}
