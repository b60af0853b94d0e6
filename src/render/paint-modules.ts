import { darkenSpan, differentRow, scratchForRuns } from '../../symbologies/matrix/index.ts'
import type { ModulesMark } from '../layout/scene.ts'
import { darkEdges } from './edges.ts'

/**
 * Makes the dots of a mark in row `y` dark.
 *
 * @param dots the row, one bit a dot, most significant bit first, dark 1
 * @param y not less than in the previous call
 * @returns the next row in which the dots of the mark may differ
 */
export type Painter = (dots: Uint32Array, y: number) => number

/** A row below every picture. Not Infinity: V8 computes fastest with small integers. */
export const noChange = 2 ** 30 - 1

export function modulesPainter(mark: ModulesMark): Painter {
  const { matrix, ys } = mark
  // equal rows are painted at once: a turned linear symbol has a row for each module
  let row = -1
  let next = 0
  return (dots, y) => {
    while (row < matrix.height && y >= ys[next]!) {
      row = next
      if (row < matrix.height) next = differentRow(matrix, row)
    }
    if (row < 0) return ys[0]!
    if (row === matrix.height) return noChange
    const edges = scratchForRuns(matrix.width)
    const count = darkEdges(mark, row, edges)
    for (let i = 0; i < count; i += 2) darkenSpan(dots, edges[i]!, edges[i + 1]!)
    return ys[next]!
  }
}
