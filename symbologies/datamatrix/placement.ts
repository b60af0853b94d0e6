/** Where the modules of a symbol are: its finder and alignment patterns, and the bits of its codewords. ISO/IEC 16022:2006, 5.8, Annex F */

import type { Roles } from '../barcode.ts'
import { darken, darkenIf, lightMatrix, type Matrix } from '../matrix/index.ts'
import { memoize } from '../memoize.ts'
import { type DataMatrixSize, type MappingMatrix, mappingMatrix } from './sizes.ts'

/** The symbol with its codewords in place, data and error correction in the order of placement. */
export function placed(codewords: Uint8Array, size: DataMatrixSize): Matrix {
  const { matrix, positions } = templateOf(size)
  const words = matrix.words.slice()
  for (let i = 0, at = 0; i < codewords.length; i++) {
    const codeword = codewords[i]!
    for (let bit = 7; bit >= 0; bit--, at++) darkenIf(words, positions[at]!, codeword >>> bit)
  }
  return { ...matrix, words }
}

/** A module of the symbol: column `x`, row `y`, from the upper left. */
export interface Module {
  readonly x: number
  readonly y: number
}

/**
 * The modules of every codeword in the order of placement, data first, then error correction.
 *
 * @returns eight modules a codeword, that of the most significant bit first
 */
export function codewordModules(size: DataMatrixSize): Module[][] {
  const { matrix, positions } = templateOf(size)
  const row = matrix.stride * 32
  return Array.from({ length: size.data + size.errorCorrection }, (_, codeword) =>
    Array.from(positions.subarray(8 * codeword, 8 * codeword + 8), (position) => ({
      x: position % row,
      y: Math.floor(position / row),
    })),
  )
}

/** The common parts of all symbols of one size. */
interface Template {
  /** Finder and alignment patterns, and the fixed pattern of a corner that no codeword reaches. */
  readonly matrix: Matrix
  /** For bit b of codeword i, at [8 i + b], the bit's number in the words of the matrix, from the first's highest. */
  readonly positions: Uint16Array
}

/** One for each size, at most 48. */
const templateOf = memoize(makeTemplate)

function makeTemplate(size: DataMatrixSize): Template {
  const matrix = lightMatrix(size.columns, size.rows)
  drawBorders(matrix, size)
  const mapping = mappingMatrix(size)
  const regionHeight = mapping.rows / size.regionRows
  const regionWidth = mapping.columns / size.regionColumns
  // The module's region and every region above or to the left add their borders.
  const rowOf = (row: number): number => row + 1 + 2 * Math.floor(row / regionHeight)
  const columnOf = (column: number): number => column + 1 + 2 * Math.floor(column / regionWidth)
  if (hasFreeCorner(mapping)) {
    for (const back of [1, 2]) darken(matrix, columnOf(mapping.columns - back), rowOf(mapping.rows - back))
  }
  const positions = arrangement(mapping).map((module) => {
    const row = Math.floor(module / mapping.columns)
    return rowOf(row) * matrix.stride * 32 + columnOf(module % mapping.columns)
  })
  return { matrix, positions }
}

/** 5.8.2, 5.8.3: around every region, solid at the left and bottom, alternating at the top and right. */
function drawBorders(matrix: Matrix, size: DataMatrixSize): void {
  const height = size.rows / size.regionRows
  const width = size.columns / size.regionColumns
  for (let y = 0; y < size.rows; y++) {
    for (let x = 0; x < size.columns; x++) {
      const top = y % height === 0
      const right = x % width === width - 1
      const solid = x % width === 0 || y % height === height - 1
      if (solid || (top && x % 2 === 0) || (right && y % 2 === 1)) darken(matrix, x, y)
    }
  }
}

/**
 * The roles of a module, a bit each. Data modules carry codewords; the finder pattern has a solid L at the left and the
 * bottom and a clock track at the top and the right (5.8.2). Alignment patterns lie between data regions (5.8.3); where
 * two of them cross, a module belongs to both. Four modules of some sizes have a fixed pattern (5.8.1).
 */
export const dataMatrixRole = {
  data: 0,
  finderL: 1,
  clockTrack: 2,
  verticalAlignment: 4,
  horizontalAlignment: 8,
  fixedCorner: 16,
} as const

/** The roles of each module of a symbol of `size`, in bits of `dataMatrixRole`. */
export function dataMatrixRoles(size: DataMatrixSize): Roles {
  const { rows, columns } = size
  const bits = Uint8Array.from({ length: columns * rows }, (_, i) =>
    borderRole(i % columns, Math.floor(i / columns), size),
  )
  if (hasFreeCorner(mappingMatrix(size))) {
    for (const y of [rows - 3, rows - 2]) {
      for (const x of [columns - 3, columns - 2]) bits[y * columns + x] = dataMatrixRole.fixedCorner
    }
  }
  return { width: columns, height: rows, bits }
}

