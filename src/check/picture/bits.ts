/** Rows of a picture as rows of a matrix: a bit a pixel, 1 is dark. */

import type { Matrix } from '../../../symbologies/matrix/index.ts'

/** Dark and light exchanged. */
export function invertedBits(bits: Matrix): Matrix {
  const { width, stride } = bits
  const words = new Uint32Array(bits.words.length)
  for (let at = 0; at < words.length; at++) words[at] = ~bits.words[at]!
  const used = -1 << (32 * stride - width)
  for (let at = stride - 1; at < words.length; at += stride) words[at]! &= used
  return { ...bits, words }
}

/** The first dark pixel of a row; its width where there is none. */
export function firstDark({ width, stride, words }: Matrix, y: number): number {
  for (let at = 0; at < stride; at++) {
    const word = words[y * stride + at]!
    if (word !== 0) return 32 * at + Math.clz32(word)
  }
  return width
}

/** The pixel after the last dark one of a row; 0 where there is none. */
export function endOfDark({ stride, words }: Matrix, y: number): number {
  for (let at = stride - 1; at >= 0; at--) {
    const word = words[y * stride + at]!
    if (word !== 0) return 32 * at + 32 - trailingZeros(word)
  }
  return 0
}

const trailingZeros = (word: number): number => 31 - Math.clz32(word & -word)

/** How many times light and dark meet along a row. Outside of it is light. */
export function edgesIn({ stride, words }: Matrix, y: number): number {
  let count = 0
  let last = 0
  for (let at = y * stride; at < (y + 1) * stride; at++) {
    const word = words[at]!
    // a bit is set where a pixel differs from its left neighbour
    count += bitsIn(word ^ ((word >>> 1) | (last << 31)))
    last = word & 1
  }
  return count + last
}

/** How many bits are set: summed within pairs, fours and bytes, and of these by a product. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** FNV-1a over the words of a row. */
export function hashOfRow({ stride, words }: Matrix, y: number): number {
  let hash = 0x811c9dc5 | 0
  for (let at = y * stride; at < (y + 1) * stride; at++) {
    const word = words[at]!
    hash = Math.imul(hash ^ (word & 0xffff), 0x01000193)
    hash = Math.imul(hash ^ (word >>> 16), 0x01000193)
  }
  return hash
}

export function areRowsAlike({ stride, words }: Matrix, a: number, b: number): boolean {
  let differ = 0
  for (let i = 0; i < stride; i++) differ |= words[a * stride + i]! ^ words[b * stride + i]!
  return differ === 0
}
