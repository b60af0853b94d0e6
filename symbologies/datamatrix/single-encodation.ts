import { asciiCount, c40, isDigit, isEdifact, text, x12 } from './character-sets.ts'
import { addSextet, addValues, columns, costAt, longField, setField, state, unreachable } from './cost-table.ts'
import type { Encodation } from './segments.ts'

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
