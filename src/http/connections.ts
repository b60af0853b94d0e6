import type { IncomingMessage } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { type Answer, overloaded } from '../answer.ts'
import { type Client, clientOf, isIn } from './client.ts'
import { clientErrorAnswer, connectRefused, isBehindLastRequest } from './client-errors.ts'
import { Connection } from './connection.ts'
import { handle, type Service } from './handler.ts'
import { acceptFor } from './input-socket.ts'
import { allowHalfOpen } from './node-internals.ts'
import type { Traffic } from './pending-requests.ts'
import { finalResponse } from './reply.ts'
import { tooManyHeaders } from './request-syntax.ts'
import type { Response, Server } from './response.ts'

/** In an object, because a promise that an async function returns is awaited with it. */
export interface Ended {
  readonly ended: Promise<void>
}

const unknownClient: Client = { address: 'unknown', key: 'unknown', high: 0, low: 0 }

/** Milliseconds without a new connection after which none is left to accept. */
const quietPeriod = 50
/** Milliseconds after which the listener closes anyway. */
const longestClosing = 500

/** All connections of a server, from accepting them to closing them. */
export class ConnectionPool {
  private readonly server: Server
  private readonly service: Service
  private readonly traffic: Traffic
  private readonly bySocket = new Map<Socket, Connection>()
  private count = 0
  /** Requests that wait for the listener to close, while it is closing. */
  private held: (() => void)[] | undefined

  constructor(server: Server, service: Service, traffic: Traffic) {
    this.server = server
    this.service = service
    this.traffic = traffic
    const answer = (request: IncomingMessage, response: Response): void => this.answer(request, response)
    acceptFor(server, (address) => this.isRejected(address))
    server.on('connection', (socket: Socket) => this.accept(socket))
    server.on('request', answer)
    server.on('checkContinue', answer)
    server.on('checkExpectation', answer)
    server.on('connect', (_request, socket) => this.refuse(socket as Socket, connectRefused))
    server.on('timeout', (socket: Socket) => this.closeStalled(socket))
    server.on('clientError', (error, socket) => this.fail(error, socket as Socket))
    allowHalfOpen(server)
  }

  /** How many connections have been accepted so far. */
  get accepted(): number {
    return this.count
  }

  get open(): Iterable<Connection> {
    return this.bySocket.values()
  }

  /** Whether a new connection is closed without an explanation. It counts as accepted. */
  private isRejected(address: string): boolean {
    const isFull = this.service.admission.isFlooded(clientOf(address) ?? unknownClient, (peer) => this.isOfProxy(peer))
    if (isFull) this.count++
    return isFull
  }

  private isOfProxy(peer: Client): boolean {
    const { trusted } = this.service
    return trusted !== undefined && isIn(trusted, peer)
  }

  private accept(socket: Socket): void {
    // node removes its own listener with CONNECT and with the first error, and an error without a listener ends the process
    socket.on('error', () => {})
    const address = socket.remoteAddress ?? ''
    if (this.isRejected(address)) {
      socket.destroy()
      return
    }
    this.count++
    const peer = clientOf(address) ?? unknownClient
    const isOfProxy = this.isOfProxy(peer)
    const tooManyLines = (): void => this.refuse(socket, tooManyHeaders)
    const connection = new Connection(socket, { peer, isOfProxy, tooManyLines }, this.traffic)
    this.bySocket.set(socket, connection)
    socket.once('close', () => this.bySocket.delete(socket))
    this.admit(connection)
  }

  /** Idle connections are closed for the newest one; where there are none, it gets a 503. */
  private admit(newest: Connection): void {
    const excess = this.service.admission.refusalOfNewest(newest)
    if (excess !== undefined) this.reject(newest, overloaded(excess))
  }

  private answer(request: IncomingMessage, response: Response): void {
    const connection = this.bySocket.get(request.socket)
    if (connection === undefined || connection.isClosing) return
    connection.requestParsed()
    if (this.held !== undefined) this.held.push(() => handle(this.service, connection, request, response))
    else handle(this.service, connection, request, response)
  }

  private fail(error: NodeJS.ErrnoException, socket: Socket): void {
    if (isBehindLastRequest(error)) {
      this.bySocket.get(socket)?.ignoreInput()
      return
    }
    const reason = clientErrorAnswer(error)
    if (reason === undefined || !socket.writable) socket.destroy()
    else this.refuse(socket, reason)
  }

  /** Called when nothing has been sent or received for as long as a reply may stall. */
  private closeStalled(socket: Socket): void {
    const connection = this.bySocket.get(socket)
    if (connection?.isIdle(0) !== true) socket.destroy()
  }

  private refuse(socket: Socket, reason: Answer): void {
    const connection = this.bySocket.get(socket)
    if (connection?.isClosing === false) this.reject(connection, reason)
  }

  /** Closes a connection on which no request is left to answer. */
  private reject(connection: Connection, reason: Answer): void {
    const { status, body } = reason
    const client = connection.peer.address
    this.service.log.request({ method: '', route: undefined, status, bytes: body.length, milliseconds: 0, client })
    connection.closeAfter(finalResponse(reason, [], false), status)
  }

  /** Node's own closeIdleConnections counts a connection as idle as soon as its reply is written, and would truncate replies. */
  closeIdle(milliseconds: number): void {
    for (const connection of this.open) if (connection.isIdle(milliseconds)) connection.abort()
  }

  /**
   * Closes the listener without resetting connections that the system has made and that are not accepted yet: the event loop
   * accepts one a turn. Replies are held meanwhile, so that clients do not connect again for their next request.
   */
  async closeListener(): Promise<Ended> {
    this.held = []
    const started = performance.now()
    for (let last = started, before = this.count; ; before = this.count) {
      await turn()
      const now = performance.now()
      if (this.count !== before) last = now
      if (now - last >= quietPeriod || now - started >= longestClosing) break
    }
    // http.Server's own close would close connections that it counts as idle
    const ended = new Promise<void>((resolve) => Listener.prototype.close.call(this.server, () => resolve()))
    const waiting = this.held
    this.held = undefined
    for (const answer of waiting) answer()
    return { ended }
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
