/** Zero suppression, which turns UPC-A into UPC-E. GS1 General Specifications, 5.2.2.4.2 */

import { EncodeError, invalidCharacter } from './barcode.ts'
import { type CheckedDigits, completed, requireDigits, wrongLength } from './check-digit.ts'
import { quoted } from './messages.ts'

/** A UPC-A that UPC-E can carry. */
export interface ZeroSuppressedKey {
  /** All 12 digits. */
  readonly full: CheckedDigits
  /** The six digits in the bars. */
  readonly suppressed: string
}

const lengths =
  '6, 7 (number system first), 8 (number system and check digit), or a UPC-A of 11, or 12 with the check digit'

/**
 * The UPC-A that `text` stands for, and its six digits.
 *
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit; data_too_long for a UPC-A without enough zeros
 */
export function zeroSuppressedKey(text: string): ZeroSuppressedKey {
  requireDigits('upce', text)
  const { length } = text
  if ((length < 6 || length > 8) && length !== 11 && length !== 12) throw wrongLength('upce', text, lengths)
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

/**
 * The ten digits between number system and check digit of the UPC-A that six digits stand for.
 *
 * GS1 General Specifications, 5.2.2.4.2
 */
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
