/**
 * Drawing into packed words. A bit's address counts from the most significant bit of the first word: module (x, y) of a
 * matrix is at `32 * stride * y + x`.
 */

/** Makes the bit at `address` dark if the last of `bits` is 1. */
export function darkenIf(words: Uint32Array, address: number, bits: number): void {
  words[address >>> 5]! |= (bits << 31) >>> (address & 31)
}

/** Makes the bits from address `from` to `to`, the end not included, dark; none if `from` is not below `to`. */
export function darkenSpan(words: Uint32Array, from: number, to: number): void {
  if (from >= to) return
  const first = from >>> 5
  const last = (to - 1) >>> 5
  const head = -1 >>> (from & 31)
  const tail = -1 << (-to & 31)
  if (first === last) {
    words[first]! |= head & tail
    return
  }
  words[first]! |= head
  for (let i = first + 1; i < last; i++) words[i] = 0xffffffff
  words[last]! |= tail
}

/**
 * Copies the dark bits of a row to any address; what is dark there already stays dark.
 *
 * @param onto bits outside of it are left out
 * @param address where the row's first bit goes, above -(2 ** 31); may be negative
 * @param row `count` words from `from` on
 */
export function blitRow(onto: Uint32Array, address: number, row: Uint32Array, from: number, count: number): void {
  const shift = address & 31
  const first = address >> 5
  for (let i = 0; i < count; i++) {
    const word = row[from + i]!
    if (word === 0) continue
    onto[first + i]! |= word >>> shift
    // shifted by 32, a word would stay as it is
    const rest = shift === 0 ? 0 : word << (32 - shift)
    if (rest !== 0) onto[first + i + 1]! |= rest
  }
}
