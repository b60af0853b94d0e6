/** The character sets of AIM's ECI register: what symbols declare, and what their bytes then mean. */

import { memoize } from '../memoize.ts'
import { type Eci, eciNames } from './assignments.ts'
import type { CharacterSet } from './character-set.ts'
import { doubleByteCodes, doubleByteSet } from './double-byte.ts'
import { gb18030 } from './gb18030.ts'
import { singleByteSet } from './single-byte.ts'
import { unicodeSets } from './unicode.ts'

export { type Eci, eciNames, ecis, preferredEcis } from './assignments.ts'
export type { CharacterSet } from './character-set.ts'

/** The character set of a number in the register; its tables are made when they are first used. */
export const characterSet: (eci: Eci) => CharacterSet = memoize((eci: Eci) => ({
  name: eciNames[eci],
  ...codecOf(eci),
}))

/** Shift JIS codes by UTF-16 code unit, below 256 for a single byte; 0 if there is none on which readers agree. */
export const shiftJisCodes = (): Uint16Array => doubleByteCodes(20).codes

function codecOf(eci: Eci): Omit<CharacterSet, 'name'> {
  switch (eci) {
    case 20:
    case 28:
    case 29:
    case 30:
      return doubleByteSet(eci)
    case 25:
    case 26:
    case 35:
      return unicodeSets[eci]
    case 32:
      return gb18030
    default:
      return singleByteSet(eci)
  }
}
