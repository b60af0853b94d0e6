/**
 * The score of a masked symbol. ISO/IEC 18004:2015, 7.8.3.1, Table 11
 *
 * Rows and columns are scored by the same code, on the symbol and on its transposed copy: it goes down the rows, and
 * each bit of a word is a column, so that one operation compares 32 columns.
 *
 * Where the standard is ambiguous, this code reads it as follows:
 * - N3 is the seven modules dark, light, three dark, light, dark, with four light modules on either side; with four on
 *   both sides it still counts once. Modules outside the symbol are light, as the quiet zone is.
 * - N4 counts whole steps of 5 % between 50 % and the proportion of dark modules: 45 % exactly is one step.
 */

import { bitsInside, ones } from '../matrix/index.ts'

/** The four parts of the score, in Table 11's order, and their sum. */
export interface MaskScore {
  /** N1: five and more modules of one colour in a row or column, 3 points, and one for each more than five. */
  readonly runs: number
  /** N2: 3 points for each 2 x 2 modules of one colour; an m x n area has (m - 1) · (n - 1) of them. */
  readonly areas: number
  /** N3: 40 points for each finder-like pattern with a light area beside it. */
  readonly finders: number
  /** N4: 10 points for each step of 5 % of deviation from equally many dark and light modules. */
  readonly balance: number
  readonly total: number
}

/** A symbol of up to 192 x 192 modules, packed as a Matrix, and its transposed copy. */
export interface Scored {
  readonly rows: Uint32Array
  readonly columns: Uint32Array
  readonly size: number
  /** Words per row. */
  readonly stride: number
}

export function maskScore(symbol: Scored): MaskScore {
  const { rows, columns, size, stride } = symbol
  const runs = runPoints(rows, size, stride) + runPoints(columns, size, stride)
  const finders = 40 * (findersIn(rows, stride) + findersIn(columns, stride))
  const areas = 3 * uniformSquares(rows, size, stride)
  const balance = 10 * Math.floor(Math.abs(20 * darkModules(rows) - 10 * size * size) / (size * size))
  return { runs, areas, finders, balance, total: runs + areas + finders + balance }
}

/** The number of bits set in `once`, and twice the number in `twice`: summed together from groups of four bits on. */
function onesAndTwice(once: number, twice: number): number {
  const a = once - ((once >>> 1) & 0x55555555)
  const b = twice - ((twice >>> 1) & 0x55555555)
  const fours = ((a & 0x33333333) + ((a >>> 2) & 0x33333333)) | 0
  const sum = (fours + (((b & 0x33333333) + ((b >>> 2) & 0x33333333)) << 1)) | 0
  return Math.imul((sum & 0x0f0f0f0f) + ((sum >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24
}

/** N1 along the columns: a run of n modules, n >= 5, is worth n - 2 points. */
function runPoints(words: Uint32Array, size: number, stride: number): number {
  let points = 0
  for (let at = 0; at < stride; at++) {
    const columns = bitsInside(at, size)
    // A bit is set for each column in which a run of at least so many modules ends in the row above.
    let two = 0
    let three = 0
    let four = 0
    let five = 0
    let above = words[at]!
    for (let w = at + stride; w < words.length; w += stride) {
      const word = words[w]!
      const alike = ~(word ^ above) & columns
      const fiveAbove = five
      five = four & alike
      // A run of n modules has n - 4 ends of five alike, a point each, and two more for the first of them.
      points += onesAndTwice(five, five & ~fiveAbove)
      four = three & alike
      three = two & alike
      two = alike
      above = word
    }
  }
  return points
}

/** N3 along the columns. */
function findersIn(words: Uint32Array, stride: number): number {
  let found = 0
  for (let at = 0; at < stride; at++) {
    // A bit is set for each column in which the row above ends so many modules of the pattern.
    let one = 0
    let two = 0
    let three = 0
    let four = 0
    let five = 0
    let six = 0
    for (let w = at; w < words.length; w += stride) {
      const word = words[w]!
      const seven = six & word
      if (seven !== 0) found += ones(seven & ~darkOnBothSides(words, w, stride))
      six = five & ~word
      five = four & word
      four = three & word
      three = two & word
      two = one & ~word
      one = word
    }
  }
  return found
}

/** Columns with dark modules both in the four rows before and in those after the seven rows that end at word `w`. */
function darkOnBothSides(words: Uint32Array, w: number, stride: number): number {
  const first = w - 10 * stride
  const last = w + 4 * stride
  if (first >= 0 && last < words.length) {
    const before = words[first]! | words[first + stride]! | words[first + 2 * stride]! | words[first + 3 * stride]!
    return before & (words[w + stride]! | words[w + 2 * stride]! | words[w + 3 * stride]! | words[last]!)
  }
  let before = 0
  let after = 0
  for (let higher = Math.max(first, w % stride); higher < w - 6 * stride; higher += stride) before |= words[higher]!
  for (let lower = w + stride; lower <= last && lower < words.length; lower += stride) after |= words[lower]!
  return before & after
}

/** N2: squares of 2 x 2 modules of one colour. */
function uniformSquares(words: Uint32Array, size: number, stride: number): number {
  let squares = 0
  for (let at = 0; at < stride; at++) {
    // Squares are counted at their lower left module, so the last column has none.
    const columns = bitsInside(at, size - 1)
    const last = at === stride - 1
    let above = 0
    let evenAbove = 0
    for (let w = at; w < words.length; w += stride) {
      const word = words[w]!
      const right = (word << 1) | (last ? 0 : words[w + 1]! >>> 31)
      const even = ~(word ^ right) & columns
      squares += ones(even & evenAbove & ~(word ^ above))
      evenAbove = even
      above = word
    }
  }
  return squares
}

/** Three words at a time: bits that are set in one or in all three, and twice those that are set in two or three. */
function darkModules(words: Uint32Array): number {
  let sum = 0
  let w = 0
  for (; w + 2 < words.length; w += 3) {
    const a = words[w]!
    const b = words[w + 1]!
    const c = words[w + 2]!
    const odd = a ^ b
    sum += onesAndTwice(odd ^ c, (a & b) | (odd & c))
  }
  for (; w < words.length; w++) sum += ones(words[w]!)
  return sum
}
