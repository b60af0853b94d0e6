/** Code 39, with full ASCII as pairs of its characters. ISO/IEC 16388:2007 */

import {
  type Barcode,
  type EncodeError,
  invalidCharacter,
  optionCheck,
  type Quiet,
  requireText,
  type Suggestion,
} from './barcode.ts'
import {
  type CharacterPatterns,
  type ElementWidths,
  elementWidths,
  pushCharacters,
  quietZones,
  type Ratio,
  rowOf,
  twoWidthModules,
  withModules,
} from './linear.ts'
import { BitWriter } from './matrix/index.ts'
import { memoize } from './memoize.ts'
import { withoutLookAlikes } from './repairs.ts'

export interface Code39Options {
  /** Whether a check character modulo 43 follows the text; false by default. */
  readonly checkdigit?: boolean | undefined
  /** Whether pairs of characters carry all of ASCII, for readers that are set to it; false by default. */
  readonly fullascii?: boolean | undefined
  /** The width of wide elements, a narrow one being 1; 3 by default. */
  readonly ratio?: Ratio | undefined
}

/** The intermediate results of a Code 39 symbol. */
export interface Code39Trace {
  /** Symbol character values 0 to 42 of ISO/IEC 16388:2007, Annex A, without start, check character and stop. */
  readonly values: Uint8Array
  /** The check character: the sum of all values, and that modulo 43. */
  readonly check?: { readonly sum: number; readonly value: number }
}

/**
 * Code 39, with gaps of one module. The caption is the text as it is: the standard leaves open whether people read the check
 * character, and most would take it for one of the text.
 *
 * @param text at least one of the 43 characters, or of ASCII with `fullascii`
 * @returns start, characters and stop of 15 modules each (13.5 and 12 with the smaller ratios), and a gap between two of them
 * @throws EncodeError invalid_character (also for the asterisk, start and stop), invalid_length for an empty text
 * @throws RangeError for an unknown option or value
 * ISO/IEC 16388:2007
 */
export function code39(text: string, options?: Code39Options): Barcode<Code39Trace> {
  if (options !== undefined) checkOptions(options)
  requireText('code39', text)
  const { checkdigit = false, fullascii = false, ratio } = options ?? noOptions
  const values = fullascii ? fullAsciiValues(text) : valuesOf(text)
  const trace: Code39Trace = checkdigit ? { values, check: checkOf(values) } : { values }
  const patterns = ratio === undefined ? usual : patternsOf(ratio)
  const matrix = rowOf(barsOf(trace, patterns))
  const captions: Barcode['captions'] = [{ kind: 'line', text }]
  return withModules({ symbology: 'code39', matrix, quiet: patterns.quiet, captions, trace }, patterns.widths)
}

const checkOptions = optionCheck<Code39Options>('code39', {
  checkdigit: [true, false],
  fullascii: [true, false],
  ratio: [2, 2.5, 3],
})

const noOptions: Code39Options = {}

// ISO/IEC 16388:2007, Annex A: characters by symbol character value
export const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'

/** Symbol character values by ASCII code, -1 for characters that Code 39 does not encode. */
const valueByCode = new Int8Array(128).fill(-1)
for (let value = 0; value < characters.length; value++) valueByCode[characters.charCodeAt(value)] = value

function valuesOf(text: string): Uint8Array {
  const values = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const value = valueByCode[text.charCodeAt(i)] ?? -1
    if (value < 0) throw notCarried(text, i)
    values[i] = value
  }
  return values
}

function notCarried(text: string, index: number): EncodeError {
  const carries = text.charCodeAt(index) > 0x7f ? carriesMore : 'fullascii=true carries all of ASCII, code128 too'
  const accepted = `0 to 9, A to Z (upper case), space and - . $ / + %; ${carries}`
  return invalidCharacter('code39', text, index, accepted, meant(text))
}

const carriesMore = 'code128 carries ISO 8859-1, qr and datamatrix every character'

/** What carries a text that has other than the 43 characters: without the asterisks that are start and stop, or with look-alikes replaced. */
function meant(text: string): Suggestion {
  const plain = withoutLookAlikes(text)
  const [, inner = plain] = /^\*(.+)\*$/.exec(plain) ?? []
  if (inner !== text && /^[0-9A-Z $%+./-]*$/.test(inner)) return { text: inner }
  return isAscii(text) ? { fullascii: 'true' } : symbologyFor(text)
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** The symbology that carries a text beyond ASCII. */
const symbologyFor = (text: string): Suggestion => ({ type: /^[\0-\xff]*$/.test(text) ? 'code128' : 'qr' })

/**
 * Symbol character values of a text, at most two for a character. $ / + and % begin pairs and nothing else: as characters of the
 * text they are pairs themselves.
 *
 * @throws EncodeError invalid_character
 */
function fullAsciiValues(text: string): Uint8Array {
  const values = new Uint8Array(2 * text.length)
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) throw notAscii(text, i)
    const own = valuesByCode[code]!
    if (own >= 64) values[count++] = own >> 6
    values[count++] = own & 63
  }
  return values.slice(0, count)
}

