/** Check characters of numbers and texts. */

import { checkDigitOf } from '../../symbologies/gs1/index.ts'

/** Digits with the check digit that GS1 numbers and ISBN-13 have as their last (GS1 General Specifications, 7.9.1). */
export function withRightDigit(digits: string): string {
  const others = digits.slice(0, -1)
  return `${others}${checkDigitOf(others)}`
}

/** The characters of Code 39 by their values. */
export const characters43 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'

/** The check character of HIBC: the sum of all values, modulo 43 (ANSI/HIBC 2.6, Appendix B). @param text  of `characters43` alone */
export function checkCharacter43(text: string): string {
  let sum = 0
  for (const character of text) sum += characters43.indexOf(character)
  return characters43[sum % 43]!
}

const characters37 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*'

/** The value of the check character of ISO/IEC 7064, MOD 37-2, 0 to 36. @param text  digits and capital letters */
export function checkValue37(text: string): number {
  let sum = 0
  for (const character of text) sum = (2 * (sum + characters37.indexOf(character))) % 37
  return (38 - sum) % 37
}

/** The same as a character. */
export const checkCharacter37 = (text: string): string => characters37[checkValue37(text)]!

/** The check character of ISBN-10: modulo 11, weights 10 to 2 (ISBN Users’ Manual, 6th edition). @param digits  nine */
export function checkCharacter11(digits: string): string {
  const sum = Array.from(digits).reduce((total, digit, i) => total + (10 - i) * Number(digit), 0)
  const value = (11 - (sum % 11)) % 11
  return value === 10 ? 'X' : `${value}`
}
