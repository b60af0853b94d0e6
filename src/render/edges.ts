import { darkRuns } from '../../symbologies/matrix/index.ts'
import type { ModulesMark } from '../layout/scene.ts'

/**
 * Where the dark runs of a row of modules begin and end, in dots: into[0] to into[1] is the first, and so on.
 *
 * @param into room for one number more than the matrix is wide
 * @returns how many numbers were written, twice the number of runs
 */
export function darkEdges({ matrix, xs }: ModulesMark, row: number, into: Int32Array): number {
  const count = darkRuns(matrix, row, into)
  for (let i = 0; i < count; i++) into[i] = xs[into[i]!]!
  return count
}
