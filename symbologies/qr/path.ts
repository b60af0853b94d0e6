/**
 * The shortest division of a text into segments. ISO/IEC 18004:2015, 7.3.7 and 7.4; Annex J gives a heuristic, this is the exact
 * minimum.
 *
 * Two searches do the same: `shortestSegments` for one ECI at most beside kanji mode, and `shortestInPlanes` for any number of
 * ECIs. The second could serve for all, but then a symbol of version 3 or 40 takes 1.5 times as long: it looks every character
 * up and follows lists of prices, where the first has six states.
 */

import { type CharacterKind, modeOf, type Plane, type PlaneRun, planeOf } from './eci.ts'
import {
  alphanumeric,
  ascii,
  byteCost,
  characterBits,
  digit,
  digitCost,
  doubled,
  type Headers,
  type Interpretation,
  kanji,
  kanjiCost,
  kanjiEci,
  latin1,
  letterCost,
  type Mode,
  type ModeRun,
  modes,
  type Segment,
  type Segmentation,
  shared,
  sixths,
  unreachable,
} from './segments.ts'

/** The fewest bits for `runs`, or undefined if `interpretation` cannot carry them or they take more than `most`. */
export function shortestSegments(
  runs: readonly ModeRun[],
  headers: Headers,
  interpretation: Interpretation,
  most = Infinity,
): Segmentation | undefined {
  const path = shortestPath(runs, headers, interpretation)
  if (path === undefined || path.bits > most) return undefined
  return { segments: segmentsOn(path.last, runs, headers, interpretation), bits: path.bits }
}

/**
 * The fewest bits for `runs`, or undefined if `interpretation` cannot carry them. Leaves the path in `steps`.
 *
 * Segments that begin and end with a run are enough: in a run a mode has the same price for each character, and moving
 * a character to the cheaper neighbouring segment never costs more, rounding included (a digit takes at most 4 bits in
 * numeric mode and at least 5 in alphanumeric mode, a character there at most 6, and 8 as a byte).
 *
 * @returns the state of the last run, and the bits
 */
function shortestPath(
  runs: readonly ModeRun[],
  headers: Headers,
  { bytes, eci, kanji: mayHaveKanji }: Interpretation,
): { readonly last: number; readonly bits: number } | undefined {
  const change = eci === undefined ? 0 : sixths * eciBits
  // Without kanji there is nothing to gain in the kanji plane.
  const states = mayHaveKanji && hasKanji(runs) ? stateModes.length : kanjiPlane
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
  return bits < unreachable / sixths ? { last: ended <= ended2 ? last : last2, bits } : undefined
}

/**
 * States are modes, in two planes: one with byte mode and one with kanji mode, numeric and alphanumeric mode in both.
 *
 * Under an ECI a change of plane costs another ECI, for kanji mode is used under ECI 20 (Shift JIS) alone: readers
 * disagree whether the double bytes of kanji mode are Shift JIS under any ECI or bytes of the ECI in force, and under
 * ECI 20 both are the same. Without ECI a change is free, and the bytes are those that Shift JIS shares with ASCII: readers
 * take all bytes of a symbol that has kanji mode for Shift JIS.
 */
const stateModes: readonly Mode[] = ['numeric', 'alphanumeric', 'byte', 'numeric', 'alphanumeric', 'kanji']

/** The state before the first run. */
const beginning = 7

/** The first state of the kanji plane. */
const kanjiPlane = 3

const inKanjiPlane = (state: number): boolean => state >= kanjiPlane && state !== beginning

/** A mode indicator and a designator below 128 (7.4.2, Table 4). */
const eciBits = 12

/**
 * For each run, bits 0 to 2: the state in which the cheapest segment before it ended, for the byte plane; bits 3 to 5: the same
 * for the kanji plane; bit 6 + s: state s begins a segment here and follows that state. Scratch, as are these by state: the cost
 * of beginning a segment, of the current run, and of all runs so far. Contents are not kept between calls.
 */
let steps = new Uint16Array(64)
const begin = new Int32Array(stateModes.length)
const prices = new Int32Array(stateModes.length)
const costs = new Int32Array(stateModes.length)

/** In a step, for state 0; for the others one bit higher each. */
const begins = 1 << 6

