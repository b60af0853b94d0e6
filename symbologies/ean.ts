/** EAN-13, EAN-8, UPC-A and UPC-E. ISO/IEC 15420:2009; GS1 General Specifications, 5.2 */

import type { Barcode, Caption, Columns, Quiet } from './barcode.ts'
import { BitWriter } from './bits.ts'
import { type CheckedDigits, checkedDigits } from './check-digit.ts'
import { quietZones, rowOf } from './linear.ts'
import { digitWidth, ean13Sets, symbolCharacters, systemOneSets, systemZeroSets } from './number-sets.ts'
import { zeroSuppressedKey } from './upce.ts'

/** A key with its check digit, and the number set, A, B or C, of each digit in the bars. */
export interface EanTrace extends CheckedDigits {
  readonly numberSets: string
}

/** `digits`, `weights` and `sum` are those of the UPC-A that the symbol stands for. */
export interface UpceTrace extends EanTrace {
  /** The six digits in the bars. */
  readonly suppressed: string
}

/** A guard pattern: elements of a module each. */
interface Guard {
  readonly modules: number
  readonly width: number
}

// ISO/IEC 15420:2009, 4.3.2.2: auxiliary patterns; the special guard ends UPC-E.
const normal: Guard = { modules: 0b101, width: 3 }
const centre: Guard = { modules: 0b01010, width: 5 }
const special: Guard = { modules: 0b010101, width: 6 }

/** The place of some digits of the human-readable text; `outer` ones are in a quiet zone. */
type CaptionPlace =
  | { readonly kind: 'group'; readonly digits: number; readonly columns: Columns }
  | { readonly kind: 'outer'; readonly digits: number; readonly columns: Columns; readonly small: boolean }

/** The properties in which the symbologies differ. */
interface Layout {
  readonly symbology: 'ean13' | 'ean8' | 'upca' | 'upce'
  /** The first digit in the bars, among those of the human-readable text. */
  readonly first: number
  /** After the left guard: digits, and the guard behind them. */
  readonly halves: readonly { readonly digits: number; readonly guard: Guard }[]
  /** GS1 General Specifications, 5.2.3.4 */
  readonly quiet: Quiet
  /** Columns whose bars reach lower (ISO/IEC 15420:2009, 4.3.3). */
  readonly lowered: readonly Columns[]
  /** GS1 General Specifications, 5.2.5 */
  readonly captions: readonly CaptionPlace[]
}

const columns = (from: number, to: number): Columns => ({ from, to })

const halvesOf = (digits: number): Layout['halves'] => [
  { digits, guard: centre },
  { digits, guard: normal },
]

const group = (digits: number, from: number, to: number): CaptionPlace => ({
  kind: 'group',
  digits,
  columns: columns(from, to),
})

const outer = (from: number, to: number, size: 'wide' | 'small'): CaptionPlace => ({
  kind: 'outer',
  digits: 1,
  columns: columns(from, to),
  small: size === 'small',
})

const ean13Layout: Layout = {
  symbology: 'ean13',
  first: 1,
  halves: halvesOf(6),
  quiet: quietZones(11, 7),
  lowered: [columns(0, 3), columns(45, 50), columns(92, 95)],
  // the first digit is in the middle of the 11 modules of quiet zone, as wide as the others
  captions: [outer(-9, -2, 'wide'), group(6, 3, 45), group(6, 50, 92)],
}

const ean8Layout: Layout = {
  symbology: 'ean8',
  first: 0,
  halves: halvesOf(4),
  quiet: quietZones(7, 7),
  lowered: [columns(0, 3), columns(31, 36), columns(64, 67)],
  captions: [group(4, 3, 31), group(4, 36, 64)],
}

const upcaLayout: Layout = {
  symbology: 'upca',
  first: 0,
  halves: halvesOf(6),
  quiet: quietZones(9, 9),
  // the bars of the first and of the last digit reach lower together with the guard next to them
  lowered: [columns(0, 10), columns(45, 50), columns(85, 95)],
  // the outer digits are at most four modules wide, five modules from the guards
  captions: [outer(-9, -5, 'small'), group(5, 10, 45), group(5, 50, 85), outer(100, 104, 'small')],
}

