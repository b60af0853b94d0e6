import type { IncomingMessage } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import type { Answer } from '../api/answer.ts'
import { type Client, clientOf } from './client.ts'
import { Connection } from './connection.ts'
import { exchange, type Service } from './exchange.ts'
import { brokenOff, connectRefused } from './refusal.ts'
import { lastWords } from './reply.ts'
import type { Response, Server } from './response.ts'
import { overloaded } from './router.ts'

/** How much of everything one server takes on. Times in milliseconds. */
export interface Bounds {
  /** From the start of a request, or of the connection, to the end of the headers. */
  readonly headers: number
  /** A connection between two requests. Longer than the load balancers of today keep one, so that they close it first. */
  readonly keepAlive: number
  /** A reply of which the client takes nothing more. */
  readonly stalled: number
  /** After the last reply, for the client to read it. */
  readonly linger: number
  readonly connections: number
  /** Bytes of replies that clients have yet to read, on all connections. */
  readonly unread: number
  /** Requests that wait behind others, on all connections. */
  readonly waiting: number
}

/** In an object, so that it can be waited for by itself. */
export interface Ended {
  readonly ended: Promise<void>
}

const nobody: Client = { address: 'unknown', high: 0, low: 0 }

/** Milliseconds without anyone coming in after which nobody is at the door, and after which it is shut in any case. */
const lull = 50
const longestDoor = 500

/** All connections of a server: who comes in, what they ask, and how everyone leaves. */
export class Hall {
  private readonly server: Server
  private readonly service: Service
  private readonly most: number
  private readonly connections = new Map<Socket, Connection>()
  private accepted = 0
  /** Requests that wait for the door to be shut, while it is being shut. */
  private atDoor: (() => void)[] | undefined

  constructor(server: Server, service: Service, { connections }: Bounds) {
    this.server = server
    this.service = service
    this.most = connections
    const answer = (request: IncomingMessage, response: Response): void => this.answer(request, response)
    server.on('connection', (socket: Socket) => this.enter(socket))
    server.on('request', answer)
    server.on('checkContinue', answer)
    server.on('checkExpectation', answer)
    server.on('connect', (_request, socket) => this.refuse(socket as Socket, connectRefused))
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      const reason = brokenOff(error)
      if (reason === undefined || !socket.writable) socket.destroy()
      else this.refuse(socket as Socket, reason)
    })
    // a client may close its side after its last request and still read the replies; node's types do not know this option
    Object.assign(server, { httpAllowHalfOpen: true })
  }

  private enter(socket: Socket): void {
    const { traffic } = this.service
    const connection = new Connection(socket, clientOf(socket.remoteAddress ?? '') ?? nobody, traffic)
    this.accepted++
    this.connections.set(socket, connection)
    socket.once('close', () => this.connections.delete(socket))
    if (this.connections.size > this.most) this.makeRoomFor(connection)
  }

  private answer(request: IncomingMessage, response: Response): void {
    const connection = this.connections.get(request.socket)
    if (connection === undefined) return
    connection.asked()
    if (connection.isParting) connection.ignore()
    else if (this.atDoor !== undefined) this.atDoor.push(() => exchange(this.service, connection, request, response))
    else exchange(this.service, connection, request, response)
  }

  private refuse(socket: Socket, reason: Answer): void {
    const connection = this.connections.get(socket)
    if (connection?.isParting === false) this.turnAway(connection, reason)
  }

  /** Parts from a client that has asked nothing yet that could be answered. */
  private turnAway(connection: Connection, reason: Answer): void {
    const { status, body } = reason
    const client = connection.peer.address
    this.service.log.request({ method: '', route: undefined, status, bytes: body.length, milliseconds: 0, client })
    connection.part(lastWords(reason, [], false))
  }

  /** Idle connections give way to the newest one; where there are none, it is told to come back, or cut. */
  private makeRoomFor(newest: Connection): void {
    this.closeIdle(0)
    let left = 0
    for (const { destroyed } of this.connections.keys()) if (!destroyed) left++
    if (left > 2 * this.most) newest.socket.destroy()
    else if (left > this.most) this.turnAway(newest, overloaded('too many connections'))
  }

  /** Node's own way takes a connection for idle as soon as its reply is written, read or not, and would cut replies short. */
  closeIdle(milliseconds: number): void {
    for (const [socket, connection] of this.connections) if (connection.isIdle(milliseconds)) socket.destroy()
  }

  /**
   * Closing a listener resets everyone whom the system has connected, but who has not been accepted yet; and of those the
   * event loop accepts one a turn. So replies are held back for a moment, lest clients come back with the next request.
   */
  async shutDoor(): Promise<Ended> {
    this.atDoor = []
    const started = performance.now()
    for (let last = started, before = this.accepted; ; before = this.accepted) {
      await turn()
      const now = performance.now()
      if (this.accepted !== before) last = now
      if (now - last >= lull || now - started >= longestDoor) break
    }
    // the close of http.Server would close connections that it takes for idle
    const ended = new Promise<void>((resolve) => Listener.prototype.close.call(this.server, () => resolve()))
    const waiting = this.atDoor
    this.atDoor = undefined
    for (const answer of waiting) answer()
    return { ended }
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
