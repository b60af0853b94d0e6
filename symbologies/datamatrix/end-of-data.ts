import { asciiCount, c40, isDigit, text, x12 } from './character-sets.ts'
import { costAt, longField, state, unreachable } from './cost-table.ts'

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
