import { darkRuns } from '../../symbologies/matrix/index.ts'
import type { ModulesMark } from '../layout/scene.ts'

/**
 * Writes where the dark runs of a row of modules start and end, in dots: the first is [into[0], into[1]), and so on.
 *
 * @param into at least one number more than the matrix has columns
 * @returns how many numbers were written: two for each run
 */
export function darkEdges({ matrix, xs }: ModulesMark, row: number, into: Int32Array): number {
  const count = darkRuns(matrix, row, into)
  for (let i = 0; i < count; i++) into[i] = xs[into[i]!]!
  return count
}
