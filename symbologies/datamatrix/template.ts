import { darken, darkenIf, lightMatrix, type Matrix } from '../matrix/index.ts'
import { memoize } from '../memoize.ts'
import type { Roles } from '../roles.ts'
import { arrangement, hasFreeCorner } from './placement.ts'
import { type DataMatrixSize, mappingMatrix } from './sizes.ts'

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
