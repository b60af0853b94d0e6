/** The fewest bits for the characters of a text, of any number of ECIs. ISO/IEC 18004:2015, 7.4 */

import type { CharacterKind } from './kinds.ts'
import { type Headers, modes } from './modes.ts'
import { modeOf, sixths, unreachable } from './plane-prices.ts'
import type { Plane } from './planes.ts'

const wholeBits = (cost: number): number => sixths * (((cost + sixths - 1) / sixths) | 0)

/** The state before the first run. */
export const beginning = 255

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
  #left = beginning
  /** The cost of all runs so far. */
  #least = 0
  /** The state of the last run on the cheapest way, of the first plane at a tie. */
  lastState = beginning
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
    this.#last.fill(beginning)
    this.lastState = beginning
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
    let lastState = beginning
    let leaving = unreachable
    let left = beginning
    for (let p = 0, i = 0; p < planes.length; p++) {
      const plane = planes[p]!
      const stayed = carriedIn[plane] === run ? ended[plane]! : unreachable
      const changed = this.#leaving + changes[plane]!
      const entered = Math.min(stayed, changed)
      const earlier = changed < stayed ? this.#left : last[plane]!
      let cheapest = unreachable
      let latest = beginning
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
