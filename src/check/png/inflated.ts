import { unpackedAtOnce } from './at-once.ts'
import { damaged } from './png.ts'

/** Rows up to this length are copied faster byte by byte; a narrow picture has millions of them. */
const shortRow = 64

/** The bytes of a zlib stream, unpacked as they are needed. */
export class Inflated {
  /** Undefined if everything is unpacked already. */
  readonly #parts: ReadableStreamDefaultReader<Uint8Array> | undefined
  #part: Uint8Array
  #at = 0

  /** @param length  how many bytes will be needed */
  constructor(compressed: readonly Uint8Array<ArrayBuffer>[], length: number) {
    const all = unpackedAtOnce(compressed, length)
    this.#part = all ?? new Uint8Array(0)
    if (all !== undefined) return
    this.#parts = piecesOf(compressed).pipeThrough(new DecompressionStream('deflate')).getReader()
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
