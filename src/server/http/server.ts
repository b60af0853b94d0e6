import { createServer, IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hosts, Keys } from '../access/index.ts'
import { type Limiter, type Rate, tokenBuckets } from '../limiter/index.ts'
import type { Log } from '../log.ts'
import type { Route } from '../route.ts'
import { ConnectionPool, type Ended } from './connections.ts'
import type { HttpService } from './exchange.ts'
import { FairQueue, type Queues } from './fair-queue.ts'
import { LiveAnswers } from './live-answers.ts'
import { proxies } from './principal.ts'
import { mostHeaders } from './request-syntax.ts'
import { Outbox, Response, type Server } from './response.ts'
import { headerLines } from './response-headers.ts'
import { Routes } from './route.ts'
import { ClientUsage, noCounts, type ResourceLimits, type ServerFigures, UsageLimits } from './usage.ts'

/** The limits of one server. Times in milliseconds. */
export interface ServerBounds extends ResourceLimits {
  /** The longest time from the start of a request, or of the connection, to the end of the headers. */
  readonly headers: number
  /** The time after the head of a request in which its body may be slow; after that it has to have come at 32 KB/s. */
  readonly request: number
  /** The longest time between two requests. Longer than the default of load balancers, so that they close the connection first. */
  readonly keepAlive: number
  /** The longest time without progress of a response, because the client does not read. */
  readonly stalled: number
  /** The time after the final response in which the client may read it. */
  readonly linger: number
}

const bounds: ServerBounds = {
  headers: 10_000,
  // a body of 1 MiB at 16 KB/s, or of 8 MiB at 29 KB/s
  request: 30_000,
  keepAlive: 65_000,
  // the system reports progress when a third of its send buffer is free, which may be 1.4 MB: a client must read 12 KB/s
  stalled: 120_000,
  linger: 1000,
  connections: { client: 512, total: 4096 },
  waiting: { client: 1024, total: 8192 },
  // four clients that read nothing leave room for the longest reply of each
  unread: { client: 12 << 20, total: 64 << 20 },
  // a picture to check has 8 MiB
  bodies: { client: 8 << 20, total: 32 << 20 },
}

/** Bytes for 7089 percent-encoded characters of four bytes, and node's default of 16 KB for everything else. */
const longestHead = 7089 * 12 + 16384

/** What routes may tell of the server. */
export interface ServerState {
  /** Whether it accepts more requests. */
  readonly isReady: () => boolean
  readonly figures: ServerFigures
}

export interface ServerOptions {
  /** The routes to serve. */
  readonly routes: (server: ServerState) => readonly Route[]
  /** Undefined: everybody may do everything. */
  readonly keys?: Keys | undefined
  /** Undefined: it answers under every name. */
  readonly hosts?: Hosts | undefined
  readonly privateHosts?: Hosts | undefined
  /** Undefined: no limit. */
  readonly rate: Rate | undefined
  readonly trustedProxies: readonly string[]
  readonly log: Log
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number
  readonly limiter?: Limiter
  readonly bounds?: Partial<ServerBounds>
}

export interface Running {
  readonly server: Server
  /** From now on /readyz answers 503, and every response has `Connection: close`. */
  drain(): void
  /** Accepts the connections that the system has established, then closes the listener; `ended` resolves when the last connection has closed. */
  closeListener(): Promise<Ended>
  /** Closes connections on which nothing has happened for 100 ms. */
  closeIdle(): void
}

/** Milliseconds without activity after which a connection is idle while the server stops. */
const idleWhileStopping = 100

