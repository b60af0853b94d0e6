/** The character sets of AIM's ECI register: what symbols declare, and what their bytes then mean. */

import { memoize } from '../memoize.ts'
import type { Eci } from './assignments.ts'
import { type BytesOf, type CharacterSet, characterSetOf } from './character-set.ts'
import { doubleByteBytes } from './double-byte.ts'
import { gb18030Bytes } from './gb18030.ts'
import { singleByteBytes } from './single-byte.ts'
import { unicodeBytes } from './unicode.ts'

export { type Eci, eciNames, ecis, preferredEcis } from './assignments.ts'
export type { CharacterSet } from './character-set.ts'
export { decoded } from './decoding.ts'
export { shiftJisCodes } from './double-byte.ts'

/** The character set of a number in the register; its tables are made when they are first used. */
export const characterSet: (eci: Eci) => CharacterSet = memoize((eci: Eci) => characterSetOf(bytesIn(eci)))

function bytesIn(eci: Eci): BytesOf {
  switch (eci) {
    case 20:
    case 28:
    case 29:
    case 30:
      return doubleByteBytes(eci)
    case 25:
    case 26:
    case 35:
      return unicodeBytes[eci]
    case 32:
      return gb18030Bytes
    default:
      return singleByteBytes(eci)
  }
}
