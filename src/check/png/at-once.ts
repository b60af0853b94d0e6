/** The parts of node that unpack a zlib stream in one call; a browser has none. */

interface Zlib {
  inflateSync(stream: Uint8Array, options: { chunkSize: number; maxOutputLength: number }): Uint8Array
}

declare const process: { getBuiltinModule?(name: 'node:zlib'): Zlib } | undefined

/** The most bytes to unpack at once: a label at 600 dpi, or a picture of 2000 x 2000 greys. */
const mostAtOnce = 4_000_000

/** Of smaller chunks node makes larger ones. */
const leastChunk = 64

/**
 * What a zlib stream in several parts unpacks to if that is exactly `length` bytes. Otherwise undefined, and where this is not
 * possible or takes much room: it is a shorter way to the same bytes, and errors are left to the longer one.
 */
export function unpackedAtOnce(parts: readonly Uint8Array[], length: number): Uint8Array | undefined {
  const zlib = typeof process === 'object' ? process.getBuiltinModule?.('node:zlib') : undefined
  const compressed = parts.reduce((sum, part) => sum + part.length, 0)
  if (zlib === undefined || Math.max(length, compressed) > mostAtOnce) return undefined
  try {
    // with room for a byte more, node need not look for more in a second chunk
    const chunkSize = Math.max(leastChunk, length + 1)
    const bytes = zlib.inflateSync(joined(parts, compressed), { chunkSize, maxOutputLength: length })
    return bytes.length === length ? bytes : undefined
  } catch {
    return undefined
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0]!
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
