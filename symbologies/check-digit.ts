import { EncodeError, invalidCharacter, requireString, type Symbology } from './barcode.ts'
import { notAString, quoted } from './messages.ts'
import { bareDigits, type KeyForm, keyMeant } from './repairs.ts'

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
 * @param values gets the values of all digits; as long as the key with its check digit
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit, in this order
 */
export function checkedDigits(symbology: Symbology, text: string, values: Uint8Array): CheckedDigits {
  requireString(symbology, text)
  const { length: count } = values
  const fits = text.length === count || text.length === count - 1
  const sum = fits ? readDigits(text, values) : -1
  if (sum < 0) throw notAKey(symbology, text, count)
  return completed(symbology, text, { digits: text, sum, values })
}

/**
 * The digits of a key, times 1, 3, 1, … from the right.
 *
 * @param values gets the value of each digit; as long as the key with its check digit, which `digits` may lack
 * @returns the sum; -1 if one of the characters is not a digit
 */
export function readDigits(digits: string, values: Uint8Array): number {
  let sum = 0
  let signs = 0
  let weight = values.length % 2 === 0 ? 3 : 1
  for (let i = 0; i < digits.length; i++) {
    const value = digits.charCodeAt(i) - 48
    values[i] = value
    signs |= value | (9 - value)
    sum += weight * value
    weight = 4 - weight
  }
  return signs < 0 ? -1 : sum
}

/** The error for a text that is not `count` digits, nor one fewer. */
function notAKey(symbology: Symbology, text: string, count: number): EncodeError {
  const accepts = (digits: string): boolean => isKey(digits, count)
  const form: KeyForm = { symbology, length: count, accepts, isComplete: hasRightCheckDigit }
  const other = indexOfNonDigit(text)
  if (other >= 0) return notADigit(text, other, form)
  return wrongLength(text, `${count - 1}, or ${count} with the check digit`, form)
}

/** Whether `checkedDigits` accepts these digits. */
function isKey(digits: string, count: number): boolean {
  return digits.length === count - 1 || (digits.length === count && hasRightCheckDigit(digits))
}

/** Whether the last of these digits is the check digit of the others. */
export function hasRightCheckDigit(digits: string): boolean {
  return Number(digits.slice(-1)) === checkDigitOf(digits.slice(0, -1))
}

/**
 * The check digit for all digits of a key but the last.
 *
 * @throws TypeError for what is not a string
 */
export function checkDigitOf(digits: string): number {
  if (typeof digits !== 'string') throw new TypeError(notAString(digits))
  return checkDigitFor(readDigits(digits, new Uint8Array(digits.length + 1)))
}

function checkDigitFor(sum: number): number {
  return (10 - (sum % 10)) % 10
}

/** The digits of a key, which may lack the check digit, and what `readDigits` makes of them. */
interface KeyDigits {
  readonly digits: string
  readonly sum: number
  readonly values: Uint8Array
}

/** As `checkedDigits`, for digits that have been read; messages quote `text`. */
export function completed(symbology: Symbology, text: string, { digits, sum, values }: KeyDigits): CheckedDigits {
  const last = values.length - 1
  const weights = weightsOf(last)
  if (digits.length === last) {
    const check = checkDigitFor(sum)
    values[last] = check
    return { digits: digits + check, weights, sum, given: false }
  }
  const others = sum - values[last]!
  if (sum % 10 !== 0) throw badCheckDigit(symbology, text, checkDigitFor(others))
  return { digits, weights, sum: others, given: true }
}

function badCheckDigit(symbology: Symbology, text: string, right: number): EncodeError {
  const at = text.length
  const given = `check digit ${text.slice(-1)} of ${quoted(text)} at position ${at}`
  const message = `${symbology}: ${given} is wrong; the right one is ${right}`
  return new EncodeError('bad_check_digit', message, at, { text: text.slice(0, -1) + right })
}

/** The index of the first character that is not a decimal digit; -1 if all are. */
export function indexOfNonDigit(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const value = text.charCodeAt(i) - 48
    if (value < 0 || value > 9) return i
  }
  return -1
}

/** The error for the character at `index`, which is not a digit. */
export function notADigit(text: string, index: number, form: KeyForm): EncodeError {
  const meant = keyMeant(text, form)
  const isShown = meant?.text === bareDigits(text) && form.accepts(meant.text)
  const how = text.replace(/[^0-9]/g, '') === meant?.text ? 'without blanks and hyphens' : 'in digits of ASCII'
  const advice = isShown ? `; ${how}: ${meant.text}` : ''
  return invalidCharacter(form.symbology, text, index, `digits 0 to 9${advice}`, meant)
}

export function wrongLength(digits: string, accepted: string, form: KeyForm): EncodeError {
  const count = digits.length === 1 ? '1 digit' : `${digits.length} digits`
  const message = `${form.symbology}: ${quoted(digits)} has ${count}; accepted: ${accepted}`
  return new EncodeError('invalid_length', message, undefined, keyMeant(digits, form))
}

/** 3, 1, 3, … from the right, by the number of digits; an array is read faster than the map of `memoize`. */
const weights: (readonly number[] | undefined)[] = []

function weightsOf(count: number): readonly number[] {
  weights[count] ??= Array.from({ length: count }, (_, i) => ((count - i) % 2 === 1 ? 3 : 1))
  return weights[count]
}
