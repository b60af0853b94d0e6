import { EncodeError, invalidCharacter, type Symbology } from './barcode.ts'
import { memoize } from './memoize.ts'
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
  requireDigits(symbology, text)
  if (text.length !== count && text.length !== count - 1) {
    throw wrongLength(symbology, text, `${count - 1}, or ${count} with the check digit`)
  }
  return completed(symbology, text, text, count)
}

/** As `checkedDigits`, for digits of a checked length; messages quote `text`. */
export function completed(symbology: Symbology, digits: string, text: string, count: number): CheckedDigits {
  const sum = weightedSum(digits, count - 1)
  const check = (10 - (sum % 10)) % 10
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

/** @throws EncodeError invalid_character at the first character that is not a decimal digit */
export function requireDigits(symbology: Symbology, text: string): void {
  for (let i = 0; i < text.length; i++) {
    const value = text.charCodeAt(i) - 48
    if (value < 0 || value > 9) throw invalidCharacter(symbology, text, i, 'digits 0 to 9')
  }
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

/** 3, 1, 3, … from the right, for each of the few lengths. */
const weightsOf = memoize((count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => ((count - i) % 2 === 1 ? 3 : 1)),
)
