import { longestMatch, shortestMatch } from './huffman.ts'
import { type RowBuffer, rowBuffer, runLength, sameLength, spareBytes } from './matches.ts'

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
  /** The next row, `rowLength` bytes. It holds the previous one, and the caller changes it before each `write`. */
  row = rowBuffer(0)
  #above = rowBuffer(0)
  #hasAbove = false
  #rowLength = 0
  /** The tokens are the first `count`, once `end` has been called. Scratch: contents are kept until `begin`. */
  array = new Uint16Array(0)
  count = 0
  /** Bytes that equal those of the row above, and are not a token yet. */
  #copied = 0

  /** @param rowLength  bytes a row, 1 to 32,768 */
  begin(rowLength: number): void {
    if (this.row.bytes.length < rowLength + spareBytes) {
      this.row = rowBuffer(rowLength)
      this.#above = rowBuffer(rowLength)
    }
    this.#rowLength = rowLength
    this.#hasAbove = false
    this.count = 0
    this.#copied = 0
  }

  /** Adds the row `times` times. Its bytes outside of [from, to) equal those of the previous row. */
  write(times: number, from: number, to: number): void {
    const { row } = this
    if (this.#hasAbove) this.#readRow(row, this.#above, from, to)
    else this.#readRow(row, undefined, 0, this.#rowLength)
    this.row = this.#above
    this.row.bytes.set(row.bytes)
    this.#above = row
    this.#hasAbove = true
    this.#writeMore(times - 1)
  }

  /** Adds the previous row `times` more times. The first row after `begin` may repeat the last one before it. */
  repeat(times: number): void {
    if (this.#hasAbove) this.#writeMore(times)
    else this.write(times, 0, 0)
  }

  /** Adds the row that has just been written `times` more times. */
  #writeMore(times: number): void {
    const more = times * this.#rowLength
    if (this.#copied + more >= shortestMatch) this.#copied += more
    else for (let i = 0; i < times; i++) this.#readRow(this.#above, this.#above, 0, 0)
  }

  /** Adds what is left of the last copy. */
  end(): void {
    this.#reserve(mostMatches(this.#copied))
    this.count = putMatch(this.array, this.count, this.#copied, copyToken)
    this.#copied = 0
  }

  /** Makes room for `count` more tokens. */
  #reserve(count: number): void {
    if (this.count + count <= this.array.length) return
    const larger = new Uint16Array(2 * (this.count + count))
    larger.set(this.array.subarray(0, this.count))
    this.array = larger
  }

  /**
   * At each byte the longer of the two matches if it has three bytes or more, else the byte itself.
   *
   * @param from  bytes outside of [from, to) equal those above
   */
  #readRow(row: RowBuffer, above: RowBuffer | undefined, from: number, to: number): void {
    const rowLength = this.#rowLength
    this.#reserve(mostMatches(this.#copied) + rowLength)
    const { bytes, view } = row
    const { view: viewAbove } = above ?? row
    const last = rowLength - shortestMatch
    // this loop has half of the work: what it changes is in local variables
    const { array } = this
    let { count } = this
    let copied = this.#copied
    const same = (at: number): number => {
      if (at >= to) return rowLength - at
      const length = sameLength(view, viewAbove, at, to)
      return at + length < to ? length : rowLength - at
    }
    let i = above === undefined ? 0 : from + same(from)
    // a copy goes on with any number of bytes
    if (i >= shortestMatch || (copied > 0 && i > 0)) copied += i
    else {
      if (copied > 0) count = putMatch(array, count, copied, copyToken)
      copied = 0
      array[count++] = bytes[0]!
      i = 1
    }
    while (i < rowLength) {
      // most bytes match nothing: the byte before, which there always is, and the three that a match begins with tell
      const word = view.getInt32(i - 1)
      const isRun = i <= last && word === ((word << 8) | (word >>> 24))
      const isCopy = i <= last && ((word ^ viewAbove.getInt32(i - 1)) & 0xffffff) === 0 && above !== undefined
      const asAbove = isCopy ? same(i) : 0
      if (isRun && asAbove < goodMatch) {
        const asBefore = runLength(view, i, rowLength)
        if (asBefore > asAbove) {
          if (copied > 0) count = putMatch(array, count, copied, copyToken)
          copied = 0
          count = putMatch(array, count, asBefore, repeatToken)
          i += asBefore
          continue
        }
      }
      if (isCopy) {
        copied += asAbove
        i += asAbove
        continue
      }
      if (copied > 0) count = putMatch(array, count, copied, copyToken)
      copied = 0
      array[count++] = (word >>> 16) & 0xff
      i++
    }
    this.count = count
    this.#copied = copied
  }
}

/**
 * Puts a match of `length` bytes, none or three or more, at `count`, in tokens of at most 258 bytes. Returns the new count.
 *
 * @param token  that of the shortest match
 */
function putMatch(array: Uint16Array, count: number, length: number, token: number): number {
  while (length > 0) {
    // never leave a rest that is too short for a match
    const rest = length - longestMatch
    const part = rest <= 0 ? length : rest < shortestMatch ? longestMatch - shortestMatch : longestMatch
    array[count++] = token + part - shortestMatch
    length -= part
  }
  return count
}

/** A copy of this many bytes or more is taken without looking for a longer repetition. */
const goodMatch = 8

/** At least as many as the matches that `length` bytes take. */
const mostMatches = (length: number): number => Math.ceil(length / (longestMatch - shortestMatch)) + 1
