/** Adler-32 (RFC 1950, 8.2) of rows of bytes, each of which may occur any number of times. */
export class RowChecksum {
  #a = 1
  #b = 0
  #rowLength = 0
  /** Of the current row, modulo 65521: the sum of its bytes, and the sum of the sums of its first 1, 2, 3, … bytes. */
  #sum = 0
  #weighted = 0
  /** The same of all but the bytes [from, to) of the row, which rows after it have too. */
  #sumAround = 0
  #weightedAround = 0
  #from = 0
  #to = 0

  /** The checksum of all rows added since `reset`. */
  get value(): number {
    return ((this.#b << 16) | this.#a) >>> 0
  }

  reset(): void {
    this.#a = 1
    this.#b = 0
  }

  /**
   * Makes the first `rowLength` bytes of `row` the current row.
   *
   * @param from  bytes outside of [from, to) equal those of the row that was current before
   */
  read(row: DataView, rowLength: number, from = 0, to = rowLength): void {
    if (from !== this.#from || to !== this.#to || rowLength !== this.#rowLength)
      this.#readAround(row, rowLength, from, to)
    const sums = sumsOf(row, from, to)
    this.#rowLength = rowLength
    this.#sum = (this.#sumAround + (sums & 0xffff)) % modulus
    this.#weighted = reduced(this.#weightedAround + (rowLength - to) * (sums & 0xffff) + (sums >>> 16))
  }

  /** Reads the bytes of a row that precede `from`, and those from `to` on. */
  #readAround(row: DataView, rowLength: number, from: number, to: number): void {
    const before = sumsOf(row, 0, from)
    const after = sumsOf(row, to, rowLength)
    this.#sumAround = ((before & 0xffff) + (after & 0xffff)) % modulus
    this.#weightedAround = reduced((rowLength - from) * (before & 0xffff) + (before >>> 16) + (after >>> 16))
    this.#from = from
    this.#to = to
  }

  /** Adds the current row `times` times, without reading it again: the sums of a repeated row have a closed form. */
  add(times: number): void {
    const n = this.#rowLength
    const sum = this.#sum
    const a = this.#a
    if (times === 1) {
      this.#a = reduced(a + sum)
      this.#b = reduced(this.#b + n * a + this.#weighted)
      return
    }
    const pairs = reduced((times * (times - 1)) / 2)
    this.#a = reduced(a + sum * times)
    this.#b = reduced(this.#b + reduced(n * times) * a + this.#weighted * times + reduced(n * sum) * pairs)
  }
}

/** Of the bytes [from, to), modulo 65521: in the low half their sum, in the high half the sum of the sums of the first 1, 2, 3, … */
function sumsOf(row: DataView, from: number, to: number): number {
  let sum = 0
  let weighted = 0
  for (let start = from; start < to; start += blockBytes) {
    const end = Math.min(start + blockBytes, to)
    // of the block, in whole numbers of 32 bits
    let blockSum = 0
    let blockWeighted = 0
    let at = start
    for (; at + 8 <= end; at += 8) {
      const first = row.getInt32(at)
      const second = row.getInt32(at + 4)
      // two bytes in 16 bits each: the first and third, the second and fourth
      const a = (first >>> 8) & 0xff00ff
      const b = first & 0xff00ff
      const c = (second >>> 8) & 0xff00ff
      const d = second & 0xff00ff
      // each byte counts as often as there are bytes from it on to the eighth
      const high = 8 * (a >>> 16) + 7 * (b >>> 16) + 6 * (a & 255) + 5 * (b & 255)
      const low = 4 * (c >>> 16) + 3 * (d >>> 16) + 2 * (c & 255) + (d & 255)
      blockWeighted = (blockWeighted + 8 * blockSum + high + low) | 0
      const sums = a + b + c + d
      blockSum = (blockSum + (sums >>> 16) + (sums & 0xffff)) | 0
    }
    for (; at < end; at++) {
      blockSum += row.getUint8(at)
      blockWeighted += blockSum
    }
    weighted += (end - start) * sum + blockWeighted
    sum += blockSum
  }
  return (reduced(weighted) << 16) | reduced(sum)
}

/** The sums of the sums of so many bytes are below 2 ** 31. */
const blockBytes = 4096
const modulus = 65521

/** A whole number below 2 ** 53 modulo 65521; the % operator is slow for numbers of more than 32 bits. */
function reduced(value: number): number {
  if (value < 2 ** 31) return (value | 0) % modulus
  const rest = value - modulus * Math.floor(value / modulus)
  // the quotient may have been rounded up to the next whole number
  return rest < 0 ? rest + modulus : rest
}
