import { asciiCount, c40, isDigit, isEdifact, type TripletSet, text, x12 } from './character-sets.ts'
import { costAt, fieldStartAt, state } from './cost-table.ts'
import type { EndOfData } from './end-of-data.ts'

export const encodations = ['ascii', 'c40', 'text', 'x12', 'edifact', 'base256'] as const

export type Encodation = (typeof encodations)[number]

/** Consecutive bytes of the message in one encodation. */
export interface Segment {
  readonly encodation: Encodation
  /** Bytes of the message, `to` not included. */
  readonly from: number
  readonly to: number
  /** False if an end-of-data rule ends the encodation: no unlatch, or a length of 0. */
  readonly closed: boolean
}

/**
 * The segments that lead to `endOfData`, found from there back to the first byte: each step goes to a state that the
 * cost can come from. If there are several, ASCII continues, and a segment is as long as it can be.
 *
 * @param costs what `costsOf(bytes, …)` gave
 */
export function segmentsOf(costs: Uint16Array, bytes: Uint8Array, endOfData: EndOfData): Segment[] {
  const segments: Segment[] = []
  if (endOfData.at < bytes.length)
    segments.push({ encodation: 'ascii', from: endOfData.at, to: bytes.length, closed: true })
  let { at, openField } = endOfData
  let column: number | undefined = endOfData.state
  let closed = column === state.ascii
  while (column !== undefined) {
    const encodation = encodationOf(column)
    const from = startOf(costs, bytes, { encodation, at, column, openField })
    const latched = encodation !== 'ascii'
    if (from < at || latched) segments.push({ encodation, from, to: at, closed })
    if (latched) column = from === 0 ? undefined : state.ascii
    else column = latchedColumn(costs, from)
    at = from
    openField = undefined
    closed = true
  }
  return segments.reverse()
}

interface Position {
  readonly encodation: Encodation
  readonly at: number
  readonly column: number
  readonly openField: number | undefined
}

/** The first byte of the segment that is in state `column` after byte `at`. */
function startOf(costs: Uint16Array, bytes: Uint8Array, { encodation, at, column, openField }: Position): number {
  switch (encodation) {
    case 'ascii':
      return asciiStart(costs, bytes, at)
    case 'c40':
      return tripletStart(costs, bytes, { set: c40, first: state.c40, at, column })
    case 'text':
      return tripletStart(costs, bytes, { set: text, first: state.text, at, column })
    case 'x12':
      return tripletStart(costs, bytes, { set: x12, first: state.x12, at, column })
    case 'edifact':
      return edifactStart(costs, bytes, { at, column })
    case 'base256':
      return openField ?? fieldStartAt(costs, at)
  }
}

function asciiStart(costs: Uint16Array, bytes: Uint8Array, at: number): number {
  let i = at
  while (i > 0) {
    const cost = costAt(costs, i, state.ascii)
    if (costAt(costs, i - 1, state.ascii) + asciiCount(bytes[i - 1]!) === cost) i--
    else if (
      i > 1 &&
      isDigit(bytes[i - 1]!) &&
      isDigit(bytes[i - 2]!) &&
      costAt(costs, i - 2, state.ascii) + 1 === cost
    )
      i -= 2
    else break
  }
  return i
}

interface TripletPosition {
  readonly set: TripletSet
  /** The state with no open triplet. */
  readonly first: number
  readonly at: number
  readonly column: number
}

function tripletStart(costs: Uint16Array, bytes: Uint8Array, { set, first, at, column }: TripletPosition): number {
  let phase = column - first
  let i = at
  for (; i > 0; i--) {
    const count = set.counts[bytes[i - 1]!]!
    const before = (phase + 6 - count) % 3
    // Triplets that these values begin; the first values may complete the open triplet.
    const opened = (before + count - phase) / 3 + (phase === 0 ? 0 : 1) - (before === 0 ? 0 : 1)
    if (count === 0 || costAt(costs, i - 1, first + before) + 2 * opened !== costAt(costs, i, first + phase)) break
    phase = before
  }
  return i
}

function edifactStart(costs: Uint16Array, bytes: Uint8Array, { at, column }: { at: number; column: number }): number {
  let values = column - state.edifact
  let i = at
  for (; i > 0 && isEdifact(bytes[i - 1]!); i--) {
    const before = (values + 3) & 3
    const added = values === 0 ? 0 : 1
    if (costAt(costs, i - 1, state.edifact + before) + added !== costAt(costs, i, state.edifact + values)) break
    values = before
  }
  return i
}

/** States that return to ASCII by one codeword, and states that need none. */
const leaving = [
  { columns: [state.c40, state.text, state.x12, state.edifact, state.edifact + 1, state.edifact + 2], codewords: 1 },
  { columns: [state.edifact + 3, state.base256], codewords: 0 },
]

/** The state that returns to ASCII at `at`; undefined at the beginning of the message. */
function latchedColumn(costs: Uint16Array, at: number): number | undefined {
  const cost = costAt(costs, at, state.ascii)
  for (const { columns, codewords } of leaving) {
    for (const column of columns) if (costAt(costs, at, column) + codewords === cost) return column
  }
  return undefined
}

function encodationOf(column: number): Encodation {
  if (column < state.c40) return 'ascii'
  if (column < state.text) return 'c40'
  if (column < state.x12) return 'text'
  if (column < state.edifact) return 'x12'
  return column < state.base256 ? 'edifact' : 'base256'
}
