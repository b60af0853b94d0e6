import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { statusOf } from '../answer.ts'
import type { Resource } from './accounts.ts'
import type { Client } from './client.ts'
import type { QueuedRequest } from './fair-queue.ts'
import { PendingRequests, type Traffic, type Work } from './pending-requests.ts'
import { type Reading, readingOf } from './reading.ts'

/** Whom a connection comes from. */
export interface Origin {
  readonly peer: Client
  /** Whether it is a trusted proxy, whose connections are those of many clients. */
  readonly isOfProxy: boolean
  /** Called when the head of a request is longer than any that would be accepted. */
  readonly tooManyLines: () => void
}

/** A reply that the client has yet to take. */
interface Unread {
  readonly key: string
  readonly bytes: number
}

/** Statuses that tell a client of too much: of what it sends, or of what it takes up. */
const tooMuch: ReadonlySet<number> = new Set([statusOf.uri_too_long, statusOf.overloaded])

/** Requests of one client that may wait before all that it sends is parsed in turn. */
const crowd = 64

/** Milliseconds that a new connection may be silent before it counts as idle. */
const silence = 300

/** One client's connection: what it asks, what it has yet to read, and its end. */
export class Connection {
  readonly socket: Socket
  readonly peer: Client
  readonly isOfProxy: boolean
  private readonly traffic: Traffic
  private readonly reading: Reading
  private readonly requests: PendingRequests
  private unread: Unread | undefined
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
    const inputTurn = this.turnToParse(() => this.reading.goOn())
    this.reading = readingOf(socket, {
      isCrowded: () => !isOfProxy && traffic.accounts.of(peer.key).waiting > crowd,
      tooManyLines: () => origin.tooManyLines(),
      wantsTurn: () => traffic.others.add(inputTurn),
    })
    this.requests = new PendingRequests(traffic, { socket, reading: this.reading, done: () => this.rest() })
    this.quietSince = performance.now()
    traffic.accounts.add(peer.key, 'connections', 1)
    socket.once('close', () => this.closed())
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
        return this.requests.countOf(key)
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
    if (this.requests.isBusy || this.isClosing || this.reading.isBehind || this.socket.bytesRead !== this.mark)
      return false
    const patience = this.mark === 0 ? Math.max(milliseconds, silence) : milliseconds
    return performance.now() - this.quietSince >= patience
  }

  /** Answers the request when all before it are answered and their replies gone, and when it is its turn. */
  submit(work: Work): void {
    this.requests.submit(work)
  }

  /** Takes note of a reply for `client`; until the client's side has taken it, its bytes count as unread. */
  sent(response: ServerResponse, client: Client, bytes: number): void {
    if (response.writableFinished || this.socket.destroyed) return
    this.unread = { key: client.key, bytes }
    this.traffic.accounts.add(client.key, 'unread', bytes)
    response.once('finish', () => {
      this.taken()
      this.rest()
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

  /**
   * Ends the connection with `finalResponse`, after the replies to all requests before.
   *
   * @param status  of `finalResponse`
   */
  closeAfter(finalResponse: Uint8Array, status: number): void {
    if (this.ending !== undefined) return
    this.ending = () => this.linger(finalResponse, tooMuch.has(status))
    this.reading.discard()
    this.rest()
  }

  /** Nothing more may be under way. */
  private rest(): void {
    this.quietSince = performance.now()
    if (!this.requests.isBusy) this.ending?.()
  }

  /** Closing a socket with unread input would reset it, and the final response with it (RFC 9112, 9.6). */
  private linger(finalResponse: Uint8Array, isExcessive: boolean): void {
    const { socket, peer, traffic } = this
    if (socket.destroyed || socket.writableEnded) return
    socket.end(finalResponse)
    if (isExcessive) traffic.accounts.add(peer.key, 'excessive', 1)
    const timer = setTimeout(() => socket.destroy(), traffic.linger)
    socket.once('close', () => {
      clearTimeout(timer)
      if (isExcessive) traffic.accounts.add(peer.key, 'excessive', -1)
    })
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
    this.requests.forget()
    accounts.add(this.peer.key, 'connections', -1)
  }
}
