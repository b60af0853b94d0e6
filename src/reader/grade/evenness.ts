/** The light over a symbol, as paper shows it: where a lamp lights one side more, greys are evened out before they are graded. */

import type { Point } from '../check/photo/planes.ts'
import { Equations } from '../check/photo/projection.ts'
import type { Reflectance } from './reflectance.ts'

/** A place of bare paper. */
export interface BarePaper extends Point {
  readonly light: number
}

/** The fewest places of paper, and from how many on the light may be bent: terms of 1, x, y, and x², xy, y². */
const [fewest, enoughToBend] = [10, 24]
/** Paper that differs from the surface by a larger share is dirty, or no paper; of all places so many have to be paper. */
const [mostOff, leastPaper] = [0.08, 0.85]
/** Light that differs less is even; the surface has to explain this share of the difference. */
const leastUneven = 0.05
const leastExplained = 0.6

export interface Evened {
  /** By how much what a place reflects is multiplied. */
  readonly factorAt: (point: Point) => number
  /** The share of light that the darkest place lacks, 0 to 1. */
  readonly unevenness: number
}

/** @returns undefined where light is even, or paper differs otherwise than light does */
export function evenedBy(paper: readonly BarePaper[]): Evened | undefined {
  if (paper.length < fewest) return undefined
  const [xs, ys] = [paper.map(({ x }) => x), paper.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const size = Math.max(Math.max(...xs) - left, Math.max(...ys) - top, 1) / 2
  const rowOf = ({ x, y }: Point): readonly number[] => {
    const [s, t] = [(x - left) / size - 1, (y - top) / size - 1]
    return paper.length < enoughToBend ? [1, s, t] : [1, s, t, s * s, s * t, t * t]
  }
  let kept = paper
  let surface: (point: Point) => number = () => 1
  for (let round = 0; round < 4; round++) {
    const equations = new Equations(paper.length < enoughToBend ? 3 : 6)
    for (const place of kept) equations.add(rowOf(place), place.light)
    const found = equations.solved(1e-6 * kept.length)
    if (found === undefined) return undefined
    surface = (point) => rowOf(point).reduce((sum, each, i) => sum + each * found[i]!, 0)
    kept = paper.filter((place) => Math.abs(place.light - surface(place)) < mostOff * surface(place))
    if (kept.length < fewest) return undefined
  }
  if (kept.length < leastPaper * paper.length) return undefined
  const lights = kept.map(surface)
  const [most, least] = [Math.max(...lights), Math.min(...lights)]
  if (!(least > 0) || 1 - least / most < leastUneven) return undefined
  const mean = kept.reduce((sum, { light }) => sum + light, 0) / kept.length
  const variance = kept.reduce((sum, { light }) => sum + (light - mean) ** 2, 0)
  const rest = kept.reduce((sum, place) => sum + (place.light - surface(place)) ** 2, 0)
  if (rest > (1 - leastExplained) * variance) return undefined
  const factorAt = (point: Point): number => most / Math.max(least, Math.min(most, surface(point)))
  return { factorAt, unevenness: 1 - least / most }
}

/** The same reflectance by even light. */
export const inEvenLight = (reflectance: Reflectance, evened: Evened | undefined): Reflectance =>
  evened === undefined ? reflectance : (point) => reflectance(point) * evened.factorAt(point)
