/**
 * The choice of the data mask: each is laid over the symbol with its format information, and scored.
 * ISO/IEC 18004:2015, 7.8 and 7.9
 */

import { bitsInside, darkenIf, type Matrix, ones, transposedWords } from '../matrix/index.ts'
import { memoize } from '../memoize.ts'
import { type BitPlaces, formatInformation, formatPlaces, type Template, templateOf } from './template.ts'
import type { QrLevel } from './versions.ts'

interface Masked {
  readonly matrix: Matrix
  readonly mask: number
  /** By mask number. */
  readonly scores: readonly MaskScore[]
}

/**
 * Scores the symbol under each of `layers`, complete with format information; the lowest score wins, and of equal ones
 * the lower mask number (7.8.3).
 *
 * @param rows the symbol before masking; becomes the matrix
 * @param forced the mask number to use whatever the scores
 */
export function masked(
  rows: Uint32Array,
  layers: readonly Packed[],
  { size, stride }: Template,
  forced?: number,
): Masked {
  const unmasked = { rows, columns: transposedWords(rows, size, size), size, stride }
  const scores: MaskScore[] = []
  let mask = 0
  for (const layer of layers) {
    const score = maskScore(unmasked, layer)
    if (score.total < (scores[mask]?.total ?? Infinity)) mask = scores.length
    scores.push(score)
  }
  mask = forced ?? mask
  const layer = layers[mask]!.rows
  for (let w = 0; w < rows.length; w++) rows[w]! ^= layer[w]!
  return { matrix: { width: size, height: size, stride, words: rows }, mask, scores }
}

/** Packed as a Matrix: the symbol, and the symbol transposed, whose rows are the columns. */
export interface Packed {
  readonly rows: Uint32Array
  readonly columns: Uint32Array
}

/**
 * For each mask the modules that it inverts, with its format information: exclusive or with the unmasked symbol gives
 * the complete masked symbol.
 *
 * Made at the first call for each version and level and kept: 68 kB for version 40, 5 MB for all.
 */
export function maskLayers(version: number, level: QrLevel): readonly Packed[] {
  return layersOf(level)(version)
}

const layersOf = /* @__PURE__ */ memoize((level: QrLevel) => memoize((version: number) => newLayers(version, level)))

function newLayers(version: number, level: QrLevel): readonly Packed[] {
  const template = templateOf(version)
  return packedMasks(maskConditions, template.order, template).map((rows, mask) => {
    addFormat(rows, formatInformation(level, mask), formatPlaces(template.size), template.stride)
    return { rows, columns: transposedWords(rows, template.size, template.size) }
  })
}

/** Darkens the modules of the bits that are set in `format` (7.9), in rows of `stride` words. */
export function addFormat(rows: Uint32Array, format: number, places: BitPlaces, stride: number): void {
  places.forEach((copies, bit) => {
    for (const { x, y } of copies) darkenIf(rows, 32 * stride * y + x, format >>> bit)
  })
}

/**
 * The modules that each condition inverts, in a symbol whose data modules are at the addresses `order`; packed as a
 * Matrix.
 *
 * @param order bit addresses, 32 * stride * row + column
 */
export function packedMasks(conditions: readonly MaskCondition[], order: Uint16Array, square: Square): Uint32Array[] {
  const data = new Uint32Array(square.size * square.stride)
  for (const address of order) darkenIf(data, address, 1)
  return conditions.map((condition) => {
    const pattern = packedPattern(condition, square)
    return data.map((word, at) => word & pattern[at % pattern.length]!)
  })
}

/** Sides of a packed square: modules, and words a row. */
interface Square {
  readonly size: number
  readonly stride: number
}

/** The first rows of a pattern, which repeat. */
function packedPattern(condition: MaskCondition, { size, stride }: Square): Uint32Array {
  const pattern = new Uint32Array(period * stride)
  for (let i = 0; i < period; i++) {
    for (let j = 0; j < size; j++) {
      if (condition(i, j)) darkenIf(pattern, 32 * stride * i + j, 1)
    }
  }
  return pattern
}

/** All conditions repeat after this many rows: the common multiple of 2 · 2, 2 · 3 and 3. */
const period = 12

/** Whether a mask inverts the module in row i and column j. */
type MaskCondition = (i: number, j: number) => boolean

/** Table 10, by mask number. In the standard, as here, i is the row and j the column. */
export const maskConditions: readonly MaskCondition[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
]

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

/** A symbol of up to 192 x 192 modules before masking, packed as a Matrix, and its transposed copy. */
interface Unmasked extends Packed {
  readonly size: number
  /** Words per row. */
  readonly stride: number
}

