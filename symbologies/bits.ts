import { strideOf } from './matrix/index.ts'

/**
 * Bits in writing order, most significant first, packed into 32-bit words the way a Matrix packs a row.
 *
 * The capacity is allocated once; the caller must not write past it, which is not checked.
 */
export class BitWriter {
  readonly words: Uint32Array
  /** Bits written so far. */
  length = 0

  /** @param capacity the most bits that will be written */
  constructor(capacity: number) {
    this.words = new Uint32Array(strideOf(capacity))
  }

  /** Removes all bits. */
  clear(): void {
    // few words: a loop is faster than a call of fill()
    for (let w = strideOf(this.length) - 1; w >= 0; w--) this.words[w] = 0
    this.length = 0
  }

  /** Appends the low `count` bits of `value`, which has no others; `count` is 1 to 32. */
  push(value: number, count: number): void {
    const word = this.length >>> 5
    const free = 32 - (this.length & 31)
    this.length += count
    if (count <= free) {
      this.words[word]! |= value << (free - count)
    } else {
      this.words[word]! |= value >>> (count - free)
      this.words[word + 1] = value << (32 - (count - free))
    }
  }
}
