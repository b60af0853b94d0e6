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
    const { bytes: bytesAbove, view: viewAbove } = above ?? row
    const { array } = this
    // a copy goes on with any number of bytes
    let i = this.#copied === 0 || above === undefined ? 0 : sameLength(view, viewAbove, 0, rowLength)
    this.#copied += i
    while (i < rowLength) {
      const byte = bytes[i]!
      let [asAbove, asBefore] = [0, 0]
      if (i <= rowLength - shortestMatch) {
        // most bytes match nothing
        const [next, third] = [bytes[i + 1]!, bytes[i + 2]!]
        const differsAbove = (bytesAbove[i]! ^ byte) | (bytesAbove[i + 1]! ^ next) | (bytesAbove[i + 2]! ^ third)
        if (differsAbove === 0 && above !== undefined) asAbove = sameLength(view, viewAbove, i, rowLength)
        const isRun = i > 0 && ((bytes[i - 1]! ^ byte) | (byte ^ next) | (byte ^ third)) === 0
        if (isRun && asAbove < goodMatch) asBefore = runLength(view, i, rowLength)
      }
      if (asAbove > 0 && asAbove >= asBefore) {
        this.#copied += asAbove
        i += asAbove
        continue
      }
      if (this.#copied > 0) this.#endCopy()
      if (asBefore > 0) this.#match(asBefore, repeatToken)
      else array[this.count++] = byte
      i += Math.max(1, asBefore)
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
