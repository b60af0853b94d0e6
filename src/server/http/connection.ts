import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Principal, statusOf } from '../../answer.ts'
import { longestFramed } from './body.ts'
import type { QueuedRequest, Queues } from './fair-queue.ts'
import { type BodyState, type Input, inputOf } from './input.ts'
import { type QueuePlace, RequestQueue } from './line.ts'
import { acceptedBytes } from './node-internals.ts'
import { hasBody } from './request-syntax.ts'
import type { Response } from './response.ts'
import type { Audience } from './response-headers.ts'
import { type ClientUsage, type Held, HeldBytes, type Resource } from './usage.ts'

/** The state that all connections of a server share. */
export interface SharedState {
  readonly usage: ClientUsage
  readonly queues: Queues
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Milliseconds for which a closing connection is still read, so that the client gets the final response. */
  readonly linger: number
}

/** The other end of a connection. */
export interface RequestOrigin {
  readonly peer: Principal
  /** Whether it is a trusted proxy, whose connections are those of many clients. */
  readonly isOfProxy: boolean
  /** Called when the head of a request has more lines than any accepted request. */
  readonly tooManyLines: () => void
  /** Called when a body arrives in more bytes than one that is accepted. @param most  bytes */
  readonly tooMuchFraming: (most: number) => void
}

/** Waiting requests of a principal above which all input of its connections is parsed in turn with other clients. */
const crowdedAbove = 64

/** Milliseconds after which a new connection that has sent nothing counts as idle. */
const firstByteTimeout = 300

/** A connection: its requests, the responses that the client has not read yet, and its end. */
export class ClientConnection {
  readonly socket: Socket
  readonly peer: Principal
  readonly isOfProxy: boolean
  /** Who may read a response that belongs to no request: as of the last request. */
  audience: Audience = 'public'
  readonly #shared: SharedState
  readonly #input: Input
  /** What begins requests, and holds them back. */
  readonly gate: RequestGate
  readonly #line: RequestQueue
  readonly #unread: HeldBytes
  readonly #making: HeldBytes
  readonly #bodies: HeldBytes
  /** Of the last request; of the address until there is one. */
  #last: Principal
  /** The last request, until all of its body has been delivered. */
  #receiving: IncomingMessage | undefined
  /** Bytes in which the body of the last request may arrive. */
  #longestFramed = longestFramed(0)
  /** Bytes that had been received when the last request, or its body, was complete. */
  #parsedBytes = 0
  #quietSince: number
  /** Bytes that the system had accepted when that was looked at last, and when they had become so many. */
  #accepted = 0
  #acceptedAt: number
  #ending: (() => void) | undefined
  #isClosed = false
  /** Undefined until somebody asks. */
  #left: AbortController | undefined

