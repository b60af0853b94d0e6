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
  read(row: Uint8Array, rowLength: number): void {
    let sum = 0
    let weighted = 0
    for (let from = 0; from < rowLength; from += exactSums) {
      const to = Math.min(from + exactSums, rowLength)
      let partSum = 0
      let partWeighted = 0
      let i = from
      // four bytes at a time: each of the sums would otherwise wait for the one before
      for (; i + 4 <= to; i += 4) {
        const [first, second, third, fourth] = [row[i]!, row[i + 1]!, row[i + 2]!, row[i + 3]!]
        partWeighted = (partWeighted + 4 * (partSum + first) + 3 * second + 2 * third + fourth) | 0
        partSum = (partSum + first + second + third + fourth) | 0
      }
      for (; i < to; i++) {
        partSum = (partSum + row[i]!) | 0
        partWeighted = (partWeighted + partSum) | 0
      }
      weighted += partWeighted + (to - from) * sum
      sum += partSum
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

/** The weighted sum of this many bytes is below 2 ** 31. */
const exactSums = 4096
const modulus = 65521

/** A whole number below 2 ** 53 modulo 65521; the % operator is slow for numbers of more than 32 bits. */
function reduced(value: number): number {
  if (value < 2 ** 31) return (value | 0) % modulus
  const rest = value - modulus * Math.floor(value / modulus)
  // the quotient may have been rounded up to the next whole number
  return rest < 0 ? rest + modulus : rest
}
