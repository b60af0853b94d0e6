import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from '../api/answer.ts'
import type { Draw } from '../api/images.ts'
import { type Client, clientOf, proxies } from './client.ts'
import { Connection, type Traffic } from './connection.ts'
import { exchange, type Service } from './exchange.ts'
import { type Limiter, type Rate, tokenBuckets } from './limiter.ts'
import type { Log } from './log.ts'
import { brokenOff, connectRefused } from './refusal.ts'
import { lastWords } from './reply.ts'
import { overloaded, routesOf } from './router.ts'

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

const bounds: Bounds = {
  headers: 10_000,
  keepAlive: 65_000,
  stalled: 30_000,
  linger: 1000,
  connections: 4096,
  unread: 64 << 20,
  waiting: 8192,
}

/** 7089 characters of four bytes, percent-encoded, and node's usual 16 KB for all else. */
const longestHead = 7089 * 12 + 16384

export interface Options {
  readonly draw: Draw
  /** Undefined: no limit. */
  readonly rate: Rate | undefined
  readonly trustedProxies: readonly string[]
  readonly log: Log
  /** Milliseconds, never going back. */
  readonly clock?: () => number
  readonly limiter?: Limiter
  readonly bounds?: Partial<Bounds>
}

export interface Running {
  readonly server: Server
  /** From here on /readyz says no, and every reply asks the client to close. */
  stopTakingOn(): void
}

const nobody: Client = { address: 'unknown', high: 0, low: 0 }

/** The service as a server of node's that does not listen yet. */
export function service(options: Options): Running {
  const limits = { ...bounds, ...options.bounds }
  const server = createServer({
    maxHeaderSize: longestHead,
    headersTimeout: limits.headers,
    requestTimeout: limits.headers,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: Math.min(1000, limits.headers / 4),
    requireHostHeader: false,
    insecureHTTPParser: false,
    noDelay: true,
  })
  let stopping = false
  const shared = sharedOf(options, limits, () => stopping)
  wire(server, shared, limits)
  return {
    server,
    stopTakingOn() {
      stopping = true
    },
  }
}

function sharedOf(options: Options, limits: Bounds, isStopping: () => boolean): Service {
  const { draw, rate, trustedProxies, log, clock = () => performance.now() } = options
  const traffic: Traffic = {
    unread: 0,
    waiting: 0,
    unfinished: new Set(),
    clock: () => Math.floor(clock()),
    linger: limits.linger,
  }
  return {
    routes: routesOf(draw, () => !isStopping()),
    limiter: options.limiter ?? (rate && tokenBuckets(rate)),
    policy: `"ip";q=${rate?.perMinute};w=60`,
    trusted: proxies(trustedProxies),
    log,
    traffic,
    isStopping,
    mostUnread: limits.unread,
    mostWaiting: limits.waiting,
  }
}

function wire(server: Server, shared: Service, limits: Bounds): void {
  const connections = new Map<Socket, Connection>()
  const connectionOf = (socket: Socket): Connection => connections.get(socket) ?? opened(socket)
  const opened = (socket: Socket): Connection => {
    const connection = new Connection(socket, clientOf(socket.remoteAddress ?? '') ?? nobody, shared.traffic)
    connections.set(socket, connection)
    socket.once('close', () => connections.delete(socket))
    return connection
  }
  const refuse = (socket: Socket, answer: Answer): void => {
    const connection = connectionOf(socket)
    if (!connection.isParting) connection.part(lastWords(answer, [], false))
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const connection = connectionOf(request.socket)
    if (connection.isParting) connection.ignore()
    else exchange(shared, connection, request, response)
  }
  // a client may close its side after its last request and still read the replies; node's types do not know this option
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket: Socket) => {
    const connection = opened(socket)
    if (connections.size <= limits.connections) return
    server.closeIdleConnections()
    if (connections.size > limits.connections) connection.part(lastWords(overloaded('too many connections'), [], false))
  })
  server.on('request', answer)
  server.on('checkContinue', answer)
  server.on('checkExpectation', answer)
  server.on('connect', (_request, socket) => refuse(socket as Socket, connectRefused))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const reason = brokenOff(error)
    if (reason === undefined || !socket.writable) socket.destroy()
    else refuse(socket as Socket, reason)
  })
  closeStalled(server, shared.traffic, limits.stalled)
}

/** Cuts the connections of clients that have stopped reading. */
function closeStalled(server: Server, { unfinished, clock }: Traffic, patience: number): void {
  const sweep = (): void => {
    const latest = clock() - patience
    for (const connection of unfinished) if (connection.stalledSince <= latest) connection.socket.destroy()
  }
  const timer = setInterval(sweep, Math.min(1000, patience / 4))
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
