/** The modes for a text's runs that take the fewest bits. ISO/IEC 18004:2015, 7.4 */

import type { Headers, Interpretation, Mode } from './modes.ts'
import { alphanumeric, ascii, digit, doubled, kanji, latin1, type Run, shared } from './runs.ts'

/**
 * States are modes, in two planes: one with byte mode and one with kanji mode, numeric and alphanumeric mode in both.
 *
 * Under an ECI a change of plane costs another ECI, for kanji mode is used under ECI 20 (Shift JIS) alone: readers
 * disagree whether the double bytes of kanji mode are Shift JIS under any ECI or bytes of the ECI in force, and under
 * ECI 20 both are the same. Without ECI a change is free, and the bytes are those that Shift JIS shares with ASCII: readers
 * take all bytes of a symbol that has kanji mode for Shift JIS.
 */
export const modeOf: readonly Mode[] = ['numeric', 'alphanumeric', 'byte', 'numeric', 'alphanumeric', 'kanji']

/** The state before the first run. */
export const beginning = 7

/** The first state of the kanji plane. */
const kanjiPlane = 3

export const inKanjiPlane = (state: number): boolean => state >= kanjiPlane && state !== beginning

/** A mode indicator and a designator below 128 (7.4.2, Table 4). */
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
   * the same for the kanji plane; bit 6 + s: state s begins a segment here and follows that state.
   */
  readonly steps: Uint16Array
  /** The state of the last run. */
  readonly last: number
  readonly bits: number
}

/** In a step, for state 0; for the others one bit higher each. */
const begins = 1 << 6

/** The state of run r - 1 on the cheapest path to `state` in run r. */
export function stateBefore({ steps }: Path, r: number, state: number): number {
  const step = steps[r]!
  if ((step & (begins << state)) === 0) return state
  return inKanjiPlane(state) ? (step >>> 3) & 7 : step & 7
}

// Scratch; contents are not kept between calls, so only the last path found can be followed.
// By state: the cost of beginning a segment, of the current run, and of all runs so far.
const begin = new Int32Array(modeOf.length)
const prices = new Int32Array(modeOf.length)
const costs = new Int32Array(modeOf.length)
let steps = new Uint16Array(64)

/**
 * The fewest bits for `runs`, or undefined if `interpretation` cannot carry them. To be followed before the next call.
 *
 * Segments that begin and end with a run are enough: in a run a mode has the same price for each character, and moving
 * a character to the cheaper neighbouring segment never costs more, rounding included (a digit takes at most 4 bits in
 * numeric mode and at least 5 in alphanumeric mode, a character there at most 6, and 8 as a byte).
 */
export function shortestPath(
  runs: readonly Run[],
  headers: Headers,
  { bytes, eci, kanji: mayHaveKanji }: Interpretation,
): Path | undefined {
  const change = eci === undefined ? 0 : sixths * eciBits
  // Without kanji there is nothing to gain in the kanji plane.
  const states = mayHaveKanji && hasKanji(runs) ? modeOf.length : kanjiPlane
  setHeaders(headers)
  for (let state = 0; state < states; state++) costs[state] = unreachable
  if (steps.length < runs.length) steps = new Uint16Array(2 * runs.length)
  // In each plane the cheapest end of a segment, and the state that it was in.
  let ended = change
  let ended2 = states > kanjiPlane ? change : unreachable
  let last = beginning
  let last2 = beginning
  for (let r = 0; r < runs.length; r++) {
    setPrices(runs[r]!, bytes)
    let step = last | (last2 << 3)
    for (let state = 0; state < states; state++) {
      const begun = (state < kanjiPlane ? ended : ended2) + begin[state]!
      if (begun < costs[state]!) {
        costs[state] = begun
        step |= begins << state
      }
      costs[state] = Math.min(costs[state]! + prices[state]!, unreachable)
    }
    steps[r] = step
    last = cheapestFrom(0)
    ended = wholeBits(costs[last]!)
    if (states === kanjiPlane) continue
    last2 = cheapestFrom(kanjiPlane)
    ended2 = wholeBits(costs[last2]!)
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

export function hasKanji(runs: readonly Run[]): boolean {
  for (const { carriers } of runs) if ((carriers & kanji) !== 0) return true
  return false
}

/** The cost of beginning a segment in each state. */
function setHeaders(headers: Headers): void {
  begin[0] = begin[3] = Math.min(sixths * headers.numeric, unreachable)
  begin[1] = begin[4] = Math.min(sixths * headers.alphanumeric, unreachable)
  begin[2] = Math.min(sixths * headers.byte, unreachable)
  begin[5] = Math.min(sixths * headers.kanji, unreachable)
}

/** The cost of a run's characters in each state. */
function setPrices({ carriers, from, to, bytes: utf8 }: Run, bytes: Interpretation['bytes']): void {
  const count = to - from
  const carrier = bytes === 'shared' ? shared : bytes === 'ascii' ? ascii : latin1
  prices[0] = prices[3] = carriers & digit ? digitCost * count : unreachable
  prices[1] = prices[4] = carriers & alphanumeric ? letterCost * count * (carriers & doubled ? 2 : 1) : unreachable
  prices[2] = bytes === 'utf8' ? byteCost * utf8 : carriers & carrier ? byteCost * count : unreachable
  prices[5] = carriers & kanji ? kanjiCost * count : unreachable
}

/** The cheapest state of the plane that begins with state `first`; among equals the last. */
function cheapestFrom(first: number): number {
  const cheaper = costs[first + 1]! < costs[first + 2]! ? first + 1 : first + 2
  return costs[first]! < costs[cheaper]! ? first : cheaper
}
