/** The four modes that carry text, and the characters of each. ISO/IEC 18004:2015, 7.3 and 7.4 */

import type { Eci } from '../eci/index.ts'

export const modes = ['numeric', 'alphanumeric', 'byte', 'kanji'] as const
export type Mode = (typeof modes)[number]

/** Bits in front of a segment's characters, mode indicator and count together, by mode; Infinity: no such mode. */
export type Headers = Readonly<Record<Mode, number>>

/** The encoding of text in byte mode, and the ECI that declares it; without `eci` the symbol has no ECI at all. */
export interface Interpretation {
  /** `shared`: what ASCII and Shift JIS have in common. */
  readonly bytes: 'shared' | 'ascii' | 'latin1' | 'utf8'
  readonly eci?: Eci
  /** Whether kanji mode may be used. */
  readonly kanji: boolean
}

/** Table 5: the value of a character is its index. */
export const alphanumerics = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Alphanumeric mode values by ASCII code, 0 to 44; 255 for all other characters. Digits come first in Table 5. */
export const alphanumericValues: Uint8Array = new Uint8Array(128).fill(255)
for (let i = 0; i < alphanumerics.length; i++) alphanumericValues[alphanumerics.charCodeAt(i)] = i

/** Bits of `count` characters (bytes in byte mode), without mode indicator and count. */
export function characterBits(mode: Mode, count: number): number {
  switch (mode) {
    case 'numeric':
      return Math.ceil((10 * count) / 3) // three in 10 bits, two in 7, one in 4 (7.4.3)
    case 'alphanumeric':
      return Math.ceil((11 * count) / 2) // two in 11 bits, one in 6 (7.4.4)
    case 'byte':
      return 8 * count // 7.4.5
    case 'kanji':
      return 13 * count // 7.4.6
  }
}

/** The most characters (bytes in byte mode) that `bits` hold, after mode indicator and count. */
export function charactersIn(mode: Mode, bits: number): number {
  switch (mode) {
    case 'numeric':
      return Math.floor((3 * bits) / 10)
    case 'alphanumeric':
      return Math.floor((2 * bits) / 11)
    case 'byte':
      return Math.floor(bits / 8)
    case 'kanji':
      return Math.floor(bits / 13)
  }
}

/** The names in messages of the characters of a mode. */
export const modeNouns: Readonly<Record<Mode, string>> = {
  numeric: 'digits',
  alphanumeric: 'alphanumeric characters',
  byte: 'bytes',
  kanji: 'kanji',
}
