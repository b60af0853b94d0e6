/** The numbers of EAN, UPC and ITF-14. GS1 General Specifications, 1.4, 2.1, 5.2 and 7.9 */

import type { Symbology } from '../../../../symbologies/barcode.ts'
import { gs1Message, isLink } from '../../../../symbologies/gs1/index.ts'

/** The 14 digits of the number that a symbol carries; undefined for other symbologies. */
export function gtinOf(symbology: Symbology, text: string): string | undefined {
  switch (symbology) {
    case 'ean13':
    case 'ean8':
    case 'upca':
    case 'itf14':
      return text.padStart(14, '0')
    case 'upce':
      return upcaOf(text).padStart(14, '0')
    default:
      return undefined
  }
}

/** Figure 1.4.2-1: the prefixes of EAN-13 and UPC-A for restricted circulation, coupons and refund receipts. */
const otherPrefixes = /^0(0[245]|2\d\d|9(8[0-4]|9\d))/

/** Prefixes of EAN-8 for restricted circulation. */
const otherPrefixes8 = /^000000[02]/

/** Whether the number is a GTIN: some prefixes are for numbers that mean something in one shop or country only. */
export const isGtin = (symbology: Symbology, gtin: string): boolean =>
  symbology === 'itf14' || !(symbology === 'ean8' ? otherPrefixes8 : otherPrefixes).test(gtin)

/** The GTIN of an expected text such as `(01)09506000134352`, without the AI; undefined for any other text. */
export function expectedGtin(expected: string): string | undefined {
  const [first, ...others] = isLink(expected) ? [] : gs1Message(expected).elements
  return first?.ai === '01' && others.length === 0 && /^\d{14}$/.test(first.value) ? first.value : undefined
}

/** The UPC-A number of the eight digits of UPC-E. */
export const upcaOf = (text: string): string => `${text[0]}${expandedSix(text.slice(1, 7))}${text[7]}`

/** The ten digits without zero suppression; the last of the six gives the place of the zeros and sometimes a digit before them. */
function expandedSix(six: string): string {
  const [a, b, c, d, e, last] = Array.from(six)
  switch (last) {
    case '0':
    case '1':
    case '2':
      return `${a}${b}${last}0000${c}${d}${e}`
    case '3':
      return `${a}${b}${c}00000${d}${e}`
    case '4':
      return `${a}${b}${c}${d}00000${e}`
    default:
      return `${a}${b}${c}${d}${e}0000${last}`
  }
}

/** The six digits for a UPC-A number by the first rule of zero suppression that applies; empty if none does. */
export function zeroSuppressed(full: string): string {
  const middle = full.slice(1, 11)
  const [a, b, c, d, e] = Array.from(middle)
  const tail = Array.from(middle.slice(5))
  const candidates = [
    `${a}${b}${tail.slice(2).join('')}${c}`,
    `${a}${b}${c}${tail.slice(3).join('')}3`,
    `${a}${b}${c}${d}${tail[4]}4`,
    `${a}${b}${c}${d}${e}${tail[4]}`,
  ]
  return candidates.find((six) => six.length === 6 && expandedSix(six) === middle) ?? ''
}

/** Makes the sum with weights 3, 1, 3, … from the right a multiple of 10. GS1 General Specifications, 7.9.1 */
export function rightCheckDigit(digits: string): string {
  const sum = Array.from(digits.slice(0, -1))
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}
