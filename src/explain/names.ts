import { quoted } from '../../symbologies/index.ts'

/** Cache for the characters of ISO/IEC 8859-1. */
const names: (string | undefined)[] = []

/** A single character in quotes. */
export function nameOf(character: string): string {
  const code = character.charCodeAt(0)
  if (code > 255) return quoted(character)
  names[code] ??= quoted(character)
  return names[code]
}
