import { isBidirectional, levelsAfter } from './bidi.ts'
import { type Breaks, breaksOf } from './breaks.ts'
import { isSlow, type ShapedText } from './cut-run.ts'
import type { Face } from './font-choice.ts'
import type { ShapedGlyph } from './glyph.ts'
import { continued, type FacedText, isSameText, type PreparedText, prepare, prepared } from './prepared-text.ts'
import { keepingRecent } from './recent.ts'
import { shapedText, shapeLine } from './shape.ts'
import { firstUnits, shownOf } from './shown.ts'

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
  const part = (count: number): Measured => measured(firstUnits(text, count).trim(), face, from)
  const whole = measured(text, face, from)
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
  return measured(shown, face, startOf(shown, face))
}

/** The whole of a text that takes long to shape, shaped. */
function startOf(text: string, face: Face): ShapedText | undefined {
  return isSlow(text) ? recentlyShaped({ text, face }) : undefined
}

/** A label has two texts. */
const recentlyShaped = keepingRecent(2, isSameText, ({ text, face }: FacedText) => shapedText(prepared(text, face)))

/** A label is laid out with the same texts in several widths. */
const recentlyMeasured = keepingRecent(32, isSameMeasurable, measure)

const measured = (text: string, face: Face, from: ShapedText | undefined): Measured =>
  recentlyMeasured({ text, face, from })

interface Measurable extends FacedText {
  readonly from: ShapedText | undefined
}

function isSameMeasurable(a: Measurable, b: Measurable): boolean {
  return isSameText(a, b) && a.from?.text === b.from?.text
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
