import { type Barcode, type Columns, EncodeError, invalidCharacter } from './barcode.ts'
import { BitWriter } from './bits.ts'
import { type CheckedDigits, checkedDigits, completed, requireDigits, wrongLength } from './check-digit.ts'
import { columns, digitWidth, type EanTrace, halves, pushDigits } from './ean.ts'
import { endMargins, rowOf } from './linear.ts'
import { quoted } from './messages.ts'

const upcaQuiet = endMargins(9, 9)
// The first and the last digit reach lower together with the guard next to them.
const upcaGuards: readonly Columns[] = [columns(0, 10), columns(45, 50), columns(85, 95)]

// GS1 General Specifications, 5.2.5: first and last digit of UPC-A and UPC-E are at most four modules wide; they stand
// five modules from the guard bars, at the right end of UPC-E three.
const outerLeft = columns(-9, -5)
const upcaLast = columns(100, 104)
const upcaLeft = columns(10, 45)
const upcaRight = columns(50, 85)

/**
 * UPC-A: 11 digits, or 12 with the check digit.
 *
 * @returns 95 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 * ISO/IEC 15420:2009; GS1 General Specifications, 5.2
 */
export function upca(text: string): Barcode<EanTrace> {
  const { digits, weights, sum, given } = checkedDigits('upca', text, 12)
  const numberSets = 'AAAAAACCCCCC'
  return {
    symbology: 'upca',
    matrix: rowOf(halves(digits, 0, numberSets)),
    quiet: upcaQuiet,
    captions: [
      { kind: 'outer', text: digits.slice(0, 1), columns: outerLeft, small: true },
      { kind: 'group', text: digits.slice(1, 6), columns: upcaLeft },
      { kind: 'group', text: digits.slice(6, 11), columns: upcaRight },
      { kind: 'outer', text: digits.slice(11), columns: upcaLast, small: true },
    ],
    guards: upcaGuards,
    trace: { digits, weights, sum, given, numberSets },
  }
}

/** `digits`, `weights` and `sum` are those of the UPC-A that the symbol stands for. */
export interface UpceTrace extends EanTrace {
  /** The six digits in the bars. */
  readonly suppressed: string
}

const upceQuiet = endMargins(9, 7)
const upceGuards: readonly Columns[] = [columns(0, 3), columns(45, 51)]
const upceGroup = columns(3, 45)
const upceLast = columns(54, 58)

// ISO/IEC 15420:2009: number sets by check digit, for number system 0. The older UPC Symbol Specification has number
// system 1 too, with A and B swapped.
export const systemZeroSets = [
  'BBBAAA',
  'BBABAA',
  'BBAABA',
  'BBAAAB',
  'BABBAA',
  'BAABBA',
  'BAAABB',
  'BABABA',
  'BABAAB',
  'BAABAB',
]
export const systemOneSets = systemZeroSets.map((row) => row.replace(/./g, (set) => (set === 'A' ? 'B' : 'A')))

const upceWidth = 3 + 6 * digitWidth + 6

/**
 * UPC-E: the zero-suppressed UPC-A of number system 0 or 1, with 6 digits in the bars.
 *
 * Takes the 6 digits (number system 0), 7 digits (number system first), 8 (number system and check digit), or a UPC-A of
 * 11 or 12 digits that has the zeros to be suppressed. Six digits that suppression itself would never give, because
 * another ending is prescribed for their UPC-A, are drawn as they are: readers expand every ending alike.
 *
 * @returns 51 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit; data_too_long for a UPC-A without enough zeros
 * ISO/IEC 15420:2009; GS1 General Specifications, 5.2
 */
export function upce(text: string): Barcode<UpceTrace> {
  const { full, suppressed } = numbersOf(text)
  const { digits, weights, sum, given } = full
  const check = digits.charCodeAt(11) - 48
  const numberSets = (digits[0] === '0' ? systemZeroSets : systemOneSets)[check]!
  const bits = new BitWriter(upceWidth)
  bits.push(0b101, 3)
  pushDigits(bits, suppressed, { first: 0, numberSets, from: 0, to: 6 })
  bits.push(0b010101, 6)
  return {
    symbology: 'upce',
    matrix: rowOf(bits),
    quiet: upceQuiet,
    captions: [
      { kind: 'outer', text: digits.slice(0, 1), columns: outerLeft, small: true },
      { kind: 'group', text: suppressed, columns: upceGroup },
      { kind: 'outer', text: digits.slice(11), columns: upceLast, small: true },
    ],
    guards: upceGuards,
    trace: { digits, weights, sum, given, numberSets, suppressed },
  }
}

const upceLengths =
  '6, 7 (number system first), 8 (number system and check digit), or a UPC-A of 11, or 12 with the check digit'

/** The UPC-A that `text` means and its six digits. */
function numbersOf(text: string): { full: CheckedDigits; suppressed: string } {
  requireDigits('upce', text)
  const { length } = text
  if ((length < 6 || length > 8) && length !== 11 && length !== 12) throw wrongLength('upce', text, upceLengths)
  const system = length === 6 ? '0' : text[0]!
  if (system > '1') {
    throw invalidCharacter('upce', text, 0, 'number system 0 or 1; upca takes every number system')
  }
  if (length >= 11) {
    const full = completed('upce', text, text, 12)
    return { full, suppressed: zeroSuppressed(full.digits, text) }
  }
  const suppressed = length === 6 ? text : text.slice(1, 7)
  return { full: completed('upce', system + expanded(suppressed) + text.slice(7), text, 12), suppressed }
}

/** The ten digits between number system and check digit of the UPC-A that six digits stand for. */
function expanded(six: string): string {
  const last = six[5]!
  if (last <= '2') return `${six.slice(0, 2)}${last}0000${six.slice(2, 5)}`
  if (last === '3') return `${six.slice(0, 3)}00000${six.slice(3, 5)}`
  if (last === '4') return `${six.slice(0, 4)}00000${six[4]}`
  return `${six.slice(0, 5)}0000${last}`
}

/**
 * The six digits for the twelve of a UPC-A. The first ending that fits is the prescribed one.
 *
 * @throws EncodeError data_too_long when it has too few zeros, or has them in other places
 * GS1 General Specifications, 5.2.2.4.2
 */
function zeroSuppressed(digits: string, text: string): string {
  const middle = digits.slice(1, 11)
  if (/^..[012]0000/.test(middle)) return middle.slice(0, 2) + middle.slice(7) + middle[2]
  if (/^...00000/.test(middle)) return `${middle.slice(0, 3)}${middle.slice(8)}3`
  if (/^....00000/.test(middle)) return `${middle.slice(0, 4)}${middle.slice(9)}4`
  if (/^.....0000[5-9]/.test(middle)) return middle.slice(0, 5) + middle.slice(9)
  const message = `upce: ${quoted(text)} lacks the zeros that UPC-E leaves out, so its six digits cannot hold it; use upca`
  throw new EncodeError('data_too_long', message)
}
