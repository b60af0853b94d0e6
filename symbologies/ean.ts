import type { Barcode, Columns } from './barcode.ts'
import { BitWriter } from './bits.ts'
import { type CheckedDigits, checkedDigits } from './check-digit.ts'
import { endMargins, modulesOf, rowOf } from './linear.ts'

/** A key with its check digit, and the number set, A, B or C, of each digit in the bars. */
export interface EanTrace extends CheckedDigits {
  readonly numberSets: string
}

/** Modules of a digit. */
export const digitWidth = 7

// ISO/IEC 15420:2009, symbol character encodation: number set C of each digit, bar first.
//                0       1       2       3       4       5       6       7       8       9
const setC = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'].map((widths) =>
  modulesOf(Array.from(widths, Number)),
)

/** Modules of each digit in number sets A, B and C, ten each: A is the negative of C, B is C read backwards. */
export const symbolCharacters = Uint8Array.from([
  ...setC.map((modules) => ~modules & 0x7f),
  ...setC.map(mirrored),
  ...setC,
])

function mirrored(modules: number): number {
  let result = 0
  for (let i = 0; i < digitWidth; i++) result |= ((modules >> i) & 1) << (digitWidth - 1 - i)
  return result
}

// ISO/IEC 15420:2009, Table 3: the number sets of the left half say EAN-13's first digit.
export const leadingSets = [
  'AAAAAA',
  'AABABB',
  'AABBAB',
  'AABBBA',
  'ABAABB',
  'ABBAAB',
  'ABBBAA',
  'ABABAB',
  'ABABBA',
  'ABBABA',
]
const ean13Sets = leadingSets.map((left) => `${left}CCCCCC`)

// GS1 General Specifications, 5.2.3.4
const ean13Quiet = endMargins(11, 7)
const ean13Guards: readonly Columns[] = [columns(0, 3), columns(45, 50), columns(92, 95)]
const ean8Quiet = endMargins(7, 7)
const ean8Guards: readonly Columns[] = [columns(0, 3), columns(31, 36), columns(64, 67)]

// The first digit stands in the middle of the 11 modules of quiet zone, as wide as the others.
const ean13First = columns(-9, -2)
const ean13Left = columns(3, 45)
const ean13Right = columns(50, 92)
const ean8Left = columns(3, 31)
const ean8Right = columns(36, 64)

/**
 * EAN-13: 12 digits, or 13 with the check digit.
 *
 * @returns 95 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 * ISO/IEC 15420:2009; GS1 General Specifications, 5.2
 */
export function ean13(text: string): Barcode<EanTrace> {
  const { digits, weights, sum, given } = checkedDigits('ean13', text, 13)
  const numberSets = ean13Sets[digits.charCodeAt(0) - 48]!
  return {
    symbology: 'ean13',
    matrix: rowOf(halves(digits, 1, numberSets)),
    quiet: ean13Quiet,
    captions: [
      { kind: 'outer', text: digits.slice(0, 1), columns: ean13First, small: false },
      { kind: 'group', text: digits.slice(1, 7), columns: ean13Left },
      { kind: 'group', text: digits.slice(7), columns: ean13Right },
    ],
    guards: ean13Guards,
    trace: { digits, weights, sum, given, numberSets },
  }
}

/**
 * EAN-8: 7 digits, or 8 with the check digit.
 *
 * @returns 67 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 * ISO/IEC 15420:2009; GS1 General Specifications, 5.2
 */
export function ean8(text: string): Barcode<EanTrace> {
  const { digits, weights, sum, given } = checkedDigits('ean8', text, 8)
  const numberSets = 'AAAACCCC'
  return {
    symbology: 'ean8',
    matrix: rowOf(halves(digits, 0, numberSets)),
    quiet: ean8Quiet,
    captions: [
      { kind: 'group', text: digits.slice(0, 4), columns: ean8Left },
      { kind: 'group', text: digits.slice(4), columns: ean8Right },
    ],
    guards: ean8Guards,
    trace: { digits, weights, sum, given, numberSets },
  }
}

/** Guard, left half, centre guard, right half, guard: the digits from `first` on, as `numberSets` says. */
export function halves(digits: string, first: number, numberSets: string): BitWriter {
  const count = numberSets.length
  const bits = new BitWriter(count * digitWidth + 11)
  bits.push(0b101, 3)
  pushDigits(bits, digits, { first, numberSets, from: 0, to: count / 2 })
  bits.push(0b01010, 5)
  pushDigits(bits, digits, { first, numberSets, from: count / 2, to: count })
  bits.push(0b101, 3)
  return bits
}

/** Appends symbol characters `from` to `to`, not included; character i stands for digit `first + i`. */
export function pushDigits(
  bits: BitWriter,
  digits: string,
  run: { first: number; numberSets: string; from: number; to: number },
): void {
  for (let i = run.from; i < run.to; i++) {
    const set = run.numberSets.charCodeAt(i) - 65
    bits.push(symbolCharacters[10 * set + digits.charCodeAt(run.first + i) - 48]!, digitWidth)
  }
}

export function columns(from: number, to: number): Columns {
  return { from, to }
}
