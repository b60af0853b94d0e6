/** The fewest bits for the characters of a text, of any number of ECIs. ISO/IEC 18004:2015, 7.4 */

import { type Headers, modes } from './modes.ts'
import { modeOf, type Prices, pricesIn, sixths, unreachable } from './plane-prices.ts'
import type { CharacterKind, Plane } from './planes.ts'

const wholeBits = (cost: number): number => sixths * (((cost + sixths - 1) / sixths) | 0)

/** The state before the first run. */
export const beginning = 255

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
  /** By state: the cost of a segment's header. */
  private readonly headers: Int32Array
  /** By plane: the cost of declaring it after another, `unreachable` if it is not entered again. */
  private readonly changes: Int32Array
  /** By plane: 1 if no other may follow. */
  private readonly isOnly: Uint8Array
  private readonly known = new Map<CharacterKind, Prices>()
  /** The kind of the last run. */
  private kind: CharacterKind | undefined
  private prices: Prices | undefined

  constructor(planes: readonly Plane[], headers: Headers) {
    this.planes = planes
    this.costs = new Int32Array(planes.length * modes.length)
    this.ended = new Int32Array(planes.length)
    this.last = new Uint8Array(planes.length)
    this.headers = this.costs.map((_, state) => Math.min(sixths * headers[modeOf(state)], unreachable))
    this.changes = Int32Array.from(planes, ({ eci, change }) => (eci === undefined ? unreachable : sixths * change))
    this.isOnly = Uint8Array.from(planes, ({ isOnly }) => Number(isOnly))
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

  /** What the costs of further runs depend on: every cost so far, less the least of them. */
  relative(): Int32Array {
    const { costs, ended, least } = this
    const relative = new Int32Array(costs.length + ended.length)
    relative.set(costs)
    relative.set(ended, costs.length)
    for (let i = 0; i < relative.length; i++) if (relative[i]! < unreachable) relative[i]! -= least
    return relative
  }

  /** Continues from such costs, with 0 as the least. */
  restore(relative: Int32Array): void {
    this.costs.set(relative.subarray(0, this.costs.length))
    this.ended.set(relative.subarray(this.costs.length))
    this.least = 0
    this.kind = undefined
  }

  /** The fewest bits of the runs so far; Infinity if they cannot be written. */
  get bits(): number {
    return this.least < unreachable ? this.least / sixths : Infinity
  }

  /**
   * Adds a run.
   *
   * @param before where to write, for each state that carries the run, the state of the run before
   */
  add(kind: CharacterKind, characters: number, before?: Uint8Array): void {
    const { costs, ended, last, headers } = this
    const { states, each, upTo } = this.pricesOf(kind)
    for (let plane = 0, i = 0; plane < upTo.length; plane++) {
      let cheapest = unreachable
      let latest = beginning
      for (const end = upTo[plane]!; i < end; i++) {
        const state = states[i]!
        const begun = ended[plane]! + headers[state]!
        const isBegun = begun < costs[state]!
        if (before !== undefined) before[state] = isBegun ? last[plane]! : state
        const cost = Math.min((isBegun ? begun : costs[state]!) + each[i]! * characters, unreachable)
        costs[state] = cost
        // the last state of a plane at a tie
        if (cost > cheapest) continue
        cheapest = cost
        latest = state
      }
      ended[plane] = wholeBits(cheapest)
      last[plane] = latest
    }
    this.declareEcis()
  }

  /** The prices of a kind. States that do not carry it are left. */
  private pricesOf(kind: CharacterKind): Prices {
    if (kind === this.kind && this.prices !== undefined) return this.prices
    let prices = this.known.get(kind)
    if (prices === undefined) {
      prices = pricesIn(this.planes, kind)
      this.known.set(kind, prices)
    }
    for (let i = 0; i < prices.others.length; i++) this.costs[prices.others[i]!] = unreachable
    this.kind = kind
    this.prices = prices
    return prices
  }

  /** Ends the run in the cheapest plane, and enters every plane after the cheapest that others may follow, if that costs less. */
  private declareEcis(): void {
    const { ended, last, isOnly, changes } = this
    this.least = unreachable
    let leaving = unreachable
    let left = beginning
    for (let plane = 0; plane < ended.length; plane++) {
      const cost = ended[plane]!
      if (cost < this.least) {
        this.least = cost
        this.lastState = last[plane]!
      }
      if (cost < leaving && isOnly[plane] === 0) {
        leaving = cost
        left = last[plane]!
      }
    }
    for (let plane = 0; plane < ended.length; plane++) {
      const changed = leaving + changes[plane]!
      if (changed >= ended[plane]!) continue
      ended[plane] = changed
      last[plane] = left
    }
  }
}
