/**
 * The ECIs and modes for a text that take the fewest bits, of any number of ECIs. ISO/IEC 18004:2015, 7.4
 *
 * `path.ts` does the same for one ECI beside kanji mode, faster.
 */

import { characterBits, type Headers, type Mode, modes } from './modes.ts'
import type { Plane, PlaneRun } from './planes.ts'
import { alphanumeric, digit, doubled, kanji } from './runs.ts'
import type { Segment, Segmentation } from './segments.ts'

/** Costs are counted in sixths of a bit, as in `path.ts`. */
const sixths = 6
const wholeBits = (cost: number): number => sixths * Math.floor((cost + sixths - 1) / sixths)
const digitCost = 20
const letterCost = 33
const byteCost = 48
const kanjiCost = 78

/** More than any text costs, and small enough that sums stay in 32 bits. */
const unreachable = 2 ** 28

/** States are pairs of a plane and a mode; this one is before the first run. */
const beginning = 255
const stateOf = (plane: number, mode: number): number => modes.length * plane + mode
const planeOf = (state: number): number => Math.floor(state / modes.length)
const modeOf = (state: number): Mode => modes[state % modes.length]!

/** The cheapest ways to write the runs so far. */
export class PlaneCosts {
  /** By state: the cost of all runs so far, if the last one is written in that state. */
  private readonly costs: Int32Array
  /** By plane: the cost of all runs so far and of being in that plane, and the state of the last run. */
  private readonly ended: Int32Array
  private readonly last: Uint8Array
  /** The cost of all runs so far. */
  private least = 0
  /** The state of the last run on the cheapest way, of the first plane at a tie. */
  lastState = beginning
  private readonly planes: readonly Plane[]
  private readonly headers: Int32Array

  constructor(planes: readonly Plane[], headers: Headers) {
    this.planes = planes
    this.costs = new Int32Array(planes.length * modes.length)
    this.ended = new Int32Array(planes.length)
    this.last = new Uint8Array(planes.length)
    this.headers = Int32Array.from(modes, (mode) => Math.min(sixths * headers[mode], unreachable))
    this.clear()
  }

  get states(): number {
    return this.costs.length
  }

  /** Before the first run. */
  clear(): void {
    this.costs.fill(unreachable)
    this.ended.set(this.planes.map(({ change }) => sixths * change))
    this.last.fill(beginning)
    this.least = 0
    this.lastState = beginning
  }

  /** The fewest bits of the runs so far; Infinity if they cannot be written. */
  get bits(): number {
    return this.least < unreachable ? this.least / sixths : Infinity
  }

  /** Adds a run. @param before where to write, for each state, the state of the run before */
  add(run: PlaneRun, before?: Uint8Array): void {
    for (let plane = 0; plane < this.planes.length; plane++) {
      for (let mode = 0; mode < modes.length; mode++) {
        const state = stateOf(plane, mode)
        const begun = this.ended[plane]! + this.headers[mode]!
        const isBegun = begun < this.costs[state]!
        if (before !== undefined) before[state] = isBegun ? this.last[plane]! : state
        const cost = (isBegun ? begun : this.costs[state]!) + priceOf(run, this.planes[plane]!, plane, mode)
        this.costs[state] = Math.min(cost, unreachable)
      }
    }
    this.endRun()
  }

  /** Ends the segment of every state, and declares every ECI after the cheapest. */
  private endRun(): void {
    this.least = unreachable
    let leaving = unreachable
    let left = beginning
    for (let plane = 0; plane < this.planes.length; plane++) {
      const state = this.cheapestIn(plane)
      this.last[plane] = state
      this.ended[plane] = wholeBits(this.costs[state]!)
      const ended = this.ended[plane]!
      if (ended < this.least) {
        this.least = ended
        this.lastState = state
      }
      if (ended < leaving && !this.planes[plane]!.isOnly) {
        leaving = ended
        left = state
      }
    }
    for (let plane = 0; plane < this.planes.length; plane++) {
      const { eci, change } = this.planes[plane]!
      const changed = leaving + sixths * change
      if (eci === undefined || changed >= this.ended[plane]!) continue
      this.ended[plane] = changed
      this.last[plane] = left
    }
  }

  /** The cheapest state of a plane, the last one at a tie. */
  private cheapestIn(plane: number): number {
    let best = stateOf(plane, 0)
    for (let state = best + 1; state < stateOf(plane + 1, 0); state++) {
      if (this.costs[state]! <= this.costs[best]!) best = state
    }
    return best
  }
}

/** The cost of a run's characters in a mode. */
function priceOf({ carriers, characters, lengths }: PlaneRun, own: Plane, plane: number, mode: number): number {
  const length = lengths[plane]!
  switch (mode) {
    case 0:
      return own.ascii && carriers & digit && length > 0 ? digitCost * characters : unreachable
    case 1: {
      const isCarried = own.ascii && carriers & alphanumeric && length > 0
      return isCarried ? letterCost * characters * (carriers & doubled ? 2 : 1) : unreachable
    }
    case 2:
      return own.bytes && length > 0 ? byteCost * length * characters : unreachable
    default:
      return own.kanji && carriers & kanji ? kanjiCost * characters : unreachable
  }
}

/** The fewest bits for `runs`, or undefined if the planes cannot carry them. */
export function shortestInPlanes(
  runs: readonly PlaneRun[],
  headers: Headers,
  planes: readonly Plane[],
): Segmentation | undefined {
  const costs = new PlaneCosts(planes, headers)
  const { states } = costs
  const before = new Uint8Array(runs.length * states)
  for (let r = 0; r < runs.length; r++) costs.add(runs[r]!, before.subarray(r * states, (r + 1) * states))
  const { bits } = costs
  if (bits === Infinity) return undefined
  const segments: Segment[] = []
  let end = runs.length - 1
  for (let r = end, state = costs.lastState; r >= 0; r--) {
    const earlier = before[r * states + state]!
    if (earlier === state) continue
    segments.push(segmentOf(runs, { first: r, last: end, state }, headers))
    const { eci, change } = planes[planeOf(state)]!
    const from = runs[r]!.from
    if (eci !== undefined && (earlier === beginning || planeOf(earlier) !== planeOf(state))) {
      segments.push({ mode: 'eci', designator: eci, from, to: from, bits: change })
    }
    state = earlier
    end = r - 1
  }
  return { segments: segments.reverse(), bits }
}

interface Place {
  /** Of the runs. */
  readonly first: number
  readonly last: number
  readonly state: number
}

function segmentOf(runs: readonly PlaneRun[], { first, last, state }: Place, headers: Headers): Segment {
  const mode = modeOf(state)
  let count = 0
  for (let r = first; r <= last; r++) {
    const { carriers, characters, lengths } = runs[r]!
    if (mode === 'byte') count += lengths[planeOf(state)]! * characters
    else count += mode === 'alphanumeric' && carriers & doubled ? 2 * characters : characters
  }
  const { from } = runs[first]!
  return { mode, from, to: runs[last]!.to, count, bits: headers[mode] + characterBits(mode, count) }
}
