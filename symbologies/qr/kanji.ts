/**
 * Kanji mode: the characters of JIS X 0208 by their Shift JIS codes.
 * ISO/IEC 18004:2015, 7.4.6 and Annex H
 */

import { shiftJisCodes } from '../eci/double-byte.ts'

/** Second bytes of a Shift JIS code span 0xC0 values; kanji mode multiplies the first byte by this (7.4.6). */
const secondBytes = 0xc0

/** The two spans of Shift JIS that kanji mode covers, and what 7.4.6 subtracts from codes in each. */
const spans = [
  { from: 0x8140, to: 0x9ffc, subtract: 0x8140 },
  { from: 0xe040, to: 0xebbf, subtract: 0xc140 },
] as const

let values: Uint16Array | undefined

/**
 * Kanji mode values by UTF-16 code unit: 1 + the 13-bit value, 0 if kanji mode cannot encode the character. Codes on
 * which readers disagree are left out.
 *
 * Made at the first call from the platform's Shift JIS decoder.
 */
export function kanjiValues(): Uint16Array {
  values ??= shiftJisCodes().map((code) => (code < spans[0].from ? 0 : 1 + compacted(code)))
  return values
}

function compacted(code: number): number {
  const offset = code - (code <= spans[0].to ? spans[0].subtract : spans[1].subtract)
  return (offset >> 8) * secondBytes + (offset & 0xff)
}