const upceLayout: Layout = {
  symbology: 'upce',
  first: 1,
  halves: [{ digits: 6, guard: special }],
  quiet: quietZones(9, 7),
  lowered: [columns(0, 3), columns(45, 51)],
  // as in UPC-A, but three modules from the guard at the right
  captions: [outer(-9, -5, 'small'), group(6, 3, 45), outer(54, 58, 'small')],
}

/**
 * EAN-13: 12 digits, or 13 with the check digit.
 *
 * @returns 95 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 */
export function ean13(text: string): Barcode<EanTrace> {
  const key = checkedDigits('ean13', text, 13)
  return symbolOf(ean13Layout, key.digits, traceOf(key, ean13Sets[digitAt(key.digits, 0)]!))
}

/**
 * EAN-8: 7 digits, or 8 with the check digit.
 *
 * @returns 67 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 */
export function ean8(text: string): Barcode<EanTrace> {
  const key = checkedDigits('ean8', text, 8)
  return symbolOf(ean8Layout, key.digits, traceOf(key, 'AAAACCCC'))
}

/**
 * UPC-A: 11 digits, or 12 with the check digit.
 *
 * @returns 95 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 */
export function upca(text: string): Barcode<EanTrace> {
  const key = checkedDigits('upca', text, 12)
  return symbolOf(upcaLayout, key.digits, traceOf(key, 'AAAAAACCCCCC'))
}

/**
 * UPC-E: the zero-suppressed UPC-A of number system 0 or 1, with 6 digits in the bars.
 *
 * Takes the 6 digits (number system 0), 7 digits (number system first), 8 (number system and check digit), or a UPC-A
 * of 11 or 12 digits that has the zeros to be suppressed. Six digits that suppression itself would never give, because
 * another ending is prescribed for their UPC-A, are drawn as they are: readers expand every ending alike.
 *
 * @returns 51 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit; data_too_long for a UPC-A without enough zeros
 */
export function upce(text: string): Barcode<UpceTrace> {
  const { full, suppressed } = zeroSuppressedKey(text)
  const { digits, weights, sum, given } = full
  const numberSets = (digits[0] === '0' ? systemZeroSets : systemOneSets)[digitAt(digits, 11)]!
  const trace = { digits, weights, sum, given, numberSets, suppressed }
  return symbolOf(upceLayout, `${digits[0]}${suppressed}${digits[11]}`, trace)
}

function traceOf({ digits, weights, sum, given }: CheckedDigits, numberSets: string): EanTrace {
  return { digits, weights, sum, given, numberSets }
}

const digitAt = (digits: string, index: number): number => digits.charCodeAt(index) - 48

/** @param shown the human-readable text, all its digits in a row */
function symbolOf<Trace extends EanTrace>(layout: Layout, shown: string, trace: Trace): Barcode<Trace> {
  return {
    symbology: layout.symbology,
    matrix: rowOf(barsOf(layout, shown, trace.numberSets)),
    quiet: layout.quiet,
    captions: captionsOf(layout, shown),
    guards: layout.lowered,
    trace,
  }
}

function barsOf({ first, halves, lowered }: Layout, shown: string, numberSets: string): BitWriter {
  const bits = new BitWriter(lowered[lowered.length - 1]!.to)
  bits.push(normal.modules, normal.width)
  let i = 0
  for (const { digits, guard } of halves) {
    for (const end = i + digits; i < end; i++) {
      const set = numberSets.charCodeAt(i) - 65
      bits.push(symbolCharacters[10 * set + digitAt(shown, first + i)]!, digitWidth)
    }
    bits.push(guard.modules, guard.width)
  }
  return bits
}

function captionsOf({ captions }: Layout, shown: string): Caption[] {
  let at = 0
  return captions.map((place): Caption => {
    const { kind, digits, columns } = place
    const text = shown.slice(at, at + digits)
    at += digits
    return kind === 'group' ? { kind, text, columns } : { kind, text, columns, small: place.small }
  })
}