/** The service as a node server that does not listen yet. */
export function service(options: ServerOptions): Running {
  const limits = { ...bounds, ...options.bounds }
  const server = createServer({
    IncomingMessage,
    ServerResponse: Response,
    maxHeaderSize: longestHead,
    headersTimeout: limits.headers,
    // bodies have a rule of their own, which counts no time in which the service is behind
    requestTimeout: 0,
    // idle connections are closed below; node would set a timer for each request
    keepAliveTimeout: 0,
    connectionsCheckingInterval: Math.min(1000, limits.headers / 4),
    requireHostHeader: false,
    insecureHTTPParser: false,
    noDelay: true,
  })
  // one more than a request may have, so that too many are recognised
  server.maxHeadersCount = mostHeaders + 1
  // stalled connections are closed below; node's timeout begins anew with each byte that arrives, and with its first look at what is unread
  server.timeout = 0
  let stopping = false
  const live = new LiveAnswers()
  const pool = poolOf(server, options, limits, { isStopping: () => stopping, live })
  const look = (): void => {
    pool.closeIdle(limits.keepAlive)
    pool.closeStalled(limits.stalled)
    // a key may have expired
    if (options.keys !== undefined) live.review()
  }
  options.keys?.onReplaced(() => live.review())
  const timer = setInterval(look, Math.min(1000, limits.keepAlive / 4, limits.stalled / 4)).unref()
  server.on('close', () => clearInterval(timer))
  return {
    server,
    drain() {
      stopping = true
      live.stop()
    },
    closeListener: () => pool.closeListener(),
    closeIdle: () => pool.closeIdle(idleWhileStopping),
  }
}

function poolOf(
  server: Server,
  options: ServerOptions,
  limits: ServerBounds,
  { isStopping, live }: Pick<HttpService, 'isStopping' | 'live'>,
): ConnectionPool {
  const { routes, rate, trustedProxies, log, clock = () => performance.now() } = options
  const usage = new ClientUsage()
  const outbox = new Outbox(() => Object.values(queues).some(({ isIdle }) => !isIdle))
  const context = { now: clock, accepted: () => pool.accepted, turnEnded: () => outbox.release() }
  const queues: Queues = {
    drawings: new FairQueue(context),
    batches: new FairQueue(context),
    others: new FairQueue(context),
  }
  const counts = noCounts()
  const figures: ServerFigures = {
    counts,
    get accepted() {
      return pool.accepted
    },
    get usage() {
      return usage.total
    },
    get queued() {
      const { drawings, batches, others } = queues
      return { drawings: drawings.length, batches: batches.length, others: others.length }
    },
  }
  const state: ServerState = { isReady: () => !isStopping(), figures }
  const service: HttpService = {
    routes: new Routes(routes(state)),
    keys: options.keys,
    hosts: options.hosts,
    privateHosts: options.privateHosts,
    limiter: options.limiter ?? (rate && tokenBuckets(rate)),
    clock: () => Math.floor(clock()),
    perMinute: rate?.perMinute,
    trusted: proxies(trustedProxies),
    keepAlive: headerLines([
      'Connection',
      'keep-alive',
      'Keep-Alive',
      `timeout=${Math.floor(limits.keepAlive / 1000)}`,
    ]),
    patience: limits.request,
    usageLimits: new UsageLimits({ usage, connections: () => pool.open, limits, counts }),
    roundOfBatches: () => queues.batches.round,
    counts,
    outbox,
    live,
    queues,
    log,
    isStopping,
  }
  const pool = new ConnectionPool(server, service, { usage, queues, now: clock, linger: limits.linger })
  return pool
}

/** The maximum number of connections that the system queues until they are accepted; if the queue is full, a client tries again after a second. */
const backlog = 4096

/** Milliseconds that the listener stays open after the signal, so that load balancers see the 503 of /readyz and choose another server. */
const drainTime = 500
/** Milliseconds before the end of the grace period at which all remaining connections are closed. */
const margin = 200
/** Milliseconds between two searches for idle connections. */
const checkInterval = 20

/** Listens; resolves with the address as a URL. */
export function listen({ server }: Running, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject)
      const { address, family, port: actual } = server.address() as AddressInfo
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`)
    })
  })
}

/**
 * Stops within `grace` milliseconds without losing a response: accepts requests for a moment longer and closes their connections
 * after the response, then closes the listener and idle connections, lets the others finish, and closes those that remain.
 */
export async function stop(running: Running, grace: number): Promise<void> {
  const { server } = running
  const deadline = performance.now() + Math.max(grace - margin, grace / 2)
  running.drain()
  await pause(Math.min(drainTime, grace / 4))
  const { ended } = await running.closeListener()
  const timer = setInterval(() => {
    if (performance.now() < deadline) running.closeIdle()
    else server.closeAllConnections()
  }, checkInterval)
  await ended
  clearInterval(timer)
  server.close()
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
