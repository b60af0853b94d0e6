import { EncodeError, invalidCharacter, type Symbology } from './barcode.ts'
import { quoted } from './messages.ts'

/**
 * A complete GS1 key of a fixed length, and the computation of its check digit: modulo 10, with weights 3, 1, 3, … from
 * the right.
 *
 * GS1 General Specifications, 7.9.1
 */
export interface CheckedDigits {
  /** All digits, the check digit last. */
  readonly digits: string
  /** The weight of each digit but the last. */
  readonly weights: readonly number[]
  /** The sum of digit times weight; the check digit makes it a multiple of 10. */
  readonly sum: number
  /** True if the text had the check digit (and it was right), false if it was computed. */
  readonly given: boolean
}

/**
 * The digits of `text` with their check digit: verified if the text has it, computed if not.
 *
 * @param count how many digits the key has with its check digit
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit, in this order
 */
export function checkedDigits(symbology: Symbology, text: string, count: number): CheckedDigits {
  const other = indexOfNonDigit(text)
  if (other >= 0) throw notADigit(symbology, text, other, (digits) => isKey(digits, count))
  if (text.length !== count && text.length !== count - 1) {
    throw wrongLength(symbology, text, `${count - 1}, or ${count} with the check digit`)
  }
  return completed(symbology, text, text, count)
}

/** Whether `checkedDigits` accepts these digits. */
function isKey(digits: string, count: number): boolean {
  return digits.length === count - 1 || (digits.length === count && hasRightCheckDigit(digits, count))
}

/** Whether the last of `count` digits is their check digit. True for fewer digits, which lack it. */
export function hasRightCheckDigit(digits: string, count: number): boolean {
  return digits.length < count || digits.charCodeAt(count - 1) - 48 === checkDigitFor(weightedSum(digits, count - 1))
}

/** The check digit for all digits of a key but the last. */
export const checkDigitOf = (digits: string): number => checkDigitFor(weightedSum(digits, digits.length))

function checkDigitFor(sum: number): number {
  return (10 - (sum % 10)) % 10
}

/** As `checkedDigits`, for digits of a checked length; messages quote `text`. */
export function completed(symbology: Symbology, digits: string, text: string, count: number): CheckedDigits {
  const sum = weightedSum(digits, count - 1)
  const check = checkDigitFor(sum)
  const weights = weightsOf(count - 1)
  if (digits.length < count) return { digits: digits + check, weights, sum, given: false }
  if (digits.charCodeAt(count - 1) - 48 !== check) {
    const at = text.length
    const last = digits[count - 1]
    const message = `${symbology}: check digit ${last} of ${quoted(text)} at position ${at} is wrong; the right one is ${check}`
    throw new EncodeError('bad_check_digit', message, at)
  }
  return { digits, weights, sum, given: true }
}

/** The index of the first character that is not a decimal digit; -1 if all are. */
export function indexOfNonDigit(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const value = text.charCodeAt(i) - 48
    if (value < 0 || value > 9) return i
  }
  return -1
}

/** What people write between groups of digits: space, no-break and thin spaces; hyphens, dashes and the minus sign. */
const separators = /[ \u00a0\u2009\u202f\u2010-\u2015\u2212-]/g

/**
 * The error for the character at `index`, which is not a digit.
 *
 * @param isAccepted  whether the symbology accepts these digits: if so, the message shows `text` without its blanks and hyphens
 */
export function notADigit(
  symbology: Symbology,
  text: string,
  index: number,
  isAccepted: (digits: string) => boolean,
): EncodeError {
  const digits = text.replace(separators, '')
  const advice = /^[0-9]+$/.test(digits) && isAccepted(digits) ? `; without blanks and hyphens: ${digits}` : ''
  return invalidCharacter(symbology, text, index, `digits 0 to 9${advice}`)
}

export function wrongLength(symbology: Symbology, digits: string, accepted: string): EncodeError {
  const count = digits.length === 1 ? '1 digit' : `${digits.length} digits`
  return new EncodeError('invalid_length', `${symbology}: ${quoted(digits)} has ${count}; accepted: ${accepted}`)
}

/** The first `count` digits, each times its weight. */
function weightedSum(digits: string, count: number): number {
  let sum = 0
  for (let i = count - 1, weight = 3; i >= 0; i--, weight = 4 - weight) {
    sum += weight * (digits.charCodeAt(i) - 48)
  }
  return sum
}

/** 3, 1, 3, … from the right, by the number of digits; an array is read faster than the map of `memoize`. */
const weights: (readonly number[] | undefined)[] = []

function weightsOf(count: number): readonly number[] {
  weights[count] ??= Array.from({ length: count }, (_, i) => ((count - i) % 2 === 1 ? 3 : 1))
  return weights[count]
}
