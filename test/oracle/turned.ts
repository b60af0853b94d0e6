import { darken, isDark, lightMatrix, type Matrix } from '../../symbologies/index.ts'

/** Matrices turned module by module: the plain twins of what symbologies/matrix.ts does by words. */
export const plainly = {
  transposed: (matrix: Matrix): Matrix => mapped(matrix, [matrix.height, matrix.width], (x, y) => [y, x]),
  mirrored: (matrix: Matrix): Matrix => mapped(matrix, sizeOf(matrix), (x, y) => [matrix.width - 1 - x, y]),
  flipped: (matrix: Matrix): Matrix => mapped(matrix, sizeOf(matrix), (x, y) => [x, matrix.height - 1 - y]),
}

const sizeOf = ({ width, height }: Matrix): [number, number] => [width, height]

function mapped(matrix: Matrix, size: [number, number], to: (x: number, y: number) => [number, number]): Matrix {
  const result = lightMatrix(...size)
  for (let y = 0; y < matrix.height; y++) {
    for (let x = 0; x < matrix.width; x++) if (isDark(matrix, x, y)) darken(result, ...to(x, y))
  }
  return result
}
