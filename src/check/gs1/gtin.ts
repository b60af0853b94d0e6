/** The numbers of EAN, UPC and ITF-14. GS1 General Specifications, 1.4 and 2.1 */

import type { Symbology } from '../../../symbologies/barcode.ts'
import { expandedSix } from '../linear/upce-digits.ts'

/** The 14 digits of the number that a symbol carries; undefined for other symbologies. */
export function gtinOf(symbology: Symbology, text: string): string | undefined {
  switch (symbology) {
    case 'ean13':
    case 'ean8':
    case 'upca':
    case 'itf14':
      return text.padStart(14, '0')
    case 'upce':
      return `${text[0]}${expandedSix(text.slice(1, 7))}${text[7]}`.padStart(14, '0')
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
