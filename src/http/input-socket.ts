import { Socket } from 'node:net'
import { acceptWith, type ConnectionHandle } from './node-internals.ts'
import type { Server } from './response.ts'

/** The buffer that all sockets read into: `onInput` has to be done with it, or to copy it, when it returns. */
const shared = Buffer.alloc(8192)

/** A connection whose input comes through one shared buffer. Node's own sockets allocate 64 KB for each read. */
export class InputSocket extends Socket {
  /** Called with each piece of input, which the next one overwrites. */
  onInput: (bytes: Buffer) => void = () => {}

  constructor(handle: ConnectionHandle) {
    const onread = {
      buffer: shared,
      callback: (count: number): boolean => {
        this.onInput(shared.subarray(0, count))
        return true
      },
    }
    const options = { handle, allowHalfOpen: true, readable: true, writable: true, onread }
    super(options)
  }
}

/**
 * Makes the sockets of a server, and none for connections that are rejected: a socket and a parser cost three times as much
 * as the rest of accepting a connection, and a flood of connections delays all other clients by that much.
 *
 * Where node's listener is not what is expected, sockets are node's own, and the caller sees every connection.
 *
 * @param isRejected  called with the address of each connection, as node writes it
 */
export function acceptFor(server: Server, isRejected: (address: string) => boolean): void {
  acceptWith(server, (handle) => (isRejected(addressOf(handle)) ? undefined : new InputSocket(handle).setNoDelay()))
}

/** Empty where the client has gone already. */
function addressOf(handle: ConnectionHandle): string {
  const peer: { address?: string } = {}
  handle.getpeername(peer)
  return peer.address ?? ''
}
