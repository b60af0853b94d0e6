/** Bounds that need no search. ISO/IEC 16022:2006, 5.2.3 to 5.2.9 */

import { characterSet } from '../eci/index.ts'
import { asciiCount, c40, isDigit, text as textSet, x12 } from './character-sets.ts'
import type { DataMatrixOptions } from './options.ts'
import type { Encodation } from './segments.ts'

/**
 * Counted in sixths of a codeword; 0 for the second half of a surrogate pair. A digit takes half a codeword at least,
 * another character of ASCII two thirds, and any other character one, whichever the encodation and the ECI.
 */
function leastSixths(unit: number): number {
  if (unit > 0x7f) return unit >= 0xdc00 && unit <= 0xdfff ? 0 : 6
  return unit >= 48 && unit <= 57 ? 3 : 4
}

/** Sixths of a codeword that a byte takes at least in an encodation alone, the ASCII behind its last group included. */
function leastOf(byte: number, encodation: Encodation): number {
  const ascii = isDigit(byte) ? 3 : 6 * asciiCount(byte)
  switch (encodation) {
    case 'ascii':
      return ascii
    case 'c40':
      return Math.min(4 * c40.counts[byte]!, ascii)
    case 'text':
      return Math.min(4 * textSet.counts[byte]!, ascii)
    case 'x12':
      return Math.min(4 * x12.counts[byte]!, ascii)
    case 'edifact':
      return Math.min(4, ascii)
    case 'base256':
      return 6
  }
}

/** Codewords that the text takes at least, in one symbol or in several: in the ECI and the encodation of the options. */
export function leastCodewords(text: string, { eci, encodation }: DataMatrixOptions = {}): number {
  const bytes = typeof eci === 'number' ? characterSet(eci).encode(text) : undefined
  let sixths = 0
  if (bytes === undefined) for (let i = 0; i < text.length; i++) sixths += leastSixths(text.charCodeAt(i))
  else if (encodation === undefined) for (const byte of bytes) sixths += leastSixths(byte)
  else {
    const least = Uint8Array.from({ length: 256 }, (_, byte) => leastOf(byte, encodation))
    for (const byte of bytes) sixths += least[byte]!
  }
  return sixths / 6
}

/** A beginning of the text that is no shorter than the longest that fits so many codewords. */
export function beginningFor(text: string, codewords: number): string {
  let i = 0
  for (let left = 6 * codewords; left >= 0 && i < text.length; i++) left -= leastSixths(text.charCodeAt(i))
  return text.slice(0, i)
}
