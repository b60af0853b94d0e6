import { asciiCount, c40, isDigit, text, x12 } from './character-sets.ts'
import { costAt, longField, state, unreachable } from './costs.ts'

/** The longest Base 256 field that the standard knows: 5.2.9.2. */
const longestField = 1555

/** How a message ends in a symbol of a given capacity. */
export interface Ending {
  /** Codewords from the symbol's first to the last that is not a pad. */
  readonly used: number
  /** The state that the message is in after `at` bytes; the bytes after that are in ASCII, and no unlatch before them. */
  readonly state: number
  readonly at: number
  /** The Base 256 field that runs to the symbol's end begins here; its length is 0. */
  readonly openField?: number
}

/**
 * The end of fewest codewords in a symbol of `capacity` codewords, or undefined where the message does not fit.
 *
 * Every end-of-data rule saves one codeword at most against the unlatch that it leaves out, and holds only where it
 * fills the symbol. So the states of least cost are all that need looking at: what costs one more can unlatch.
 *
 * @param costs what `costsOf(bytes, …)` gave
 */
export function endingIn(costs: Uint16Array, bytes: Uint8Array, capacity: number): Ending | undefined {
  const length = bytes.length
  let best: Ending | undefined
  const consider = (ending: Ending): void => {
    if (ending.used <= capacity && (best === undefined || ending.used < best.used)) best = ending
  }
  consider({ used: costAt(costs, length, state.ascii), state: state.ascii, at: length })
  considerTriplets(costs, bytes, { capacity, consider })
  considerEdifact(costs, bytes, { capacity, consider })
  considerField(costs, length, { capacity, consider })
  return best
}

interface Room {
  readonly capacity: number
  readonly consider: (ending: Ending) => void
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
 * Read to the letter: a last codeword of two digits, or of a character that takes a shift, is not "one value", and
 * is not written without an unlatch, though decoders accept it.
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
 * 5.2.8: after whole groups of four values, with no more than two codewords left in the symbol, these are in ASCII
 * and there is no unlatch.
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

/** 5.2.9.2: a length of 0 says that the field ends with the symbol. It saves a codeword where the length takes two. */
function considerField(costs: Uint16Array, length: number, { capacity, consider }: Room): void {
  if (costAt(costs, length, state.base256) >= unreachable) return
  for (let start = Math.max(0, length - longestField); start <= length - longField; start++) {
    if (costAt(costs, start, state.ascii) + 2 + length - start === capacity) {
      consider({ used: capacity, state: state.base256, at: length, openField: start })
      return
    }
  }
}
