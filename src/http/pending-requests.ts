import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Accounts } from './accounts.ts'
import type { Client } from './client.ts'
import type { FairQueue, QueuedRequest } from './fair-queue.ts'
import { mostRequestsInPiece, type Reading } from './reading.ts'

/** What all connections of a server share. */
export interface Traffic {
  readonly accounts: Accounts
  /** Requests that take drawing. */
  readonly drawings: FairQueue
  /** All others. */
  readonly others: FairQueue
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Milliseconds that a connection which was given up is still read from, so that the client sees why. */
  readonly linger: number
}

/** One request, ready to be answered. */
export interface Work {
  readonly client: Client
  /** When it was submitted, in milliseconds of the connection's own clock. */
  since: number
  readonly isDrawing: boolean
  answer(): ServerResponse
  /** Answers that it has waited too long. */
  expire(): ServerResponse
}

/** What the requests of a connection know of it. */
interface Surroundings {
  readonly socket: Socket
  readonly reading: Reading
  /** Called when all requests are answered. */
  done(): void
}

/** Requests that may wait on one connection. It is stopped before, and read again when all of them have begun. */
const mostWaiting = 64

/**
 * The requests of one connection that have yet to be answered, in their order.
 *
 * A request begins when the reply before it has left: nothing is drawn for a client that does not read.
 */
export class PendingRequests {
  private readonly traffic: Traffic
  private readonly surroundings: Surroundings
  private readonly waiting: Work[] = []
  /** The request that waits for its turn among those of other clients. */
  private current: Work | undefined
  private readonly turn: QueuedRequest
  private lastReply: ServerResponse | undefined
  /** Milliseconds that requests have waited here for their own client to read. */
  private unreadTime = 0

  constructor(traffic: Traffic, surroundings: Surroundings) {
    this.traffic = traffic
    this.surroundings = surroundings
    this.turn = this.turnToAnswer()
  }

  get isBusy(): boolean {
    return this.current !== undefined || this.waiting.length > 0 || !hasLeft(this.lastReply)
  }

  /** How many of them are those of a client. */
  countOf(key: string): number {
    return [this.current, ...this.waiting].filter((work) => work?.client.key === key).length
  }

  /** Does the work when all before it is done and gone, and when it is its turn. */
  submit(work: Work): void {
    const isBusy = this.isBusy
    work.since = this.now()
    this.traffic.accounts.add(work.client.key, 'waiting', 1)
    if (!isBusy) {
      this.enqueue(work)
      return
    }
    const isFirst = this.waiting.push(work) === 1
    if (this.waiting.length === mostWaiting - mostRequestsInPiece) this.surroundings.reading.stop()
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
    this.traffic.accounts.add(work.client.key, 'waiting', -1)
    this.lastReply = answer(work)
    if (this.waiting.length > 0) this.nextWhenLeft()
    else this.surroundings.done()
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
    if (this.waiting.length === 0) this.surroundings.reading.resume()
  }

  /** Milliseconds, less those that went by while requests waited for their own client to read. */
  private now(): number {
    return this.traffic.now() - this.unreadTime
  }

  /** Gives up all that has not been answered. */
  forget(): void {
    const { accounts } = this.traffic
    if (this.current !== undefined) accounts.add(this.current.client.key, 'waiting', -1)
    for (const { client } of this.waiting) accounts.add(client.key, 'waiting', -1)
    this.waiting.length = 0
  }

  /** The place in a queue of the request that is to be answered next. */
  private turnToAnswer(): QueuedRequest {
    const requests = this
    return {
      get key() {
        return requests.current!.client.key
      },
      get isAbandoned() {
        return requests.surroundings.socket.destroyed
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
