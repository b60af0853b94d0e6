/** Format and version information. ISO/IEC 18004:2015, 7.9 and 7.10 */

import { bch, formatGenerator } from './bch.ts'
import type { QrLevel } from './version.ts'

/** 7.9.1, Table 12: error correction level indicators. */
const indicators: Readonly<Record<QrLevel, number>> = { L: 0b01, M: 0b00, Q: 0b11, H: 0b10 }

/** 7.9.1: keeps format information from being all zero. */
export const formatMask = 0b101010000010010

/** x^12 + x^11 + x^10 + x^9 + x^8 + x^5 + x^2 + 1 (Annex D). */
const versionGenerator = 0b1111100100101

/** 15 bits. */
export function formatInformation(level: QrLevel, mask: number): number {
  return bch((indicators[level] << 3) | mask, formatGenerator) ^ formatMask
}

/** 18 bits, for versions from 7. */
export function versionInformation(version: number): number {
  return bch(version, versionGenerator)
}

/** The modules of each bit of format or version information, one a copy: bit 0 first. */
export type BitPlaces = readonly (readonly { readonly x: number; readonly y: number }[])[]

/** 7.9.1, Figure 25: both copies, around the finder pattern at the top left and next to the two others. */
export function formatPlaces(size: number): BitPlaces {
  return Array.from({ length: 15 }, (_, bit) => {
    // The timing patterns at row and column 6 are left out.
    const down = { x: 8, y: bit < 6 ? bit : bit + 1 }
    const left = { x: bit === 8 ? 7 : 14 - bit, y: 8 }
    const first = bit < 8 ? down : left
    const second = bit < 8 ? { x: size - 1 - bit, y: 8 } : { x: 8, y: size - 15 + bit }
    return [first, second]
  })
}

/** 7.10, Figure 27: 3 x 6 modules above the lower left finder pattern, and mirrored left of the upper right one. */
export function versionPlaces(size: number): BitPlaces {
  return Array.from({ length: 18 }, (_, bit) => {
    const along = Math.floor(bit / 3)
    const across = size - 11 + (bit % 3)
    return [
      { x: along, y: across },
      { x: across, y: along },
    ]
  })
}
