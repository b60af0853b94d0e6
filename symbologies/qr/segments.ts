/**
 * The shortest division of a text into segments. ISO/IEC 18004:2015, 7.3 and 7.4; Annex J gives a heuristic,
 * this is the exact minimum.
 */

import { characterBits, type Headers, type Mode, modes } from './modes.ts'
import { alphanumeric, ascii, digit, kanji, latin1, type Run } from './runs.ts'

/** Part of the data bit stream: characters in one mode, or the designator of an interpretation. */
export type Segment = TextSegment | EciSegment

export interface TextSegment {
  readonly mode: Mode
  /** UTF-16 indices into the text, `to` not included. */
  readonly from: number
  readonly to: number
  /** What the count field says: digits, characters, bytes or kanji. */
  readonly count: number
  /** With mode indicator and count. */
  readonly bits: number
}

export interface EciSegment {
  readonly mode: 'eci'
  readonly designator: number
  /** Where in the text it comes into force. */
  readonly from: number
  readonly to: number
  readonly bits: number
}

/** How byte mode carries text, and the ECI that says so; without `eci` the symbol has no ECI at all. */
export interface Interpretation {
  readonly bytes: 'ascii' | 'latin1' | 'utf8'
  readonly eci?: number
}

export interface Segmentation {
  readonly segments: readonly Segment[]
  /** Sum over the segments. */
  readonly bits: number
  readonly interpretation: Interpretation
}

/** A mode indicator and a designator below 128 (7.4.2.2, Table 4). */
export const eciBits = 12

/** Shift JIS, among the assignments of AIM. */
export const kanjiEci = 20

/**
 * Costs are counted in sixths of a bit, in which a digit (10/3 bits) and an alphanumeric character (11/2) are whole;
 * where a segment ends they are rounded up to a bit, which is what 7.4.3 and 7.4.4 give for the digits left over.
 */
const sixths = 6

/**
 * The fewest bits for `runs`, or undefined where `interpretation` cannot carry them.
 *
 * Boundaries between runs are enough: in a run each mode has its price for a character, and handing a character to the
 * neighbouring segment that is cheaper never costs, rounding included (a digit takes at most 4 bits in numeric mode and
 * at least 5 in alphanumeric mode, a character there at most 6, and 8 as a byte).
 */
export function shortestSegments(
  runs: readonly Run[],
  headers: Headers,
  interpretation: Interpretation,
): Segmentation | undefined {
  const path = shortestPath(runs, headers, interpretation)
  if (path.bits === Infinity) return undefined
  return { segments: segmentsOn(path, runs, headers, interpretation), bits: path.bits, interpretation }
}

interface Path {
  /** The state of run r - 1 on the cheapest way to state s of run r, or `beginning`: `from[8 * r + s]`. */
  readonly from: Uint8Array
  /** The state of the last run. */
  readonly last: number
  readonly bits: number
}

/** States are 4 * plane + mode; this one is before the first run. */
const beginning = 8

/**
 * Under an ECI, kanji mode has a plane of its own, ECI 20 (Shift JIS): readers disagree whether the double bytes of
 * kanji mode are Shift JIS under any ECI or bytes of the ECI in force. Under ECI 20 both are the same.
 */
function shortestPath(runs: readonly Run[], headers: Headers, interpretation: Interpretation): Path {
  const split = interpretation.eci !== undefined
  const header = modes.map((mode) => sixths * headers[mode])
  const price = new Float64Array(4)
  const cost = new Float64Array(8).fill(Infinity)
  const from = new Uint8Array(8 * runs.length)
  let last = beginning
  let ended = split ? sixths * eciBits : 0
  let lastKanji = beginning
  let endedKanji = split ? sixths * eciBits : Infinity
  for (let r = 0; r < runs.length; r++) {
    setPrices(price, runs[r]!, interpretation)
    for (let state = 0; state < (split ? 8 : 4); state++) {
      const mode = state & 3
      if (split && (state === 3 || state === 6)) continue
      // Segments start in plane 0 after `last`, in plane 1 after `lastKanji`.
      const entered = (state < 4 ? ended : endedKanji) + header[mode]!
      const continues = cost[state]! <= entered
      from[8 * r + state] = continues ? state : state < 4 ? last : lastKanji
      cost[state] = (continues ? cost[state]! : entered) + price[mode]!
    }
    last = cheapest(cost, 0)
    ended = wholeBits(cost[last]!)
    if (!split) continue
    lastKanji = cheapest(cost, 4)
    endedKanji = wholeBits(cost[lastKanji]!)
    const change = sixths * eciBits
    if (endedKanji + change < ended) {
      last = lastKanji
      ended = endedKanji + change
    } else if (ended + change < endedKanji) {
      lastKanji = last
      endedKanji = ended + change
    }
  }
  const [end, sum] = ended <= endedKanji ? [last, ended] : [lastKanji, endedKanji]
  return { from, last: end, bits: sum / sixths }
}

function cheapest(cost: Float64Array, first: number): number {
  let best = first
  for (let state = first + 1; state < first + 4; state++) if (cost[state]! < cost[best]!) best = state
  return best
}

const wholeBits = (cost: number): number => sixths * Math.ceil(cost / sixths)

/** What `run` costs in each mode, in sixths of a bit. */
function setPrices(price: Float64Array, run: Run, { bytes }: Interpretation): void {
  const count = run.to - run.from
  price[0] = run.carriers & digit ? 20 * count : Infinity
  price[1] = run.carriers & alphanumeric ? 33 * count : Infinity
  price[2] = run.carriers & (bytes === 'ascii' ? ascii : latin1) ? 48 * count : Infinity
  if (bytes === 'utf8') price[2] = 48 * run.bytes
  price[3] = run.carriers & kanji ? 78 * count : Infinity
}

/** Follows the path back from its end. */
function segmentsOn(path: Path, runs: readonly Run[], headers: Headers, { bytes, eci }: Interpretation): Segment[] {
  const segments: Segment[] = []
  let state = path.last
  let end = runs.length - 1
  for (let r = end; r >= 0; r--) {
    const before = path.from[8 * r + state]!
    if (before === state) continue
    const mode = modes[state & 3]!
    const from = runs[r]!.from
    const to = runs[end]!.to
    const count = mode === 'byte' && bytes === 'utf8' ? bytesOf(runs, r, end) : to - from
    segments.push({ mode, from, to, count, bits: headers[mode] + characterBits(mode, count) })
    if (eci !== undefined && before >> 2 !== state >> 2) {
      segments.push({ mode: 'eci', designator: state < 4 ? eci : kanjiEci, from, to: from, bits: eciBits })
    }
    state = before
    end = r - 1
  }
  return segments.reverse()
}

function bytesOf(runs: readonly Run[], first: number, last: number): number {
  let sum = 0
  for (let r = first; r <= last; r++) sum += runs[r]!.bytes
  return sum
}
