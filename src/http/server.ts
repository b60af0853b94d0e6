import { createServer, IncomingMessage } from 'node:http'
import type { Log } from '../log.ts'
import { Admission, type ResourceBounds } from './admission.ts'
import { proxies } from './client.ts'
import { ClientUsage } from './client-usage.ts'
import { ConnectionPool, type Ended } from './connections.ts'
import { FairQueue } from './fair-queue.ts'
import type { Service } from './handler.ts'
import { type Limiter, type Rate, tokenBuckets } from './limiter.ts'
import { mostHeaders } from './request-syntax.ts'
import { linesOf, Outbox, Response, type Server } from './response.ts'
import type { Route } from './route.ts'

/** The limits of one server. Times in milliseconds. */
export interface Bounds extends ResourceBounds {
  /** From the start of a request, or of the connection, to the end of the headers. */
  readonly headers: number
  /** A connection between two requests. Longer than load balancers keep one by default, so that they close it first. */
  readonly keepAlive: number
  /** A reply of which the system can send nothing more, because the client does not read. */
  readonly stalled: number
  /** After the final response, for the client to read it. */
  readonly linger: number
}

const bounds: Bounds = {
  headers: 10_000,
  keepAlive: 65_000,
  // the system reports progress when a third of its send buffer is free, which may be 1.4 MB: 12 KB/s are fast enough
  stalled: 120_000,
  linger: 1000,
  connections: { client: 512, total: 4096 },
  waiting: { client: 1024, total: 8192 },
  unread: { client: 16 << 20, total: 64 << 20 },
}

/** 7089 characters of four bytes, percent-encoded, and node's usual 16 KB for all else. */
const longestHead = 7089 * 12 + 16384

export interface Options {
  /** What is served. @param isReady  whether the server takes on more requests */
  readonly routes: (isReady: () => boolean) => readonly Route[]
  /** Undefined: no limit. */
  readonly rate: Rate | undefined
  readonly trustedProxies: readonly string[]
  readonly log: Log
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number
  readonly limiter?: Limiter
  readonly bounds?: Partial<Bounds>
}

export interface Running {
  readonly server: Server
  /** From now on /readyz answers 503, and every reply says `Connection: close`. */
  drain(): void
  /** Accepts what the system has connected, then closes the listener; `ended` resolves when the last connection has closed. */
  closeListener(): Promise<Ended>
  /** Closes connections on which nothing has happened for 100 ms. */
  closeIdle(): void
}

/** Milliseconds without activity after which a connection is idle while the server stops. */
const idleWhileStopping = 100

/** The service as a node server that does not listen yet. */
export function service(options: Options): Running {
  const limits = { ...bounds, ...options.bounds }
  const server = createServer({
    IncomingMessage,
    ServerResponse: Response,
    maxHeaderSize: longestHead,
    headersTimeout: limits.headers,
    requestTimeout: limits.headers,
    // idle connections are closed below: node would make a timer for each request
    keepAliveTimeout: 0,
    connectionsCheckingInterval: Math.min(1000, limits.headers / 4),
    requireHostHeader: false,
    insecureHTTPParser: false,
    noDelay: true,
  })
  // one more than a request may have, so that too many can be recognised
  server.maxHeadersCount = mostHeaders + 1
  // node restarts this timeout whenever the client reads a part of its reply
  server.timeout = limits.stalled
  let stopping = false
  const pool = poolOf(server, options, limits, () => stopping)
  const look = setInterval(() => pool.closeIdle(limits.keepAlive), Math.min(1000, limits.keepAlive / 4)).unref()
  server.on('close', () => clearInterval(look))
  return {
    server,
    drain() {
      stopping = true
    },
    closeListener: () => pool.closeListener(),
    closeIdle: () => pool.closeIdle(idleWhileStopping),
  }
}

function poolOf(server: Server, options: Options, limits: Bounds, isStopping: () => boolean): ConnectionPool {
  const { routes, rate, trustedProxies, log, clock = () => performance.now() } = options
  const usage = new ClientUsage()
  const isBusy = (): boolean => !drawings.isIdle || !others.isIdle
  const outbox = new Outbox(isBusy)
  const idle = (): void => {
    if (!isBusy()) outbox.release()
  }
  const context = { now: clock, accepted: () => pool.accepted, idle }
  const drawings = new FairQueue(context)
  const others = new FairQueue(context)
  const service: Service = {
    routes: new Map(routes(() => !isStopping()).map((route) => [route.path, route])),
    limiter: options.limiter ?? (rate && tokenBuckets(rate)),
    clock: () => Math.floor(clock()),
    policy: `"ip";q=${rate?.perMinute};w=60`,
    trusted: proxies(trustedProxies),
    kept: linesOf(['Connection', 'keep-alive', 'Keep-Alive', `timeout=${Math.floor(limits.keepAlive / 1000)}`]),
    admission: new Admission(usage, () => pool.open, limits),
    outbox,
    log,
    isStopping,
  }
  const pool = new ConnectionPool(server, service, { usage, drawings, others, now: clock, linger: limits.linger })
  return pool
}
