/** What a character takes in each mode and under each ECI. ISO/IEC 18004:2015, 7.4 */

import { type Mode, modes } from './modes.ts'
import type { Plane } from './planes.ts'
import { alphanumeric, digit, doubled, kanji } from './runs.ts'

/** States are pairs of a plane and a mode. */
export const stateOf = (plane: number, mode: number): number => modes.length * plane + mode
export const planeOf = (state: number): number => Math.floor(state / modes.length)
export const modeOf = (state: number): Mode => modes[state % modes.length]!

/** Costs are counted in sixths of a bit, as in `path.ts`. */
export const sixths = 6
const digitCost = 20
const letterCost = 33
const byteCost = 48
const kanjiCost = 78

/** More than any text costs, whole bits, and small enough that sums stay in 32 bits. */
export const unreachable = sixths * 2 ** 25

/** The states in which a kind of characters can be written, and the price of a character in each. */
export interface Prices {
  /** The planes that have such states, in rising order. */
  readonly planes: readonly number[]
  /** By plane that has any: how many of the states are in it or in one before it. */
  readonly upTo: readonly number[]
  /** In rising order, so that those of a plane follow each other. */
  readonly states: readonly number[]
  readonly each: readonly number[]
  /** The lowest price. */
  readonly least: number
}

/** Of a character that has these carriers and takes so many bytes in each plane. */
export function pricesIn(planes: readonly Plane[], carriers: number, lengths: readonly number[]): Prices {
  const carrying: number[] = []
  const upTo: number[] = []
  const states: number[] = []
  const each: number[] = []
  for (let p = 0; p < planes.length; p++) {
    const plane = planes[p]!
    const length = lengths[p]!
    // most planes lack most characters
    if (length === 0 && !(plane.kanji && carriers & kanji)) continue
    const before = states.length
    for (let mode = 0; mode < modes.length; mode++) {
      const price = priceOf(modes[mode]!, plane, { carriers, length })
      if (price === unreachable) continue
      states.push(stateOf(p, mode))
      each.push(price)
    }
    if (states.length === before) continue
    carrying.push(p)
    upTo.push(states.length)
  }
  return { planes: carrying, upTo, states, each, least: Math.min(...each) }
}

/** The cost of a character of so many bytes in a mode. */
function priceOf(
  mode: Mode,
  plane: Plane,
  { carriers, length }: { readonly carriers: number; readonly length: number },
): number {
  switch (mode) {
    case 'numeric':
      return plane.ascii && carriers & digit && length > 0 ? digitCost : unreachable
    case 'alphanumeric': {
      const isCarried = plane.ascii && carriers & alphanumeric && length > 0
      return isCarried ? letterCost * (carriers & doubled ? 2 : 1) : unreachable
    }
    case 'byte':
      return plane.bytes && length > 0 ? byteCost * length : unreachable
    default:
      return plane.kanji && carriers & kanji ? kanjiCost : unreachable
  }
}
