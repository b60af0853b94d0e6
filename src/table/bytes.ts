/** Bytes of a table: those that have arrived, and the lines that end in them. */

/** Cells of one record at most: the columns of a sheet in common spreadsheet programs. */
export const mostCells = 16_384

/** Bytes of one record at most; the longest text, if every character is a doubled quote, has 57 KB. */
export const longestRecord = 1 << 17

export const [lineFeed, carriageReturn, blank, quote, equals] = [0x0a, 0x0d, 0x20, 0x22, 0x3d] as const

/**
 * The index after the first line end, which is LF, CRLF or CR; undefined if there is none.
 *
 * @param isLast  whether nothing follows: otherwise a CR at the end may be half of a CRLF, and ends no line yet
 */
export function afterLineEnd(bytes: Uint8Array, isLast: boolean): number | undefined {
  const feed = bytes.indexOf(lineFeed)
  const line = feed < 0 ? bytes : bytes.subarray(0, feed)
  const at = line.indexOf(carriageReturn)
  if (at < 0 || at + 1 === feed) return feed < 0 ? undefined : feed + 1
  return at + 1 === bytes.length && !isLast ? undefined : at + 1
}

/** How many lines end in `bytes`. */
export function lineEnds(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count++
  for (let at = bytes.indexOf(carriageReturn); at >= 0; at = bytes.indexOf(carriageReturn, at + 1)) {
    if (bytes[at + 1] !== lineFeed) count++
  }
  return count
}

/** The bytes in pieces of `length` at most. */
export function* piecesOf(bytes: Uint8Array, length: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

export function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** Bytes that have arrived and are not read yet. What was appended never changes, so that views of it stay valid. */
export class PendingBytes {
  #bytes: Uint8Array = new Uint8Array(0)
  #from = 0
  #to = 0

  get length(): number {
    return this.#to - this.#from
  }

  /** @param index  from 0 to length - 1 */
  at(index: number): number {
    return this.#bytes[this.#from + index]!
  }

  view(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(this.#from + from, this.#from + to)
  }

  /** @param chunk  may be kept as it is, so it must not change afterwards */
  append(chunk: Uint8Array): void {
    const { length } = this
    if (length === 0) {
      this.#bytes = chunk
      this.#from = 0
      this.#to = chunk.length
      return
    }
    if (this.#to + chunk.length > this.#bytes.length) {
      const larger = new Uint8Array(2 * (length + chunk.length))
      larger.set(this.view(0, length))
      this.#bytes = larger
      this.#from = 0
      this.#to = length
    }
    this.#bytes.set(chunk, this.#to)
    this.#to += chunk.length
  }

  /** Forgets the first `count` bytes. */
  drop(count: number): void {
    this.#from += count
  }
}
