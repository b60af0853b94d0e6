/**
 * The shortest sequence of code sets by dynamic programming. ISO/IEC 15417:2007, 4.3; Annex E gives a heuristic, this
 * is the exact minimum.
 *
 * After each character of the text the symbol is in one of eight states: code set A, B or C, or half of a pair in C,
 * each with or without the FNC4 latch. A column of the dynamic programme holds the fewest symbol characters that reach
 * each state. With their minimum subtracted, only a few hundred different columns exist, and the next one depends only
 * on the kind of the next character. So columns are numbered once, and a text costs one look-up a character in each
 * direction.
 */

import { fnc1 } from '../gs1/fnc1.ts'
import { memoize } from '../memoize.ts'

export const setA = 0
export const setB = 1
export const setC = 2
/** The first digit of a pair in C is read, the second must follow. */
export const half = 3
/** Added to the four above while the FNC4 latch is on: all of A and B means 128 more. */
export const latched = 4
const states = 8

/** Characters that the code sets treat alike; one above 127 is in A or B if the one 128 below is. */
interface Kind {
  /** A symbol character of its own in set C too. */
  readonly inC?: true
  readonly inA: boolean
  readonly inB: boolean
  readonly digit: boolean
  readonly high: boolean
}

const kinds: readonly Kind[] = [
  { inA: true, inB: true, digit: true, high: false }, // 0 to 9
  { inA: true, inB: true, digit: false, high: false }, // the rest of space to _
  { inA: true, inB: false, digit: false, high: false }, // NUL to US
  { inA: false, inB: true, digit: false, high: false }, // ` to DEL
  { inA: true, inB: true, digit: false, high: true },
  { inA: true, inB: false, digit: false, high: true },
  { inA: false, inB: true, digit: false, high: true },
  { inA: true, inB: true, inC: true, digit: false, high: false }, // FNC1
]

/** The kind of each character U+0000 to U+00FF. */
const kindOf = Uint8Array.from({ length: 256 }, (_, code) => {
  const low = code & 127
  const kind = low < 32 ? 2 : low > 95 ? 3 : 1
  if (code > 127) return kind + 3
  return code >= 48 && code <= 57 ? 0 : kind
})

/** The same, for texts in which `fnc1` stands for FNC1. */
const gs1KindOf = kindOf.with(fnc1.charCodeAt(0), 7)

/** More than any cost in a column. */
const never = 99

/** Columns by number; `next`, `added` and `from` at `column * 8 + kind`, `from` times the states. */
interface Columns {
  readonly next: Uint16Array
  /** By how much the minimum grew. */
  readonly added: Uint8Array
  /** The state before the character for every state after it. */
  readonly from: Uint8Array
  /** The state to end in, and its cost above the column's minimum. */
  readonly end: Uint8Array
  readonly endAdded: Uint8Array
}

// Of equally short paths the one whose last set comes first here is taken, character by character from the end of the
// text to its start; latch off comes before latch on.
const preference = [setB, setA, setC, setB + latched, setA + latched, setC + latched]

/** Before the first character: one start character for any set. */
const startColumn = [1, 1, 1, never, never, never, never, never]

/** Behind a start character and FNC3, which is in sets A and B only, so that C takes a code set character more. */
const programmingColumn = [2, 2, 3, never, never, never, never, never]

/** What a symbol carries: a text, a text that programs the reader, or element strings. */
export type Carried = 'text' | 'programming' | 'elements'

/** The kinds of characters of ISO/IEC 8859-1, of ASCII, and of element strings, which are in ASCII. */
const latinKinds = [0, 1, 2, 3, 4, 5, 6]
const asciiKinds = [0, 1, 2, 3]
const gs1Kinds = [...asciiKinds, 7]

const startOf = (carried: Carried): readonly number[] => (carried === 'programming' ? programmingColumn : startColumn)

const latinColumns = memoize((carried: Carried) => columnsFor(latinKinds, startOf(carried)))

/** A few of the above, so that the first symbol does not wait for all. */
const asciiColumns = memoize((carried: Carried) =>
  columnsFor(carried === 'elements' ? gs1Kinds : asciiKinds, startOf(carried)),
)

const columnsOf = (carried: Carried, isAscii: boolean): Columns =>
  isAscii ? asciiColumns(carried) : latinColumns(carried)

