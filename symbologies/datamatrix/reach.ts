/** How far so many codewords go in a text, from many characters on. */

import { carriersOf, lowestBit } from './carriers.ts'
import { unreachable } from './cost-table.ts'
import { Lane } from './lane.ts'
import { havingOf, type Repertoires } from './repertoires.ts'
import { rowStates } from './row-states.ts'

/** From character `from` on. */
export interface Room {
  readonly from: number
  /** The first character that is not asked for. */
  readonly limit: number
  /** Data codewords of the symbol. */
  readonly capacity: number
}

/** What a text takes in one symbol or in several. */
export interface Reach {
  /** How many characters fit, the most that do. */
  longest(room: Room): number
  /**
   * The fewest codewords of so many characters, back in ASCII: of all pieces between two of the bounds before the one that the
   * last of them is in, and from its beginning on, each piece without a header.
   */
  codewords(bounds: readonly number[]): Uint32Array
}

/**
 * @param repertoires of a text; the first one is where it begins
 * @param header codewords before the first character
 */
export function reachIn({ order, repertoires }: Repertoires, header: number): Reach {
  const lanes = repertoires.map((each) => new Lane(order, each))
  const ecis = repertoires.map(({ eci }) => eci)
  const carriers = carriersOf(ecis, havingOf({ order, repertoires }))
  /** The fewest codewords in ASCII before each character. */
  const least = new Uint16Array(carriers.length + 1)

  /** Fills the lanes up to the first character before which ASCII takes more than `most` codewords. */
  const fill = (from: number, limit: number, most: number): number => {
    rowStates.trim()
    lanes[0]!.enter(from, header)
    let present = 1
    for (let character = from; ; character++) {
      let lowest = unreachable
      for (let bits = present; bits !== 0; bits &= bits - 1) {
        const { cost } = lanes[lowestBit(bits)]!
        if (cost < lowest) lowest = cost
      }
      least[character] = lowest
      if (character === limit || lowest > most) return character
      const next = carriers[character]! & (present | ~1)
      for (let bits = next; bits !== 0; bits &= bits - 1) {
        const lane = lanes[lowestBit(bits)]!
        if ((present & bits & -bits) === 0) lane.enter(character, lowest + lane.declaring)
        else lane.lower(character, lowest + lane.declaring)
        lane.add(character)
      }
      present = next
    }
  }

  /** Whether the characters up to `end` fit in a lane, by an end-of-data rule. */
  const endsIn = (lane: number, end: number, { from, capacity }: Room): boolean => {
    let first = end
    while (first > from && ((carriers[first - 1]! >>> lane) & 1) === 1) first--
    // the first one is not entered later
    if (first === end || (lane === 0 && first > from)) return false
    return lanes[lane]!.ends(first, end, capacity)
  }

  const longest = (room: Room): number => {
    const { from, limit, capacity } = room
    // an end-of-data rule saves one codeword at most
    for (let end = fill(from, limit, capacity + 1); end > from; end--) {
      if (least[end]! <= capacity) return end - from
      if (least[end]! === capacity + 1 && lanes.some((_, lane) => endsIn(lane, end, room))) return end - from
    }
    return 0
  }

  const codewords = (bounds: readonly number[]): Uint32Array => {
    const upTo = new Uint32Array(carriers.length + 1)
    for (let i = 1; i < bounds.length; i++) {
      const from = bounds[i - 1]!
      const to = fill(from, bounds[i]!, Infinity)
      for (let end = from + 1; end <= to; end++) upTo[end] = upTo[from]! + least[end]! - header
    }
    return upTo
  }

  return { longest, codewords }
}
