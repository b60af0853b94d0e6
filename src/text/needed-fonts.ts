/** What captions need that is not part of the program: for pages, which fetch it before they draw. */

import { isBidirectional } from './bidi.ts'
import { clean } from './clean.ts'
import { fontFacts } from './coverage.ts'
import { chooseFrom, commonFonts, undecided } from './font-choice.ts'
import { isLatin } from './latin.ts'

export interface NeededFonts {
  /** Files of the folder fonts/, by their names in fonts/SHA256SUMS. */
  readonly files: readonly string[]
  readonly harfBuzz: boolean
  /** Whether the algorithm of bidi-js is needed. */
  readonly bidi: boolean
}

const nothing: NeededFonts = { files: [], harfBuzz: false, bidi: false }

/** Each text as it is drawn: as a whole, or its lines by themselves, which are read in directions of their own. */
const drawnOf = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => [text, ...text.split(/\r?\n/)]).map((text) => clean(text).trim())

/** Whether captions with these texts need anything that is not part of the program. */
export const needsFonts = (texts: readonly string[]): boolean => !texts.map(clean).every(isLatin)

/**
 * What captions with these texts need, wherever their lines end and whether they are shown whole or not: nothing for Latin letters of
 * Europe.
 *
 * @throws FontError if fonts.json is needed, which tells the fonts of each character, and the source does not have it
 */
export function neededFonts(texts: readonly string[]): NeededFonts {
  const others = drawnOf(texts).filter((text) => !isLatin(text))
  if (others.length === 0) return nothing
  const facts = fontFacts()
  const fonts = [...new Set(others.flatMap((text) => [...fontsOf(text)]))].sort((a, b) => a - b)
  return {
    files: ['fonts.json', ...fonts.map((font) => facts[font]!.file)],
    harfBuzz: fonts.some((font) => facts[font]!.kind !== 'bitmap'),
    bidi: others.some(isBidirectional),
  }
}

/** The fonts of a text and of all starts of it: those of its letters, and those that neutral characters between them may be given. */
function fontsOf(text: string): ReadonlySet<number> {
  const chosen = new Uint8Array(text.length).fill(undecided)
  const starts = chooseFrom(text, 0, chosen, 'sans')
  // what no letter decides is given the first, an ellipsis at the end among it
  const fonts = new Set([0])
  for (let i = 0; i + 1 < starts.length; i++) {
    const [start, end] = [starts[i]!, starts[i + 1]!]
    for (const id of chosen.subarray(start, end)) if (id < undecided) fonts.add(id)
    const neutral = commonFonts(text.slice(start, end))?.[0]
    if (neutral !== undefined && chosen[start] === undecided) fonts.add(neutral)
  }
  return fonts
}
