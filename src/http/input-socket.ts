import { Socket } from 'node:net'
import { acceptWith, type ConnectionHandle } from './node-internals.ts'
import type { Server } from './response.ts'

/** The buffer into which all sockets read: `onInput` must copy what it needs later. */
const sharedBuffer = Buffer.alloc(8192)

/** The beginning of the shared buffer that the last input filled: most requests of a client have one length. */
let filled = sharedBuffer

function received(count: number): Buffer {
  if (filled.length !== count) filled = sharedBuffer.subarray(0, count)
  return filled
}

/** A socket that reads into one shared buffer. Node's own sockets allocate 64 KB for each read. */
export class InputSocket extends Socket {
  /** Called with each piece of input; the next piece overwrites it. */
  onInput: (bytes: Buffer) => void = () => {}

  constructor(handle: ConnectionHandle) {
    const onread = {
      buffer: sharedBuffer,
      callback: (count: number): boolean => {
        this.onInput(received(count))
        return true
      },
    }
    const options = { handle, allowHalfOpen: true, readable: true, writable: true, onread }
    super(options)
  }
}

/**
 * Creates the sockets of a server, but none for rejected connections: a socket and a parser cost three times as much as the rest
 * of accepting a connection, and in a flood of connections all other clients wait for that.
 *
 * If node's listener has another structure, node creates all sockets, and the server gets every connection.
 *
 * @param isRejected  called with the address of each connection, as node writes it
 */
export function acceptFor(server: Server, isRejected: (address: string) => boolean): void {
  acceptWith(server, (handle) => (isRejected(addressOf(handle)) ? undefined : new InputSocket(handle).setNoDelay()))
}

/** The address of the client; empty if it has already gone. */
function addressOf(handle: ConnectionHandle): string {
  const peer: { address?: string } = {}
  handle.getpeername(peer)
  return peer.address ?? ''
}
