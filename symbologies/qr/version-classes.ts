/** The lengths of counts. ISO/IEC 18004:2015, 7.4.1 */

import type { Headers, Mode } from './modes.ts'

/** Versions that have the same lengths of counts (7.4.1, Table 3). */
export interface VersionClass {
  readonly first: number
  readonly last: number
  readonly countBits: Readonly<Record<Mode, number>>
  readonly headers: Headers
}

/** 7.4.1, Table 2: mode indicators have four bits. */
export const modeIndicatorBits = 4

const versionClass = (first: number, last: number, countBits: VersionClass['countBits']): VersionClass => ({
  first,
  last,
  countBits,
  headers: {
    numeric: modeIndicatorBits + countBits.numeric,
    alphanumeric: modeIndicatorBits + countBits.alphanumeric,
    byte: modeIndicatorBits + countBits.byte,
    kanji: modeIndicatorBits + countBits.kanji,
  },
})

/** 7.4.1, Table 3: bits of the character count */
export const versionClasses: readonly VersionClass[] = [
  versionClass(1, 9, { numeric: 10, alphanumeric: 9, byte: 8, kanji: 8 }),
  versionClass(10, 26, { numeric: 12, alphanumeric: 11, byte: 16, kanji: 10 }),
  versionClass(27, 40, { numeric: 14, alphanumeric: 13, byte: 16, kanji: 12 }),
]

export function countBits(version: number): Readonly<Record<Mode, number>> {
  return classOf(version).countBits
}

export function classOf(version: number): VersionClass {
  return versionClasses.find(({ last }) => version <= last)!
}
