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

/** The properties in which the symbologies differ. */
interface Layout<Trace> {
  readonly symbology: 'ean13' | 'ean8' | 'upca' | 'upce'
  /** After the left guard: digits, and the guard behind them. */
  readonly halves: Halves
  /** GS1 General Specifications, 5.2.3.4 */
  readonly quiet: Quiet
  /** Columns whose bars reach lower (ISO/IEC 15420:2009, 4.3.3). */
  readonly lowered: readonly Columns[]
  /** GS1 General Specifications, 5.2.5. A function, because arrays of one literal are made fastest. */
  readonly captions: (trace: Trace) => Caption[]
}

type Halves = readonly { readonly digits: number; readonly guard: Guard }[]

const columns = (from: number, to: number): Columns => ({ from, to })

const halvesOf = (digits: number): Halves => [
  { digits, guard: centre },
  { digits, guard: normal },
]

const group = (text: string, columns: Columns): Caption => ({ kind: 'group', text, columns })

/** A digit in a quiet zone. */
const outer = (text: string, columns: Columns, small: boolean): Caption => ({ kind: 'outer', text, columns, small })

// the first digit is in the middle of the 11 modules of quiet zone, as wide as the others
const [ean13First, ean13Left, ean13Right] = [columns(-9, -2), columns(3, 45), columns(50, 92)]

const ean13Layout: Layout<EanTrace> = {
  symbology: 'ean13',
  halves: halvesOf(6),
  quiet: quietZones(11, 7),
  lowered: [columns(0, 3), columns(45, 50), columns(92, 95)],
  captions: ({ digits }) => [
    outer(digits[0]!, ean13First, false),
    group(digits.slice(1, 7), ean13Left),
    group(digits.slice(7), ean13Right),
  ],
}

const [ean8Left, ean8Right] = [columns(3, 31), columns(36, 64)]

const ean8Layout: Layout<EanTrace> = {
  symbology: 'ean8',
  halves: halvesOf(4),
  quiet: quietZones(7, 7),
  lowered: [columns(0, 3), columns(31, 36), columns(64, 67)],
  captions: ({ digits }) => [group(digits.slice(0, 4), ean8Left), group(digits.slice(4), ean8Right)],
}

// the outer digits are at most four modules wide, five modules from the guards; at the right of UPC-E three
const [upcFirst, upcaLast, upceLast] = [columns(-9, -5), columns(100, 104), columns(54, 58)]
const [upcaLeft, upcaRight, upceMiddle] = [columns(10, 45), columns(50, 85), columns(3, 45)]

const upcaLayout: Layout<EanTrace> = {
  symbology: 'upca',
  halves: halvesOf(6),
  quiet: quietZones(9, 9),
  // the bars of the first and of the last digit reach lower together with the guard next to them
  lowered: [columns(0, 10), columns(45, 50), columns(85, 95)],
  captions: ({ digits }) => [
    outer(digits[0]!, upcFirst, true),
    group(digits.slice(1, 6), upcaLeft),
    group(digits.slice(6, 11), upcaRight),
    outer(digits[11]!, upcaLast, true),
  ],
}

const upceLayout: Layout<UpceTrace> = {
  symbology: 'upce',
  halves: [{ digits: 6, guard: special }],
  quiet: quietZones(9, 7),
  lowered: [columns(0, 3), columns(45, 51)],
  captions: ({ digits, suppressed }) => [
    outer(digits[0]!, upcFirst, true),
    group(suppressed, upceMiddle),
    outer(digits[11]!, upceLast, true),
  ],
}

/**
 * EAN-13: 12 digits, or 13 with the check digit.
 *
 * @returns 95 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 */
export function ean13(text: string): Barcode<EanTrace> {
  const key = checkedDigits('ean13', text, 13)
  return symbolOf(ean13Layout, traceOf(key, ean13Sets[digitAt(key.digits, 0)]!), key.digits, 1)
}

/**
 * EAN-8: 7 digits, or 8 with the check digit.
 *
 * @returns 67 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 */
export function ean8(text: string): Barcode<EanTrace> {
  const key = checkedDigits('ean8', text, 8)
  return symbolOf(ean8Layout, traceOf(key, 'AAAACCCC'), key.digits)
}

/**
 * UPC-A: 11 digits, or 12 with the check digit.
 *
 * @returns 95 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 */
export function upca(text: string): Barcode<EanTrace> {
  const key = checkedDigits('upca', text, 12)
  return symbolOf(upcaLayout, traceOf(key, 'AAAAAACCCCCC'), key.digits)
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
  return symbolOf(upceLayout, { digits, weights, sum, given, numberSets, suppressed }, suppressed)
}

function traceOf({ digits, weights, sum, given }: CheckedDigits, numberSets: string): EanTrace {
  return { digits, weights, sum, given, numberSets }
}

const digitAt = (digits: string, index: number): number => digits.charCodeAt(index) - 48

/** @param first of the digits in the bars, its index in `digits` */
function symbolOf<Trace extends EanTrace>(
  layout: Layout<Trace>,
  trace: Trace,
  digits: string,
  first = 0,
): Barcode<Trace> {
  return {
    symbology: layout.symbology,
    matrix: rowOf(barsOf(layout, trace.numberSets, digits, first)),
    quiet: layout.quiet,
    captions: layout.captions(trace),
    guards: layout.lowered,
    trace,
  }
}

function barsOf({ halves, lowered }: Layout<never>, numberSets: string, digits: string, first: number): BitWriter {
  const bits = new BitWriter(lowered[lowered.length - 1]!.to)
  bits.push(normal.modules, normal.width)
  let i = 0
  for (const half of halves) {
    for (const end = i + half.digits; i < end; i++) {
      const set = numberSets.charCodeAt(i) - 65
      bits.push(symbolCharacters[10 * set + digitAt(digits, first + i)]!, digitWidth)
    }
    bits.push(half.guard.modules, half.guard.width)
  }
  return bits
}
