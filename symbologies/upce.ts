/** UPC-E: a UPC-A whose zeros are left out. ISO/IEC 15420:2009; GS1 General Specifications, 5.2.2.4.2 */

import { type Barcode, type Columns, EncodeError, invalidCharacter, requireString } from './barcode.ts'
import {
  type CheckedDigits,
  completed,
  hasRightCheckDigit,
  indexOfNonDigit,
  notADigit,
  readDigits,
  wrongLength,
} from './check-digit.ts'
import { type AddonOptions, type EanTrace, group, type Layout, outer, symbolOf, withAddon } from './ean.ts'
import { quietZones } from './linear.ts'
import { quoted } from './messages.ts'
import type { KeyForm } from './repairs.ts'

/** `digits`, `weights` and `sum` are those of the UPC-A that the symbol stands for. */
export interface UpceTrace extends EanTrace {
  /** The six digits in the bars. */
  readonly suppressed: string
}

/**
 * UPC-E: the zero-suppressed UPC-A of number system 0 or 1, with 6 digits in the bars.
 *
 * Takes the 6 digits (number system 0), 7 digits (number system first), 8 (number system and check digit), or a UPC-A
 * of 11 or 12 digits that has the zeros to be suppressed. Six digits that suppression itself would never give, because
 * another ending is prescribed for their UPC-A, are drawn as they are: readers expand every ending alike.
 *
 * @returns 51 modules; with an add-on 28 or 55 more
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit; data_too_long for a UPC-A without enough zeros
 * @throws RangeError for an add-on that has other than 2 or 5 digits
 */
export function upce(text: string, options?: AddonOptions): Barcode<UpceTrace> {
  const { full, suppressed } = zeroSuppressedKey(text)
  const { digits, weights, sum, given } = full
  const numberSets = (digits[0] === '0' ? systemZeroSets : systemOneSets)[digits.charCodeAt(11) - 48]!
  readDigits(suppressed, barValues)
  const symbol = symbolOf(layout, { digits, weights, sum, given, numberSets, suppressed }, barValues)
  return withAddon(symbol, options)
}

// the values of the six digits in the bars, and of the twelve of the UPC-A; contents are not kept between calls
const barValues = new Uint8Array(6)
const values = new Uint8Array(12)

// ISO/IEC 15420:2009, Table 4: number sets of UPC-E by check digit, for number system 0. The older UPC Symbol
// Specification has number system 1 too, with A and B exchanged.
export const systemZeroSets = [
  'BBBAAA', // 0
  'BBABAA',
  'BBAABA',
  'BBAAAB',
  'BABBAA',
  'BAABBA', // 5
  'BAAABB',
  'BABABA',
  'BABAAB',
  'BAABAB',
]
export const systemOneSets = systemZeroSets.map((row) => row.replace(/./g, (set) => (set === 'A' ? 'B' : 'A')))

// the outer digits are at most four modules wide, five modules from the guard at the left, three at the right
const first: Columns = { from: -9, to: -5 }
const middle: Columns = { from: 3, to: 45 }
const last: Columns = { from: 54, to: 58 }

const layout: Layout<UpceTrace> = {
  symbology: 'upce',
  // ISO/IEC 15420:2009, 4.3.2.2: the special guard
  halves: [{ digits: 6, guard: { modules: 0b010101, width: 6 } }],
  quiet: quietZones(9, 7), // GS1 General Specifications, 5.2.3.4
  lowered: [
    { from: 0, to: 3 },
    { from: 45, to: 51 },
  ],
  captions: ({ digits, suppressed }) => [
    outer(digits[0]!, first, true),
    group(suppressed, middle),
    outer(digits[11]!, last, true),
  ],
}

/**
 * The UPC-A that `text` stands for, all 12 digits, and the six in the bars.
 *
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit; data_too_long for a UPC-A without enough zeros
 */
function zeroSuppressedKey(text: string): { readonly full: CheckedDigits; readonly suppressed: string } {
  requireString('upce', text)
  const upca = upcaOf(text)
  const sum = upca === undefined ? -1 : readDigits(upca, values)
  if (upca === undefined || sum < 0) throw notAKey(text)
  const full = completed('upce', text, { digits: upca, sum, values })
  return { full, suppressed: text.length < 11 ? sixOf(text) : suppressedOf(full.digits, text) }
}

