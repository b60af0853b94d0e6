import { Socket } from 'node:net'
import type { Server } from './response.ts'

/** All input passes through here: what stands here is done with when `onInput` returns. */
const shared = Buffer.alloc(8192)

/** A connection whose input comes through one shared buffer. Node's own sockets allocate 64 KB for each read. */
export class InputSocket extends Socket {
  /** What becomes of input; the bytes are overwritten by the next ones. */
  onInput: (bytes: Buffer) => void = () => {}

  constructor(accepted: Accepted) {
    const onread = {
      buffer: shared,
      callback: (count: number): boolean => {
        this.onInput(shared.subarray(0, count))
        return true
      },
    }
    const options = { handle: accepted, allowHalfOpen: true, readable: true, writable: true, onread }
    super(options)
  }
}

/** A connection that the system has accepted, before there is a socket for it. */
interface Accepted {
  getpeername(into: { address?: string }): number
  close(): void
}

/** What is used here of node's listener and is no part of its public interface. */
interface Internals {
  readonly _handle?: { onconnection?: (status: number, accepted: Accepted | undefined) => void } | null
  /** Sockets count themselves off again, and a listener that closes waits for the last one. */
  _connections?: number
}

/**
 * Makes the sockets of a server, and none for connections that are turned away: a socket and a parser cost three times what
 * is left then, and whoever floods a server with connections keeps others waiting for as long as that takes.
 *
 * Where node's listener is not what is expected here, sockets are node's own, and nothing is turned away.
 *
 * @param isTurnedAway  asked with the address of each connection, as node writes it
 */
export function acceptFor(server: Server, isTurnedAway: (address: string) => boolean): void {
  const internals = server as Internals
  server.on('listening', () => {
    const listener = internals._handle
    const acceptAsNode = listener?.onconnection
    if (listener == null || acceptAsNode === undefined || typeof internals._connections !== 'number') return
    listener.onconnection = (status, accepted) => {
      if (status !== 0 || typeof accepted?.getpeername !== 'function') acceptAsNode.call(listener, status, accepted)
      else if (isTurnedAway(addressOf(accepted))) accepted.close()
      else {
        internals._connections!++
        server.emit('connection', Object.assign(new InputSocket(accepted).setNoDelay(), { _server: server }))
      }
    }
  })
}

/** Empty where the client has gone already. */
function addressOf(accepted: Accepted): string {
  const peer: { address?: string } = {}
  accepted.getpeername(peer)
  return peer.address ?? ''
}
