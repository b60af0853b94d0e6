import type { Socket } from 'node:net'
import { statusOf } from '../answer.ts'
import type { SharedState } from './pending-requests.ts'

/** The last response on a connection. */
export interface FinalResponse {
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
export function closeWith({ bytes, status, key }: FinalResponse, socket: Socket, { usage, linger }: SharedState): void {
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
