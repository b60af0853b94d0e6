/** The numbers of books, printed music and serials as the EAN-13 in which they are printed. */

import { EncodeError, quoted } from '../../../../symbologies/index.ts'

/** How the digits of an EAN-13 come of a number: ISO 2108 (ISBN), ISO 10957 (ISMN), ISO 3297 (ISSN). */
interface BookNumber {
  /** Its name. */
  readonly title: string
  /** Digits of the short form without its check character, and what stands before them in an EAN-13. */
  readonly short: { readonly digits: number; readonly prefix: string }
  /** Whether the check character of the short form is that of modulo 11, in which X is 10; otherwise it is that of the EAN-13. */
  readonly isModulo11: boolean
  /** The beginning of the long form. */
  readonly long?: RegExp
}

const numbers = {
  isbn: { title: 'ISBN', short: { digits: 9, prefix: '978' }, isModulo11: true, long: /^97[89]/ },
  ismn: { title: 'ISMN', short: { digits: 8, prefix: '9790' }, isModulo11: false, long: /^9790/ },
  issn: { title: 'ISSN', short: { digits: 7, prefix: '977' }, isModulo11: true },
} as const satisfies { readonly [name: string]: BookNumber }

/**
 * The digits of the EAN-13, and of its add-on if there is one.
 *
 * @param given  the number with or without hyphens, its variant (ISSN: two digits), and the add-on, with blanks between
 * @throws EncodeError  invalid_length, bad_check_digit
 */
export function eanOfBook(
  name: keyof typeof numbers,
  given: string,
): { readonly text: string; readonly addon?: string } {
  const { title, short, isModulo11, long }: BookNumber = numbers[name]
  const parts = given.trim().split(/ +/)
  const number = parts[0]!.replaceAll('-', '').toUpperCase().replace(/^M/, '')
  const variant = name === 'issn' ? (parts[1] ?? '00') : ''
  const addon = parts[name === 'issn' ? 2 : 1]
  const more = addon === undefined ? {} : { addon }
  if (long?.test(number) && /^\d{12,13}$/.test(number)) return { text: number, ...more }
  const isShort = /^\d+[\dX]?$/.test(number) && [short.digits, short.digits + 1].includes(number.length)
  if (!isShort || !/^(\d\d)?$/.test(variant)) {
    const accepted = `${short.digits}, or ${short.digits + 1} with the check digit${long ? ', or the 12 or 13 of its EAN-13' : ''}`
    throw new EncodeError('invalid_length', `${title}: ${quoted(given)} is not ${accepted}, with or without hyphens`)
  }
  const [digits, check] = [number.slice(0, short.digits), number.slice(short.digits)]
  if (!isModulo11) return { text: short.prefix + digits + check, ...more }
  const right = modulo11(digits)
  if (check !== '' && check !== right) {
    throw new EncodeError('bad_check_digit', `${title}: the check digit of ${digits} is ${right}, not ${check}`)
  }
  return { text: short.prefix + digits + variant, ...more }
}

/** The check character of digits whose weights are counted from 2, from the right; X is 10. */
function modulo11(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i + 2), 0)
  const value = (11 - (sum % 11)) % 11
  return value === 10 ? 'X' : String(value)
}
