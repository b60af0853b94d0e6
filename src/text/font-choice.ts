/** Which font draws a character. */

import { codeBox } from './codebox.ts'
import { fontFacts, fontsCovering } from './coverage.ts'
import { graphemesFrom } from './graphemes.ts'
import { type OcrB, ocrB } from './ocrb.ts'
import { type Source, sourceOf } from './sources.ts'

/** sans: Noto Sans and the Noto fonts of other scripts. ocrb: OCR-B, and sans for the characters that it lacks. */
export type Face = 'sans' | 'ocrb'

// numbers above those of the fonts in fonts/fonts.json
/** Of a neutral character, which is given the font of the text around it. */
export const undecided = 253
const codeBoxId = 254
const ocrBId = 255

const codeBoxes: Source = codeBox(codeBoxId)
let loadedOcrB: OcrB | undefined

/** @param id  the index of a font in fonts/fonts.json, or the number of one of the other sources */
export function source(id: number): Source {
  if (id === ocrBId) return ocrBSource()
  return id === codeBoxId ? codeBoxes : sourceOf(id)
}

export function ocrBSource(): OcrB {
  loadedOcrB ??= ocrB(ocrBId)
  return loadedOcrB
}

/**
 * Chooses sources for the graphemes from unit `from` on, which must be the start of one.
 *
 * @returns where these graphemes start, and the text's length at the end
 */
export function chooseFrom(text: string, from: number, chosen: Uint8Array, face: Face): number[] {
  const starts = graphemesFrom(text, from)
  for (let i = 0; i + 1 < starts.length; i++) {
    assign(text.slice(starts[i]!, starts[i + 1]!), starts[i]!, chosen, face)
  }
  return starts
}

const neutral = /^[\p{Script=Common}\p{Script=Inherited}]/u
const invisible = /^\p{Default_Ignorable_Code_Point}/u
const asEmoji = /^\p{Emoji_Presentation}(?!\ufe0e)|\ufe0f/u

/** Chooses a source for a grapheme, or for each of its code points if no font covers all. Neutral graphemes stay undecided. */
function assign(grapheme: string, at: number, sources: Uint8Array, face: Face): void {
  if (face === 'ocrb' && grapheme.length === 1 && ocrBSource().has(grapheme.charCodeAt(0))) {
    sources[at] = ocrBId
    return
  }
  const covering = commonFonts(grapheme)
  if (covering === undefined) return
  if (covering.length > 0) {
    if (asEmoji.test(grapheme)) sources.fill(preferEmoji(covering), at, at + grapheme.length)
    else if (!neutral.test(grapheme)) sources.fill(covering[0]!, at, at + grapheme.length)
    return
  }
  let offset = at
  for (const point of grapheme) {
    const fonts = commonFonts(point)
    const id = fonts === undefined ? undecided : (fonts[0] ?? codeBoxId)
    sources.fill(id, offset, offset + point.length)
    offset += point.length
  }
}

function preferEmoji(covering: readonly number[]): number {
  return covering.find((font) => fontFacts()[font]!.kind === 'emoji') ?? covering[0]!
}

/** The fonts that cover all of `grapheme`, or undefined if nothing in it is visible. */
export function commonFonts(grapheme: string): readonly number[] | undefined {
  let common: readonly number[] | undefined
  for (const point of grapheme) {
    if (invisible.test(point)) continue
    const fonts = fontsCovering(point.codePointAt(0)!)
    common = common === undefined ? fonts : common.filter((font) => fonts.includes(font))
  }
  return common
}

/** Gives undecided graphemes the font of the text before them, or else of the text after them, or else the first font. */
export function resolveUndecided(text: string, sources: Uint8Array, graphemes: readonly number[]): void {
  let around = firstTextFont(sources)
  for (let i = 0; i + 1 < graphemes.length; i++) {
    const [start, end] = [graphemes[i]!, graphemes[i + 1]!]
    for (let at = start; at < end; at++) {
      if (sources[at] !== undecided) {
        if (isTextFont(sources[at]!)) around = sources[at]!
        continue
      }
      const from = at
      while (at + 1 < end && sources[at + 1] === undecided) at++
      const covering = commonFonts(text.slice(from, at + 1))
      const before = from > 0 ? sources[from - 1]! : around
      const id = covering === undefined ? before : covering.includes(around) ? around : covering[0]!
      sources.fill(id, from, at + 1)
    }
  }
}

const isTextFont = (id: number): boolean => id < undecided && fontFacts()[id]!.kind === 'text'

function firstTextFont(sources: Uint8Array): number {
  return sources.find(isTextFont) ?? 0
}
