import { type Levels, levelsOf } from './bidi.ts'
import { codeBox } from './codebox.ts'
import { fontFacts, fontsCovering } from './coverage.ts'
import { type OcrB, ocrB } from './ocrb.ts'
import { type Source, sourceOf } from './sources.ts'

/** sans: Noto Sans and, script by script, its relatives. ocrb: OCR-B for the characters it has, sans for all others. */
export type Face = 'sans' | 'ocrb'

/** A text with the font and the direction of each of its characters. */
export interface Prepared {
  /** Clean text: see clean.ts. */
  readonly text: string
  readonly levels: Levels
  /** For each UTF-16 unit the number of its glyph source; see `source`. */
  readonly sources: Uint8Array
  /** `sources` before neutral characters took the font of the text around them. */
  readonly chosen: Uint8Array
  /** Where graphemes start, ascending, and the text's length at the end. */
  readonly graphemes: readonly number[]
}

// numbers above those of fonts/fonts.json
const undecided = 253
const codeBoxes = 254
const ocrBFigures = 255

const boxes: Source = codeBox(codeBoxes)
let figures: OcrB | undefined

export function source(id: number): Source {
  if (id === ocrBFigures) return ocrBSource()
  return id === codeBoxes ? boxes : sourceOf(id)
}

export function ocrBSource(): OcrB {
  figures ??= ocrB(ocrBFigures)
  return figures
}

/** ASCII, the upper half of ISO 8859-1 without the soft hyphen, the ellipsis: each a grapheme that the first font draws. */
const simple = /^[\x20-\x7e\xa0-\xac\xae-\xff\u2026]*$/

/** @param text  clean text; neutral characters and digits take the font of the text around them */
export function prepared(text: string, face: Face): Prepared {
  if (face === 'sans' && simple.test(text)) return latin(text)
  const chosen = new Uint8Array(text.length).fill(undecided)
  return settled(text, chosen, chosenFrom(text, 0, chosen, face))
}

/**
 * The units of a prepared text up to `end`, followed by `more`. The result is that of `prepared` for the new text, but only
 * the last grapheme is analysed again.
 */
export function continued(whole: Prepared, end: number, more: string, face: Face): Prepared {
  const text = whole.text.slice(0, end) + more
  if (face === 'sans' && simple.test(text)) return latin(text)
  const kept = whole.graphemes.filter((start) => start < end)
  const last = kept.pop() ?? 0
  const chosen = new Uint8Array(text.length).fill(undecided)
  chosen.set(whole.chosen.subarray(0, last))
  return settled(text, chosen, [...kept, ...chosenFrom(text, last, chosen, face)])
}

function settled(text: string, chosen: Uint8Array, graphemes: readonly number[]): Prepared {
  const sources = chosen.slice()
  settle(text, sources, graphemes)
  return { text, levels: levelsOf(text), sources, chosen, graphemes }
}

/**
 * Chooses sources for the graphemes from unit `from` on, at which one starts.
 *
 * @returns where these graphemes start, and the text's length at the end
 */
function chosenFrom(text: string, from: number, chosen: Uint8Array, face: Face): number[] {
  const starts = graphemesFrom(text, from)
  for (let i = 0; i + 1 < starts.length; i++) {
    assign(text.slice(starts[i]!, starts[i + 1]!), starts[i]!, chosen, face)
  }
  return starts
}

let segmenter: Intl.Segmenter | undefined

/** Made for the first text that needs it, because this takes a tenth of the time in which the whole program loads. */
function graphemeSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter
}

/**
 * Characters with a grapheme boundary between any two of them (Unicode Standard Annex #29, 3.1.1): simple ones, Han,
 * the soft hyphen.
 */
const separate = /[\x20-\x7e\xa0-\xff\u2026\u4e00-\u9fff]{2,}/gu

/** Where graphemes start. Only text between separate characters goes through Intl.Segmenter, which is slow. */
function graphemesFrom(text: string, from: number): number[] {
  const starts: number[] = []
  let done = from
  const segmentTo = (end: number): void => {
    for (const { index } of graphemeSegmenter().segment(text.slice(done, end))) starts.push(done + index)
    done = end
  }
  for (const { index, 0: run } of text.slice(from).matchAll(separate)) {
    // the run's first and last character may be in one grapheme with the text before and after
    const start = from + index
    if (start > done) segmentTo(start + 1)
    const last = start + run.length - 1
    for (; done < last; done++) starts.push(done)
  }
  segmentTo(text.length)
  starts.push(text.length)
  return starts
}

function latin(text: string): Prepared {
  const graphemes = Array.from({ length: text.length + 1 }, (_, index) => index)
  const sources = new Uint8Array(text.length)
  return { text, levels: levelsOf(text), sources, chosen: sources, graphemes }
}

const neutral = /^[\p{Script=Common}\p{Script=Inherited}]/u
const invisible = /^\p{Default_Ignorable_Code_Point}/u
const asEmoji = /^\p{Emoji_Presentation}(?!\ufe0e)|\ufe0f/u

/**
 * Chooses a source for a grapheme, or leaves a neutral one undecided; if no font covers all of it, each code point gets
 * its own.
 */
function assign(grapheme: string, at: number, sources: Uint8Array, face: Face): void {
  if (face === 'ocrb' && grapheme.length === 1 && ocrBSource().has(grapheme.charCodeAt(0))) {
    sources[at] = ocrBFigures
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
    const id = fonts === undefined ? undecided : (fonts[0] ?? codeBoxes)
    sources.fill(id, offset, offset + point.length)
    offset += point.length
  }
}

function preferEmoji(covering: readonly number[]): number {
  return covering.find((font) => fontFacts()[font]!.kind === 'emoji') ?? covering[0]!
}

/** The fonts that cover all of `grapheme`, or undefined if nothing in it is visible. */
function commonFonts(grapheme: string): readonly number[] | undefined {
  let common: readonly number[] | undefined
  for (const point of grapheme) {
    if (invisible.test(point)) continue
    const fonts = fontsCovering(point.codePointAt(0)!)
    common = common === undefined ? fonts : common.filter((font) => fonts.includes(font))
  }
  return common
}

/** Gives undecided graphemes the font of the text before them, else that of the text after them, else the first font. */
function settle(text: string, sources: Uint8Array, graphemes: readonly number[]): void {
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

const isTextFont = (id: number): boolean => fontFacts()[id]?.kind === 'text'

function firstTextFont(sources: Uint8Array): number {
  return sources.find(isTextFont) ?? 0
}
