/**
 * Symbols that are drawn narrower, or wider, for a printer that spreads: made as wide as they are to be printed, and narrowed again, to
 * see that nothing else was done to them.
 */

import {
  areWordsEqual,
  blitRow,
  darkRuns,
  inverted,
  lightMatrix,
  type Matrix,
  transposed,
} from '../../../symbologies/matrix/index.ts'
import type { Box } from '../check/index.ts'
import { cropped } from './dots.ts'
import { VerificationFailure } from './failure.ts'

/** By how many dots dark is drawn narrower, across and down. */
export interface Narrowed {
  readonly x: number
  readonly y: number
}

/** The dots of a symbol's area as they are to be printed: where one way is widened, that was done last. */
export function asPrinted(dots: Matrix, { x, y }: Narrowed): Matrix {
  const across = (matrix: Matrix): Matrix => undone(matrix, x)
  const down = (matrix: Matrix): Matrix => transposed(undone(transposed(matrix), y))
  return y < 0 ? across(down(dots)) : down(across(dots))
}

/** The dots of a symbol narrowed and widened, in this order. */
function asDrawn(printed: Matrix, { x, y }: Narrowed): Matrix {
  const across = (matrix: Matrix): Matrix => done(matrix, x)
  const down = (matrix: Matrix): Matrix => transposed(done(transposed(matrix), y))
  return y < 0 ? down(across(printed)) : across(down(printed))
}

/**
 * Compares the dots of a symbol with what narrowing makes of the symbol that was read. Of bars, only lines with the same bars as their
 * middle are compared: others have digits in them, or guard bars alone.
 *
 * @param dots  as they are drawn
 * @param printed  what `asPrinted` made of them
 * @param place  of the symbol in them
 * @throws VerificationFailure
 */
export function compareNarrowed(
  dots: Matrix,
  printed: Matrix,
  { narrowed, place, isLinear }: { readonly narrowed: Narrowed; readonly place: Box; readonly isLinear: boolean },
): void {
  const drawn = asDrawn(printed, narrowed)
  const middle = (place.top + place.bottom) >> 1
  const isSideways = isLinear && isOneColour(printed, middle, place)
  const [found, wanted, whole] = isSideways
    ? ([dots, drawn, printed].map(transposed) as [Matrix, Matrix, Matrix])
    : [dots, drawn, printed]
  const line = isSideways ? (place.left + place.right) >> 1 : middle
  const { stride } = found
  for (let row = 0; row < found.height; row++) {
    const isBars = !isLinear || areWordsEqual(whole.words, row * stride, whole.words, line * stride, stride)
    // where bars end, dots are taken from their ends
    const isEnd = isLinear && !areWordsEqual(wanted.words, row * stride, wanted.words, line * stride, stride)
    if (!isBars || isEnd || areWordsEqual(found.words, row * stride, wanted.words, row * stride, stride)) continue
    throw new VerificationFailure('symbol', 'bars or modules are not narrower by the same dots everywhere')
  }
}

/**
 * Refuses modules that are not as wide as each other: in a symbol as it is to be printed all edges are on a grid.
 *
 * @param step  dots from one line of the grid to the next
 * @throws VerificationFailure
 */
export function refuseOffGrid(
  printed: Matrix,
  { place, isLinear, step }: { readonly place: Box; readonly isLinear: boolean; readonly step: number },
): void {
  const [left, top] = [Math.round(place.left), Math.round(place.top)]
  const box = { left, top, right: Math.round(place.right), bottom: Math.round(place.bottom) }
  const dots = cropped(printed, box)
  const middle = dots.height >> 1
  const isSideways = isLinear && isOneColour(printed, top + middle, place)
  const lines = isSideways ? transposed(dots) : dots
  refuseEdges(lines, isLinear ? [lines.height >> 1] : allRows(lines), step)
  if (!isLinear) refuseEdges(transposed(lines), allRows(transposed(lines)), step)
}

const allRows = ({ height }: Matrix): readonly number[] => Array.from({ length: height }, (_, row) => row)

function refuseEdges(dots: Matrix, rows: readonly number[], step: number): void {
  const runs = new Int32Array(dots.width + 1)
  for (const row of rows) {
    const count = darkRuns(dots, row, runs)
    for (let i = 0; i < count; i++) if (runs[i]! % step !== 0) throw offGrid()
  }
}

const offGrid = (): VerificationFailure =>
  new VerificationFailure('symbol', 'bars or modules do not come out as wide as they should be')

/** Whether a row has no edge within a symbol: it runs along a bar. */
function isOneColour(dots: Matrix, row: number, { left, right }: Box): boolean {
  const line = cropped(dots, { left: Math.ceil(left), top: row, right: Math.floor(right), bottom: row + 1 })
  const isLight = line.words.every((word) => word === 0)
  return isLight || inverted(line).words.every((word) => word === 0)
}

/** The dots from which dark is taken at the left, and at the right: of an odd number the left has one more. */
function sidesOf(dots: number): readonly [left: number, right: number] {
  const right = Math.trunc(dots / 2)
  return [dots - right, right]
}

/** Rows whose dark was narrowed by the given number of dots, as they were before. What grew ends at the edge. */
function undone(dots: Matrix, by: number): Matrix {
  const [left, right] = sidesOf(by)
  return by >= 0 ? spread(dots, left, right) : inverted(spread(inverted(dots), -right, -left))
}

/** Rows whose dark is narrowed by the given number of dots. Beyond their edges is light. */
function done(dots: Matrix, by: number): Matrix {
  const [left, right] = sidesOf(by)
  if (by < 0) return spread(dots, -left, -right)
  const { width, height } = dots
  const around = cropped(dots, { left: -by, top: 0, right: width + by, bottom: height })
  const narrow = inverted(spread(inverted(around), right, left))
  return cropped(narrow, { left: by, top: 0, right: by + width, bottom: height })
}

/** Dark longer by the given number of dots at its left and its right end. */
function spread(dots: Matrix, left: number, right: number): Matrix {
  const { width, height, stride, words } = dots
  if (left === 0 && right === 0) return dots
  const result = lightMatrix(width, height)
  for (let y = 0; y < height; y++) {
    const row = result.words.subarray(y * stride, (y + 1) * stride)
    for (let by = -left; by <= right; by++) blitRow(row, by, words, y * stride, stride)
  }
  // bits beyond the last column stay light
  return cropped(result, { left: 0, top: 0, right: width, bottom: height })
}
