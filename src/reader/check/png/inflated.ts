/** Unpacks the zlib stream of a PNG, at once where node can, otherwise as its bytes are needed. */

import { damaged } from './png.ts'

/** Rows up to this length are copied faster byte by byte; a narrow picture has millions of them. */
const shortRow = 64

/** The bytes of a zlib stream, unpacked as they are needed. */
export class Inflated {
  /** Undefined if everything is unpacked already. */
  readonly #parts: ReadableStreamDefaultReader<Uint8Array> | undefined
  #part: Uint8Array
  #at = 0

  /**
   * @param length  how many bytes will be needed
   * @param atOnce  the most bytes to unpack at once
   */
  constructor(compressed: readonly Uint8Array<ArrayBuffer>[], length: number, atOnce: number) {
    const all = unpackedAtOnce(compressed, length, atOnce)
    this.#part = all ?? new Uint8Array(0)
    if (all !== undefined) return
    this.#parts = piecesOf(compressed).pipeThrough(new DecompressionStream('deflate')).getReader()
  }

  /** Whether all bytes are here. */
  get isUnpacked(): boolean {
    return this.#parts === undefined
  }

  /** Fills `row` from bytes that are unpacked already; false if there are too few. */
  take(row: Uint8Array): boolean {
    const end = this.#at + row.length
    if (end > this.#part.length) return false
    if (row.length > shortRow) row.set(this.#part.subarray(this.#at, end))
    else for (let i = 0; i < row.length; i++) row[i] = this.#part[this.#at + i]!
    this.#at = end
    return true
  }

  async fill(row: Uint8Array): Promise<void> {
    for (let filled = 0; filled < row.length; ) {
      if (this.#at === this.#part.length) await this.#next()
      const taken = this.#part.subarray(this.#at, this.#at + row.length - filled)
      row.set(taken, filled)
      filled += taken.length
      this.#at += taken.length
    }
  }

  /** Stops unpacking; anything after the last row is ignored. */
  async end(): Promise<void> {
    await this.#parts?.cancel().catch(() => undefined)
  }

  async #next(): Promise<void> {
    const next = await this.#parts?.read().catch(() => undefined)
    if (next?.value === undefined) throw damaged()
    this.#part = next.value
    this.#at = 0
  }
}

/**
 * The length of the pieces in which compressed bytes are fed to the decompressor. Deflate expands a byte to at most 1032,
 * and browsers unpack a whole piece ahead of demand: up to 17 MB at a time.
 */
const pieceLength = 16_384

/** Copies into pieces of one length, because there may be many parts of a byte each. */
function piecesOf(parts: readonly Uint8Array[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let part = 0
  let at = 0
  return new ReadableStream({
    pull(controller) {
      const piece = new Uint8Array(pieceLength)
      let filled = 0
      while (filled < pieceLength && part < parts.length) {
        const taken = parts[part]!.subarray(at, at + pieceLength - filled)
        piece.set(taken, filled)
        filled += taken.length
        at += taken.length
        if (at === parts[part]!.length) [part, at] = [part + 1, 0]
      }
      if (filled === 0) controller.close()
      else controller.enqueue(piece.subarray(0, filled))
    },
  })
}

interface Zlib {
  inflateSync(stream: Uint8Array, options: { chunkSize: number; maxOutputLength: number }): Uint8Array
}

declare const process: { getBuiltinModule?(name: 'node:zlib'): Zlib } | undefined

/** Bytes that are unpacked at once where nothing else is said: a label at 600 dpi, or a picture of 2000 x 2000 greys. */
export const usuallyAtOnce = 4_000_000

/** Of smaller chunks node makes larger ones. */
const leastChunk = 64

/**
 * What a zlib stream in several parts unpacks to if that is exactly `length` bytes. Otherwise undefined, and where this is not
 * possible or takes much room: it is a shorter way to the same bytes, and errors are left to the longer one.
 */
function unpackedAtOnce(parts: readonly Uint8Array[], length: number, most: number): Uint8Array | undefined {
  const zlib = typeof process === 'object' ? process.getBuiltinModule?.('node:zlib') : undefined
  const compressed = parts.reduce((sum, part) => sum + part.length, 0)
  if (zlib === undefined || Math.max(length, compressed) > most) return undefined
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

/** What a zlib stream unpacks to; undefined for one that is damaged or has more than `most` bytes. */
export async function unpackedWithin(
  compressed: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<Uint8Array | undefined> {
  const reader = piecesOf([compressed]).pipeThrough(new DecompressionStream('deflate')).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return joined(parts, length)
      parts.push(value)
      length += value.length
      if (length > most) return undefined
    }
  } catch {
    return undefined
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
