/** The fewest codewords for the bytes of a message, in each state that an encoder can be in. ISO/IEC 16022:2006, 5.2.3 to 5.2.9 */

import { asciiCount, c40, type Encodation, isDigit, isEdifact, text, x12 } from './encodations.ts'

/**
 * The states that an encoder can be in between two bytes of the message, as columns of the cost table.
 *
 * The triplet encodations have a state for 0, 1 and 2 values in the open triplet, EDIFACT for 0 to 3 in the open group.
 */
export const state = { ascii: 0, c40: 1, text: 4, x12: 7, edifact: 10, base256: 14 } as const
/** The column that holds the first byte of the cheapest Base 256 field instead of a cost. */
const fieldStart = 15
export const columns = 16

/** More than any real cost (at most 2 codewords a byte), and small enough that added costs do not overflow. */
export const unreachable = 20_000

/** 5.2.9.2: from this many bytes on the length of a Base 256 field takes two codewords. */
export const longField = 250

/**
 * The fewest codewords that reach each state after each byte, without end-of-data rules.
 *
 * A triplet is counted at its first value, an EDIFACT codeword at the first value that has a bit in it. So the table is
 * exact: each state has one predecessor for a byte, and a smaller cost is never worse later.
 *
 * @param bytes at most 3116
 * @param first codewords that precede the message, 0 to 7
 * @returns `columns` costs for each of the positions 0 to bytes.length
 */
export function costsOf(bytes: Uint8Array, first: number): Uint16Array {
  const costs = newTable((bytes.length + 1) * columns)
  costs.fill(unreachable, 0, columns)
  costs[state.ascii] = first
  latch(costs, 0)
  addBytes(costs, bytes, 0, bytes.length)
  return costs
}

/** Tables of short messages share memory: to allocate some for each takes a tenth of the time of encoding. No byte is given twice. */
let memory = new ArrayBuffer(0)
let given = 0
const memoryBytes = 1 << 16

function newTable(length: number): Uint16Array {
  const bytes = 2 * length
  if (bytes > memoryBytes >> 3) return new Uint16Array(length)
  if (given + bytes > memory.byteLength) {
    memory = new ArrayBuffer(memoryBytes)
    given = 0
  }
  const table = new Uint16Array(memory, given, length)
  given += bytes
  return table
}

/** Fills the rows behind bytes `from` to `to`, `to` not included, from the row before them. */
export function addBytes(costs: Uint16Array, bytes: Uint8Array, from: number, to: number): void {
  for (let i = from, row = from * columns; i < to; i++) {
    const byte = bytes[i]!
    addValues(costs, row + state.c40, c40.counts[byte]!)
    addValues(costs, row + state.text, text.counts[byte]!)
    addValues(costs, row + state.x12, x12.counts[byte]!)
    addSextet(costs, row + state.edifact, isEdifact(byte))
    addToField(costs, row, i)
    const pair = i > 0 && isDigit(byte) && isDigit(bytes[i - 1]!)
    const alone = costs[row]! + asciiCount(byte)
    const ascii = pair ? Math.min(alone, costs[row - columns]! + 1) : alone
    row += columns
    costs[row + state.ascii] = ascii
    unlatch(costs, row)
    latch(costs, row)
  }
}

/** Reaches ASCII after `position` bytes by `cost` codewords, if that is fewer, and the encodations from there. */
export function reachAscii(costs: Uint16Array, position: number, cost: number): void {
  const row = position * columns
  if (cost >= costs[row]!) return
  costs[row] = cost
  latch(costs, row)
}

/** Adds `count` values of the triplet encodation at `from`, into the next row; 0 if it cannot encode the byte. */
function addValues(costs: Uint16Array, from: number, count: number): void {
  const to = from + columns
  const none = costs[from]!
  const one = costs[from + 1]!
  const two = costs[from + 2]!
  switch (count) {
    case 1:
      costs[to] = two
      costs[to + 1] = none + 2
      costs[to + 2] = one
      break
    case 2:
      costs[to] = one
      costs[to + 1] = two + 2
      costs[to + 2] = none + 2
      break
    case 3:
      costs[to] = none + 2
      costs[to + 1] = one + 2
      costs[to + 2] = two + 2
      break
    case 4:
      costs[to] = two + 2
      costs[to + 1] = none + 4
      costs[to + 2] = one + 2
      break
    default:
      costs[to] = costs[to + 1] = costs[to + 2] = unreachable
  }
}

/** Adds an EDIFACT value of six bits; four of them take three codewords. */
function addSextet(costs: Uint16Array, from: number, encodable: boolean): void {
  const to = from + columns
  costs[to] = encodable ? costs[from + 3]! : unreachable
  costs[to + 1] = encodable ? costs[from]! + 1 : unreachable
  costs[to + 2] = encodable ? costs[from + 1]! + 1 : unreachable
  costs[to + 3] = encodable ? costs[from + 2]! + 1 : unreachable
}

/**
 * Adds byte `i` to the open Base 256 field or to a new one, whichever is cheaper.
 *
 * Fields with different beginnings differ later by one codeword at most, when their lengths pass 249. So the cheaper
 * one stays the better one; of two short fields of the same cost it is the one that began later.
 */
