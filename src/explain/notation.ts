/** How explanations write numbers, characters and character sets. */

import { type Eci, eciNames } from '../../symbologies/eci/index.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { quoted } from '../../symbologies/messages.ts'

/** `value` in `count` binary digits. */
export const binary = (value: number, count: number): string => value.toString(2).padStart(count, '0')

export const hexadecimal = (value: number, digits = 2): string => value.toString(16).toUpperCase().padStart(digits, '0')

/** '1 codeword', '2 codewords'. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A single character in quotes. */
export function nameOf(character: string): string {
  return character.charCodeAt(0) > 255 ? quoted(character) : latin1Name(character)
}

/** Memoized for the 256 characters of ISO/IEC 8859-1. */
const latin1Name = memoize(quoted)

/** The name of a character set, with both publishers of ISO/IEC 8859. */
export const setName = (eci: Eci): string => eciNames[eci].replace('ISO 8859', 'ISO/IEC 8859')