  constructor(socket: Socket, origin: RequestOrigin, shared: SharedState) {
    const { peer, isOfProxy } = origin
    this.socket = socket
    this.peer = peer
    this.#last = peer
    this.isOfProxy = isOfProxy
    this.#shared = shared
    this.#unread = new HeldBytes(shared.usage, 'unread')
    this.#making = new HeldBytes(shared.usage, 'making')
    this.#bodies = new HeldBytes(shared.usage, 'bodies')
    const bodyState = (): BodyState => this.body
    const longestFramedNow = (): number => this.#longestFramed
    const inputTurn = this.#turnToParse(() => this.#input.parseNext())
    this.#input = inputOf(socket, {
      isCrowded: () => !isOfProxy && shared.usage.of(this.#last.key).waiting > crowdedAbove,
      get body() {
        return bodyState()
      },
      tooManyLines: () => origin.tooManyLines(),
      get longestFramed() {
        return longestFramedNow()
      },
      tooMuchFraming: () => origin.tooMuchFraming(this.#longestFramed),
      scheduleParse: () => shared.queues.others.add(inputTurn),
    })
    this.gate = new RequestGate({ socket, input: this.#input, usage: shared.usage, body: bodyState })
    const { usage, now } = shared
    this.#line = new RequestQueue({ socket, input: this.#input, usage, now, emptied: () => this.#settle() })
    this.#quietSince = performance.now()
    this.#acceptedAt = shared.now()
    shared.usage.add(peer.key, 'connections', 1)
    socket.once('close', () => this.#closed())
  }

  /** The queue entry for input that has been received and not parsed yet. */
  #turnToParse(parse: () => void): QueuedRequest {
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

  /** Aborted when the client has closed the connection, or its half of it. */
  get left(): AbortSignal {
    if (this.#left === undefined) {
      const controller = new AbortController()
      this.#left = controller
      const { socket } = this
      if (socket.destroyed || socket.readableEnded) controller.abort()
      else for (const event of ['end', 'close']) socket.once(event, () => controller.abort())
    }
    return this.#left.signal
  }

  get isGone(): boolean {
    return this.socket.destroyed
  }

  /** Whether the final response is decided, so that further input is ignored. */
  get isClosing(): boolean {
    return this.#ending !== undefined
  }

  /**
   * Whether the client has read nothing for so many milliseconds, though something is written for it. Asked regularly, as this compares
   * with what was read when it was asked before.
   */
  isStalled(milliseconds: number): boolean {
    const now = this.#shared.now()
    const accepted = acceptedBytes(this.socket)
    if (this.socket.writableLength === 0 || accepted !== this.#accepted) {
      this.#accepted = accepted
      this.#acceptedAt = now
    }
    return now - this.#acceptedAt >= milliseconds
  }

  /** The body of the last request. */
  get body(): BodyState {
    if (this.#receiving === undefined) return 'none'
    return this.#receiving.complete ? 'complete' : 'incomplete'
  }

  /** How much of what a principal uses is on this connection. */
  usedBy(resource: Resource, key: string): number {
    switch (resource) {
      case 'connections':
        return this.peer.key === key ? 1 : 0
      case 'waiting':
        return this.#line.countOf(key) + (this.gate.isHeldFor(key) ? 1 : 0)
      case 'unread':
        return this.#unread.of(key)
      case 'bodies':
        return this.#bodies.of(key)
    }
  }

  /** Records that the head of a request is complete. */
  requestParsed(request: IncomingMessage): void {
    this.#receiving = hasBody(request) ? request : undefined
    this.#input.requestParsed()
    this.#allParsed()
  }

  /** Records that the body of the last request has been delivered. */
  bodyDelivered(): void {
    this.#receiving = undefined
    this.#allParsed()
    this.gate.beginDeferred()
    this.#input.bodyDelivered()
  }

  #allParsed(): void {
    this.#parsedBytes = this.socket.bytesRead
  }

  /**
   * Sets aside bytes for the body of a request, until they are released, or the connection ends.
   *
   * @param limit  bytes that a body of the route may have
   */
  reserve({ key }: Principal, bytes: number, limit: number): Held {
    this.#longestFramed = longestFramed(limit)
    return this.#bodies.hold(key, bytes)
  }

  /** Whether more of a body would be read now, if there were more. */
  isAwaiting(): boolean {
    return !this.#input.hasUnparsed && !this.#input.isStopped
  }

  /** Counts the bytes of a response in the making, none at first, until they are released, or the connection ends. */
  make({ key }: Principal): Held {
    return this.#making.hold(key, 0)
  }

  /** Whether nothing has happened for the given number of milliseconds: no input, no response, no drawing. */
  isIdle(milliseconds: number): boolean {
    if (this.#line.isBusy || this.isClosing || this.#input.hasUnparsed || this.gate.isOccupied) return false
    if (this.socket.bytesRead !== this.#parsedBytes) return false
    const timeout = this.#parsedBytes === 0 ? Math.max(milliseconds, firstByteTimeout) : milliseconds
    return performance.now() - this.#quietSince >= timeout
  }

  /** Resolves when the responses to all earlier requests are sent; never, if the client goes before. */
  join(principal: Principal): Promise<QueuePlace> {
    this.#last = principal
    return this.#line.join(principal)
  }

  /** Records a response that is passed to the socket: what the system has not accepted at once is unread by its principal until then. */
  sent(response: Response, { key }: Principal): void {
    const { socket } = this
    const unread = (): number => socket.writableLength + response.rest
    if (unread() === 0 || socket.destroyed) return
    const held = this.#unread.hold(key, unread())
    response.on('drain', () => held.resize(unread()))
    response.once('finish', () => {
      held.release()
      this.#settle()
    })
  }

  /** Ignores all further input. */
  ignoreInput(): void {
    this.#input.discard()
  }

  /**
   * Closes the connection with `finalResponse`, after the responses to all earlier requests.
   *
   * @param status  of `finalResponse`
   */
  closeAfter(finalResponse: Uint8Array, status: number): void {
    if (this.#ending !== undefined) return
    this.#ending = () => closeWith({ bytes: finalResponse, status, key: this.peer.key }, this.socket, this.#shared)
    this.#input.discard()
    this.#settle()
  }

  /** Called after each response, and when it is read: a connection that is closing closes after the last one. */
  #settle(): void {
    this.#quietSince = performance.now()
    if (this.#ending !== undefined) this.#line.afterLast(this.#ending)
  }

  /** Closes the connection at once, without a response. */
  abort(): void {
    this.socket.destroy()
    this.#closed()
  }

  #closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#unread.releaseAll()
    this.#making.releaseAll()
    this.#bodies.releaseAll()
    this.#line.forget()
    this.gate.forget()
    this.#shared.usage.add(this.peer.key, 'connections', -1)
  }
}

/** The connection whose requests pass the gate. */
interface GateContext {
  readonly socket: Socket
  readonly input: Input
  readonly usage: ClientUsage
  /** The body of the last request. */
  readonly body: () => BodyState
}

/**
 * Lets the requests of one connection begin in their order: the next one when the body of the last one has been delivered, and it
 * is known whether that one is admitted.
 */
class RequestGate {
  readonly #context: GateContext
  #held: { readonly key: string | undefined } | undefined
  /** Begin the requests that node has parsed, and that must wait. */
  readonly #deferred: (() => void)[] = []
  /** Refuses the input behind all of these. */
  #refusal: (() => void) | undefined

  constructor(context: GateContext) {
    this.#context = context
  }

  /** Whether the next request has to wait. */
  get isOccupied(): boolean {
    return this.#held !== undefined || this.#context.body() !== 'none'
  }

  /** Whether a held request counts as waiting for this client. */
  isHeldFor(key: string): boolean {
    return this.#held?.key === key
  }

  /** Calls `begin`, which begins the next request, as soon as the gate is not occupied. */
  defer(begin: () => void): void {
    this.#deferred.push(begin)
  }

  /**
   * Holds the last request: no more input is received, and later requests wait.
   *
   * @param key  of its client, if it counts as waiting
   * @returns a function that ends this, and returns whether the client is still there. The next requests begin after what its caller does
   *   then.
   */
  hold(key?: string): () => boolean {
    const { socket, input, usage } = this.#context
    this.#held = { key }
    if (key !== undefined) usage.add(key, 'waiting', 1)
    input.stop('held')
    return () => {
      if (socket.destroyed) return false
      this.#release()
      queueMicrotask(() => {
        if (this.#held !== undefined) return
        input.resume('held')
        this.beginDeferred()
      })
      return true
    }
  }

  #release(): void {
    const key = this.#held?.key
    this.#held = undefined
    if (key !== undefined) this.#context.usage.add(key, 'waiting', -1)
  }

  /** Calls `refuse`, which closes the connection because of its input, as soon as all complete requests before that have begun. */
  refuseInput(refuse: () => void): void {
    this.#refusal ??= refuse
    this.#context.input.discard()
    this.beginDeferred()
  }

  /** Begins requests that were deferred, as far as they need not wait. */
  beginDeferred(): void {
    while (!this.isOccupied && this.#deferred.length > 0) this.#deferred.shift()!()
    const refusal = this.#refusal
    // a complete body is delivered soon; one that is incomplete stays so, because no more input is parsed
    if (refusal === undefined || this.#held !== undefined || this.#context.body() === 'complete') return
    this.#refusal = undefined
    refusal()
  }

  /** Drops all requests that have not begun. */
  forget(): void {
    this.#release()
    this.#deferred.length = 0
    this.#refusal = undefined
  }
}

/** The last response on a connection. */
interface FinalResponse {
  readonly bytes: Uint8Array
  readonly status: number
  /** The key of the client. */
  readonly key: string
}

/** Statuses of errors for clients that send or use too much. */
const excessStatuses: ReadonlySet<number> = new Set([
  statusOf.uri_too_long,
  statusOf.body_too_large,
  statusOf.overloaded,
])

/**
 * Closes a connection with its final response. It reads on for a moment, because closing a socket with unread input resets it and
 * loses the response (RFC 9112, 9.6).
 */
function closeWith({ bytes, status, key }: FinalResponse, socket: Socket, { usage, linger }: SharedState): void {
  if (socket.destroyed || socket.writableEnded) return
  socket.end(bytes)
  const isExcessive = excessStatuses.has(status)
  if (isExcessive) usage.add(key, 'excessive', 1)
  const timer = setTimeout(() => socket.destroy(), linger)
  socket.once('close', () => {
    clearTimeout(timer)
    if (isExcessive) usage.add(key, 'excessive', -1)
  })
}