function addToField(costs: Uint16Array, row: number, i: number): void {
  const start = costs[row + fieldStart]!
  const length = i + 1 - start
  const longer = costs[row + state.base256]! + (length === longField ? 2 : 1)
  const fresh = costs[row + state.ascii]! + 3
  const begin = fresh < longer || (fresh === longer && length < longField)
  costs[row + columns + state.base256] = begin ? fresh : longer
  costs[row + columns + fieldStart] = begin ? i : start
}

/** Returns to ASCII: by an unlatch codeword, an EDIFACT unlatch value, or nothing after a field with a length. */
function unlatch(costs: Uint16Array, row: number): void {
  const triplet = Math.min(costs[row + state.c40]!, costs[row + state.text]!, costs[row + state.x12]!)
  const group = row + state.edifact
  const open = Math.min(costs[group]!, costs[group + 1]!, costs[group + 2]!)
  // The fourth value of an EDIFACT group is in codewords that are counted already.
  const free = Math.min(costs[group + 3]!, costs[row + state.base256]!)
  costs[row] = Math.min(costs[row]!, free, Math.min(triplet, open) + 1)
}

function latch(costs: Uint16Array, row: number): void {
  const latched = costs[row + state.ascii]! + 1
  if (latched < costs[row + state.c40]!) costs[row + state.c40] = latched
  if (latched < costs[row + state.text]!) costs[row + state.text] = latched
  if (latched < costs[row + state.x12]!) costs[row + state.x12] = latched
  if (latched < costs[row + state.edifact]!) costs[row + state.edifact] = latched
}

/** The cost of `column` after `position` bytes. */
export const costAt = (costs: Uint16Array, position: number, column: number): number =>
  costs[position * columns + column]!

/** The first byte of the cheapest Base 256 field after `position` bytes. */
export const fieldStartAt = (costs: Uint16Array, position: number): number => costs[position * columns + fieldStart]!

/** Sets the only Base 256 field after `position` bytes. */
export function setField(costs: Uint16Array, position: number, field: { start: number; cost: number }): void {
  costs[position * columns + state.base256] = field.cost
  costs[position * columns + fieldStart] = field.start
}

/**
 * The cost table of a message in a single encodation from its first byte on.
 *
 * Bytes that do not fill a last triplet follow in ASCII, usually one or two. The capacity decides which end-of-data
 * rule applies, as for any other table.
 *
 * @param first codewords that precede the message, 0 to 7
 * @returns the table in the form of `costsOf`
 */
export function singleEncodationCosts(bytes: Uint8Array, first: number, encodation: Encodation): Uint16Array {
  const costs = new Uint16Array((bytes.length + 1) * columns).fill(unreachable)
  costs[state.ascii] = first
  switch (encodation) {
    case 'ascii':
      fillAscii(costs, bytes, 0)
      break
    case 'c40':
    case 'text':
    case 'x12':
      fillTriplets(costs, bytes, encodation)
      break
    case 'edifact':
      fillEdifact(costs, bytes)
      break
    case 'base256':
      fillField(costs, bytes, first)
      break
  }
  return costs
}

function fillAscii(costs: Uint16Array, bytes: Uint8Array, from: number): void {
  for (let i = from; i < bytes.length; i++) {
    const alone = costAt(costs, i, state.ascii) + asciiCount(bytes[i]!)
    const pair = i > from && isDigit(bytes[i]!) && isDigit(bytes[i - 1]!)
    costs[(i + 1) * columns] = pair ? Math.min(alone, costAt(costs, i - 1, state.ascii) + 1) : alone
  }
}

function fillTriplets(costs: Uint16Array, bytes: Uint8Array, encodation: 'c40' | 'text' | 'x12'): void {
  const { counts } = { c40, text, x12 }[encodation]
  const column = state[encodation]
  costs[column] = costs[state.ascii]! + 1
  let lastWhole = 0
  for (let i = 0; i < bytes.length; i++) {
    addValues(costs, i * columns + column, counts[bytes[i]!]!)
    if (costAt(costs, i + 1, column) < unreachable) lastWhole = i + 1
  }
  costs[lastWhole * columns] = costAt(costs, lastWhole, column) + 1
  fillAscii(costs, bytes, lastWhole)
}

function fillEdifact(costs: Uint16Array, bytes: Uint8Array): void {
  costs[state.edifact] = costs[state.ascii]! + 1
  for (let i = 0; i < bytes.length; i++) addSextet(costs, i * columns + state.edifact, isEdifact(bytes[i]!))
  const group = bytes.length & 3
  // The unlatch value takes another codeword unless it is the fourth value of its group.
  costs[bytes.length * columns] = costAt(costs, bytes.length, state.edifact + group) + (group === 3 ? 0 : 1)
}

function fillField(costs: Uint16Array, bytes: Uint8Array, first: number): void {
  const length = bytes.length
  const cost = first + 2 + length + (length < longField ? 0 : 1)
  setField(costs, length, { start: 0, cost })
  costs[length * columns] = cost
}
