/** The module matrix, a bit a module: what every room that draws or reads modules needs, without an encoder. */

export { darken, darkRuns, flipped, isDark, lightMatrix, type Matrix, mirrored, rowsOf, transposed } from './matrix.ts'
export { transposedWords } from './transpose.ts'
