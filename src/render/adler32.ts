/** Adler-32 (RFC 1950, 8.2) of rows of bytes, each of which may occur any number of times. */
export class RowChecksum {
  #a = 1
  #b = 0
  #rowLength = 0
  /** Of the current row, modulo 65521: the sum of its bytes, and the sum of the sums of its first 1, 2, 3, … bytes. */
  #sum = 0
  #weighted = 0

  /** The checksum of all rows added since `reset`. */
  get value(): number {
    return ((this.#b << 16) | this.#a) >>> 0
  }

  reset(): void {
    this.#a = 1
    this.#b = 0
  }

  /** Makes the first `rowLength` bytes of `row` the current row. */
  read(row: DataView, rowLength: number): void {
    const inWords = rowLength & ~3
    let [sum, weighted, at] = [0, 0, 0]
    while (at < inWords) {
      const [start, end] = [at, Math.min(at + blockBytes, inWords)]
      // two sums of 16 bits in each: of every first and third byte of four, of every second and fourth; and the sums of those sums
      let [odd, even, odds, evens] = [0, 0, 0, 0]
      for (; at < end; at += 4) {
        const word = row.getInt32(at)
        odd = (odd + ((word >>> 8) & 0x00ff00ff)) | 0
        even = (even + (word & 0x00ff00ff)) | 0
        odds = (odds + odd) | 0
        evens = (evens + even) | 0
      }
      const [first, second, third, fourth] = [odd >>> 16, even >>> 16, odd & 0xffff, even & 0xffff]
      // each byte counts as often as there are bytes from it on to the end of the block
      const words = (odds >>> 16) + (odds & 0xffff) + (evens >>> 16) + (evens & 0xffff)
      weighted += (end - start) * sum + 4 * words - second - 2 * third - 3 * fourth
      sum += first + second + third + fourth
    }
    for (; at < rowLength; at++) {
      sum += row.getUint8(at)
      weighted += sum
    }
    this.#rowLength = rowLength
    this.#sum = reduced(sum)
    this.#weighted = reduced(weighted)
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

/** The sums of the sums of 22 bytes are below 2 ** 16. */
const blockBytes = 4 * 22
const modulus = 65521

/** A whole number below 2 ** 53 modulo 65521; the % operator is slow for numbers of more than 32 bits. */
function reduced(value: number): number {
  if (value < 2 ** 31) return (value | 0) % modulus
  const rest = value - modulus * Math.floor(value / modulus)
  // the quotient may have been rounded up to the next whole number
  return rest < 0 ? rest + modulus : rest
}
