import type { Resource, Usage } from './client-usage.ts'
import type { Queues } from './pending-requests.ts'

/**
 * Ways in which the server refuses work, whatever the request is about.
 *
 * - `rate_limited`: 429, the client has no token
 * - `connections`, `waiting`, `unread`, `bodies`: 503, the client or all together have too many of these
 * - `expired`: 503, the request has waited too long for its turn
 * - `malformed`: 400, 405, 408, 413, 417, 431, what came is no request, or not in time
 * - `flooded`: closed without an answer, because so many connections are being refused already
 * - `displaced`: closed without an answer, to make room for others
 * - `stalled`: closed in the middle of its response, because the client did not read
 */
export type Refusal = 'rate_limited' | Resource | 'expired' | 'malformed' | 'flooded' | 'displaced' | 'stalled'

/** What has happened since the server was made. */
export interface ServerCounts {
  readonly refusals: Record<Refusal, number>
  /** Requests that had a token, where there is a limit. */
  admitted: number
  /** Bytes of bodies that were received whole. */
  bodyBytes: number
}

export function noCounts(): ServerCounts {
  const refusals = {
    rate_limited: 0,
    connections: 0,
    waiting: 0,
    unread: 0,
    bodies: 0,
    expired: 0,
    malformed: 0,
    flooded: 0,
    displaced: 0,
    stalled: 0,
  }
  return { refusals, admitted: 0, bodyBytes: 0 }
}

/** What a server has done and has to do, to be read at any time. */
export interface ServerFigures {
  readonly counts: Readonly<ServerCounts>
  /** Connections that were accepted, those that were closed at once included. */
  readonly accepted: number
  /** What clients use now. */
  readonly usage: Usage
  /** Connections whose next request waits for its turn: to draw one picture, to draw many, or to be answered otherwise. */
  readonly queued: Readonly<Record<keyof Queues, number>>
}
