/**
 * The ECIs and modes for a text that take the fewest bits, of any number of ECIs. ISO/IEC 18004:2015, 7.4
 *
 * `path.ts` does the same for one ECI beside kanji mode, faster.
 */

import { characterBits, type Headers, type Mode, modes } from './modes.ts'
import type { CharacterKind, Plane, PlaneRun } from './planes.ts'
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

/** The states in which a kind of characters can be written, in rising order, and the price of a character in each. */
interface Prices {
  readonly states: Uint8Array
  readonly each: Int32Array
}

/** The cheapest ways to write the runs so far. */
export class PlaneCosts {
  /** By state: the cost of all runs so far, if the last one is written in that state. */
  private costs: Int32Array
  /** The same for the next run. */
  private next: Int32Array
  /** By plane: the cost of all runs so far and of being in that plane, and the state of the last run. */
  private readonly ended: Int32Array
  private readonly last: Uint8Array
  /** The cost of all runs so far. */
  private least = 0
  /** The state of the last run on the cheapest way, of the first plane at a tie. */
  lastState = beginning
  private readonly planes: readonly Plane[]
  /** By state: the cost of a segment's header. */
  private readonly headers: Int32Array
  /** By state. */
  private readonly planeOf: Uint8Array
  private readonly known = new Map<CharacterKind, Prices>()

  constructor(planes: readonly Plane[], headers: Headers) {
    this.planes = planes
    this.costs = new Int32Array(planes.length * modes.length)
    this.next = new Int32Array(this.costs.length)
    this.ended = new Int32Array(planes.length)
    this.last = new Uint8Array(planes.length)
    this.headers = this.costs.map((_, state) => Math.min(sixths * headers[modeOf(state)], unreachable))
    this.planeOf = Uint8Array.from(this.costs, (_, state) => planeOf(state))
    this.clear()
  }

  get states(): number {
    return this.costs.length
  }

  /** Before the first run. */
  clear(): void {
    this.costs.fill(unreachable)
    for (const [plane, { change }] of this.planes.entries()) this.ended[plane] = sixths * change
    this.last.fill(beginning)
    this.least = 0
    this.lastState = beginning
  }

  /** The fewest bits of the runs so far; Infinity if they cannot be written. */
  get bits(): number {
    return this.least < unreachable ? this.least / sixths : Infinity
  }

  /** Adds a run. @param before where to write, for each state that carries the run, the state of the run before */
  add({ kind, characters }: PlaneRun, before?: Uint8Array): void {
    const { costs, next, ended, last, planeOf, headers } = this
    const { states, each } = this.pricesOf(kind)
    next.fill(unreachable)
    for (let i = 0; i < states.length; i++) {
      const state = states[i]!
      const plane = planeOf[state]!
      const begun = ended[plane]! + headers[state]!
      const isBegun = begun < costs[state]!
      if (before !== undefined) before[state] = isBegun ? last[plane]! : state
      next[state] = Math.min((isBegun ? begun : costs[state]!) + each[i]! * characters, unreachable)
    }
    this.costs = next
    this.next = costs
    this.endRun(states)
  }

  private pricesOf(kind: CharacterKind): Prices {
    let prices = this.known.get(kind)
    if (prices === undefined) {
      prices = pricesIn(this.planes, kind)
      this.known.set(kind, prices)
    }
    return prices
  }

  /** Ends the segment of each of the states, and declares every ECI after the cheapest. */
  private endRun(states: Uint8Array): void {
    const { costs, ended, last, planeOf } = this
    ended.fill(unreachable)
    for (let i = 0; i < states.length; i++) {
      const state = states[i]!
      const plane = planeOf[state]!
      const cost = costs[state]!
      // the last state of a plane at a tie
      if (cost > ended[plane]!) continue
      ended[plane] = cost
      last[plane] = state
    }
    this.least = unreachable
    let leaving = unreachable
    let left = beginning
    for (let plane = 0; plane < ended.length; plane++) {
      if (ended[plane] === unreachable) continue
      const cost = wholeBits(ended[plane]!)
      ended[plane] = cost
      if (cost < this.least) {
        this.least = cost
        this.lastState = last[plane]!
      }
      if (cost < leaving && !this.planes[plane]!.isOnly) {
        leaving = cost
        left = last[plane]!
      }
    }
    if (leaving < unreachable) this.declareAfter(leaving, left)
  }

  /** Enters every plane from that of a state, if that is the cheapest way to it. */
  private declareAfter(cost: number, state: number): void {
    for (let plane = 0; plane < this.ended.length; plane++) {
      const { eci, change } = this.planes[plane]!
      const changed = cost + sixths * change
      if (eci === undefined || changed >= this.ended[plane]!) continue
      this.ended[plane] = changed
      this.last[plane] = state
    }
  }
}

function pricesIn(planes: readonly Plane[], kind: CharacterKind): Prices {
  const priced = planes.flatMap((plane, p) =>
    modes.map((_, mode) => ({
      state: stateOf(p, mode),
      price: priceOf(kind, plane, { length: kind.lengths[p]!, mode }),
    })),
  )
  const carrying = priced.filter(({ price }) => price < unreachable)
  return {
    states: Uint8Array.from(carrying, ({ state }) => state),
    each: Int32Array.from(carrying, ({ price }) => price),
  }
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
    const { characters, kind } = runs[r]!
    const { carriers, lengths } = kind
    if (mode === 'byte') count += lengths[planeOf(state)]! * characters
    else count += mode === 'alphanumeric' && carriers & doubled ? 2 * characters : characters
  }
  const { from } = runs[first]!
  return { mode, from, to: runs[last]!.to, count, bits: headers[mode] + characterBits(mode, count) }
}
