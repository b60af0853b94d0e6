/** The module matrix, a bit a module: for all code that draws or reads modules, without an encoder. */

export { blitRow, darkenIf, darkenSpan } from './blit.ts'
export { darken, differentRow, inverted, isDark, lightMatrix, type Matrix, rowsOf } from './matrix.ts'
export { flipped, mirrored, transposed } from './mirror.ts'
export {
  changesIn,
  darkRuns,
  darkRunsBetween,
  edgeCount,
  endOfDark,
  firstDark,
  isSolid,
  scratchForRuns,
} from './runs.ts'
export { transposedWords } from './transpose.ts'
export { areWordsEqual, bitsInside, ones, strideOf } from './words.ts'
