/** Code 128 and GS1-128. ISO/IEC 15417:2007 */

import { type Barcode, invalidCharacter, optionCheck, requireText, type Suggestion } from './barcode.ts'
import { fnc1, type Gs1Options, gs1Characters } from './gs1/fnc1.ts'
import { modulesOf, pushCharacters, quietZones, rowOf } from './linear.ts'
import { BitWriter } from './matrix/index.ts'
import { memoize } from './memoize.ts'
import { withoutLookAlikes } from './repairs.ts'

export interface Code128Options extends Gs1Options {
  /** 'init': the symbol programs the reader. Not with `gs1`. */
  readonly reader?: 'init'
}

/** Characters `from` to `to` of the text, `to` not included, and how they are carried. */
export interface Segment {
  readonly codeSet: 'A' | 'B' | 'C'
  /** Whether the FNC4 latch is on. */
  readonly latched: boolean
  readonly from: number
  readonly to: number
}

export interface Code128Trace {
  /** Symbol character values 0 to 106: start, data, check, stop. */
  readonly values: Uint8Array
  /** The start value plus every data value times its position from 1; the check character is its remainder by 103. */
  readonly sum: number
  readonly segments: readonly Segment[]
}

/**
 * Code 128, the shortest symbol for the text: code sets A, B and C, shift, and FNC4 single and latched.
 *
 * @param text at least one character, of ISO/IEC 8859-1 with its control characters: U+0000 to U+00FF; of ASCII if `gs1`
 * @returns 11 modules for each of start, data and check character, 13 for stop
 * @throws EncodeError invalid_character, or invalid_length for an empty text
 * @throws RangeError for an unknown option or value, or `reader` with `gs1`
 * ISO/IEC 15417:2007
 */
export function code128(text: string, options: Code128Options = noOptions): Barcode<Code128Trace> {
  if (options !== noOptions) requireOptions(options)
  const { gs1 = false, reader } = options
  requireText('code128', text)
  const codes = gs1 ? requireEach(text, 0x7f, gs1Characters) : requireEach(text, 0xff, accepted)
  const data = gs1 ? fnc1 + text : text // GS1 General Specifications, 5.4.2
  const carried = gs1 ? 'elements' : reader === undefined ? 'text' : 'programming'
  const { states, length } = cheapestPath(data, carried, codes < 0x80)
  const values = new Uint8Array(length + 2)
  return completed(values, { text, segments: writeValues(values, data, { states, carried }) })
}

/** The symbol of these values, start and data, whose last two elements are left for check and stop character. */
export function completed(
  values: Uint8Array,
  { text, segments }: { readonly text: string; readonly segments: readonly Segment[] },
): Barcode<Code128Trace> {
  const length = values.length - 2
  const sum = weightedSum(values, length)
  values[length] = sum % 103
  values[length + 1] = stop
  return {
    symbology: 'code128',
    matrix: rowOf(modulesOfValues(values)),
    quiet,
    captions: [{ kind: 'line', text }],
    trace: { values, sum, segments },
  }
}

/** ISO/IEC 15417:2007, 4.3.3: quiet zones of ten modules */
const quiet = quietZones(10, 10)

const noOptions: Code128Options = {}
const requireValues = optionCheck<Code128Options>('code128', { gs1: [true, false], reader: ['init'] })

/** @throws RangeError for an unknown option or value, and for options that do not go together */
function requireOptions(options: Code128Options): void {
  requireValues(options)
  if (options.gs1 && options.reader !== undefined)
    throw new RangeError('code128: gs1 does not go with reader; leave out one of them')
}

const accepted = 'ISO 8859-1 (U+0000 to U+00FF); qr and datamatrix carry every character'

/** The text with look-alikes of ASCII replaced, or the symbology that carries every character. */
function meant(text: string): Suggestion {
  const plain = withoutLookAlikes(text)
  return /^[\0-\xff]*$/.test(plain) ? { text: plain } : { type: 'qr' }
}

/** @returns all codes of the text, combined by OR */
function requireEach(text: string, highest: number, accepted: string): number {
  let codes = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > highest) throw invalidCharacter('code128', text, i, accepted, meant(text))
    codes |= code
  }
  return codes
}

/** What a symbol carries: a text, a text that programs the reader, or element strings. */
type Carried = 'text' | 'programming' | 'elements'

/** A shortest sequence of states. */
interface Path {
  /** The state after each character of the text: code set, or half a pair, plus `latched`. Valid until the next call. */
  readonly states: Uint16Array
  /** Symbol characters, with the start character and FNC3, without check and stop characters. */
  readonly length: number
}

/**
 * The shortest sequence of code sets by dynamic programming. ISO/IEC 15417:2007, 4.3; Annex E gives a heuristic, this
 * is the exact minimum.
 *
 * After each character of the text the symbol is in one of eight states: code set A, B or C, or half of a pair in C,
 * each with or without the FNC4 latch. A column of the dynamic programme holds the fewest symbol characters that reach
 * each state. With their minimum subtracted, only a few hundred different columns exist, and the next one depends only
 * on the kind of the next character. So columns are numbered once, and a text costs one look-up a character in each
 * direction.
 *
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

/** The longest text for which the path is kept in `scratch`: longer ones get an array that can be freed. */
const mostKept = 8192
/** The path of a text. Scratch; contents are not kept between calls. */
const scratch = new Uint16Array(mostKept + 1)

