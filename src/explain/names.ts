import { memoize } from '../../symbologies/memoize.ts'
import { quoted } from '../../symbologies/messages.ts'

/** A single character in quotes. */
export function nameOf(character: string): string {
  return character.charCodeAt(0) > 255 ? quoted(character) : latin1Name(character)
}

/** Memoized for the 256 characters of ISO/IEC 8859-1. */
const latin1Name = memoize(quoted)
