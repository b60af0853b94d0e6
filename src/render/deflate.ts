import type { ByteWriter } from './bytes.ts'
import { type Code, distanceCode, lengthCodes, literalCodes, longestMatch, oneByte, shortestMatch } from './huffman.ts'

/**
 * Deflate for pictures whose rows repeat (RFC 1951, fixed Huffman codes; RFC 1950 around it).
 *
 * Only two distances are searched for matches: one byte, and one row. In a picture of modules nearly all matches have one of
 * these, and a repeated row costs no more than its matches: neither the compressor nor the checksum reads it again.
 */
export class RowDeflater {
  /** The row to be written next: the caller fills its first `rowLength` bytes before each `write`. */
  row = new Uint8Array(0)
  #above = new Uint8Array(0)
  /** Whether there is a row above, and the window reaches it. */
  #hasAbove = false
  #reach = false
  #rowLength = 0
  /** The distance of one row. */
  #oneRow = oneByte
  #file!: ByteWriter
  #held = 0
  #heldBits = 0
  #adlerA = 1
  #adlerB = 0
  /** Sums over the row written last, modulo Adler-32's modulus: see #measure. */
  #sum = 0
  #weighted = 0

  /**
   * Begins a zlib stream.
   *
   * @param file where all of it goes, after what is written there already
   * @param rowLength bytes a row, 1 or more
   */
  begin(file: ByteWriter, rowLength: number): void {
    this.#file = file
    if (this.row.length < rowLength || this.row.length > longestKept) {
      this.row = new Uint8Array(rowLength)
      this.#above = new Uint8Array(rowLength)
    }
    this.#rowLength = rowLength
    this.#hasAbove = false
    this.#reach = rowLength <= windowSize
    this.#oneRow = this.#reach ? distanceCode(rowLength) : oneByte
    this.#held = 0
    this.#heldBits = 0
    this.#adlerA = 1
    this.#adlerB = 0
    file.room(3)
    // RFC 1950, 2.2: deflate with a window of 32 KiB, and a check that makes the two bytes a multiple of 31
    file.array[file.end++] = 0x78
    file.array[file.end++] = 0x01
    // RFC 1951, 3.2.3: the only and last block, fixed codes
    this.#put(0b011, 3)
  }

  /** Appends the row `times` times. */
  write(times: number): void {
    const { row } = this
    this.#measure()
    this.#check(times)
    this.#writeOnce()
    this.#writeMore(times - 1)
    this.row = this.#above
    this.#above = row
    this.#hasAbove = this.#reach
  }

  /** Appends the row that was written last `times` more times. Gives the same bytes as `write`, with less work. */
  repeat(times: number): void {
    if (this.#hasAbove && this.#rowLength >= shortestMatch) {
      this.#check(times)
      this.#file.room(((this.#rowLength / longestMatch) | 0) * 5 + 16)
      this.#match(this.#rowLength, this.#oneRow)
      this.#writeMore(times - 1)
    } else {
      this.row.set(this.#above)
      this.write(times)
    }
  }

  /** Appends the row of the last #writeOnce `times` more times. */
  #writeMore(times: number): void {
    const more = times * this.#rowLength
    if (this.#reach && more >= shortestMatch) {
      this.#file.room(((more / longestMatch) | 0) * 5 + 16)
      this.#match(more, this.#oneRow)
    } else for (let i = 0; i < times; i++) this.#writeOnce()
  }

