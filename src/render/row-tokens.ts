import type { EqualRows } from './dot-rows.ts'
import { longestMatch, shortestMatch } from './huffman.ts'
import { type RowBuffer, runLength, sameLength } from './matches.ts'

/** Tokens below this one are bytes; those from it on repeat the byte before, 3 to 258 times. */
export const repeatToken = 256
/** Tokens from this one on copy 3 to 258 bytes from the row above. */
export const copyToken = repeatToken + longestMatch - shortestMatch + 1
export const tokenCount = copyToken + longestMatch - shortestMatch + 1

/**
 * Rows of bytes as tokens.
 *
 * As in `RowDeflater`, matches are looked for at two distances only. A copy goes on from row to row, so that equal rows take a token
 * for every 258 bytes.
 */
export class RowTokens {
  /** The tokens are the first `count`. Scratch: contents are not kept between calls. */
  array = new Uint16Array(0)
  count = 0
  /** Bytes that equal those of the row above, and are not a token yet. */
  #copied = 0

  /** @param rows  each of `rowLength` bytes, at most 32,768 */
  read(rows: readonly EqualRows[], rowLength: number): void {
    const most = rows.reduce((sum, { times }) => sum + times, 0) * rowLength
    if (this.array.length < most) this.array = new Uint16Array(most)
    this.count = 0
    let above: RowBuffer | undefined
    for (const { bytes, times } of rows) {
      const row = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, rowLength) }
      this.#readRow(row, above, rowLength)
      const more = (times - 1) * rowLength
      if (this.#copied + more >= shortestMatch) this.#copied += more
      else for (let i = 1; i < times; i++) this.#readRow(row, row, rowLength)
      above = row
    }
    this.#endCopy()
  }

  /** At each byte the longer of the two matches if it has three bytes or more, else the byte itself. */
  #readRow(row: RowBuffer, above: RowBuffer | undefined, rowLength: number): void {
    const { bytes, view } = row
    const { view: viewAbove } = above ?? row
    const last = rowLength - shortestMatch
    let i = this.#readFirst(row, above, rowLength)
    while (i <= last) {
      // most bytes match nothing: the byte before, which there always is, and the three that a match begins with tell
      const word = view.getUint32(i - 1)
      const isRun = word === ((word << 8) | (word >>> 24)) >>> 0
      const isCopy = ((word ^ viewAbove.getUint32(i - 1)) & 0xffffff) === 0 && above !== undefined
      if (!isRun && !isCopy) {
        this.#literal(word >>> 16)
        i++
        continue
      }
      const asAbove = isCopy ? sameLength(view, viewAbove, i, rowLength) : 0
      const asBefore = isRun && asAbove < goodMatch ? runLength(view, i, rowLength) : 0
      if (asAbove >= asBefore) this.#copied += asAbove
      else this.#repeat(asBefore)
      i += Math.max(asAbove, asBefore)
    }
    for (; i < rowLength; i++) this.#literal(bytes[i]!)
  }

  /** Reads what the row begins with. Returns how many bytes that are, one or more. */
  #readFirst({ bytes, view }: RowBuffer, above: RowBuffer | undefined, rowLength: number): number {
    const asAbove = above === undefined ? 0 : sameLength(view, above.view, 0, rowLength)
    // a copy goes on with any number of bytes
    if (asAbove >= shortestMatch || (this.#copied > 0 && asAbove > 0)) {
      this.#copied += asAbove
      return asAbove
    }
    this.#literal(bytes[0]!)
    return 1
  }

  /** @param byte  its lowest eight bits are taken */
  #literal(byte: number): void {
    if (this.#copied > 0) this.#endCopy()
    this.array[this.count++] = byte & 0xff
  }

  #repeat(length: number): void {
    if (this.#copied > 0) this.#endCopy()
    this.#match(length, repeatToken)
  }

  #endCopy(): void {
    this.#match(this.#copied, copyToken)
    this.#copied = 0
  }

  /** Adds `length` bytes, none or three or more. */
  #match(length: number, token: number): void {
    while (length > 0) {
      // never leave a rest that is too short for a match
      const rest = length - longestMatch
      const part = rest <= 0 ? length : rest < shortestMatch ? longestMatch - shortestMatch : longestMatch
      this.array[this.count++] = token + part - shortestMatch
      length -= part
    }
  }
}

/** A copy of this many bytes or more is taken without looking for a longer repetition. */
const goodMatch = 8
