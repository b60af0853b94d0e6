import type { ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'

/**
 * All that is used of node beyond its public interface, each with its reason. Where node looks different, each takes node's
 * own way, which is slower and does all the same; test/http/node-internals.test.ts says which one that is.
 */

/** A connection that the system has accepted, before there is a socket for it. */
export interface ConnectionHandle {
  getpeername(into: { address?: string }): number
  close(): void
}

interface ServerInternals {
  readonly _handle?: { onconnection?: (status: number, handle: ConnectionHandle | undefined) => void } | null
  /** Each socket subtracts itself when it closes, and a listener that closes waits for the last one. */
  _connections?: number
}

/**
 * Makes the sockets of `server`: node has no way to refuse a connection before it has made a socket and a parser for it.
 *
 * @param socketOf  undefined: the connection is closed
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

/** Lets clients close their side after the last request and still read the replies: node's types do not have this option. */
export function allowHalfOpen(server: Server): void {
  Object.assign(server, { httpAllowHalfOpen: true })
}

/** What node's parser does with input: it is the first listener for data, and has no other name. */
export type Parse = (this: Socket, bytes: Buffer) => void

/**
 * Takes over the input of a socket from node's HTTP server, which passes it to its parser without asking. Undefined where
 * node's server does not have the socket, or does not say when it pauses.
 */
export function takeInput(socket: Socket): Parse | undefined {
  const [parse] = socket.listeners('data') as Parse[]
  if (parse === undefined || typeof pausable(socket)._paused !== 'boolean') return undefined
  // the parser reads past the socket until somebody else listens for data; node's own close needs its listener there
  socket.off('data', parse)
  socket.on('data', parse)
  return parse
}

/** Whether node's HTTP server has paused the socket, because replies pile up on it: it must not be given more requests. */
export function isPausedByNode(socket: Socket): boolean {
  return pausable(socket)._paused === true
}

function pausable(socket: Socket): { readonly _paused?: boolean } {
  return socket as { _paused?: boolean }
}

/** Where node keeps the head of a response until it has left, and whether it has left. */
interface Head {
  _header: string | null
  _headerSent: boolean
}

/** Whether nothing of the response is written, and node says so where it is known to. */
export function isUnwritten(response: ServerResponse): boolean {
  const { _header, _headerSent } = response as unknown as Head
  return _header === null && _headerSent === false
}

/** Makes node take the head as sent, so that `end` writes nothing: head and body have gone to the socket in one piece. */
export function markWritten(response: ServerResponse): void {
  const head = response as unknown as Head
  head._header = 'sent'
  head._headerSent = true
}
