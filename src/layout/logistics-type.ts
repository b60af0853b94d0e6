import { type Line, typeset } from '../text/index.ts'
import type { Resolution } from './resolution.ts'

/** The least height of digits and capitals on a GS1 logistic label, in mm. */
export const leastCharacterHeight = 3

/** The size of type, in dots an em, whose digits are as high as `length` mm. */
export function sizeOfCharacters(length: number, { perMillimetre }: Resolution): number {
  const sample = 1000
  const height = -lineOfText('0', sample).ink.top
  return Math.ceil((length * perMillimetre * sample) / height)
}

/** The last lines: what to leave out of a label is found by many layouts of the same texts. */
const recent = new Map<string, Line>()
const mostRecent = 200

/** A text in one line. */
export function lineOfText(text: string, size: number): Line {
  const key = `${size} ${text}`
  const known = recent.get(key)
  if (known !== undefined) return known
  if (recent.size === mostRecent) recent.clear()
  const line = typeset(text, { face: 'sans', size })
  recent.set(key, line)
  return line
}
