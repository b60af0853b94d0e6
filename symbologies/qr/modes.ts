/** The four modes that carry text, and the characters of each. ISO/IEC 18004:2015, 7.3 and 7.4 */

import type { Eci } from '../eci/index.ts'

export const modes = ['numeric', 'alphanumeric', 'byte', 'kanji'] as const
export type Mode = (typeof modes)[number]

/** Bits in front of a segment's characters, mode indicator and count together, by mode; Infinity: no such mode. */
export type Headers = Readonly<Record<Mode, number>>

/** The encoding of text in byte mode, and the ECI that declares it; without `eci` the symbol has no ECI at all. */
export interface Interpretation {
  readonly bytes: 'ascii' | 'latin1' | 'utf8'
  readonly eci?: Eci
}

/** Table 5: the value of a character is its index. */
export const alphanumerics = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Alphanumeric mode values by ASCII code, 0 to 44; 255 for all other characters. Digits come first in Table 5. */
export const alphanumericValues: Uint8Array = new Uint8Array(128).fill(255)
for (let i = 0; i < alphanumerics.length; i++) alphanumericValues[alphanumerics.charCodeAt(i)] = i

/** How many characters (bytes in byte mode) are written in how many bits; fewer in as many as their share, rounded up. */
const groups: Readonly<Record<Mode, readonly [characters: number, bits: number]>> = {
  numeric: [3, 10], // two in 7 bits, one in 4 (7.4.3)
  alphanumeric: [2, 11], // one in 6 bits (7.4.4)
  byte: [1, 8], // 7.4.5
  kanji: [1, 13], // 7.4.6
}

/** Bits of `count` characters (bytes in byte mode), without mode indicator and count. */
export function characterBits(mode: Mode, count: number): number {
  const [characters, bits] = groups[mode]
  return Math.ceil((bits * count) / characters)
}

/** The most characters (bytes in byte mode) that `room` bits hold, after mode indicator and count. */
export function charactersIn(mode: Mode, room: number): number {
  const [characters, bits] = groups[mode]
  return Math.floor((characters * room) / bits)
}

/** The names in messages of the characters of a mode. */
export const modeNouns: Readonly<Record<Mode, string>> = {
  numeric: 'digits',
  alphanumeric: 'alphanumeric characters',
  byte: 'bytes',
  kanji: 'kanji',
}
