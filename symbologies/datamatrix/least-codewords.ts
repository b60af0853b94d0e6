/** Bounds that need no search. ISO/IEC 16022:2006, 5.2.3 to 5.2.9 */

import { memoize } from '../memoize.ts'
import { asciiCount, c40, isDigit, isEdifact, text as textSet, x12 } from './character-sets.ts'
import type { Repertoires } from './repertoires.ts'
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
 * or in several: in an encodation alone if one is given; nothing for a character that all lack. They are whole, so that
 * differences are exact.
 */
export function leastUpTo({ order, repertoires }: Repertoires, encodation?: Encodation): Float64Array {
  const leastOfByte = leastOfBytes(encodation)
  const least = new Float64Array(repertoires[0]!.repertoire.length).fill(Infinity)
  for (const { repertoire } of repertoires) {
    for (let place = 0; place < least.length; place++) {
      const bytes = repertoire[place]
      if (bytes === undefined) continue
      let sixths = 0
      for (let n = 0; n < bytes.length; n++) sixths += leastOfByte[bytes[n]!]!
      if (sixths < least[place]!) least[place] = sixths
    }
  }
  const sixths = new Float64Array(order.length + 1)
  for (let i = 0; i < order.length; i++) {
    const own = least[order[i]!]!
    sixths[i + 1] = sixths[i]! + (own === Infinity ? 0 : own)
  }
  return sixths
}
