import type { Duplex } from 'node:stream'
import { EngineFault } from './engine-fault.ts'

/** Bytes that may arrive from one reply to the next: whatever is asked at a time, its replies come in reads of at most 64 KB. */
const mostBytes = 1 << 17

/** A claim that an array has ten elements or more, or a string a thousand bytes: no reply to the script or the handshake has. */
const longClaim = /^(?:[*~%>][^\r\n]{2}|[$=!][^\r\n]{4})/m

/** Characters of a line that are kept until its rest comes: more than a claim may have. */
const lineStart = 5

/**
 * Closes the socket, with the reason, when the engine sends more than replies can be, or claims that it will. Whoever parses
 * replies keeps all that has come of one, and may allocate as much as it claims to have: so each read is judged before it is parsed.
 *
 * @returns a function to be called with each reply
 */
export function bounded(socket: Duplex): () => void {
  let bytes = 0
  let line = ''
  const push = socket.push.bind(socket)
  // node's sockets hand over with this method what they have read, and those of TLS what they have decrypted
  socket.push = (chunk: Buffer | null, encoding) => {
    if (chunk === null) return push(chunk, encoding)
    if (socket.destroyed) return false
    const text = line + chunk.toString('latin1')
    line = text.slice(text.lastIndexOf('\n') + 1).slice(0, lineStart)
    bytes += chunk.length
    if (bytes <= mostBytes && !longClaim.test(text)) return push(chunk, encoding)
    socket.destroy(new EngineFault('its answers are too long'))
    return false
  }
  return () => {
    bytes = 0
  }
}
