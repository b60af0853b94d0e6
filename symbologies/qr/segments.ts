/**
 * The shortest division of a text into segments. ISO/IEC 18004:2015, 7.3.7; Annex J gives a heuristic,
 * this is the exact minimum.
 */

import { characterBits, type Headers, type Interpretation, type Mode } from './modes.ts'
import { beginning, eciBits, inKanjiPlane, modeOf, type Path, shortestPath, stateBefore } from './path.ts'
import type { Run } from './runs.ts'

/** Part of the data bit stream: characters in one mode, or the designator of an interpretation. */
export type Segment = TextSegment | EciSegment

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

export interface Segmentation {
  readonly segments: readonly Segment[]
  /** Sum over the segments. */
  readonly bits: number
  readonly interpretation: Interpretation
}

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
  if (path === undefined || path.bits > most) return undefined
  return { segments: segmentsOn(path, runs, headers, interpretation), bits: path.bits, interpretation }
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
    const count = mode === 'byte' && bytes === 'utf8' ? bytesOf(runs, r, end) : to - from
    segments.push({ mode, from, to, count, bits: headers[mode] + characterBits(mode, count) })
    if (eci !== undefined && (before === beginning || inKanjiPlane(before) !== inKanjiPlane(state))) {
      segments.push({ mode: 'eci', designator: inKanjiPlane(state) ? kanjiEci : eci, from, to: from, bits: eciBits })
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
