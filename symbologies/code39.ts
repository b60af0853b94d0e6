import { type Barcode, invalidCharacter, requireText } from './barcode.ts'
import { BitWriter } from './bits.ts'
import { modulesOf, quietZones, rowOf } from './linear.ts'

/** The intermediate results of a Code 39 symbol. */
export interface Code39Trace {
  /** Symbol character values 0 to 42 of ISO/IEC 16388:2007, Annex A, without start and stop. */
  readonly values: Uint8Array
}

// ISO/IEC 16388:2007, Annex A: characters by symbol character value
export const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'
const accepted = '0 to 9, A to Z (upper case), space and - . $ / + %; code128 carries all of ASCII'

/** Modules of a wide element, a narrow one being 1. ISO/IEC 16388:2007, 4.4 b), allows 2 to 3. */
const wide = 3
/** Six narrow elements and three wide ones. */
const characterWidth = 6 + 3 * wide
// ISO/IEC 16388:2007, 4.4 c): the gap between characters is one module or more
const gap = 1

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

/** Symbol character values by ASCII code, -1 for characters that Code 39 does not encode. */
const valueByCode = new Int8Array(128).fill(-1)
export const patterns = new Uint16Array(characters.length)
/** 4.3.2: start and stop character. */
export const startStop = patternOf(wideBars[9]!, wideSpaces[3]!)

for (let value = 0; value < characters.length; value++) {
  const character = characters[value]!
  valueByCode[character.charCodeAt(0)] = value
  const space = bySpace.findIndex((row) => row.includes(character))
  const three = threeSpaces.find((row) => row[0] === character)
  patterns[value] = three
    ? patternOf('00000', three[1])
    : patternOf(wideBars[bySpace[space]!.indexOf(character)]!, wideSpaces[space]!)
}

/** Bars and spaces in turn, '1' for a wide one, as modules. */
function patternOf(bars: string, spaces: string): number {
  return modulesOf(Array.from({ length: 9 }, (_, i) => ((i % 2 ? spaces : bars)[i >> 1] === '1' ? wide : 1)))
}

// ISO/IEC 16388:2007, 4.4 d): quiet zones of ten modules
const quiet = quietZones(10, 10)

/**
 * Code 39 without a check character, wide elements three times the narrow ones, gaps of one module.
 *
 * @param text at least one of the 43 characters
 * @returns 16 modules a character, start and stop included, less the gap after the last
 * @throws EncodeError invalid_character (also for the asterisk, start and stop), invalid_length for an empty text
 * ISO/IEC 16388:2007
 */
export function code39(text: string): Barcode<Code39Trace> {
  requireText('code39', text)
  const { length } = text
  const values = new Uint8Array(length)
  const bits = new BitWriter((length + 2) * (characterWidth + gap) - gap)
  bits.push(startStop << gap, characterWidth + gap)
  for (let i = 0; i < length; i++) {
    const value = valueByCode[text.charCodeAt(i)] ?? -1
    if (value < 0) throw invalidCharacter('code39', text, i, accepted)
    values[i] = value
    bits.push(patterns[value]! << gap, characterWidth + gap)
  }
  bits.push(startStop, characterWidth)
  return { symbology: 'code39', matrix: rowOf(bits), quiet, captions: [{ kind: 'line', text }], trace: { values } }
}