const setA = 0
const setB = 1
const setC = 2
/** The first digit of a pair in C is read, the second must follow. */
const half = 3
/** Added to the four above while the FNC4 latch is on: all of A and B means 128 more. */
const latched = 4
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

/** The number of columns in the tables. */
export function columnCount(carried: Carried, isAscii: boolean): number {
  return columnsOf(carried, isAscii).end.length
}

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
  const shifted = kind.inC || (set === setA ? kind.inA : kind.inB) ? 0 : 1
  return changed + latching + single + shifted + 1
}

// ISO/IEC 15417:2007, Table 1: special characters. 101 selects set A in B and C and is FNC4 in A; 100 selects set B in
// A and C and is FNC4 in B. So both are 101 minus the set that is in force afterwards, with 0 for A and 1 for B.
const shift = 98
/** In code sets A and B. */
const fnc3 = 96
const codeC = 99
const codeAOrFnc4InA = 101
/** In every code set. */
const codeFnc1 = 102
const startA = 103
const stop = 106

const setNames = ['A', 'B', 'C'] as const

/**
 * Writes the start and data values for `states`, with FNC3 behind the start of a symbol that programs the reader. The code
 * set character, the FNC4 pair, the single FNC4 and shift precede a character in this order, so that FNC4 is always in
 * the right set and next to the characters that it changes.
 */
function writeValues(
  values: Uint8Array,
  text: string,
  { states, carried }: { readonly states: Uint16Array; readonly carried: Carried },
): Segment[] {
  const gs1 = carried === 'elements'
  const segments: Segment[] = []
  let set = Math.min(states[0]! & 3, setC)
  let latch = 0
  let from = 0
  let n = 0
  // FNC3 is not in set C: a symbol that goes on in C starts in B
  if (carried === 'programming' && set === setC) set = setB
  values[n++] = startA + set
  if (carried === 'programming') values[n++] = fnc3
  for (let i = 0; i < text.length; i++) {
    const state = states[i]!
    const nextSet = Math.min(state & 3, setC)
    const nextLatch = state & latched
    if (nextSet !== set || nextLatch !== latch) {
      if (i > from) segments.push({ codeSet: setNames[set]!, latched: latch !== 0, from, to: i })
      from = i
      const code = nextSet === setC ? codeC : codeAOrFnc4InA - nextSet
      if (nextSet !== set) values[n++] = code
      if (nextLatch !== latch) values[n++] = values[n++] = code
      set = nextSet
      latch = nextLatch
    }
    if (gs1 && text[i] === fnc1) {
      values[n++] = codeFnc1
      continue
    }
    const character = text.charCodeAt(i)
    if (set === setC) {
      // the state is half a pair, and the next character completes it
      values[n++] = 10 * character + text.charCodeAt(++i) - 11 * 48
      continue
    }
    const low = character & 127
    if (character > 127 !== (latch !== 0)) values[n++] = codeAOrFnc4InA - set
    if ((set === setA && low > 95) || (set === setB && low < 32)) values[n++] = shift
    values[n++] = low < 32 ? low + 64 : low - 32
  }
  segments.push({ codeSet: setNames[set]!, latched: latch !== 0, from, to: text.length })
  return segments
}

/** Of the first `count` values, start and data. ISO/IEC 15417:2007, 4.3.2 d) and Annex A: check character */
function weightedSum(values: Uint8Array, count: number): number {
  let sum = values[0]!
  for (let i = 1; i < count; i++) sum += i * values[i]!
  return sum
}

function modulesOfValues(values: Uint8Array): BitWriter {
  const last = values.length - 1
  const bits = new BitWriter(last * characters.width + stopWidth)
  pushCharacters(bits, values, last, characters)
  bits.push(stopPattern, stopWidth)
  return bits
}

// ISO/IEC 15417:2007, Table 1: widths of three bars and three spaces, bar first, by symbol character value.
export const patterns = Int32Array.from(
  [
    // 0     1      2      3      4      5      6      7      8      9
    '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213', // 0
    '221312 231212 112232 122132 122231 113222 123122 123221 223211 221132', // 10
    '221231 213212 223112 312131 311222 321122 321221 312212 322112 322211', // 20
    '212123 212321 232121 111323 131123 131321 112313 132113 132311 211313', // 30
    '231113 231311 112133 112331 132131 113123 113321 133121 313121 211331', // 40
    '231131 213113 213311 213131 311123 311321 331121 312113 312311 332111', // 50
    '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214', // 60
    '112412 122114 122411 142112 142211 241211 221114 413111 241112 134111', // 70
    '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141', // 80
    '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141', // 90
    '114131 311141 411131 211412 211214 211232', // 100
  ].flatMap((row) => row.split(' ').map((widths) => modulesOf(Array.from(widths, Number)))),
)
export const characters = { patterns, width: 11 }
// Table 1: the stop character has a bar more
const stopPattern = modulesOf([2, 3, 3, 1, 1, 1, 2])
export const stopWidth = 13
