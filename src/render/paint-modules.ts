import {
  blitRow,
  darkenSpan,
  darkRuns,
  differentRow,
  lightMatrix,
  type Matrix,
} from '../../symbologies/matrix/index.ts'
import { type ModulesMark, type SymbolScene, uprightSymbol } from '../layout/scene.ts'

/** The dots of a drawing without words, as it lies after its turn. Nothing of the room of text is needed for it. */
export function paintSymbol(scene: SymbolScene): Matrix {
  const { width, height, marks } = uprightSymbol(scene)
  const dots = lightMatrix(width, height)
  for (const mark of marks) paintModules(dots, mark)
  return dots
}

/** Makes the dots of dark modules dark; those beyond the edge of the picture are left out. */
export function paintModules(dots: Matrix, mark: ModulesMark): void {
  const { matrix, xs, ys } = mark
  const runs = new Int32Array(matrix.width + 1)
  // equal rows are painted at once: a turned linear symbol has a row for each module
  for (let row = 0, next = 0; row < matrix.height; row = next) {
    next = differentRow(matrix, row)
    const line = new Uint32Array(dots.stride)
    const count = darkRuns(matrix, row, runs)
    for (let i = 0; i < count; i += 2) {
      darkenSpan(line, Math.max(0, xs[runs[i]!]!), Math.min(dots.width, xs[runs[i + 1]!]!))
    }
    const bottom = Math.min(dots.height, ys[next]!)
    for (let y = Math.max(0, ys[row]!); y < bottom; y++) blitRow(dots.words, 32 * dots.stride * y, line, 0, dots.stride)
  }
}
