import { RowChecksum } from './adler32.ts'
import type { ByteWriter } from './bytes.ts'
import { type Code, distanceCode, lengthCodes, literalCodes, longestMatch, oneByte, shortestMatch } from './huffman.ts'
import { rowBuffer, runLength, sameLength, spareBytes } from './matches.ts'
import { ZlibStream } from './zlib-stream.ts'

/**
 * Deflate with fixed Huffman codes (RFC 1951) in the zlib format (RFC 1950), for pictures whose rows repeat.
 *
 * It looks for matches at two distances only, one byte and one row: in a picture of modules nearly all matches have one of
 * them. For a repeated row only matches are written: neither the compressor nor the checksum reads it again.
 */
export class RowDeflater extends ZlibStream {
  /** The next row: the caller fills its first `rowLength` bytes before each `write`. */
  row = rowBuffer(0)
  #above = rowBuffer(0)
  /** Whether there is a row above within the window. */
  #hasAbove = false
  #isRowInWindow = false
  #rowLength = 0
  /** The distance of one row. */
  #oneRow = oneByte
  readonly #checksum = new RowChecksum()

  /**
   * Begins a zlib stream.
   *
   * @param file the stream is appended to it
   * @param rowLength bytes a row, 1 or more
   */
  begin(file: ByteWriter, rowLength: number): void {
    const { length } = this.row.bytes
    if (length < rowLength + spareBytes || length > longestKept) {
      this.row = rowBuffer(rowLength)
      this.#above = rowBuffer(rowLength)
    }
    this.#rowLength = rowLength
    this.#hasAbove = false
    this.#isRowInWindow = rowLength <= windowSize
    this.#oneRow = this.#isRowInWindow ? distanceCode(rowLength) : oneByte
    this.#checksum.reset()
    this.open(file)
    // RFC 1951, 3.2.3: the last block, which is the only one; fixed codes
    this.put(0b011, 3)
  }

  /** Appends the row `times` times. */
  write(times: number): void {
    const { row } = this
    this.#checksum.read(row.view, this.#rowLength)
    this.#checksum.add(times)
    const start = this.position
    this.#writeOnce()
    if (this.#isRowInWindow) this.#writeMore(times - 1)
    else for (const end = this.position; times > 1; times--) this.putAgain(start, end)
    this.row = this.#above
    this.#above = row
    this.#hasAbove = this.#isRowInWindow
  }

  /** Appends the previous row `times` more times: the same bytes as by `write`, with less work. */
  repeat(times: number): void {
    if (this.#hasAbove && this.#rowLength >= shortestMatch) {
      this.#checksum.add(times)
      this.file.reserve(((this.#rowLength / longestMatch) | 0) * 5 + 16)
      this.#match(this.#rowLength, this.#oneRow)
      this.#writeMore(times - 1)
    } else {
      this.row.bytes.set(this.#above.bytes)
      this.write(times)
    }
  }

  /** Appends the row that has just been written `times` more times; it is in the window. */
  #writeMore(times: number): void {
    const more = times * this.#rowLength
    if (more >= shortestMatch) {
      this.file.reserve(((more / longestMatch) | 0) * 5 + 16)
      this.#match(more, this.#oneRow)
    } else for (let i = 0; i < times; i++) this.#writeOnce()
  }

  /** Ends the zlib stream. */
  finish(): void {
    this.file.reserve(16)
    this.put(0, 7) // end of block
    this.close(this.#checksum)
  }

  /**
   * Appends one row: at each byte the longer of the two matches if it has three bytes or more, else the byte itself.
   *
   * The bits of the unfinished byte are kept in local variables, and there are as few branches for each byte as possible: the
   * processor cannot predict them.
   */
  #writeOnce(): void {
    const { view } = this.row
    const rowLength = this.#rowLength
    const file = this.file
    // a literal takes at most 9 bits, a match fewer than its bytes as literals: the loop does not outgrow the array
    file.reserve(2 * rowLength + 8)
    const hasAbove = this.#hasAbove
    const { view: aboveView } = hasAbove ? this.#above : this.row
    const lastMatch = rowLength - shortestMatch
    const { array } = file
    let { end } = file
    let held = this.held
    let heldBits = this.heldBits
    // four bytes each, the first highest: from the byte before on, and from the byte itself on; at first, no run
    let before = 1
    for (let i = 0; i < rowLength; ) {
      const word = view.getInt32(i)
      if (i <= lastMatch) {
        const asAbove = hasAbove && (word ^ aboveView.getInt32(i)) >>> 8 === 0
        const asBefore = (before ^ (before << 8)) >>> 8 === 0
        if (asAbove || asBefore) {
          let length = asAbove ? sameLength(view, aboveView, i, rowLength) : 0
          let distance = this.#oneRow
          if (asBefore && length < goodMatch) {
            const run = runLength(view, i, rowLength)
            if (run >= length) {
              length = run
              distance = oneByte
            }
          }
          file.end = end
          this.held = held
          this.heldBits = heldBits
          this.#match(length, distance)
          end = file.end
          held = this.held
          heldBits = this.heldBits
          i += length
          before = view.getInt32(i - 1)
          continue
        }
      }
      before = word
      const byte = word >>> 24
      held |= literalCodes[byte]! << heldBits
      heldBits += 8 + ((byte + 112) >>> 8) // 9 from 144 on
      array[end] = held
      array[end + 1] = held >>> 8
      end += heldBits >>> 3
      held >>>= heldBits & ~7
      heldBits &= 7
      i++
    }
    file.end = end
    this.held = held
    this.heldBits = heldBits
  }

  /** Appends `length` bytes, three or more, that equal those `distance` earlier. */
  #match(length: number, distance: Code): void {
    while (length > 0) {
      // never leave a rest that is too short for a match
      const rest = length - longestMatch
      const part = rest <= 0 ? length : rest < shortestMatch ? longestMatch - shortestMatch : longestMatch
      const code = lengthCodes[part]!
      const count = code >>> 16
      // seven bits may be held already, and 31 fit without the sign
      if (count + distance.count <= 24) this.put((code & 0xffff) | (distance.bits << count), count + distance.count)
      else {
        this.put(code & 0xffff, count)
        this.put(distance.bits, distance.count)
      }
      length -= part
    }
  }
}

/** Buffers for longer rows are not kept. */
const longestKept = 1 << 16
/** A match of this length or more with the row above is taken without looking for a longer run. */
const goodMatch = 8
const windowSize = 32768
