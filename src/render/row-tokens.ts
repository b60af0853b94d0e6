import type { EqualRows } from './dot-rows.ts'
import { longestMatch, shortestMatch } from './huffman.ts'
import { runLength, sameLength } from './matches.ts'

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
    let above: DataView | undefined
    for (const { bytes, times } of rows) {
      const row = new DataView(bytes.buffer, bytes.byteOffset, rowLength)
      this.#readRow(row, above, rowLength)
      const more = (times - 1) * rowLength
      if (this.#copied + more >= shortestMatch) this.#copied += more
      else for (let i = 1; i < times; i++) this.#readRow(row, row, rowLength)
      above = row
    }
    this.#endCopy()
  }

  /** At each byte the longer of the two matches if it has three bytes or more, else the byte itself. */
  #readRow(row: DataView, above: DataView | undefined, rowLength: number): void {
    for (let i = 0; i < rowLength; ) {
      const byte = row.getUint8(i)
      const asAbove = above?.getUint8(i) === byte ? sameLength(row, above, i, rowLength) : 0
      const isRun = i > 0 && asAbove < goodMatch && row.getUint8(i - 1) === byte
      const asBefore = isRun ? runLength(row, i, rowLength) : 0
      const leastCopy = i === 0 && this.#copied > 0 ? 1 : shortestMatch
      if (asAbove >= Math.max(asBefore, leastCopy)) {
        this.#copied += asAbove
        i += asAbove
        continue
      }
      this.#endCopy()
      if (asBefore >= shortestMatch) {
        this.#match(asBefore, repeatToken)
        i += asBefore
      } else {
        this.array[this.count++] = byte
        i++
      }
    }
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
