import { createServer, IncomingMessage } from 'node:http'
import type { Draw } from '../api/images.ts'
import { proxies } from './client.ts'
import type { Traffic } from './connection.ts'
import type { Service } from './exchange.ts'
import { type Bounds, type Ended, Hall } from './hall.ts'
import { type Limiter, type Rate, tokenBuckets } from './limiter.ts'
import type { Log } from './log.ts'
import { Response, type Server, textOf } from './response.ts'
import { routesOf } from './router.ts'

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
  /** Closes the listener, with everyone inside who was at the door; resolves when the last connection has ended. */
  shutDoor(): Promise<Ended>
  /** Closes connections on which nothing has been under way for a moment. */
  closeIdle(): void
}

/** Milliseconds. */
const moment = 100

/** The service as a server of node's that does not listen yet. */
export function service(options: Options): Running {
  const limits = { ...bounds, ...options.bounds }
  const server = createServer({
    IncomingMessage,
    ServerResponse: Response,
    maxHeaderSize: longestHead,
    headersTimeout: limits.headers,
    requestTimeout: limits.headers,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: Math.min(1000, limits.headers / 4),
    requireHostHeader: false,
    insecureHTTPParser: false,
    noDelay: true,
  })
  // no header is passed over: the size of the head bounds them
  server.maxHeadersCount = 0
  let stopping = false
  const shared = sharedOf(options, limits, () => stopping)
  const hall = new Hall(server, shared, limits)
  closeStalled(server, shared.traffic, limits.stalled)
  return {
    server,
    stopTakingOn() {
      stopping = true
    },
    shutDoor: () => hall.shutDoor(),
    closeIdle: () => hall.closeIdle(moment),
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
    kept: textOf(['Connection', 'keep-alive', 'Keep-Alive', `timeout=${Math.floor(limits.keepAlive / 1000)}`]),
    log,
    traffic,
    isStopping,
    mostUnread: limits.unread,
    mostWaiting: limits.waiting,
  }
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
