import { catalogue, type Symbology, symbologies } from '../../symbologies/index.ts'
import { linearDetails, linearSets } from './linear.ts'
import { matrixSets } from './matrix.ts'
import { setOf, type VectorSet } from './vector.ts'

export { type Gs1Vector, type Gs1VectorSet, gs1VectorSet } from './gs1.ts'
export { readme } from './readme.ts'
export type { Vector, VectorSet } from './vector.ts'

/** Vectors of every symbology; the same in every call. */
export function vectorSets(): VectorSet[] {
  const sets = [...linearSets(), ...matrixSets()]
  const others = symbologies.filter((name) => !sets.some(({ symbology }) => symbology === name))
  return [...sets, ...others.map(sampleSet)]
}

/** The set of a symbology without its own list of texts. */
function sampleSet(symbology: Symbology): VectorSet {
  const texts = [
    { name: 'a sample', text: catalogue[symbology].sample },
    { name: 'no text', text: '' },
  ]
  return setOf(symbology, texts, linearDetails)
}