export function hasKanji(runs: readonly ModeRun[]): boolean {
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
function setPrices({ carriers, from, to, bytes: utf8 }: ModeRun, bytes: Interpretation['bytes']): void {
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

/** Follows the path back from its end. */
function segmentsOn(
  last: number,
  runs: readonly ModeRun[],
  headers: Headers,
  { bytes, eci }: Interpretation,
): Segment[] {
  const segments: Segment[] = []
  let end = runs.length - 1
  for (let r = end, state = last; r >= 0; r--) {
    const before = stateBefore(r, state)
    if (before === state) continue
    const mode = stateModes[state]!
    const from = runs[r]!.from
    const to = runs[end]!.to
    const count = countOf(mode, bytes, runs, r, end)
    segments.push({ mode, from, to, count, bits: headers[mode] + characterBits(mode, count) })
    if (eci !== undefined && (before === beginning || inKanjiPlane(before) !== inKanjiPlane(state))) {
      segments.push({ mode: 'eci', designator: inKanjiPlane(state) ? kanjiEci : eci, from, to: from, bits: eciBits })
    }
    state = before
    end = r - 1
  }
  if (segments.length > 1) segments.reverse()
  return segments
}

/** The state of run r - 1 on the cheapest path to `state` in run r. */
function stateBefore(r: number, state: number): number {
  const step = steps[r]!
  if ((step & (begins << state)) === 0) return state
  return inKanjiPlane(state) ? (step >>> 3) & 7 : step & 7
}

/** The value of the count field of a segment from the run `first` to the run `last`. */
function countOf(
  mode: Mode,
  bytes: Interpretation['bytes'],
  runs: readonly ModeRun[],
  first: number,
  last: number,
): number {
  let count = 0
  for (let r = first; r <= last; r++) {
    const { from, to, carriers, bytes: utf8 } = runs[r]!
    if (mode === 'byte' && bytes === 'utf8') count += utf8
    else count += mode === 'alphanumeric' && carriers & doubled ? 2 * (to - from) : to - from
  }
  return count
}

/** A cost rounded up to a bit, where a segment ends. */
const wholeBits = (cost: number): number => sixths * (((cost + sixths - 1) / sixths) | 0)

/** The fewest bits for `runs`, or undefined if the planes cannot carry them. */
export function shortestInPlanes(
  runs: readonly PlaneRun[],
  headers: Headers,
  planes: readonly Plane[],
): Segmentation | undefined {
  const costs = new PlaneCosts(planes, headers)
  const { states } = costs
  const before = new Uint8Array(runs.length * states)
  for (let r = 0; r < runs.length; r++) {
    const { kind, characters } = runs[r]!
    costs.add(kind, characters, before.subarray(r * states, (r + 1) * states))
  }
  const { bits } = costs
  if (bits === Infinity) return undefined
  const segments: Segment[] = []
  let end = runs.length - 1
  for (let r = end, state = costs.lastState; r >= 0; r--) {
    const earlier = before[r * states + state]!
    if (earlier === state) continue
    segments.push(segmentInPlane(runs, r, end, state, headers))
    const { eci, change } = planes[planeOf(state)]!
    const from = runs[r]!.from
    if (eci !== undefined && (earlier === noState || planeOf(earlier) !== planeOf(state))) {
      segments.push({ mode: 'eci', designator: eci, from, to: from, bits: change })
    }
    state = earlier
    end = r - 1
  }
  return { segments: segments.reverse(), bits }
}

/** The segment from the run `first` to the run `last`. */
function segmentInPlane(
  runs: readonly PlaneRun[],
  first: number,
  last: number,
  state: number,
  headers: Headers,
): Segment {
  const mode = modeOf(state)
  let count = 0
  for (let r = first; r <= last; r++) {
    const { characters, kind } = runs[r]!
    const { carriers, lengths } = kind
    if (mode === 'byte') count += lengths[planeOf(state)]! * characters
    else count += mode === 'alphanumeric' && carriers & doubled ? 2 * characters : characters
  }
  const { from } = runs[first]!
  return { mode, from, to: runs[last]!.to, count, bits: headers[mode] + characterBits(mode, count) }
}

/** The state before the first run. */
const noState = 255

/** The cheapest ways to write the runs so far. */
export class PlaneCosts {
  /** By state: the cost of all runs so far, if the last one is written in that state; and the last run that it carries. */
  readonly #costs: Int32Array
  readonly #carried: Int32Array
  /** By plane: the same, if the last run is written in that plane. */
  readonly #ended: Int32Array
  readonly #carriedIn: Int32Array
  /** By plane: the state of the last run in it. */
  readonly #last: Uint8Array
  /** The number of the last run. */
  #run = 0
  /** The cost of all runs so far if another plane follows, and the state of the last run. */
  #leaving = unreachable
  #left = noState
  /** The cost of all runs so far. */
  #least = 0
  /** The state of the last run on the cheapest way, of the first plane at a tie. */
  lastState = noState
  readonly #planes: readonly Plane[]
  /** By state: the cost of a segment's header. */
  readonly #headers: Int32Array
  /** By plane: the cost of declaring it after another, `unreachable` if it is not entered again. */
  readonly #changes: Int32Array
  /** By plane: 1 if no other may follow. */
  readonly #isOnly: Uint8Array

  constructor(planes: readonly Plane[], headers: Headers) {
    this.#planes = planes
    this.#costs = new Int32Array(planes.length * modes.length)
    this.#carried = new Int32Array(planes.length * modes.length)
    this.#ended = new Int32Array(planes.length)
    this.#carriedIn = new Int32Array(planes.length)
    this.#last = new Uint8Array(planes.length)
    this.#headers = this.#costs.map((_, state) => Math.min(sixths * headers[modeOf(state)], unreachable))
    this.#changes = Int32Array.from(planes, ({ eci, change }) => (eci === undefined ? unreachable : sixths * change))
    this.#isOnly = Uint8Array.from(planes, ({ isOnly }) => Number(isOnly))
    this.clear()
  }

  get states(): number {
    return this.#costs.length
  }

  /** Before the first run. */
  clear(): void {
    this.#costs.fill(unreachable)
    for (const [plane, { change }] of this.#planes.entries()) this.#ended[plane] = sixths * change
    this.#last.fill(noState)
    this.lastState = noState
    this.#begin()
  }

  /** Takes all costs for those of the last run, the least of which is 0. */
  #begin(): void {
    this.#carried.fill(this.#run)
    this.#carriedIn.fill(this.#run)
    this.#leaving = unreachable
    this.#least = 0
  }

  /** What the costs of further runs depend on: every cost so far, less the least of them. */
  relative(): Int32Array {
    const costs = this.#costs
    const ended = this.#ended
    const relative = new Int32Array(costs.length + ended.length).fill(unreachable)
    for (let state = 0; state < costs.length; state++)
      if (this.#carried[state] === this.#run) relative[state] = costs[state]!
    for (let plane = 0; plane < ended.length; plane++) {
      const stayed = this.#carriedIn[plane] === this.#run ? ended[plane]! : unreachable
      relative[costs.length + plane] = Math.min(stayed, this.#leaving + this.#changes[plane]!)
    }
    for (let i = 0; i < relative.length; i++) if (relative[i]! < unreachable) relative[i]! -= this.#least
    return relative
  }

  /** Continues from such costs, with 0 as the least. */
  restore(relative: Int32Array): void {
    this.#costs.set(relative.subarray(0, this.#costs.length))
    this.#ended.set(relative.subarray(this.#costs.length))
    this.#begin()
  }

  /** The fewest bits of the runs so far; Infinity if they cannot be written. */
  get bits(): number {
    return this.#least < unreachable ? this.#least / sixths : Infinity
  }

  /**
   * Adds a run, in every plane that carries it: one that the run before is in, or one after the cheapest of those that another
   * may follow.
   *
   * @param before where to write, for each state that carries the run, the state of the run before
   */
  add({ prices }: CharacterKind, characters: number, before?: Uint8Array): void {
    const costs = this.#costs
    const carried = this.#carried
    const ended = this.#ended
    const carriedIn = this.#carriedIn
    const last = this.#last
    const headers = this.#headers
    const changes = this.#changes
    const isOnly = this.#isOnly
    const run = this.#run
    const { planes, upTo, states, each } = prices
    let least = unreachable
    let lastState = noState
    let leaving = unreachable
    let left = noState
    for (let p = 0, i = 0; p < planes.length; p++) {
      const plane = planes[p]!
      const stayed = carriedIn[plane] === run ? ended[plane]! : unreachable
      const changed = this.#leaving + changes[plane]!
      const entered = Math.min(stayed, changed)
      const earlier = changed < stayed ? this.#left : last[plane]!
      let cheapest = unreachable
      let latest = noState
      for (const end = upTo[p]!; i < end; i++) {
        const state = states[i]!
        const continued = carried[state] === run ? costs[state]! : unreachable
        const begun = entered + headers[state]!
        if (before !== undefined) before[state] = begun < continued ? earlier : state
        const cost = Math.min(Math.min(begun, continued) + each[i]! * characters, unreachable)
        costs[state] = cost
        carried[state] = run + 1
        // the last state of a plane at a tie
        if (cost > cheapest) continue
        cheapest = cost
        latest = state
      }
      const end = wholeBits(cheapest)
      ended[plane] = end
      carriedIn[plane] = run + 1
      last[plane] = latest
      if (end < least) {
        least = end
        lastState = latest
      }
      if (end < leaving && isOnly[plane] === 0) {
        leaving = end
        left = latest
      }
    }
    this.#least = least
    this.lastState = lastState
    this.#leaving = leaving
    this.#left = left
    this.#run = run + 1
  }
}
