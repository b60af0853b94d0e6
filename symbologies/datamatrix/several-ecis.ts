/**
 * A text under several ECIs, one after the other, in the fewest codewords. ISO/IEC 16022:2006, 5.4: an ECI is declared in
 * ASCII encodation, anywhere in the message.
 *
 * Each interpretation has a cost table of its own, as if the whole text were in it. Between two characters, ASCII in any of
 * them can be reached from ASCII in the cheapest one, by the codewords that declare the ECI. Every table keeps the lowest
 * cost of every state, and a lower cost is never worse later, so no division of the text takes fewer codewords.
 */

import type { Mixture } from './candidates.ts'
import { carriersOf, lowestBit } from './carriers.ts'
import { addBytes, columns, costAt, reachAscii, state, unreachable } from './cost-table.ts'
import { type EndOfData, endOfDataIn } from './end-of-data.ts'
import type { Interpretation } from './interpretations.ts'
import { type Escape, eciCodewords, type Message } from './message.ts'
import { type Segment, segmentsOf } from './segments.ts'
import type { DataMatrixSize } from './sizes.ts'

/** A message under several ECIs, and the smallest size that holds it. */
export interface SeveralEcis {
  readonly size: DataMatrixSize
  readonly used: number
  readonly message: () => Message
  readonly segments: () => readonly Segment[]
}

/** An interpretation with its cost table. */
interface Lane extends Interpretation {
  readonly costs: Uint16Array
  /** Codewords that declare it. */
  readonly declaring: number
}

/**
 * @param sizes smallest first
 * @returns undefined if no size holds the text
 */
export function severalEcis(
  { interpretations, beginning: { header, macro } }: Mixture,
  sizes: readonly DataMatrixSize[],
): SeveralEcis | undefined {
  const lanes = filledLanes(interpretations, header.length)
  // An end-of-data rule saves one codeword at most.
  const least = Math.min(...lanes.map(({ costs, bytes }) => costAt(costs, bytes.length, state.ascii))) - 1
  for (const size of sizes) {
    if (size.data < least) continue
    let best: { readonly lane: Lane; readonly endOfData: EndOfData } | undefined
    for (const lane of lanes) {
      const { costs, bytes } = lane
      const endOfData = endOfDataIn(costs, bytes, size.data, lastFrom(lane))
      if (endOfData && endOfData.used < (best?.endOfData.used ?? unreachable)) best = { lane, endOfData }
    }
    if (best === undefined) continue
    const { lane, endOfData } = best
    const runs = (): Run[] => runsOf(lanes, lane, endOfData)
    return {
      size,
      used: endOfData.used,
      message: () => ({ prefix: header, ...(macro && { macro }), ...joined(runs()) }),
      segments: () => joined(runs()).segments,
    }
  }
  return undefined
}

/** Each in the states that it can be in after each byte. */
function filledLanes(interpretations: readonly Interpretation[], first: number): readonly Lane[] {
  const lanes = lanesOf(interpretations)
  const ecis = interpretations.map(({ eci }) => eci)
  const carriers = carriersOf(ecis, havingOf(interpretations))
  reachAscii(lanes[0]!.costs, 0, first)
  let present = 1
  for (let character = 0; character < carriers.length; character++) {
    let lowest = unreachable
    for (let bits = present; bits !== 0; bits &= bits - 1) {
      const { costs, offsets } = lanes[lowestBit(bits)]!
      lowest = Math.min(lowest, costAt(costs, offsets[character]!, state.ascii))
    }
    present = carriers[character]!
    for (let bits = present; bits !== 0; bits &= bits - 1) {
      const { eci, costs, bytes, offsets, declaring } = lanes[lowestBit(bits)]!
      if (eci !== undefined) reachAscii(costs, offsets[character]!, lowest + declaring)
      addBytes(costs, bytes, offsets[character]!, offsets[character + 1]!)
    }
  }
  return lanes
}

/** For each character, a bit for each interpretation that has it. */
function havingOf(interpretations: readonly Interpretation[]): Int32Array {
  const having = new Int32Array(interpretations[0]!.has.length)
  for (const [i, { has }] of interpretations.entries()) {
    for (let character = 0; character < has.length; character++) having[character]! |= has[character]! << i
  }
  return having
}

/** With nothing reached. Their cost tables share one buffer. */
function lanesOf(interpretations: readonly Interpretation[]): Lane[] {
  const sizes = interpretations.map(({ bytes }) => (bytes.length + 1) * columns)
  const all = new Uint16Array(sizes.reduce((sum, size) => sum + size, 0)).fill(unreachable)
  let end = 0
  return interpretations.map((each, i): Lane => {
    const from = end
    end += sizes[i]!
    const costs = all.subarray(from, end)
    return { ...each, costs, declaring: each.eci === undefined ? 0 : eciCodewords(each.eci).length }
  })
}

/** The first byte behind the last character that the ECI lacks. */
function lastFrom({ has, offsets }: Lane): number {
  let at = has.length
  while (at > 0 && has[at - 1] === 1) at--
  return offsets[at]!
}

/** Consecutive bytes of one interpretation. */
interface Run {
  readonly lane: Lane
  readonly from: number
  readonly to: number
  readonly segments: readonly Segment[]
}

/** The runs that lead to the end of data in `last`, found from there back to the first byte. */
function runsOf(lanes: readonly Lane[], last: Lane, endOfData: EndOfData): Run[] {
  const runs: Run[] = []
  let lane = last
  let to = last.bytes.length
  let end = endOfData
  for (;;) {
    const segments = segmentsOf(lane.costs, lane.bytes.subarray(0, to), end)
    const from = segments[0]?.from ?? to
    if (from < to) runs.unshift({ lane, from, to, segments })
    if (from === 0) return runs
    const character = lane.offsets.indexOf(from)
    const before = costAt(lane.costs, from, state.ascii) - lane.declaring
    lane = lanes.find(({ costs, offsets }) => costAt(costs, offsets[character]!, state.ascii) === before)!
    to = lane.offsets[character]!
    end = { used: before, state: state.ascii, at: to }
  }
}

/** The bytes of all runs, with the segments and ECIs in them. */
function joined(runs: readonly Run[]): Pick<Message, 'bytes'> & {
  readonly escapes: readonly Escape[]
  readonly segments: readonly Segment[]
} {
  const bytes = new Uint8Array(runs.reduce((sum, { from, to }) => sum + to - from, 0))
  const escapes: Escape[] = []
  const segments: Segment[] = []
  let at = 0
  for (const { lane, from, to, segments: own } of runs) {
    bytes.set(lane.bytes.subarray(from, to), at)
    if (lane.eci !== undefined) escapes.push({ eci: lane.eci, from: at })
    for (const segment of own) segments.push({ ...segment, from: segment.from - from + at, to: segment.to - from + at })
    at += to - from
  }
  return { bytes, escapes, segments }
}
