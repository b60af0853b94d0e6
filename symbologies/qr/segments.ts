/**
 * The shortest division of a text into segments. ISO/IEC 18004:2015, 7.3.7; Annex J gives a heuristic,
 * this is the exact minimum.
 */

import type { Eci } from '../eci/index.ts'
import { characterBits, type Headers, type Interpretation, type Mode } from './modes.ts'
import { beginning, eciBits, inKanjiPlane, modeOf, type Path, shortestPath, stateBefore } from './path.ts'
import { doubled, type Run } from './runs.ts'

/** Part of the data bit stream: characters in one mode, the designator of an interpretation, or a header. */
export type Segment = TextSegment | EciSegment | Fnc1Segment | Fnc1SecondSegment | AppendSegment

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
  readonly designator: Eci
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

/** The mode indicator of FNC1 in the second position, and an application indicator in eight bits (7.4.8.3). */
export interface Fnc1SecondSegment {
  readonly mode: 'fnc1-second'
  /** A letter or two digits. */
  readonly indicator: string
  readonly from: 0
  readonly to: 0
  readonly bits: 12
}

/** The header of a symbol of a structured append (8.2 and 8.3). */
export interface AppendSegment {
  readonly mode: 'structured-append'
  /** Which of the symbols this is, 1 to `parts`. */
  readonly part: number
  /** 2 to 16. */
  readonly parts: number
  /** All bytes of the whole message by exclusive or. */
  readonly parity: number
  readonly from: 0
  readonly to: 0
  readonly bits: 20
}

export interface Segmentation {
  readonly segments: readonly Segment[]
  /** Sum over the segments. */
  readonly bits: number
}

export const isText = (segment: Segment): segment is TextSegment => 'count' in segment

/** The segmentation with FNC1 in it: after an ECI at the beginning, before all text (7.4.8). */
export function withFnc1({ segments, bits }: Segmentation, fnc1: Fnc1Segment | Fnc1SecondSegment): Segmentation {
  const at = segments[0]?.mode === 'eci' ? 1 : 0
  return { segments: [...segments.slice(0, at), fnc1, ...segments.slice(at)], bits: bits + fnc1.bits }
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
  if (path === undefined) return undefined
  if (path.bits > most) return undefined
  return { segments: segmentsOn(path, runs, headers, interpretation), bits: path.bits }
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
  if (segments.length > 1) segments.reverse()
  return segments
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