  /** Ends the zlib stream. */
  finish(): void {
    const file = this.#file
    file.room(16)
    this.#put(0, 7) // end of block
    this.#put(0, -this.#heldBits & 7)
    const adler = ((this.#adlerB << 16) | this.#adlerA) >>> 0
    for (let shift = 24; shift >= 0; shift -= 8) file.array[file.end++] = adler >>> shift
  }

  /**
   * One row, byte by byte: the longer of the two matches if it has three bytes or more, else the byte itself.
   *
   * The bits of the unfinished byte are kept in local variables. The bytes are unpredictable, for the processor too, so there
   * are as few branches for each of them as possible.
   */
  #writeOnce(): void {
    const { row } = this
    const rowLength = this.#rowLength
    const file = this.#file
    // a literal takes 9 bits at most, and a match takes fewer than its bytes would: the array is not replaced within the loop
    file.room(2 * rowLength + 8)
    const hasAbove = this.#hasAbove
    const above = hasAbove ? this.#above : row
    const lastMatch = rowLength - shortestMatch
    const { array } = file
    let { end } = file
    let held = this.#held
    let heldBits = this.#heldBits
    for (let i = 0; i < rowLength; ) {
      const byte = row[i]!
      if (i <= lastMatch) {
        const next = row[i + 1]!
        const third = row[i + 2]!
        const asAbove = hasAbove && ((above[i]! ^ byte) | (above[i + 1]! ^ next) | (above[i + 2]! ^ third)) === 0
        const asBefore = i > 0 && ((row[i - 1]! ^ byte) | (byte ^ next) | (byte ^ third)) === 0
        if (asAbove || asBefore) {
          let length = asAbove ? sameLength(row, above, i, rowLength) : 0
          let distance = this.#oneRow
          if (asBefore && length < goodMatch) {
            const run = runLength(row, i, rowLength)
            if (run >= length) {
              length = run
              distance = oneByte
            }
          }
          file.end = end
          this.#held = held
          this.#heldBits = heldBits
          this.#match(length, distance)
          end = file.end
          held = this.#held
          heldBits = this.#heldBits
          i += length
          continue
        }
      }
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
    this.#held = held
    this.#heldBits = heldBits
  }

  /** `length` bytes, at least the shortest match, that equal those `distance` before. */
  #match(length: number, distance: Code): void {
    while (length > 0) {
      // never leave a remainder that is too short for a match
      const rest = length - longestMatch
      const part = rest <= 0 ? length : rest < shortestMatch ? longestMatch - shortestMatch : longestMatch
      const code = lengthCodes[part]!
      const count = code >>> 16
      // up to seven bits are held already, and 31 fit without the sign
      if (count + distance.count <= 24) this.#put((code & 0xffff) | (distance.bits << count), count + distance.count)
      else {
        this.#put(code & 0xffff, count)
        this.#put(distance.bits, distance.count)
      }
      length -= part
    }
  }

  /** The sum of the row's bytes, and the sum of the sums of its first 1, 2, 3, … bytes. */
  #measure(): void {
    const { row } = this
    const n = this.#rowLength
    let sum = 0
    let weighted = 0
    for (let from = 0; from < n; from += wholeSums) {
      const to = Math.min(from + wholeSums, n)
      let partSum = 0
      let partWeighted = 0
      for (let i = from; i < to; i++) {
        partSum = (partSum + row[i]!) | 0
        partWeighted = (partWeighted + partSum) | 0
      }
      weighted += partWeighted + (to - from) * sum
      sum += partSum
    }
    this.#sum = reduced(sum)
    this.#weighted = reduced(weighted)
  }

  /** Adler-32 of `times` rows at once: the sums of a repeated row have a closed form (RFC 1950, 8.2). */
  #check(times: number): void {
    const n = this.#rowLength
    const sum = this.#sum
    const weighted = this.#weighted
    const pairs = reduced((times * (times - 1)) / 2)
    const a = this.#adlerA
    const b = this.#adlerB
    this.#adlerA = reduced(a + sum * times)
    this.#adlerB = reduced(b + reduced(n * times) * a + weighted * times + reduced(n * sum) * pairs)
  }

  #put(bits: number, count: number): void {
    const { array } = this.#file
    this.#held |= bits << this.#heldBits
    this.#heldBits += count
    while (this.#heldBits >= 8) {
      array[this.#file.end++] = this.#held
      this.#held >>>= 8
      this.#heldBits -= 8
    }
  }
}

/** Buffers for longer rows are not kept for the next picture. */
const longestKept = 1 << 16
/** From this length on, a match with the row above is not compared with a run. */
const goodMatch = 8
/** The weighted sum of this many bytes is below 2 ** 31. */
const wholeSums = 4096
const windowSize = 32768
const adlerModulus = 65521

/** A whole number below 2 ** 53 modulo Adler-32's modulus; the % operator is slow for numbers of more than 32 bits. */
function reduced(value: number): number {
  const rest = value - adlerModulus * Math.floor(value / adlerModulus)
  // the quotient may have been rounded up to the next whole number
  return rest < 0 ? rest + adlerModulus : rest
}

/** How many bytes from `at` up to `to` equal those at the same places in `above`. */
function sameLength(row: Uint8Array, above: Uint8Array, at: number, to: number): number {
  let end = at
  while (end < to && row[end] === above[end]) end++
  return end - at
}

/** How many bytes from `at` up to `to`, 1 or more, equal the one before. */
function runLength(row: Uint8Array, at: number, to: number): number {
  const byte = row[at - 1]!
  let end = at
  while (end < to && row[end] === byte) end++
  return end - at
}
