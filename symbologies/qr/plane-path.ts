/**
 * The ECIs and modes for a text that take the fewest bits, of any number of ECIs. ISO/IEC 18004:2015, 7.4
 *
 * `path.ts` does the same for one ECI beside kanji mode, faster.
 */

import type { PlaneRun } from './kinds.ts'
import { characterBits, type Headers } from './modes.ts'
import { beginning, PlaneCosts } from './plane-costs.ts'
import { modeOf, planeOf } from './plane-prices.ts'
import type { Plane } from './planes.ts'
import { doubled } from './runs.ts'
import type { Segment, Segmentation } from './segments.ts'

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
