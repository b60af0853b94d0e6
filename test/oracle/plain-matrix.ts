import { darken, isDark, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'

/** Matrices module by module: the plain twins of what symbologies/matrix does by words. */
export const plainly = {
  transposed: (matrix: Matrix): Matrix => mapped(matrix, [matrix.height, matrix.width], (x, y) => [y, x]),
  mirrored: (matrix: Matrix): Matrix => mapped(matrix, sizeOf(matrix), (x, y) => [matrix.width - 1 - x, y]),
  flipped: (matrix: Matrix): Matrix => mapped(matrix, sizeOf(matrix), (x, y) => [x, matrix.height - 1 - y]),
  inverted(matrix: Matrix): Matrix {
    const result = lightMatrix(matrix.width, matrix.height)
    for (let y = 0; y < matrix.height; y++) {
      for (let x = 0; x < matrix.width; x++) if (!isDark(matrix, x, y)) darken(result, x, y)
    }
    return result
  },
}

const sizeOf = ({ width, height }: Matrix): [number, number] => [width, height]

function mapped(matrix: Matrix, size: [number, number], to: (x: number, y: number) => [number, number]): Matrix {
  const result = lightMatrix(...size)
  for (let y = 0; y < matrix.height; y++) {
    for (let x = 0; x < matrix.width; x++) if (isDark(matrix, x, y)) darken(result, ...to(x, y))
  }
  return result
}

/** Bits of packed words one by one, the most significant of the first word first. */
export function bitsOf(words: Uint32Array): boolean[] {
  return Array.from(words, (word) => word.toString(2).padStart(32, '0'))
    .join('')
    .split('')
    .map((bit) => bit === '1')
}

/** The modules of row `y`. */
export function rowIn(matrix: Matrix, y: number): boolean[] {
  return Array.from({ length: matrix.width }, (_, x) => isDark(matrix, x, y))
}

/** Places where dark begins or ends along a row; outside of it is light. */
export function edgesIn(row: readonly boolean[]): number[] {
  return Array.from({ length: row.length + 1 }, (_, x) => x).filter((x) => (row[x - 1] ?? false) !== (row[x] ?? false))
}
