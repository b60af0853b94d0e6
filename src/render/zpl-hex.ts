import type { ByteWriter } from './bytes.ts'
import { rowBuffer, spareBytes } from './matches.ts'

/**
 * Graphics as ZPL's compressed hexadecimal digits (ZPL II Programming Guide, "Alternative Data Compression Scheme").
 *
 * A digit is preceded by how often it is repeated: G to Y are 1 to 19, g to z are 20, 40, and so on up to 400, and their sum is
 * the count. A comma fills the row with zeros; a colon repeats the row above. The exclamation mark, which fills with ones, is left
 * out: some readers take the rest of the row for its count.
 */
export class RunLengthHex {
  /** The next row: the caller fills its first `rowLength` bytes before each `write`. */
  row = rowBuffer(0)
  #file!: ByteWriter
  #rowLength = 0
  #hasAbove = false

  /** Begins a graphic. @param rowLength  bytes a row, 1 or more */
  begin(file: ByteWriter, rowLength: number): void {
    if (this.row.bytes.length < rowLength + spareBytes) this.row = rowBuffer(rowLength)
    this.#file = file
    this.#rowLength = rowLength
    this.#hasAbove = false
  }

  /** Appends the row `times` times. */
  write(times: number): void {
    writeRow(this.#file, this.row.bytes, this.#rowLength)
    this.#hasAbove = true
    this.#writeMore(times - 1)
  }

  /** Appends the previous row, which may be that of the graphic before, `times` more times. */
  repeat(times: number): void {
    if (this.#hasAbove) this.#writeMore(times)
    else this.write(times)
  }

  /** Appends the row that has just been written `times` more times. */
  #writeMore(times: number): void {
    const file = this.#file
    file.reserve(times)
    file.array.fill(colon, file.end, file.end + times)
    file.end += times
  }

  /** Ends the graphic: nothing follows its rows. */
  finish(): void {}
}

function writeRow(file: ByteWriter, row: Uint8Array, bytesPerRow: number): void {
  const digitCount = 2 * bytesPerRow
  // a run is not longer than its digits
  file.reserve(digitCount)
  for (let at = 0; at < digitCount; ) {
    const digit = digitAt(row, at)
    const start = at
    at = endOfRun(row, at, digitCount)
    if (digit === 0 && at === digitCount) file.array[file.end++] = comma
    else writeRun(file, hexDigits.charCodeAt(digit), at - start)
  }
}

const digitAt = (row: Uint8Array, at: number): number => (row[at >> 1]! >> (4 - 4 * (at & 1))) & 15

/** Where the digits equal to that at `at` end. */
function endOfRun(row: Uint8Array, at: number, digitCount: number): number {
  const digit = digitAt(row, at)
  let end = at + 1
  if ((end & 1) === 1) {
    if (digitAt(row, end) !== digit) return end
    end++
  }
  while (end < digitCount && row[end >> 1] === 17 * digit) end += 2
  return end < digitCount && digitAt(row, end) === digit ? end + 1 : end
}

/** The shorter of a run's two forms. */
function writeRun(file: ByteWriter, digit: number, count: number): void {
  if (count > 2) writeCount(file, count)
  else if (count === 2) file.array[file.end++] = digit
  file.array[file.end++] = digit
}

const hexDigits = '0123456789ABCDEF'
const [comma, colon] = [','.charCodeAt(0), ':'.charCodeAt(0)]
/** The letters before those of one and of twenty. */
const [ones, twenties] = ['F'.charCodeAt(0), 'f'.charCodeAt(0)]
/** z and Y. */
const mostAtOnce = 419

/** Writes the letters of a count. */
function writeCount(file: ByteWriter, count: number): void {
  for (let rest = count; rest > 0; ) {
    const part = Math.min(rest, mostAtOnce)
    const unit = part % 20
    if (part >= 20) file.array[file.end++] = twenties + (part - unit) / 20
    if (unit > 0) file.array[file.end++] = ones + unit
    rest -= part
  }
}
