/** A text measured in ems, and where its lines may be broken. */

import { isBidirectional, levelsAfter } from './bidi.ts'
import type { Face } from './fonts.ts'
import type { ShapedGlyph } from './glyph.ts'
import { continued, type FacedText, isSameText, type PreparedText, prepare, prepared } from './prepared-text.ts'
import { keepingRecent } from './recent.ts'
import { isSlow, type ShapedText, shapedText, shapeLine } from './shape.ts'
import { firstUnits, shownOf } from './shown-text.ts'

/** A text measured in ems, independent of size. */
export interface Measured {
  readonly whole: PreparedText
  readonly face: Face
  readonly breaks: Breaks
  /** Of a text that takes long to shape: its start, from which all lines are cut. */
  readonly from: ShapedText | undefined
  /** The advance in ems of the text before each grapheme boundary. */
  readonly advance: Float64Array
}

/**
 * As much of a text as is `ems` long at the least, and whether there is more.
 *
 * It is the whole text, measured once for all lengths, unless what is beyond them has changed the direction of the rest: what is cut
 * off must not count. Then it is as many characters as would fit if each were a quarter of an em wide, or twice as many.
 */
export function measuredStart(text: string, face: Face, ems: number): { start: Measured; cut: boolean } {
  const units = Math.ceil(64 + 4 * ems)
  const from = startOf(text, face)
  const part = (count: number): Measured => recentlyMeasured({ text: firstUnits(text, count).trim(), face, from })
  const whole = recentlyMeasured({ text, face, from })
  if (text.length <= units || readsAlike(whole.whole, firstUnits(text, units).trim()))
    return { start: whole, cut: false }
  const first = part(units)
  if (first.advance.at(-1)! > ems) return { start: first, cut: true }
  return { start: part(2 * units), cut: text.length > 2 * units }
}

/** Whether the start of a text is read in the same directions as within it, but for its end, which is beyond all lines. */
function readsAlike({ text, levels }: PreparedText, start: string): boolean {
  if (!isBidirectional(text)) return true
  const own = levelsAfter(levels, start, start.length)
  return own.base === levels.base && own.levels.subarray(0, -32).every((level, unit) => level === levels.levels[unit])
}

/** The ems that all lines of a text take together at the least, wherever it is broken; infinitely many if it is never shown whole. */
export function leastEms(text: string, face: Face): number {
  const { isCut } = shownOf(text)
  if (isCut) return Number.POSITIVE_INFINITY
  const { breaks, advance } = measuredWhole(text, face)
  return breaks.isSpace.reduce((sum, space, i) => (space ? sum : sum + advance[i + 1]! - advance[i]!), 0)
}

/** The ems of the longest part of a text that lines do not break, spaces left out. */
export function longestWord(text: string, face: Face): number {
  const { breaks, advance } = measuredWhole(text, face)
  let [longest, word] = [0, 0]
  breaks.isSpace.forEach((space, i) => {
    if (space || breaks.mayStart[i]) word = 0
    if (!space) word += advance[i + 1]! - advance[i]!
    longest = Math.max(longest, word)
  })
  return longest
}

function measuredWhole(text: string, face: Face): Measured {
  const shown = shownOf(text).text
  return recentlyMeasured({ text: shown, face, from: startOf(shown, face) })
}

/** The whole of a text that takes long to shape, shaped. */
function startOf(text: string, face: Face): ShapedText | undefined {
  return isSlow(text) ? recentlyShaped({ text, face }) : undefined
}

/** A label has two texts. */
const recentlyShaped = keepingRecent(2, isSameText, ({ text, face }: FacedText) => shapedText(prepared(text, face)))

/** A label is laid out with the same texts in several widths. */
const recentlyMeasured = keepingRecent(
  32,
  (a: Measurable, b) => isSameText(a, b) && a.from?.text === b.from?.text,
  measure,
)

interface Measurable extends FacedText {
  readonly from: ShapedText | undefined
}

function measure({ text, face, from }: Measurable): Measured {
  const whole = from === undefined ? prepared(text, face) : preparedIn(from.text, text, face)
  const units = new Float64Array(text.length + 1)
  for (const { index, advance } of glyphsOf(whole, from)) units[index]! += advance
  const { graphemes } = whole
  const advance = new Float64Array(graphemes.length)
  for (let i = 1; i < graphemes.length; i++) {
    let sum = advance[i - 1]!
    for (let unit = graphemes[i - 1]!; unit < graphemes[i]!; unit++) sum += units[unit]!
    advance[i] = sum
  }
  return { whole, face, breaks: breaksOf(whole), from, advance }
}

/** A start of a longer text is measured as it is there: its end, where the glyphs could be others, is beyond all lines. */
function glyphsOf(whole: PreparedText, from: ShapedText | undefined): readonly ShapedGlyph[] {
  const { length } = whole.text
  if (from === undefined || !from.text.startsWith(whole.text)) return shapeLine(whole, 0, length, from)
  return from.runs.flatMap(({ glyphs }) => glyphs).filter(({ index }) => index < length)
}

/** A text whose lines are cut from another one, so that they are not mixed with others of it. */
function preparedIn(longer: string, text: string, face: Face): PreparedText {
  return longer.startsWith(text) ? continued(prepared(longer, face), text.length, '', face) : prepare({ text, face })
}

/** Line break opportunities, after Unicode Standard Annex #14 as far as captions need it. */
interface Breaks {
  /** For each grapheme whether it is a space, which is not drawn at the end of a line. */
  readonly isSpace: readonly boolean[]
  /** For each grapheme whether a line may start with it. */
  readonly mayStart: readonly boolean[]
}

function breaksOf({ text, graphemes }: PreparedText): Breaks {
  const words = unspaced.test(text) ? wordStarts(text) : undefined
  const isSpace: boolean[] = []
  const mayStart: boolean[] = []
  let before = ''
  for (let i = 0; i + 1 < graphemes.length; i++) {
    const grapheme = text.slice(graphemes[i]!, graphemes[i + 1]!)
    isSpace.push(space.test(grapheme) && !glue.test(grapheme))
    const startsWord = words?.has(graphemes[i]!) === true && unspaced.test(grapheme)
    const isBreak = isSpace[i - 1] || breaksBetween(before, grapheme) || startsWord
    mayStart.push(i > 0 && !isSpace[i] && isBreak)
    before = grapheme
  }
  return { isSpace, mayStart }
}

const space = /^[\p{White_Space}\u200b]$/u

function breaksBetween(before: string, after: string): boolean {
  if (glue.test(before) || glue.test(after) || opening.test(before) || closing.test(after)) return false
  return ideographic.test(before) || ideographic.test(after) || (separator.test(before) && !separator.test(after))
}

const glue = /^[\u00a0\u2007\u202f\u2060\ufeff]/u
const ideographic =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Yi}\p{Extended_Pictographic}]/u
const opening = /^[\p{Ps}\p{Pi}]/u
const closing =
  /^[\p{Pe}\p{Pf}!,.:;?%\u2026\u3001\u3002\u3005\u30fc\u30fb\uff01\uff05\uff0c\uff0e\uff1a\uff1b\uff1f\uff61\uff64\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee]/u
/** Characters in codes and addresses after which a line may break. */
const separator = /^[-/\\?&=_|\u2010\u2013\u2014]$/

let segmenter: Intl.Segmenter | undefined

function wordStarts(text: string): ReadonlySet<number> {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  return new Set(Array.from(segmenter.segment(text), ({ index }) => index))
}

/** Scripts without spaces between words: Intl.Segmenter has dictionaries for them. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
