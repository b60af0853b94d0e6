/**
 * Which bytes of a message are in which encodation, so that it takes the fewest codewords: how it ends in a symbol of a given size,
 * and from there the way back through the cost table. ISO/IEC 16022:2006, 5.2.3 to 5.2.9
 */

import { costAt, fieldStartAt, longField, state, unreachable } from './cost-table.ts'
import { asciiCount, c40, type Encodation, isDigit, isEdifact, type TripletSet, text, x12 } from './encodations.ts'

/** 5.2.9.2: the longest Base 256 field. */
export const longestField = 1555

/** How a message ends in a symbol of a given capacity: the end-of-data rule that applies. */
export interface EndOfData {
  /** Codewords from the symbol's first to the last that is not a pad. */
  readonly used: number
  /** The state after `at` bytes; the bytes from there on are in ASCII, without an unlatch before them. */
  readonly state: number
  readonly at: number
  /** The first byte of a Base 256 field with a length of 0, which runs to the end of the symbol. */
  readonly openField?: number
}

/**
 * The end with the fewest codewords in a symbol of `capacity` codewords, or undefined if the message does not fit.
 *
 * An end-of-data rule saves at most the one codeword of the unlatch that it omits, and applies only if it fills the
 * symbol. So only the states of least cost matter: one that costs a codeword more can as well unlatch.
 *
 * @param costs what `costsOf(bytes, …)` gave
 * @param from the first byte of the last ECI, where there are several
 */
export function endOfDataIn(costs: Uint16Array, bytes: Uint8Array, capacity: number, from = 0): EndOfData | undefined {
  const length = bytes.length
  let best: EndOfData | undefined
  const consider = (endOfData: EndOfData): void => {
    if (endOfData.used <= capacity && (best === undefined || endOfData.used < best.used)) best = endOfData
  }
  consider({ used: costAt(costs, length, state.ascii), state: state.ascii, at: length })
  considerTriplets(costs, bytes, { capacity, consider })
  considerEdifact(costs, bytes, { capacity, consider })
  considerField(costs, { from, length }, { capacity, consider })
  return best
}

/** What fits the given number of codewords is considered. */
interface Room {
  readonly capacity: number
  readonly consider: (endOfData: EndOfData) => void
}

const tripletStates = [
  { first: state.c40, set: c40, padded: true },
  { first: state.text, set: text, padded: true },
  { first: state.x12, set: x12, padded: false },
] as const

/**
 * 5.2.5.2 for C40 and Text: a) the last triplet ends the symbol; b) two values and a pad value of 0 do;
 * d) one character of one value is left, and one codeword. X12 (5.2.7) has a) and d).
 *
 * By the letter of d), a last codeword of two digits, or a character that takes a shift, is not "one value": it is not
 * written without an unlatch, though decoders accept it.
 */
function considerTriplets(costs: Uint16Array, bytes: Uint8Array, { capacity, consider }: Room): void {
  const length = bytes.length
  const last = bytes[length - 1]!
  for (const { first, set, padded } of tripletStates) {
    if (costAt(costs, length, first) === capacity) consider({ used: capacity, state: first, at: length })
    if (padded && costAt(costs, length, first + 2) === capacity) {
      consider({ used: capacity, state: first + 2, at: length })
    }
    if (set.counts[last] === 1 && costAt(costs, length - 1, first) === capacity - 1) {
      consider({ used: capacity, state: first, at: length - 1 })
    }
  }
}

/**
 * 5.2.8: if at most two codewords are left in the symbol after whole groups of four values, they are in ASCII, without
 * an unlatch.
 */
function considerEdifact(costs: Uint16Array, bytes: Uint8Array, { capacity, consider }: Room): void {
  for (let at = bytes.length, tail = 0; tail <= 2; tail = asciiCodewords(bytes, at)) {
    const used = costAt(costs, at, state.edifact)
    if (used <= capacity && used + 2 >= capacity) consider({ used: used + tail, state: state.edifact, at })
    if (--at < 0) break
  }
}

/** Codewords for the bytes from `from` on in ASCII alone. */
function asciiCodewords(bytes: Uint8Array, from: number): number {
  let count = 0
  for (let i = from; i < bytes.length; i++) {
    count += asciiCount(bytes[i]!)
    if (isDigit(bytes[i]!) && i + 1 < bytes.length && isDigit(bytes[i + 1]!)) i++
  }
  return count
}

/** 5.2.9.2: a field of length 0 ends with the symbol. This saves a codeword if the length would take two. */
function considerField(
  costs: Uint16Array,
  { from, length }: { readonly from: number; readonly length: number },
  { capacity, consider }: Room,
): void {
  if (costAt(costs, length, state.base256) >= unreachable) return
  for (let start = Math.max(from, length - longestField); start <= length - longField; start++) {
    if (costAt(costs, start, state.ascii) + 2 + length - start === capacity) {
      consider({ used: capacity, state: state.base256, at: length, openField: start })
      return
    }
  }
}

/** Consecutive bytes of the message in one encodation. */
export interface EncodationSegment {
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
export function segmentsOf(costs: Uint16Array, bytes: Uint8Array, endOfData: EndOfData): EncodationSegment[] {
  const segments: EncodationSegment[] = []
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
