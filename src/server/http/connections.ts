import type { IncomingMessage } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { type Answer, overloaded, type Principal } from '../../answer.ts'
import { tooMuchFraming } from './body.ts'
import { ClientConnection, type SharedState } from './connection.ts'
import { exchange, type HttpService } from './exchange.ts'
import { acceptFor } from './input.ts'
import { allowHalfOpen } from './node-internals.ts'
import { isIn, principalAt, unknownPrincipal } from './principal.ts'
import { clientErrorAnswer, connectRefused, isBehindLastRequest, tooManyHeaders } from './request-syntax.ts'
import { finalResponse, type Response, type Server } from './response.ts'

/** A promise in an object, because an async function that returned the promise itself would wait for it. */
export interface Ended {
  readonly ended: Promise<void>
}

/** Milliseconds without a new connection after which the listener closes. */
const quietPeriod = 50
/** Milliseconds after which the listener closes in any case. */
const longestClosing = 500

/** All connections of a server, from accepting them to closing them. */
export class ConnectionPool {
  readonly #server: Server
  readonly #service: HttpService
  readonly #shared: SharedState
  readonly #bySocket = new Map<Socket, ClientConnection>()
  #count = 0
  /** While the listener is closing: requests that wait until it is closed. */
  #held: (() => void)[] | undefined

  constructor(server: Server, service: HttpService, shared: SharedState) {
    this.#server = server
    this.#service = service
    this.#shared = shared
    const answer = (request: IncomingMessage, response: Response): void => this.#answer(request, response)
    acceptFor(server, (address) => this.#isRejected(address))
    server.on('connection', (socket: Socket) => this.#accept(socket))
    server.on('request', answer)
    server.on('checkContinue', answer)
    server.on('checkExpectation', answer)
    server.on('connect', (_request, socket) => this.#refuse(socket as Socket, connectRefused))
    server.on('clientError', (error, socket) => this.#fail(error, socket as Socket))
    allowHalfOpen(server)
  }

  /** How many connections have been accepted so far. */
  get accepted(): number {
    return this.#count
  }

  get open(): Iterable<ClientConnection> {
    return this.#bySocket.values()
  }

  /** Whether a new connection is closed without a response. It counts as accepted. */
  #isRejected(address: string): boolean {
    const isFlooded = this.#service.usageLimits.isFlooded(principalAt(address) ?? unknownPrincipal, (peer) =>
      this.#isOfProxy(peer),
    )
    if (isFlooded) {
      this.#count++
      this.#service.counts.refusals.flooded++
    }
    return isFlooded
  }

  #isOfProxy(peer: Principal): boolean {
    const { trusted } = this.#service
    return trusted !== undefined && isIn(trusted, peer)
  }

  #accept(socket: Socket): void {
    // node removes its error listener after CONNECT and after the first error, and an error without a listener ends the process
    socket.on('error', () => {})
    const address = socket.remoteAddress ?? ''
    if (this.#isRejected(address)) {
      socket.destroy()
      return
    }
    this.#count++
    const peer = principalAt(address) ?? unknownPrincipal
    const isOfProxy = this.#isOfProxy(peer)
    const tooManyLines = (): void => this.#refuse(socket, tooManyHeaders)
    const tooMuch = (most: number): void => this.#refuse(socket, tooMuchFraming(most))
    const connection = new ClientConnection(
      socket,
      { peer, isOfProxy, tooManyLines, tooMuchFraming: tooMuch },
      this.#shared,
    )
    this.#bySocket.set(socket, connection)
    socket.once('close', () => this.#bySocket.delete(socket))
    this.#admit(connection)
  }

  /** Closes idle connections to make room for the newest one; if there are none, that one gets a 503. */
  #admit(newest: ClientConnection): void {
    const excess = this.#service.usageLimits.refusalOfNewest(newest)
    if (excess !== undefined) this.#reject(newest, overloaded(excess))
  }

  #answer(request: IncomingMessage, response: Response): void {
    const connection = this.#bySocket.get(request.socket)
    if (connection === undefined || connection.isClosing) return
    if (connection.gate.isOccupied) {
      connection.gate.defer(() => this.#answer(request, response))
      return
    }
    connection.requestParsed(request)
    const held = this.#held
    if (held === undefined) {
      void exchange(this.#service, connection, request, response)
      return
    }
    // a body is not received before the head is judged
    const release = connection.gate.hold()
    held.push(() => {
      if (release()) void exchange(this.#service, connection, request, response)
    })
  }

  #fail(error: NodeJS.ErrnoException, socket: Socket): void {
    if (isBehindLastRequest(error)) {
      this.#bySocket.get(socket)?.ignoreInput()
      return
    }
    const reason = clientErrorAnswer(error)
    // the final response may not have been read yet; to close the socket now could lose it
    if (reason !== undefined && this.#bySocket.get(socket)?.isClosing) return
    if (reason === undefined || !socket.writable) socket.destroy()
    else this.#refuse(socket, reason)
  }

  /** Closes connections whose clients have read nothing for so many milliseconds. A response that is not made yet keeps nobody waiting. */
  closeStalled(milliseconds: number): void {
    for (const connection of [...this.open].filter((connection) => connection.isStalled(milliseconds))) {
      this.#service.counts.refusals.stalled++
      connection.abort()
    }
  }

  #refuse(socket: Socket, reason: Answer): void {
    const connection = this.#bySocket.get(socket)
    connection?.gate.refuseInput(() => {
      if (connection.isClosing) return
      this.#service.counts.refusals.malformed++
      this.#reject(connection, reason)
    })
  }

  /** Closes a connection with an error that belongs to no request. */
  #reject(connection: ClientConnection, reason: Answer): void {
    const { status, body, code } = reason
    const client = connection.peer.name
    const none = { method: '', route: undefined, milliseconds: 0 }
    this.#service.log.request({ ...none, status, bytes: body.length, client, code })
    connection.closeAfter(finalResponse(reason, { audience: connection.audience, more: [] }, false), status)
  }

  /**
   * Closes connections that are idle and remain so while the event loop reads all that has arrived: after a long drawing a request
   * may be waiting to be read. Node's closeIdleConnections would truncate responses: it treats a connection as idle as soon as its
   * response is written.
   */
  closeIdle(milliseconds: number): void {
    const idle = [...this.open].filter((connection) => connection.isIdle(milliseconds))
    if (idle.length === 0) return
    setImmediate(() => {
      for (const connection of idle) if (connection.isIdle(milliseconds)) connection.abort()
    })
  }

  /**
   * Closes the listener, but first accepts the connections that the system has established, which closing would reset; the event
   * loop accepts one per turn. Meanwhile requests wait, so that clients do not connect again for their next request.
   */
  async closeListener(): Promise<Ended> {
    this.#held = []
    const started = performance.now()
    for (let last = started, before = this.#count; ; before = this.#count) {
      await turn()
      const now = performance.now()
      if (this.#count !== before) last = now
      if (now - last >= quietPeriod || now - started >= longestClosing) break
    }
    // the close of http.Server would also close connections that it treats as idle
    const ended = new Promise<void>((resolve) => Listener.prototype.close.call(this.#server, () => resolve()))
    const waiting = this.#held
    this.#held = undefined
    for (const answer of waiting) answer()
    return { ended }
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
