import { characterSet, type Eci } from '../../symbologies/eci/index.ts'
import type { Random } from '../random.ts'

/** Alphabets of the character sets of the register, and one that mixes them. */
const scripts = [
  'ABC abc 123',
  'éàüßÄ',
  'ąčłżő',
  'МоскваЖя',
  'Αθήναδω',
  'עבריתש',
  'العربية',
  'ไทยภาษา',
  '漢字日本語カナ',
  '汉字中国',
  '한국어글',
  '€™œ',
  '😀👍',
] as const

/** A text in up to four scripts. */
export function eciTexts(r: Random, longest: number): string {
  const few = Array.from({ length: r.between(1, 3) }, () => r.pick(scripts))
  return Array.from({ length: r.between(1, 4) }, () => r.text(r.pick(few), r.between(1, longest))).join('')
}

/** The bytes of a text under an ECI; undefined if it lacks a character. */
export const encodedIn = (eci: Eci, text: string): Uint8Array | undefined => characterSet(eci).encode(text)

/** Characters that an ECI has. */
export function sampleOf(r: Random, eci: Eci, length: number): string {
  const all = [...scripts.join('')].filter((character) => encodedIn(eci, character) !== undefined)
  return Array.from({ length }, () => r.pick(all)).join('')
}
