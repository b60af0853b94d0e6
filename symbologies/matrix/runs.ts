import type { Matrix } from './matrix.ts'
import { ones } from './words.ts'

/**
 * The dark runs of row `y`, left to right: into[0] to into[1] is the first, the end not included, and so on.
 *
 * @param into room for `width + 1` numbers
 * @returns how many numbers were written, twice the number of runs
 */
export function darkRuns(matrix: Matrix, y: number, into: Int32Array): number {
  const { stride, words, width } = matrix
  let count = 0
  let previous = 0
  for (let w = 0; w < stride; w++) {
    const word = words[y * stride + w]!
    let changes = changesIn(word, previous)
    while (changes !== 0) {
      const bit = Math.clz32(changes)
      into[count++] = 32 * w + bit
      changes ^= 0x80000000 >>> bit
    }
    previous = word
  }
  if (count & 1) into[count++] = width
  return count
}

/**
 * The same between the columns `from` and `to`, `to` not included: a run that goes on beyond them is cut there.
 *
 * @param into room for `to - from + 1` numbers
 */
export function darkRunsBetween(
  { stride, words }: Matrix,
  y: number,
  { from, to }: { from: number; to: number },
  into: Float64Array,
): number {
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  let count = 0
  let previous = 0
  for (let w = first; from < to && w <= last; w++) {
    const inside = (w === first ? -1 >>> (from & 31) : -1) & (w === last ? -1 << (-to & 31) : -1)
    const word = words[y * stride + w]! & inside
    for (let changes = changesIn(word, previous); changes !== 0; ) {
      const bit = Math.clz32(changes)
      into[count++] = 32 * w + bit
      changes ^= 0x80000000 >>> bit
    }
    previous = word
  }
  if (count & 1) into[count++] = to
  return count
}

/** How many times light and dark meet along row `y`, both ends included; outside of the row is light. */
export function edgeCount({ stride, words }: Matrix, y: number): number {
  let count = 0
  let previous = 0
  for (let at = y * stride; at < (y + 1) * stride; at++) {
    const word = words[at]!
    count += ones(changesIn(word, previous))
    previous = word
  }
  return count + (previous & 1)
}

/** Whether the modules of row `y` from `from` to `to`, the end not included, are all dark, or all light. Neither is negative. */
export function isSolid(
  { stride, words }: Matrix,
  y: number,
  { from, to }: { from: number; to: number },
  dark: boolean,
): boolean {
  const others = dark ? -1 : 0
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  for (let at = first; from < to && at <= last; at++) {
    const inside = (at === first ? -1 >>> (from & 31) : -1) & (at === last ? -1 << (-to & 31) : -1)
    if (((words[y * stride + at]! ^ others) & inside) !== 0) return false
  }
  return true
}

/** The bits of a word that differ from their left neighbours; that of the first is the last of the word before. */
export function changesIn(word: number, previous: number): number {
  return word ^ ((word >>> 1) | (previous << 31))
}

/** The first dark module of row `y`; the width if there is none. */
export function firstDark({ width, stride, words }: Matrix, y: number): number {
  for (let at = 0; at < stride; at++) {
    const word = words[y * stride + at]!
    if (word !== 0) return 32 * at + Math.clz32(word)
  }
  return width
}

/** The module after the last dark one of row `y`; 0 if there is none. */
export function endOfDark({ stride, words }: Matrix, y: number): number {
  for (let at = stride - 1; at >= 0; at--) {
    const word = words[y * stride + at]!
    // the word's last set bit by itself
    if (word !== 0) return 32 * at + 1 + Math.clz32(word & -word)
  }
  return 0
}

let scratch = new Int32Array(256)

/** Room for `darkRuns` of a row of `width` modules: scratch; contents are not kept between calls. */
export function scratchForRuns(width: number): Int32Array {
  if (scratch.length <= width) scratch = new Int32Array(width + 1)
  return scratch
}
