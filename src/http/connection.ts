import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { statusOf } from '../answer.ts'
import type { Client } from './client.ts'
import type { Resource } from './client-usage.ts'
import type { QueuedRequest } from './fair-queue.ts'
import { type Input, inputOf } from './input.ts'
import { PendingRequests, type Traffic, type Work } from './pending-requests.ts'

/** Where a connection comes from. */
export interface Origin {
  readonly peer: Client
  /** Whether it is a trusted proxy, whose connections are those of many clients. */
  readonly isOfProxy: boolean
  /** Called when a head has more lines than any accepted request. */
  readonly tooManyLines: () => void
}

/** A reply that the client has not read yet. */
interface Unread {
  readonly key: string
  readonly bytes: number
}

/** Statuses of errors that say that the client sends or uses too much. */
const excessStatuses: ReadonlySet<number> = new Set([statusOf.uri_too_long, statusOf.overloaded])

/** Requests of one client that may wait before all that it sends is parsed in turn. */
const mostBeforeTurns = 64

/** Milliseconds that a new connection may send nothing before it counts as idle. */
const firstByteTimeout = 300

/** One client's connection: its requests, the replies it has not read yet, and its end. */
export class Connection {
  readonly socket: Socket
  readonly peer: Client
  readonly isOfProxy: boolean
  private readonly traffic: Traffic
  private readonly input: Input
  private readonly requests: PendingRequests
  private unread: Unread | undefined
  /** Bytes that had been received when the last request was complete. */
  private parsedBytes = 0
  private quietSince: number
  private ending: (() => void) | undefined
  private isClosed = false

  constructor(socket: Socket, origin: Origin, traffic: Traffic) {
    const { peer, isOfProxy } = origin
    this.socket = socket
    this.peer = peer
    this.isOfProxy = isOfProxy
    this.traffic = traffic
    const inputTurn = this.turnToParse(() => this.input.parseNext())
    this.input = inputOf(socket, {
      isCrowded: () => !isOfProxy && traffic.usage.of(peer.key).waiting > mostBeforeTurns,
      tooManyLines: () => origin.tooManyLines(),
      scheduleParse: () => traffic.others.add(inputTurn),
    })
    this.requests = new PendingRequests(traffic, { socket, input: this.input, done: () => this.settle() })
    this.quietSince = performance.now()
    traffic.usage.add(peer.key, 'connections', 1)
    socket.once('close', () => this.closed())
  }

  /** The entry in a queue for what has been received and is not parsed yet. */
  private turnToParse(parse: () => void): QueuedRequest {
    const { socket, peer } = this
    return {
      key: peer.key,
      get isAbandoned() {
        return socket.destroyed
      },
      waited: () => 0,
      answer: parse,
      expire: parse,
    }
  }

  /** Whether the final response is known: whatever else arrives is ignored. */
  get isClosing(): boolean {
    return this.ending !== undefined
  }

  /** How much of what a client uses belongs to this connection. */
  usedBy(resource: Resource, key: string): number {
    switch (resource) {
      case 'connections':
        return this.peer.key === key ? 1 : 0
      case 'waiting':
        return this.requests.countOf(key)
      case 'unread':
        return this.unread?.key === key ? this.unread.bytes : 0
    }
  }

  /** Records that a request is complete. */
  requestParsed(): void {
    this.parsedBytes = this.socket.bytesRead
    this.input.requestParsed()
    this.quietSince = performance.now()
  }

  /** Whether nothing has happened for so many milliseconds: no part of a request, no reply, no drawing. */
  isIdle(milliseconds: number): boolean {
    if (this.requests.isBusy || this.isClosing || this.input.hasUnparsed || this.socket.bytesRead !== this.parsedBytes)
      return false
    const patience = this.parsedBytes === 0 ? Math.max(milliseconds, firstByteTimeout) : milliseconds
    return performance.now() - this.quietSince >= patience
  }

  /** Answers the request in its turn, after all requests before it are answered and their replies sent. */
  submit(work: Work): void {
    this.requests.submit(work)
  }

  /** Records a reply to `client`; its bytes count as unread until the system has taken them. */
  sent(response: ServerResponse, client: Client, bytes: number): void {
    if (response.writableFinished || this.socket.destroyed) return
    this.unread = { key: client.key, bytes }
    this.traffic.usage.add(client.key, 'unread', bytes)
    response.once('finish', () => {
      this.read()
      this.settle()
    })
  }

  private read(): void {
    if (this.unread === undefined) return
    this.traffic.usage.add(this.unread.key, 'unread', -this.unread.bytes)
    this.unread = undefined
  }

  /** Ignores all that arrives from now on. */
  ignoreInput(): void {
    this.input.discard()
  }

  /**
   * Closes the connection with `finalResponse`, after the replies to all requests before it.
   *
   * @param status  of `finalResponse`
   */
  closeAfter(finalResponse: Uint8Array, status: number): void {
    if (this.ending !== undefined) return
    this.ending = () => this.linger(finalResponse, excessStatuses.has(status))
    this.input.discard()
    this.settle()
  }

  /** Called when something is done: closes the connection if it is to close and nothing else is left. */
  private settle(): void {
    this.quietSince = performance.now()
    if (!this.requests.isBusy) this.ending?.()
  }

  /** Reads on for a while: closing a socket with unread input resets it and loses the final response (RFC 9112, 9.6). */
  private linger(finalResponse: Uint8Array, isExcessive: boolean): void {
    const { socket, peer, traffic } = this
    if (socket.destroyed || socket.writableEnded) return
    socket.end(finalResponse)
    if (isExcessive) traffic.usage.add(peer.key, 'excessive', 1)
    const timer = setTimeout(() => socket.destroy(), traffic.linger)
    socket.once('close', () => {
      clearTimeout(timer)
      if (isExcessive) traffic.usage.add(peer.key, 'excessive', -1)
    })
  }

  /** Closes the connection at once, whatever is going on. */
  abort(): void {
    this.socket.destroy()
    this.closed()
  }

  private closed(): void {
    if (this.isClosed) return
    this.isClosed = true
    const { usage } = this.traffic
    this.read()
    this.requests.forget()
    usage.add(this.peer.key, 'connections', -1)
  }
}
