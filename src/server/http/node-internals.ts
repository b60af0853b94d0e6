import type { ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'

/**
 * All uses of node beyond its public interface, each with its reason. If node's internals differ from what is expected, each falls
 * back to node's public behaviour, which is slower and otherwise equal; test/server/http/node-internals.test.ts fails and names it.
 */

/** An accepted connection that has no socket yet. */
export interface ConnectionHandle {
  getpeername(into: { address?: string }): number
  close(): void
}

interface ServerInternals {
  readonly _handle?: { onconnection?: (status: number, handle: ConnectionHandle | undefined) => void } | null
  /** The number of open sockets: each decrements it when it closes, and a closing server waits until it is 0. */
  _connections?: number
}

/**
 * Creates the sockets of `server`, because node cannot refuse a connection before it has created a socket and a parser for it.
 *
 * @param socketOf  returns the socket of a connection, or undefined to close the connection
 */
export function acceptWith(server: Server, socketOf: (handle: ConnectionHandle) => Socket | undefined): void {
  const internals = server as unknown as ServerInternals
  server.on('listening', () => {
    const listener = internals._handle
    const acceptAsNode = listener?.onconnection
    if (listener == null || acceptAsNode === undefined || typeof internals._connections !== 'number') return
    listener.onconnection = (status, handle) => {
      if (status !== 0 || typeof handle?.getpeername !== 'function') {
        acceptAsNode.call(listener, status, handle)
        return
      }
      const socket = socketOf(handle)
      if (socket === undefined) handle.close()
      else {
        internals._connections!++
        server.emit('connection', Object.assign(socket, { _server: server }))
      }
    }
  })
}

/** Lets clients close their side after the last request and still read the responses. Node's types lack this option. */
export function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true })
}

/** Passes input to node's parser; it is the first data listener of a socket, and cannot be reached otherwise. */
export type Parse = (this: Socket, bytes: Buffer) => void

/**
 * Takes over the input of a socket from node's HTTP server, which would pass all of it to its parser. Undefined if node's server
 * has no listener on the socket, or does not record when it pauses.
 */
export function takeInput(socket: Socket): Parse | undefined {
  const [parse] = socket.listeners('data') as Parse[]
  if (parse === undefined || typeof pausable(socket)._paused !== 'boolean') return undefined
  // the parser reads directly from the handle until another data listener is added; node's close needs its own listener to be there
  socket.off('data', parse)
  socket.on('data', parse)
  return parse
}

/** Whether node's HTTP server has paused the socket, because responses pile up: it must not get more requests. */
export function isPausedByNode(socket: Socket): boolean {
  return pausable(socket)._paused === true
}

function pausable(socket: Socket): { readonly _paused?: boolean } {
  return socket as { _paused?: boolean }
}

/**
 * Bytes written to the socket that the system has accepted, as they are sent or it has room for them. Node tells publicly only of writes
 * that are accepted whole, and an answer of megabytes is one write.
 */
export function acceptedBytes(socket: Socket): number {
  const { _handle: handle } = socket as unknown as WrittenThrough
  if (typeof handle?.bytesWritten !== 'number' || typeof handle.writeQueueSize !== 'number') {
    return socket.bytesWritten - socket.writableLength
  }
  return handle.bytesWritten - handle.writeQueueSize
}

interface WrittenThrough {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null
}

/** The head of a response, which node keeps until it is sent, and whether it is sent. */
interface HeadState {
  _header: string | null
  _headerSent: boolean
}

/** Whether nothing of the response is written; false also if node records that differently. */
export function isUnwritten(response: ServerResponse): boolean {
  const { _header, _headerSent } = response as unknown as HeadState
  return _header === null && _headerSent === false
}

/** Marks the head as sent, so that `end` writes nothing: head and body were written to the socket in one piece. */
export function markWritten(response: ServerResponse): void {
  const head = response as unknown as HeadState
  head._header = 'sent'
  head._headerSent = true
}
