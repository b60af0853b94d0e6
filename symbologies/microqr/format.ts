/** Format information of Micro QR. ISO/IEC 18004:2015, 7.9.2 */

import { bch, formatGenerator } from '../qr/bch.ts'
import type { BitPlaces } from '../qr/format.ts'

/** 7.9.2: keeps format information from being all zero. */
export const microFormatMask = 0b100010001000101

/** 15 bits: symbol number 0 to 7 (Table 13) and mask number 0 to 3, with their error correction (Annex C). */
export function microFormatInformation(symbolNumber: number, mask: number): number {
  return bch((symbolNumber << 2) | mask, formatGenerator) ^ microFormatMask
}

/** 7.9.2, Figure 26: one copy around the finder pattern, bit 0 at the upper right. */
export const microFormatPlaces: BitPlaces = Array.from({ length: 15 }, (_, bit) => [
  bit < 8 ? { x: 8, y: bit + 1 } : { x: 15 - bit, y: 8 },
])
