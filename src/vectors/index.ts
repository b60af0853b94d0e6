import { catalogue, type Symbology, symbologies } from '../../symbologies/index.ts'
import { linearDetails, linearSets } from './linear.ts'
import { matrixSets } from './matrix.ts'
import { setOf, type VectorSet } from './vector.ts'

export { readme } from './readme.ts'
export type { Vector, VectorSet } from './vector.ts'

/** Vectors of every symbology; the same at every call. */
export function vectorSets(): VectorSet[] {
  const sets = [...linearSets(), ...matrixSets()]
  const others = symbologies.filter((name) => !sets.some(({ symbology }) => symbology === name))
  return [...sets, ...others.map(leastSet)]
}

/** The set of a symbology for which nobody has chosen texts. */
function leastSet(symbology: Symbology): VectorSet {
  const texts = [
    { name: 'a sample', text: catalogue[symbology].sample },
    { name: 'no text', text: '' },
  ]
  return setOf(symbology, texts, linearDetails)
}
