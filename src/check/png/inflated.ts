import { damaged } from './png.ts'

/** Rows up to so many bytes are copied faster one by one: a narrow picture has millions of them. */
const shortRow = 64

/** The bytes of a zlib stream, as they are asked for. */
export class Inflated {
  readonly #parts: ReadableStreamDefaultReader<Uint8Array>
  #part: Uint8Array = new Uint8Array(0)
  #at = 0

  constructor(compressed: readonly Uint8Array<ArrayBuffer>[]) {
    this.#parts = piecesOf(compressed).pipeThrough(new DecompressionStream('deflate')).getReader()
  }

  /** Fills `row` from what is unpacked already; false where that is not enough. */
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

  /** What may follow the last row is not looked at. */
  async end(): Promise<void> {
    await this.#parts.cancel().catch(() => undefined)
  }

  async #next(): Promise<void> {
    const { done, value } = await this.#parts.read().catch(() => ({ done: true, value: undefined }))
    if (done || value === undefined) throw damaged()
    this.#part = value
    this.#at = 0
  }
}

/**
 * Bytes of the pieces that compressed bytes are handed over in. Deflate makes 1032 bytes of one at most, and browsers unpack all
 * of a piece before they look whether anyone wants it: 17 MB at a time.
 */
const pieceLength = 16_384

/** Copies, for there may be many parts of a byte each. */
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
