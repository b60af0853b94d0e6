import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Accounts, Resource } from './accounts.ts'
import type { Client } from './client.ts'
import type { FairQueue, QueuedRequest } from './fair-queue.ts'
import { mostRequestsInPiece, type Reading, readingOf } from './reading.ts'

/** What all connections of a server share. */
export interface Traffic {
  readonly accounts: Accounts
  /** Requests that take drawing, one a turn. */
  readonly drawings: FairQueue
  /** All others. */
  readonly others: FairQueue
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Milliseconds that a connection which was given up is still read from, so that the client sees why. */
  readonly linger: number
}

/** Whom a connection comes from. */
export interface Origin {
  readonly peer: Client
  /** Whether it is a trusted proxy, whose connections are those of many clients. */
  readonly isOfProxy: boolean
  /** Called when the head of a request is longer than any that would be accepted. */
  readonly tooManyLines: () => void
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

/** A reply that the client has yet to take. */
interface Unread {
  readonly key: string
  readonly bytes: number
}

/** Milliseconds that a new connection may be silent before it counts as idle. */
const silence = 300

/** Requests that may wait on one connection. It is stopped before, and read again when all of them have begun. */
const mostWaiting = 64

/**
 * One client's connection: the order of its work, what it has yet to read, and its end.
 *
 * A request begins when the reply before it has left: nothing is drawn for a client that does not read.
 */
export class Connection {
  readonly socket: Socket
  readonly peer: Client
  readonly isOfProxy: boolean
  private readonly traffic: Traffic
  private readonly reading: Reading
  private readonly waiting: Work[] = []
  /** The request that waits for its turn among those of other clients. */
  private current: Work | undefined
  private readonly turn: QueuedRequest
  private lastReply: ServerResponse | undefined
  private unread: Unread | undefined
  /** Milliseconds that requests have waited here for their own client to read. */
  private unreadTime = 0
  /** Bytes that had been received when the last request was complete. */
  private mark = 0
  private quietSince: number
  private ending: (() => void) | undefined
  private isClosed = false

  constructor(socket: Socket, origin: Origin, traffic: Traffic) {
    const { peer, isOfProxy } = origin
    this.socket = socket
    this.peer = peer
    this.isOfProxy = isOfProxy
    this.traffic = traffic
    this.turn = this.turnToAnswer()
    const inputTurn = this.turnToParse(() => this.reading.goOn())
    this.reading = readingOf(socket, {
      tooManyLines: () => origin.tooManyLines(),
      wantsTurn: () => traffic.others.add(inputTurn),
    })
    this.quietSince = performance.now()
    traffic.accounts.add(peer.key, 'connections', 1)
    socket.once('close', () => this.closed())
  }

  /** The place in a queue of the request that is to be answered next. */
  private turnToAnswer(): QueuedRequest {
    const connection = this
    return {
      get key() {
        return connection.current!.client.key
      },
      get isAbandoned() {
        return connection.socket.destroyed
      },
      waited: () => this.now() - this.current!.since,
      answer: () => this.done((work) => work.answer()),
      expire: () => this.done((work) => work.expire()),
    }
  }

  /** The place in a queue of what has been received and is yet to be parsed. */
  private turnToParse(goOn: () => void): QueuedRequest {
    const { socket, peer } = this
    return {
      key: peer.key,
      get isAbandoned() {
        return socket.destroyed
      },
      waited: () => 0,
      answer: goOn,
      expire: goOn,
    }
  }

  /** Whether the last reply on this connection is decided: what else arrives on it is ignored. */
  get isClosing(): boolean {
    return this.ending !== undefined
  }

  /** How much of what a client takes up is on this connection. */
  holds(resource: Resource, key: string): number {
    switch (resource) {
      case 'connections':
        return this.peer.key === key ? 1 : 0
      case 'waiting':
        return [this.current, ...this.waiting].filter((work) => work?.client.key === key).length
      case 'unread':
        return this.unread?.key === key ? this.unread.bytes : 0
    }
  }

  /** Takes note of a complete request. */
  asked(): void {
    this.mark = this.socket.bytesRead
    this.reading.begin()
    this.quietSince = performance.now()
  }

  /** Whether, for so many milliseconds, nothing has been under way here: no part of a request, no reply, no work. */
  isIdle(milliseconds: number): boolean {
    if (this.isBusy || this.isClosing || this.reading.isBehind || this.socket.bytesRead !== this.mark) return false
    const patience = this.mark === 0 ? Math.max(milliseconds, silence) : milliseconds
    return performance.now() - this.quietSince >= patience
  }

  private get isBusy(): boolean {
    return this.current !== undefined || this.waiting.length > 0 || !hasLeft(this.lastReply)
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
    if (this.waiting.length === mostWaiting - mostRequestsInPiece) this.reading.stop()
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
    else this.closeIfDone()
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
    if (this.waiting.length === 0) this.reading.resume()
  }

  /** Milliseconds, less those that went by while requests waited for their own client to read. */
  private now(): number {
    return this.traffic.now() - this.unreadTime
  }

  /** Takes note of a reply for `client`; until the client's side has taken it, its bytes count as unread. */
  sent(response: ServerResponse, client: Client, bytes: number): void {
    if (response.writableFinished || this.socket.destroyed) return
    this.unread = { key: client.key, bytes }
    this.traffic.accounts.add(client.key, 'unread', bytes)
    response.once('finish', () => {
      this.taken()
      this.closeIfDone()
    })
  }

  private taken(): void {
    if (this.unread === undefined) return
    this.traffic.accounts.add(this.unread.key, 'unread', -this.unread.bytes)
    this.unread = undefined
  }

  /** From here on all that arrives is ignored. */
  ignoreInput(): void {
    this.reading.discard()
  }

  /** Ends the connection with `finalResponse`, after the replies to all requests before. */
  closeAfter(finalResponse: Uint8Array): void {
    if (this.ending !== undefined) return
    this.ending = () => this.linger(finalResponse)
    this.reading.discard()
    this.closeIfDone()
  }

  private closeIfDone(): void {
    if (!this.isBusy) this.ending?.()
  }

  /** Closing a socket with unread input would reset it, and the final response with it (RFC 9112, 9.6). */
  private linger(finalResponse: Uint8Array): void {
    const { socket } = this
    if (socket.destroyed || socket.writableEnded) return
    socket.end(finalResponse)
    const timer = setTimeout(() => socket.destroy(), this.traffic.linger)
    socket.once('close', () => clearTimeout(timer))
  }

  /** Ends the connection at once, whatever is under way. */
  cut(): void {
    this.socket.destroy()
    this.closed()
  }

  private closed(): void {
    if (this.isClosed) return
    this.isClosed = true
    const { accounts } = this.traffic
    this.taken()
    if (this.current !== undefined) accounts.add(this.current.client.key, 'waiting', -1)
    for (const { client } of this.waiting) accounts.add(client.key, 'waiting', -1)
    this.waiting.length = 0
    accounts.add(this.peer.key, 'connections', -1)
  }
}

function hasLeft(response: ServerResponse | undefined): boolean {
  return response === undefined || response.writableFinished
}