/** All columns that a text of these kinds can reach, found breadth first from the start column. */
function columnsFor(used: readonly number[], start: readonly number[]): Columns {
  const numbers = new Map<string, number>()
  const found: (readonly number[])[] = []
  const numberOf = (column: readonly number[]): number => {
    const key = column.join()
    const number = numbers.get(key) ?? found.push(column) - 1
    numbers.set(key, number)
    return number
  }
  numberOf(start)
  const next: number[] = []
  const added: number[] = []
  const from: number[] = []
  const end: number[] = []
  const endAdded: number[] = []
  const stepsOfKind = kinds.map(stepsOf)
  for (let number = 0; number < found.length; number++) {
    const column = found[number]!
    const last = cheapest(column)
    end[number] = last
    endAdded[number] = column[last]!
    for (const k of used) {
      const { costs, origins } = stepped(column, stepsOfKind[k]!)
      const least = Math.min(...costs)
      next[number * 8 + k] = numberOf(costs.map((cost) => (cost === never ? never : cost - least)))
      added[number * 8 + k] = least
      for (let state = 0; state < states; state++) from[(number * 8 + k) * states + state] = origins[state]!
    }
  }
  return {
    next: Uint16Array.from(next, (number) => number ?? 0),
    added: Uint8Array.from(added, (cost) => cost ?? 0),
    from: Uint8Array.from(from, (state) => state ?? 0),
    end: Uint8Array.from(end),
    endAdded: Uint8Array.from(endAdded),
  }
}

function cheapest(column: readonly number[]): number {
  return preference.reduce((best, state) => (column[state]! < column[best]! ? state : best))
}

/** One column of the dynamic programme from the one before. */
function stepped(column: readonly number[], steps: readonly Step[]): { costs: number[]; origins: number[] } {
  const costs = new Array<number>(states).fill(never)
  const origins = new Array<number>(states).fill(0)
  for (const { origin, to, cost } of steps) {
    const sum = column[origin]! + cost
    if (sum >= costs[to]!) continue
    costs[to] = sum
    origins[to] = origin
  }
  return { costs, origins }
}

/** A way from one state to another with one character of the text. */
interface Step {
  readonly origin: number
  readonly to: number
  readonly cost: number
}

/** All steps with a character of this kind; of equally short ones the first is taken. */
function stepsOf(kind: Kind): readonly Step[] {
  const steps = preference.flatMap((origin) => {
    const set = origin % latched
    const latch = origin - set
    const pair = kind.digit ? [{ origin, to: half + latch, cost: (set === setC ? 0 : 1) + 1 }] : []
    const ends = preference.filter((to) => to % latched !== setC || (kind.inC && to - setC === latch))
    return [...pair, ...ends.map((to) => ({ origin, to, cost: characterCost(origin, to, kind) }))]
  })
  if (!kind.digit) return steps
  const second = [0, latched].map((latch) => ({ origin: half + latch, to: setC + latch, cost: 0 }))
  return [...steps, ...second]
}

/** Symbol characters for one character of the text in A or B, in the order in which they are written. */
function characterCost(origin: number, to: number, kind: Kind): number {
  const set = to % latched
  const changed = set === origin % latched ? 0 : 1
  const latching = to - set === origin - (origin % latched) ? 0 : 2
  const single = to >= latched === kind.high ? 0 : 1
  const shift = kind.inC || (set === setA ? kind.inA : kind.inB) ? 0 : 1
  return changed + latching + single + shift + 1
}

/** The longest text for which the path is kept in `scratch`: longer ones get an array that can be freed. */
const mostKept = 8192
/** The path of a text. Scratch; contents are not kept between calls. */
const scratch = new Uint16Array(mostKept + 1)

/** A shortest sequence of states. */
export interface Path {
  /** The state after each character of the text: code set, or half a pair, plus `latched`. Valid until the next call. */
  readonly states: Uint16Array
  /** Symbol characters, with the start character and FNC3, without check and stop characters. */
  readonly length: number
}

/**
 * @param text not empty, of characters U+0000 to U+00FF alone; of element strings `fnc1` stands for FNC1
 * @param isAscii whether it has none above U+007F, like all element strings
 */
export function cheapestPath(text: string, carried: Carried, isAscii: boolean): Path {
  const kindsOf = carried === 'elements' ? gs1KindOf : kindOf
  const { next, added, from, end, endAdded } = columnsOf(carried, isAscii)
  const count = text.length
  const path = count <= mostKept ? scratch : new Uint16Array(count + 1)
  let length = 0
  let column = 0
  for (let i = 0; i < count; i++) {
    path[i] = column
    const move = column * 8 + kindsOf[text.charCodeAt(i)]!
    length += added[move]!
    column = next[move]!
  }
  length += endAdded[column]!
  let state = end[column]!
  for (let i = count - 1; i >= 0; i--) {
    const move = path[i]! * 8 + kindsOf[text.charCodeAt(i)]!
    path[i] = state
    state = from[move * states + state]!
  }
  return { states: path, length }
}

/** The number of columns in the tables. */
export function columnCount(carried: Carried, isAscii: boolean): number {
  return columnsOf(carried, isAscii).end.length
}
