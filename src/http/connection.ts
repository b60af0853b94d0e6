import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { statusOf } from '../answer.ts'
import type { Client } from './client.ts'
import type { Resource } from './client-usage.ts'
import type { QueuedRequest } from './fair-queue.ts'
import { type Input, inputOf } from './input.ts'
import { type PendingRequest, PendingRequests, type SharedState } from './pending-requests.ts'

/** The other end of a connection. */
export interface Origin {
  readonly peer: Client
  /** Whether it is a trusted proxy, whose connections are those of many clients. */
  readonly isOfProxy: boolean
  /** Called when the head of a request has more lines than any accepted request. */
  readonly tooManyLines: () => void
}

/** A response that the client has not read yet. */
interface UnreadResponse {
  readonly key: string
  readonly bytes: number
}

/** Statuses of errors for clients that send or use too much. */
const excessStatuses: ReadonlySet<number> = new Set([statusOf.uri_too_long, statusOf.overloaded])

/** Waiting requests of a client above which all its input is parsed in turn with other clients. */
const crowdedAbove = 64

/** Milliseconds after which a new connection that has sent nothing counts as idle. */
const firstByteTimeout = 300

/** A connection: its requests, the responses that the client has not read yet, and its end. */
export class Connection {
  readonly socket: Socket
  readonly peer: Client
  readonly isOfProxy: boolean
  private readonly shared: SharedState
  private readonly input: Input
  private readonly requests: PendingRequests
  private unread: UnreadResponse | undefined
  /** Bytes that had been received when the last request was complete. */
  private parsedBytes = 0
  private quietSince: number
  private ending: (() => void) | undefined
  private isClosed = false

  constructor(socket: Socket, origin: Origin, shared: SharedState) {
    const { peer, isOfProxy } = origin
    this.socket = socket
    this.peer = peer
    this.isOfProxy = isOfProxy
    this.shared = shared
    const inputTurn = this.turnToParse(() => this.input.parseNext())
    this.input = inputOf(socket, {
      isCrowded: () => !isOfProxy && shared.usage.of(peer.key).waiting > crowdedAbove,
      tooManyLines: () => origin.tooManyLines(),
      scheduleParse: () => shared.others.add(inputTurn),
    })
    this.requests = new PendingRequests(shared, { socket, input: this.input, done: () => this.settle() })
    this.quietSince = performance.now()
    shared.usage.add(peer.key, 'connections', 1)
    socket.once('close', () => this.closed())
  }

  /** The queue entry for input that has been received and not parsed yet. */
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

  /** Whether the final response is decided, so that further input is ignored. */
  get isClosing(): boolean {
    return this.ending !== undefined
  }

  /** How much of what a client uses is on this connection. */
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

  /** Whether nothing has happened for so many milliseconds: no input, no response, no drawing. */
  isIdle(milliseconds: number): boolean {
    if (this.requests.isBusy || this.isClosing || this.input.hasUnparsed || this.socket.bytesRead !== this.parsedBytes)
      return false
    const timeout = this.parsedBytes === 0 ? Math.max(milliseconds, firstByteTimeout) : milliseconds
    return performance.now() - this.quietSince >= timeout
  }

  /** Answers the request in its turn, after the responses to all earlier requests are sent. */
  submit(request: PendingRequest): void {
    this.requests.submit(request)
  }

  /** Records a response to `client`; its bytes count as unread until the system has accepted them. */
  sent(response: ServerResponse, client: Client, bytes: number): void {
    if (response.writableFinished || this.socket.destroyed) return
    this.unread = { key: client.key, bytes }
    this.shared.usage.add(client.key, 'unread', bytes)
    response.once('finish', () => {
      this.read()
      this.settle()
    })
  }

  private read(): void {
    if (this.unread === undefined) return
    this.shared.usage.add(this.unread.key, 'unread', -this.unread.bytes)
    this.unread = undefined
  }

  /** Ignores all further input. */
  ignoreInput(): void {
    this.input.discard()
  }

  /**
   * Closes the connection with `finalResponse`, after the responses to all earlier requests.
   *
   * @param status  of `finalResponse`
   */
  closeAfter(finalResponse: Uint8Array, status: number): void {
    if (this.ending !== undefined) return
    this.ending = () => this.linger(finalResponse, excessStatuses.has(status))
    this.input.discard()
    this.settle()
  }

  /** Called after each response: closes the connection if it is closing and no request is left. */
  private settle(): void {
    this.quietSince = performance.now()
    if (!this.requests.isBusy) this.ending?.()
  }

  /** Reads on for a moment, because closing a socket with unread input resets it and loses the final response (RFC 9112, 9.6). */
  private linger(finalResponse: Uint8Array, isExcessive: boolean): void {
    const { socket, peer, shared } = this
    if (socket.destroyed || socket.writableEnded) return
    socket.end(finalResponse)
    if (isExcessive) shared.usage.add(peer.key, 'excessive', 1)
    const timer = setTimeout(() => socket.destroy(), shared.linger)
    socket.once('close', () => {
      clearTimeout(timer)
      if (isExcessive) shared.usage.add(peer.key, 'excessive', -1)
    })
  }

  /** Closes the connection at once, without a response. */
  abort(): void {
    this.socket.destroy()
    this.closed()
  }

  private closed(): void {
    if (this.isClosed) return
    this.isClosed = true
    const { usage } = this.shared
    this.read()
    this.requests.forget()
    usage.add(this.peer.key, 'connections', -1)
  }
}
