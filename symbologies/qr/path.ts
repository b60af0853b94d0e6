/** The cheapest way through a text's runs, mode by mode. ISO/IEC 18004:2015, 7.4 */

import type { Headers, Interpretation, Mode } from './modes.ts'
import { alphanumeric, ascii, digit, kanji, latin1, type Run } from './runs.ts'

/**
 * States are modes, in two planes: one with byte mode and one with kanji mode, numeric and alphanumeric mode in both.
 *
 * Under an ECI a change of plane costs another ECI, for kanji mode is used under ECI 20 (Shift JIS) alone: readers
 * disagree whether the double bytes of kanji mode are Shift JIS under any ECI or bytes of the ECI in force, and under
 * ECI 20 both are the same. Without ECI a change is free.
 */
export const modeOf: readonly Mode[] = ['numeric', 'alphanumeric', 'byte', 'numeric', 'alphanumeric', 'kanji']

/** The state before the first run. */
export const beginning = 7

export const inKanjiPlane = (state: number): boolean => state >= 3 && state !== beginning

/** A mode indicator and a designator below 128 (7.4.2.2, Table 4). */
export const eciBits = 12

/**
 * Costs are counted in sixths of a bit, in which a digit (10/3 bits) and an alphanumeric character (11/2) are whole;
 * where a segment ends they are rounded up to a bit, which is what 7.4.3 and 7.4.4 give for the characters left over.
 */
const sixths = 6
const digitCost = 20
const letterCost = 33
const byteCost = 48
const kanjiCost = 78
const wholeBits = (cost: number): number => sixths * Math.floor((cost + sixths - 1) / sixths)

/** More than any text costs, and small enough that sums stay in 32 bits. */
const unreachable = 2 ** 28

export interface Path {
  /**
   * For each run, bits 0 to 2: the state in which the cheapest segment before it ended, for the byte plane; bits 3 to 5:
   * the same for the kanji plane; bit 6 + s: state s begins a segment here, so that its way came from there.
   */
  readonly steps: Uint16Array
  /** The state of the last run. */
  readonly last: number
  readonly bits: number
}

/** In a step, for state 0; for the others one bit higher each. */
const begins = 1 << 6

/** The state of run r - 1 on the cheapest way to `state` in run r. */
export function stateBefore({ steps }: Path, r: number, state: number): number {
  const step = steps[r]!
  if ((step & (begins << state)) === 0) return state
  return inKanjiPlane(state) ? (step >>> 3) & 7 : step & 7
}

/**
 * The fewest bits for `runs`, or undefined where `interpretation` cannot carry them.
 *
 * Segments that begin and end with a run are enough: in a run each mode has its price for a character, and handing a
 * character to the neighbouring segment that is cheaper never costs, rounding included (a digit takes at most 4 bits in
 * numeric mode and at least 5 in alphanumeric mode, a character there at most 6, and 8 as a byte).
 */
export function shortestPath(runs: readonly Run[], headers: Headers, { bytes, eci }: Interpretation): Path | undefined {
  const change = eci === undefined ? 0 : sixths * eciBits
  const byteCarrier = bytes === 'ascii' ? ascii : latin1
  const numericHeader = sixths * headers.numeric
  const lettersHeader = sixths * headers.alphanumeric
  const byteHeader = sixths * headers.byte
  const kanjiHeader = sixths * headers.kanji
  const steps = new Uint16Array(runs.length)
  // The cost of each state, and of the cheapest end of a segment in each plane.
  let numeric = unreachable
  let letters = unreachable
  let byte = unreachable
  let numeric2 = unreachable
  let letters2 = unreachable
  let double = unreachable
  let ended = change
  let ended2 = change
  let last = beginning
  let last2 = beginning
  for (let r = 0; r < runs.length; r++) {
    const { carriers, from, to, bytes: utf8 } = runs[r]!
    const count = to - from
    let step = last | (last2 << 3)
    if (ended + numericHeader < numeric) {
      numeric = ended + numericHeader
      step |= begins << 0
    }
    if (ended + lettersHeader < letters) {
      letters = ended + lettersHeader
      step |= begins << 1
    }
    if (ended + byteHeader < byte) {
      byte = ended + byteHeader
      step |= begins << 2
    }
    if (ended2 + numericHeader < numeric2) {
      numeric2 = ended2 + numericHeader
      step |= begins << 3
    }
    if (ended2 + lettersHeader < letters2) {
      letters2 = ended2 + lettersHeader
      step |= begins << 4
    }
    if (ended2 + kanjiHeader < double) {
      double = ended2 + kanjiHeader
      step |= begins << 5
    }
    steps[r] = step
    const numericPrice = carriers & digit ? digitCost * count : unreachable
    const lettersPrice = carriers & alphanumeric ? letterCost * count : unreachable
    numeric = Math.min(numeric + numericPrice, unreachable)
    letters = Math.min(letters + lettersPrice, unreachable)
    numeric2 = Math.min(numeric2 + numericPrice, unreachable)
    letters2 = Math.min(letters2 + lettersPrice, unreachable)
    byte = bytes === 'utf8' ? byte + byteCost * utf8 : carriers & byteCarrier ? byte + byteCost * count : unreachable
    double = carriers & kanji ? double + kanjiCost * count : unreachable
    last = numeric < letters ? (numeric < byte ? 0 : 2) : letters < byte ? 1 : 2
    last2 = numeric2 < letters2 ? (numeric2 < double ? 3 : 5) : letters2 < double ? 4 : 5
    ended = wholeBits(Math.min(numeric, letters, byte))
    ended2 = wholeBits(Math.min(numeric2, letters2, double))
    if (ended2 + change < ended) {
      last = last2
      ended = ended2 + change
    } else if (ended + change < ended2) {
      last2 = last
      ended2 = ended + change
    }
  }
  const bits = Math.min(ended, ended2) / sixths
  return bits < unreachable / sixths ? { steps, last: ended <= ended2 ? last : last2, bits } : undefined
}
