/** What a character takes in each mode and under each ECI. ISO/IEC 18004:2015, 7.4 */

import { memoize } from '../memoize.ts'
import { type Mode, modes } from './modes.ts'
import type { CharacterKind, Plane } from './planes.ts'
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
  /** In rising order, so that those of a plane follow each other. */
  readonly states: Uint8Array
  readonly each: Int32Array
  /** By plane: how many of the states are in it or in a plane before it. */
  readonly upTo: Uint8Array
  /** The other states. */
  readonly others: Uint8Array
}

/** Of a character of a kind in each state. */
export function pricesIn(planes: readonly Plane[], kind: CharacterKind): Prices {
  const states: number[] = []
  const each: number[] = []
  const others: number[] = []
  const upTo = planes.map((plane, p) => {
    for (let mode = 0; mode < modes.length; mode++) {
      const price = priceOf(kind, plane, { length: kind.lengths[p]!, mode })
      if (price === unreachable) others.push(stateOf(p, mode))
      else {
        states.push(stateOf(p, mode))
        each.push(price)
      }
    }
    return states.length
  })
  return {
    states: Uint8Array.from(states),
    each: Int32Array.from(each),
    upTo: Uint8Array.from(upTo),
    others: Uint8Array.from(others),
  }
}

/** Bits that characters take at least, whatever stands before and behind them. */
export function leastBitsOf(kinds: readonly CharacterKind[], planes: readonly Plane[]): number {
  const least = memoize((kind: CharacterKind) => Math.min(...pricesIn(planes, kind).each))
  return kinds.reduce((sum, kind) => sum + least(kind), 0) / sixths
}

/** The cost of a character of so many bytes in a mode. */
function priceOf(
  { carriers }: CharacterKind,
  plane: Plane,
  { length, mode }: { readonly length: number; readonly mode: number },
): number {
  switch (modes[mode]) {
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
