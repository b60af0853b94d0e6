/**
 * The shortest division of a text into segments. ISO/IEC 18004:2015, 7.3.7; Annex J gives a heuristic,
 * this is the exact minimum.
 */

import { characterBits, type Headers, type Interpretation, type Mode } from './modes.ts'
import { beginning, eciBits, inKanjiPlane, modeOf, type Path, shortestPath, stateBefore } from './path.ts'
import { doubled, type Run } from './runs.ts'

/** Part of the data bit stream: characters in one mode, or the designator of an interpretation. */
export type Segment = TextSegment | EciSegment | Fnc1Segment

export interface TextSegment {
  readonly mode: Mode
  /** UTF-16 indices into the text, `to` not included. */
  readonly from: number
  readonly to: number
  /** The value of the count field: digits, characters, bytes or kanji. */
  readonly count: number
  /** With mode indicator and count. */
  readonly bits: number
}

export interface EciSegment {
  readonly mode: 'eci'
  readonly designator: number
  /** The index in the text from which it is in force. */
  readonly from: number
  readonly to: number
  readonly bits: number
}

/** The mode indicator of FNC1 in the first position (7.4.8.2). */
export interface Fnc1Segment {
  readonly mode: 'fnc1'
  readonly from: 0
  readonly to: 0
  readonly bits: 4
}

export interface Segmentation {
  readonly segments: readonly Segment[]
  /** Sum over the segments. */
  readonly bits: number
  readonly interpretation: Interpretation
}

const fnc1Segment: Fnc1Segment = { mode: 'fnc1', from: 0, to: 0, bits: 4 }

/** Shift JIS, among the assignments of AIM. */
const kanjiEci = 20

/** The fewest bits for `runs`, or undefined if `interpretation` cannot carry them or they take more than `most`. */
export function shortestSegments(
  runs: readonly Run[],
  headers: Headers,
  interpretation: Interpretation,
  most = Infinity,
): Segmentation | undefined {
  const path = shortestPath(runs, headers, interpretation)
  if (path === undefined) return undefined
  const bits = path.bits + (interpretation.gs1 ? fnc1Segment.bits : 0)
  if (bits > most) return undefined
  const segments = segmentsOn(path, runs, headers, interpretation)
  return { segments: interpretation.gs1 ? [fnc1Segment, ...segments] : segments, bits, interpretation }
}

/** Follows the path back from its end. */
function segmentsOn(path: Path, runs: readonly Run[], headers: Headers, { bytes, eci }: Interpretation): Segment[] {
  const segments: Segment[] = []
  let end = runs.length - 1
  for (let r = end, state = path.last; r >= 0; r--) {
    const before = stateBefore(path, r, state)
    if (before === state) continue
    const mode = modeOf[state]!
    const from = runs[r]!.from
    const to = runs[end]!.to
    const count = countOf(mode, runs, { first: r, last: end, bytes })
    segments.push({ mode, from, to, count, bits: headers[mode] + characterBits(mode, count) })
    if (eci !== undefined && (before === beginning || inKanjiPlane(before) !== inKanjiPlane(state))) {
      segments.push({ mode: 'eci', designator: inKanjiPlane(state) ? kanjiEci : eci, from, to: from, bits: eciBits })
    }
    state = before
    end = r - 1
  }
  return segments.reverse()
}

/** The value of the count field. */
function countOf(mode: Mode, runs: readonly Run[], { first, last, bytes }: Counted): number {
  let count = 0
  for (let r = first; r <= last; r++) {
    const { from, to, carriers, bytes: utf8 } = runs[r]!
    if (mode === 'byte' && bytes === 'utf8') count += utf8
    else count += mode === 'alphanumeric' && carriers & doubled ? 2 * (to - from) : to - from
  }
  return count
}

/** The runs of a segment, from the first to the last. */
interface Counted {
  readonly first: number
  readonly last: number
  readonly bytes: Interpretation['bytes']
}
