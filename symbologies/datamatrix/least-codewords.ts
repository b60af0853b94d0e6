/** Bounds that need no search. ISO/IEC 16022:2006, 5.2.3 to 5.2.9 */

import { memoize } from '../memoize.ts'
import { asciiCount, c40, isDigit, isEdifact, text as textSet, x12 } from './character-sets.ts'
import type { Interpretation } from './interpretations.ts'
import { type Encodation, encodations } from './segments.ts'

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

/** Codewords that the text takes at least, in one symbol or in several, whichever the encodation and the ECI. */
export function leastCodewords(text: string): number {
  let sixths = 0
  for (let i = 0; i < text.length; i++) sixths += leastSixths(text.charCodeAt(i))
  return sixths / 6
}

/** Sixths of a codeword that each byte takes at least in an encodation alone, or whichever the encodation. */
const leastOfBytes = memoize((encodation: Encodation | undefined) =>
  Uint8Array.from({ length: 256 }, (_, byte) =>
    encodation === undefined
      ? Math.min(...encodations.filter((each) => has(each, byte)).map((each) => leastOf(byte, each)))
      : leastOf(byte, encodation),
  ),
)

/** Whether an encodation has a byte; X12 and EDIFACT have few. */
function has(encodation: Encodation, byte: number): boolean {
  if (encodation === 'x12') return x12.counts[byte]! > 0
  return encodation !== 'edifact' || isEdifact(byte)
}

/**
 * Sixths of a codeword that so many characters of a text take at least, each under any of the interpretations, in one symbol
 * or in several: in an encodation alone if one is given. They are whole, so that differences are exact.
 */
export function leastUpTo(interpretations: readonly Interpretation[], encodation?: Encodation): Float64Array {
  const leastOfByte = leastOfBytes(encodation)
  const { length } = interpretations[0]!.has
  const sixths = new Float64Array(length + 1)
  for (let i = 0; i < length; i++) {
    let least = Infinity
    for (const { bytes, offsets, has } of interpretations) {
      if (has[i] === 0) continue
      let own = 0
      for (let at = offsets[i]!; at < offsets[i + 1]!; at++) own += leastOfByte[bytes[at]!]!
      least = Math.min(least, own)
    }
    sixths[i + 1] = sixths[i]! + least
  }
  return sixths
}
