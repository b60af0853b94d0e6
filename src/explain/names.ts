import { type Eci, eciNames } from '../../symbologies/eci/index.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { quoted } from '../../symbologies/messages.ts'

/** A single character in quotes. */
export function nameOf(character: string): string {
  return character.charCodeAt(0) > 255 ? quoted(character) : latin1Name(character)
}

/** Memoized for the 256 characters of ISO/IEC 8859-1. */
const latin1Name = memoize(quoted)

/** The name of a character set, with both publishers of ISO/IEC 8859. */
export const setName = (eci: Eci): string => eciNames[eci].replace('ISO 8859', 'ISO/IEC 8859')
