import { linearSets } from './linear.ts'
import { matrixSets } from './matrix.ts'
import type { VectorSet } from './vector.ts'

export { readme } from './readme.ts'
export type { Vector, VectorSet } from './vector.ts'

/** Vectors of all ten symbologies; the same at every call. */
export function vectorSets(): VectorSet[] {
  return [...linearSets(), ...matrixSets()]
}
