/** Code 39's characters as bars and spaces. ISO/IEC 16388:2007 */

import type { Quiet } from '../barcode.ts'
import {
  type CharacterPatterns,
  type ElementWidths,
  elementWidths,
  quietZones,
  type Ratio,
  twoWidthModules,
} from '../linear.ts'
import { memoize } from '../memoize.ts'

// ISO/IEC 16388:2007, Annex A: characters by symbol character value
export const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'

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
export const valueByCode = new Int8Array(128).fill(-1)
for (let value = 0; value < characters.length; value++) valueByCode[characters.charCodeAt(value)] = value

/** Symbol characters as modules. */
export interface Patterns {
  readonly widths: ElementWidths
  /** Columns of a character: six narrow elements and three wide ones. */
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
export const {
  spaced: { patterns },
  startStop,
} = patternsOf(3)