function notAscii(text: string, index: number): EncodeError {
  const plain = withoutLookAlikes(text)
  const suggestion = isAscii(plain) ? { text: plain } : symbologyFor(text)
  return invalidCharacter('code39', text, index, `ASCII (U+0000 to U+007F); ${carriesMore}`, suggestion)
}

// ISO/IEC 16388:2007, Annex A.2: the characters from `from` on are `shift` and `letter`, `shift` and the letter after it, and so on.
const pairs: readonly (readonly [from: string, to: string, shift: string, letter: string])[] = [
  ['\x00', '\x00', '%', 'U'],
  ['\x01', '\x1a', '$', 'A'],
  ['\x1b', '\x1f', '%', 'A'],
  ['!', ',', '/', 'A'],
  ['/', '/', '/', 'O'],
  [':', ':', '/', 'Z'],
  [';', '?', '%', 'F'],
  ['@', '@', '%', 'V'],
  ['[', '_', '%', 'K'],
  ['`', '`', '%', 'W'],
  ['a', 'z', '+', 'A'],
  ['{', '\x7f', '%', 'P'],
]

/** Symbol character values by ASCII code: one, or those of a pair as 64 times the first plus the second. */
const valuesByCode = Uint16Array.from(valueByCode)
for (const [from, to, shift, letter] of pairs) {
  for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++) {
    const second = letter.charCodeAt(0) + code - from.charCodeAt(0)
    valuesByCode[code] = 64 * valueByCode[shift.charCodeAt(0)]! + valueByCode[second]!
  }
}

/** ISO/IEC 16388:2007, Annex A.1 */
function checkOf(values: Uint8Array): NonNullable<Code39Trace['check']> {
  const sum = values.reduce((sum, value) => sum + value, 0)
  return { sum, value: sum % 43 }
}

function barsOf({ values, check }: Code39Trace, { width, spaced, startStop }: Patterns): BitWriter {
  const pitch = spaced.width
  const bits = new BitWriter(width + (values.length + (check === undefined ? 1 : 2)) * pitch)
  bits.push(startStop, width)
  pushCharacters(bits, values, values.length, spaced)
  if (check !== undefined) bits.push(spaced.patterns[check.value]!, pitch)
  bits.push(startStop, pitch)
  return bits
}

// ISO/IEC 16388:2007, 4.3.1, Table 1: wide elements of each character. Two of the five bars and one of the four spaces
// are wide: ten patterns of bars, in the order of 1 to 9 and 0, times four of spaces. The last four characters have
// three wide spaces and no wide bar.
const wideBars = ['10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010', '00110']
const wideSpaces = ['0100', '0010', '0001', '1000']
const bySpace = ['1234567890', 'ABCDEFGHIJ', 'KLMNOPQRST', 'UVWXYZ-. *']
const threeSpaces: readonly (readonly [string, string])[] = [
  ['$', '1110'],
  ['/', '1101'],
  ['+', '1011'],
  ['%', '0111'],
]

/** Symbol characters as modules. */
interface Patterns {
  readonly widths: ElementWidths
  /** Columns of a character: six narrow elements and three wide ones. ISO/IEC 16388:2007, 4.4 b) */
  readonly width: number
  /** Each with the gap before it. ISO/IEC 16388:2007, 4.4 c): one module or more */
  readonly spaced: CharacterPatterns
  /** 4.3.2: start and stop character. */
  readonly startStop: number
  readonly quiet: Quiet
}

// ISO/IEC 16388:2007, 4.4 d): quiet zones of ten modules
const quietModules = 10

/** For each ratio of wide to narrow elements. */
export const patternsOf = memoize((ratio: Ratio): Patterns => {
  const widths = elementWidths[ratio]
  const quiet = quietModules * widths.narrow
  const width = 6 * widths.narrow + 3 * widths.wide
  const gap = widths.narrow
  return {
    widths,
    width,
    spaced: {
      // a gap is light: no bits of a pattern
      patterns: Int32Array.from(characters, (character) => patternOf(character, widths)),
      width: gap + width,
    },
    startStop: patternOf('*', widths),
    quiet: quietZones(quiet, quiet),
  }
})

function patternOf(character: string, widths: ElementWidths): number {
  const three = threeSpaces.find((row) => row[0] === character)
  if (three !== undefined) return twoWidthModules('00000', three[1], widths)
  const space = bySpace.findIndex((row) => row.includes(character))
  return twoWidthModules(wideBars[bySpace[space]!.indexOf(character)]!, wideSpaces[space]!, widths)
}

/** With wide elements three times the narrow ones. */
const usual = patternsOf(3)
export const {
  spaced: { patterns },
  startStop,
} = usual