function borderRole(x: number, y: number, { rows, columns, regionRows, regionColumns }: DataMatrixSize): number {
  if (x === 0 || y === rows - 1) return dataMatrixRole.finderL
  if (y === 0 || x === columns - 1) return dataMatrixRole.clockTrack
  const vertical = isEdge(x, columns / regionColumns) ? dataMatrixRole.verticalAlignment : 0
  const horizontal = isEdge(y, rows / regionRows) ? dataMatrixRole.horizontalAlignment : 0
  return vertical | horizontal
}

/** Whether row or column `at` is the first or the last of its region. */
function isEdge(at: number, regionLength: number): boolean {
  return at % regionLength === 0 || at % regionLength === regionLength - 1
}

/**
 * The places of the bits of every codeword in the mapping matrix.
 *
 * The walk goes up to the right and down to the left along diagonals, and sets a codeword wherever its lower right
 * module is still free.
 *
 * @returns for codeword i, bit b (0 the most significant), at [8 i + b], the module's row · columns + column
 */
function arrangement(matrix: MappingMatrix): Uint16Array {
  const { rows, columns } = matrix
  const modules = new Uint16Array((rows * columns) & ~7)
  const taken = new Uint8Array(rows * columns)
  let count = 0
  const place = (row: number, column: number): void => {
    taken[row * columns + column] = 1
    modules[count++] = row * columns + column
  }
  let row = 4
  let column = 0
  for (let step = -2; row < rows || column < columns; step = -step) {
    if (step < 0)
      for (const [r, c] of cornerAt(row, column, matrix) ?? []) place((r + rows) % rows, (c + columns) % columns)
    do {
      const inside = row >= 0 && row < rows && column >= 0 && column < columns
      if (inside && taken[row * columns + column] === 0) {
        for (const [r, c] of utah) place(...wrapped(row + r, column + c, matrix))
      }
      row += step
      column -= step
    } while (step < 0 ? row >= 0 && column < columns : row < rows && column >= 0)
    row += step < 0 ? 1 : 3
    column += step < 0 ? 3 : 1
  }
  return modules
}

/**
 * A module above the top continues at the bottom, one left of the left edge at the right, shifted along that edge. In 26x40
 * and 26x48 of ISO/IEC 21471 the shift goes past the bottom, and on from the top.
 */
function wrapped(row: number, column: number, { rows, columns }: MappingMatrix): Offset {
  const overTop = row < 0
  const down = overTop ? row + rows : row
  const along = overTop ? column + 4 - ((rows + 4) % 8) : column
  return along < 0 ? [(down + 4 - ((columns + 4) % 8)) % rows, along + columns] : [down, along]
}

/** Whether the walk leaves the lower right corner free: two rows and columns that get a fixed pattern. */
const hasFreeCorner = ({ rows, columns }: MappingMatrix): boolean => (rows * columns) % 8 !== 0

/** The corner shape to place when the walk is at (row, column), if any. */
function cornerAt(row: number, column: number, { rows, columns }: MappingMatrix): readonly Offset[] | undefined {
  if (column === 0) {
    if (row === rows) return corner1
    if (row === rows - 2 && columns % 4 !== 0) return corner2
    if (row === rows - 2 && columns % 8 === 4) return corner3
  }
  return column === 2 && row === rows + 4 && columns % 8 === 0 ? corner4 : undefined
}

/** Row and column of a module; in a shape, negative numbers count from the far edge or from the shape's last module. */
type Offset = readonly [row: number, column: number]

// ISO/IEC 16022:2006, 5.8.1 and Annex F. The eight modules of a codeword, most significant bit first.

/** The shape that most codewords have, called Utah after its outline, from its lower right module. */
const utah: readonly Offset[] = [
  [-2, -2],
  [-2, -1],
  [-1, -2],
  [-1, -1],
  [-1, 0],
  [0, -2],
  [0, -1],
  [0, 0],
]

// The four shapes that are split between corners of the mapping matrix: rows and columns from its edges.

const corner1: readonly Offset[] = [
  [-1, 0],
  [-1, 1],
  [-1, 2],
  [0, -2],
  [0, -1],
  [1, -1],
  [2, -1],
  [3, -1],
]

const corner2: readonly Offset[] = [
  [-3, 0],
  [-2, 0],
  [-1, 0],
  [0, -4],
  [0, -3],
  [0, -2],
  [0, -1],
  [1, -1],
]

const corner3: readonly Offset[] = [
  [-3, 0],
  [-2, 0],
  [-1, 0],
  [0, -2],
  [0, -1],
  [1, -1],
  [2, -1],
  [3, -1],
]

const corner4: readonly Offset[] = [
  [-1, 0],
  [-1, -1],
  [0, -3],
  [0, -2],
  [0, -1],
  [1, -3],
  [1, -2],
  [1, -1],
]
