/** A text with the directions of its characters, its graphemes, and the font that draws each of them. */

import { type Levels, levelsAfter, levelsOf } from './bidi.ts'
import {
  codeBoxId,
  type Face,
  facesHave,
  fontFacts,
  fontsCovering,
  notoSansIn,
  ocrBId,
  ocrBSource,
  undecided,
} from './fonts.ts'
import { isLatin } from './latin.ts'
import { keepingRecent } from './recent.ts'

export interface FacedText {
  /** As returned by `clean`. */
  readonly text: string
  readonly face: Face
}

export const isSameText = (a: FacedText, b: FacedText): boolean => a.text === b.text && a.face === b.face

/** A text with its fonts, directions and graphemes. */
export interface PreparedText {
  /** The text as returned by `clean`. */
  readonly text: string
  readonly levels: Levels
  /** The number of the glyph source of each UTF-16 unit: see `sourceOf`. */
  readonly sources: Uint8Array
  /** `sources` before neutral characters were given the font of the text around them. */
  readonly chosen: Uint8Array
  /** The units at which graphemes start, and the text's length at the end. */
  readonly graphemes: readonly number[]
  /** Whether all of it is shaped by latin.ts. */
  readonly isLatin?: true
}

/**
 * Neutral characters and digits are given the font of the text around them, or that of the face, if the face has one for its letters.
 *
 * @param text  as returned by `clean`
 */
export const prepared = (text: string, face: Face): PreparedText => recentlyPrepared({ text, face })

/** A label is laid out with the same texts in several sizes. */
const recentlyPrepared = keepingRecent(32, isSameText, prepare)

/** The same, made again. */
export function prepare({ text, face }: FacedText): PreparedText {
  if (face === 'sans' && isLatin(text)) return latin(text)
  const chosen = new Uint8Array(text.length).fill(undecided)
  return resolved({ text, levels: levelsOf(text), chosen, graphemes: chooseFrom(text, 0, chosen, face) }, face)
}

/**
 * The units of a prepared text before `end`, followed by `more`: the same result as `prepared` for the new text, but only its
 * end, from the last grapheme before `end` on, is analysed.
 */
export const continued = (whole: PreparedText, end: number, more: string, face: Face): PreparedText =>
  recentlyContinued({ whole, end, more, face })

interface Continuation {
  readonly whole: PreparedText
  readonly end: number
  readonly more: string
  readonly face: Face
}

/** A title that is too long ends at the same place in many labels of a plan. */
const recentlyContinued = keepingRecent(32, isSameContinuation, continuation)

function isSameContinuation(a: Continuation, b: Continuation): boolean {
  return a.whole === b.whole && a.end === b.end && a.more === b.more && a.face === b.face
}

function continuation({ whole, end, more, face }: Continuation): PreparedText {
  const text = whole.text.slice(0, end) + more
  if (face === 'sans' && isLatin(text)) return latin(text)
  const levels = levelsAfter(whole.levels, text, end)
  const kept = whole.graphemes.filter((start) => start < end)
  const last = kept.pop() ?? 0
  const chosen = new Uint8Array(text.length).fill(undecided)
  chosen.set(whole.chosen.subarray(0, last))
  return resolved({ text, levels, chosen, graphemes: [...kept, ...chooseFrom(text, last, chosen, face)] }, face)
}

function resolved(whole: Omit<PreparedText, 'sources'>, face: Face): PreparedText {
  const sources = whole.chosen.slice()
  resolveUndecided(whole.text, sources, whole.graphemes)
  const id = notoSansIn(face)
  if (id !== 0) useFace(id, whole, sources)
  return { ...whole, sources }
}

function latin(text: string): PreparedText {
  const graphemes = Array.from({ length: text.length + 1 }, (_, index) => index)
  const sources = new Uint8Array(text.length)
  return { text, levels: levelsOf(text), sources, chosen: sources, graphemes, isLatin: true }
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
function resolveUndecided(text: string, sources: Uint8Array, graphemes: readonly number[]): void {
  let around = sources.find(isTextFont) ?? 0
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

/**
 * Gives the font of a face to what it has of that which the first font would draw, and to neutral characters among letters of other
 * scripts. Spaces stay with these letters.
 */
function useFace(id: number, { text, chosen, graphemes }: Omit<PreparedText, 'sources'>, sources: Uint8Array): void {
  for (let i = 0; i + 1 < graphemes.length; i++) {
    const [start, end] = [graphemes[i]!, graphemes[i + 1]!]
    const grapheme = text.slice(start, end)
    if (!isInFaces(grapheme)) continue
    const isNeutral = chosen[start] === undecided && !space.test(grapheme) && commonFonts(grapheme)?.[0] === 0
    for (let at = start; at < end; at++) if (isNeutral || sources[at] === 0) sources[at] = id
  }
}

/** Whether the faces of Noto Sans have all that is visible of a grapheme. */
export function isInFaces(grapheme: string): boolean {
  for (const point of grapheme) if (!invisible.test(point) && !facesHave(point.codePointAt(0)!)) return false
  return true
}

const space = /^\p{White_Space}/u

const isTextFont = (id: number): boolean => id < undecided && fontFacts()[id]!.kind === 'text'

/** Where graphemes start. Only what is not `separate` goes through Intl.Segmenter, which is slow. */
export function graphemesFrom(text: string, from: number): number[] {
  const starts: number[] = []
  let done = from
  const segmentTo = (end: number): void => {
    for (const { index } of graphemeSegmenter().segment(text.slice(done, end))) starts.push(done + index)
    done = end
  }
  for (const { index, 0: run } of text.slice(from).matchAll(separate)) {
    // the first and last character of the run may be in one grapheme with the text before and after it
    const start = from + index
    if (start > done) segmentTo(start + 1)
    const last = start + run.length - 1
    for (; done < last; done++) starts.push(done)
  }
  segmentTo(text.length)
  starts.push(text.length)
  return starts
}

/**
 * Runs of characters with a grapheme boundary between any two of them (Unicode Standard Annex #29, 3.1.1): simple ones, Han, the
 * soft hyphen.
 */
const separate = /[\x20-\x7e\xa0-\xff\u2026\u4e00-\u9fff]{2,}/gu

let segmenter: Intl.Segmenter | undefined

/** Made for the first text that needs it, because this takes a tenth of the time in which the whole program loads. */
function graphemeSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter
}
