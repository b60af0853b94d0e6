/** Words of 32 modules, as rows are packed: the most significant bit is the leftmost module. */

/** Words that a row of `width` modules takes. */
export function strideOf(width: number): number {
  return (width + 31) >>> 5
}

/** Bits set in a word: summed within pairs, fours and bytes, and of these by a product. */
export function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The bits of a row's word number `at` that lie within `width` modules. @param at at most `width / 32` */
export function bitsInside(at: number, width: number): number {
  const rest = width - 32 * at
  return rest >= 32 ? -1 : ~(-1 >>> rest)
}

/** The word's bits from right to left: neighbours are exchanged, then neighbouring pairs, and so on up to the halves. */
export function reversedBits(word: number): number {
  word = ((word >>> 1) & 0x55555555) | ((word & 0x55555555) << 1)
  word = ((word >>> 2) & 0x33333333) | ((word & 0x33333333) << 2)
  word = ((word >>> 4) & 0x0f0f0f0f) | ((word & 0x0f0f0f0f) << 4)
  word = ((word >>> 8) & 0x00ff00ff) | ((word & 0x00ff00ff) << 8)
  return (word >>> 16) | (word << 16)
}

/** Whether `count` words of `a` from `fromA` on equal those of `b` from `fromB` on. */
export function areWordsEqual(a: Uint32Array, fromA: number, b: Uint32Array, fromB: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (a[fromA + i] !== b[fromB + i]) return false
  return true
}