/**
 * The score of the symbol under the mask `layer` (7.8.3.1, Table 11).
 *
 * Rows and columns are scored by the same code, on the symbol and on its transposed copy: it goes down the rows, and
 * each bit of a word is a column, so that one operation compares 32 columns.
 *
 * Where the standard is ambiguous, this code reads it as follows:
 * - N3 is the seven modules dark, light, three dark, light, dark, with four light modules on either side; with four on
 *   both sides it still counts once. Modules outside the symbol are light, as the quiet zone is.
 * - N4 counts whole steps of 5 % between 50 % and the proportion of dark modules: 45 % exactly is one step.
 */
export function maskScore(symbol: Unmasked, layer: Packed): MaskScore {
  const alongColumns = linePenalty(symbol.rows, layer.rows, symbol)
  const alongRows = linePenalty(symbol.columns, layer.columns, symbol)
  const { squares, dark } = areaCounts(symbol.rows, layer.rows, symbol)
  const runs = alongColumns.runs + alongRows.runs
  const areas = 3 * squares
  const finders = 40 * (alongColumns.finders + alongRows.finders)
  const modules = symbol.size * symbol.size
  const balance = 10 * Math.floor(Math.abs(20 * dark - 10 * modules) / modules)
  return { runs, areas, finders, balance, total: runs + areas + finders + balance }
}

/** The points of runs (N1) and the number of finder-like patterns (N3) down the columns. */
function linePenalty(words: Uint32Array, layer: Uint32Array, { size, stride }: Unmasked) {
  let runs = 0
  let finders = 0
  for (let at = 0; at < stride; at++) {
    const columns = bitsInside(at, size)
    let above = 0
    // A bit is set for each column in which a run of at least the given number of modules ends in the row above.
    let two = 0
    let three = 0
    let four = 0
    let five = 0
    let fiveAbove = 0
    // The same for the given number of modules of the finder-like pattern; the first of them is the row above itself.
    let second = 0
    let third = 0
    let fourth = 0
    let fifth = 0
    let sixth = 0
    for (let w = at; w < words.length; w += stride) {
      const word = words[w]! ^ layer[w]!
      const alike = w === at ? 0 : ~(word ^ above) & columns
      // A run of n modules, n >= 5, has n - 4 ends of five alike, a point each; two more are counted in the rows after it.
      const fiveBefore = five | fiveAbove
      fiveAbove = five
      five = four & alike
      runs += ones(five | fiveBefore)
      four = three & alike
      three = two & alike
      two = alike
      const seventh = sixth & word
      if (seventh !== 0) finders += ones(seventh & ~darkOnBothSides(words, layer, w, stride))
      sixth = fifth & ~word
      fifth = fourth & word
      fourth = third & word
      third = second & word
      second = above & ~word
      above = word
    }
    runs += ones(five | fiveAbove) + ones(five)
  }
  return { runs, finders }
}

/** The number of 2 x 2 squares of one colour (N2), and of dark modules (N4). */
function areaCounts(words: Uint32Array, layer: Uint32Array, { size, stride }: Unmasked) {
  let squares = 0
  let dark = 0
  for (let at = 0; at < stride; at++) {
    // Squares are counted at their lower left module, so the last column has none.
    const leftColumns = bitsInside(at, size - 1)
    const isLast = at === stride - 1
    let above = 0
    let evenAbove = 0
    for (let w = at; w < words.length; w += stride) {
      const word = words[w]! ^ layer[w]!
      const right = (word << 1) | (isLast ? 0 : (words[w + 1]! ^ layer[w + 1]!) >>> 31)
      const even = ~(word ^ right) & leftColumns
      squares += ones(even & evenAbove & ~(word ^ above))
      dark += ones(word)
      above = word
      evenAbove = even
    }
  }
  return { squares, dark }
}

/** Columns with dark modules both in the four rows before and in those after the seven rows that end at word `w`. */
function darkOnBothSides(words: Uint32Array, layer: Uint32Array, w: number, stride: number): number {
  const before = darkIn(words, layer, Math.max(w - 10 * stride, w % stride), w - 6 * stride, stride)
  return before & darkIn(words, layer, w + stride, Math.min(w + 5 * stride, words.length), stride)
}

/** Columns with a dark module in the rows from word `from` to `to`, `to` not included. */
function darkIn(words: Uint32Array, layer: Uint32Array, from: number, to: number, stride: number): number {
  let dark = 0
  for (let w = from; w < to; w += stride) dark |= words[w]! ^ layer[w]!
  return dark
}