/** The error for a text that is not digits, or has more or fewer than it may have, or another number system. */
function notAKey(text: string): EncodeError {
  const other = indexOfNonDigit(text)
  const form: KeyForm = { symbology: 'upce', length: 12, accepts: isKey, isComplete: hasRightCheckDigit }
  if (other >= 0) return notADigit(text, other, form)
  if (!hasLength(text)) return wrongLength(text, lengths, form)
  const whole = text.length > 10 ? { type: 'upca' } : undefined
  return invalidCharacter('upce', text, 0, 'number system 0 or 1; upca takes every number system', whole)
}

const lengths =
  '6, 7 (number system first), 8 (number system and check digit), or a UPC-A of 11, or 12 with the check digit'

/** Whether `zeroSuppressedKey` accepts these digits. */
function isKey(digits: string): boolean {
  const upca = upcaOf(digits)
  if (upca === undefined || (upca.length === 12 && !hasRightCheckDigit(upca))) return false
  return digits.length < 11 || zeroSuppressed(digits) !== undefined
}

function hasLength({ length }: string): boolean {
  return (length >= 6 && length <= 8) || length === 11 || length === 12
}

/** The six digits in the bars, of a text that has no more than these, number system and check digit. */
function sixOf(text: string): string {
  return text.length === 6 ? text : text.slice(1, 7)
}

/**
 * The UPC-A that a text stands for; without its check digit if the text lacks it. All characters of the text are in it, or known to
 * be digits.
 *
 * @returns undefined for a text of another length, number system, or ending
 */
function upcaOf(text: string): string | undefined {
  if (!hasLength(text)) return undefined
  const full = text.length === 6 ? `0${text}` : text
  if (full[0] !== '0' && full[0] !== '1') return undefined
  if (full.length >= 11) return full
  const expansion = expansions[full.charCodeAt(6) - 48]
  if (expansion === undefined) return undefined
  const { kept, inserted } = expansion
  return full.slice(0, kept) + inserted + full.slice(kept, 6) + full.slice(7)
}

/**
 * By the last of the six digits: how many of the seven digits with the number system come first in the UPC-A, and the five that
 * are inserted after these: zeros, and the last digit itself unless it only tells the place of the zeros.
 *
 * GS1 General Specifications, 5.2.2.4.2
 */
const expansions = [
  { kept: 3, inserted: '00000' },
  { kept: 3, inserted: '10000' },
  { kept: 3, inserted: '20000' },
  { kept: 4, inserted: '00000' },
  { kept: 5, inserted: '00000' },
  { kept: 6, inserted: '00005' },
  { kept: 6, inserted: '00006' },
  { kept: 6, inserted: '00007' },
  { kept: 6, inserted: '00008' },
  { kept: 6, inserted: '00009' },
]

/** @throws EncodeError data_too_long for a UPC-A without enough zeros */
function suppressedOf(upca: string, text: string): string {
  const suppressed = zeroSuppressed(upca)
  if (suppressed !== undefined) return suppressed
  const message = `upce: ${quoted(text)} lacks the zeros that UPC-E leaves out, so its six digits cannot hold it; use upca`
  throw new EncodeError('data_too_long', message, undefined, { type: 'upca' })
}

/**
 * The six digits for a UPC-A, whose check digit does not matter; undefined when it has too few zeros, or has them in other
 * places. The first ending that fits is the prescribed one.
 *
 * GS1 General Specifications, 5.2.2.4.2
 */
function zeroSuppressed(digits: string): string | undefined {
  const middle = digits.slice(1, 11)
  if (/^..[012]0000/.test(middle)) return middle.slice(0, 2) + middle.slice(7) + middle[2]
  if (/^...00000/.test(middle)) return `${middle.slice(0, 3)}${middle.slice(8)}3`
  if (/^....00000/.test(middle)) return `${middle.slice(0, 4)}${middle.slice(9)}4`
  if (/^.....0000[5-9]/.test(middle)) return middle.slice(0, 5) + middle.slice(9)
  return undefined
}
