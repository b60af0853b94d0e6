import { type Barcode, invalidCharacter, requireText, type Suggestion } from '../barcode.ts'
import { fnc1, type Gs1Options, gs1Characters } from '../gs1/fnc1.ts'
import { modulesOf, pushCharacters, quietZones, rowOf } from '../linear.ts'
import { BitWriter } from '../matrix/index.ts'
import { optionCheck } from '../options.ts'
import { withoutLookAlikes } from '../repairs.ts'
import { type Carried, cheapestPath, latched, setA, setB, setC } from './path.ts'

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
const characters = { patterns, width: 11 }
// Table 1: the stop character has a bar more
const stopPattern = modulesOf([2, 3, 3, 1, 1, 1, 2])
const stopWidth = 13

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

// ISO/IEC 15417:2007, 4.3.3: quiet zones of ten modules
const quiet = quietZones(10, 10)
const setNames = ['A', 'B', 'C'] as const

/**
 * Code 128, the shortest symbol for the text: code sets A, B and C, shift, and FNC4 single and latched.
 *
 * @param text at least one character, of ISO/IEC 8859-1 with its control characters: U+0000 to U+00FF; of ASCII if `gs1`
 * @returns 11 modules for each of start, data and check character, 13 for stop
 * @throws EncodeError invalid_character, or invalid_length for an empty text
 * @throws RangeError for an unknown value of `reader`, or `reader` with `gs1`
 * ISO/IEC 15417:2007
 */
export function code128(text: string, { gs1 = false, reader }: Code128Options = {}): Barcode<Code128Trace> {
  if (reader !== undefined) checkReader(reader, gs1)
  requireText('code128', text)
  const codes = gs1 ? requireEach(text, 0x7f, gs1Characters) : requireEach(text, 0xff, accepted)
  const data = gs1 ? fnc1 + text : text // GS1 General Specifications, 5.4.2
  const carried = gs1 ? 'elements' : reader === undefined ? 'text' : 'programming'
  const { states, length } = cheapestPath(data, carried, codes < 0x80)
  const values = new Uint8Array(length + 2)
  const segments = writeValues(values, data, { states, carried })
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

const checkValue = optionCheck<Pick<Code128Options, 'reader'>>('code128', { reader: ['init'] })

function checkReader(reader: 'init', gs1: boolean): void {
  checkValue({ reader })
  if (gs1) throw new RangeError('code128: gs1 does not go with reader; leave out one of them')
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
