import { bidirectionalFrom, isBidirectional, levelsOf } from './bidi.ts'
import { type Breaks, breaksOf } from './breaks.ts'
import { clean } from './clean.ts'
import { isSlow, type ShapedText } from './cut-run.ts'
import type { ShapedGlyph } from './glyph.ts'
import {
  continued,
  type Face,
  type FacedText,
  isSameText,
  type PreparedText,
  prepare,
  prepared,
} from './prepared-text.ts'
import { keepingRecent } from './recent.ts'
import { shapedText, shapeLine } from './shape.ts'

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
 * The start of a text, at least as much as is `ems` long, and whether the rest is cut off.
 *
 * This limits the work for long texts: first to as many characters as would fit if each were a quarter of an em wide, and if they
 * are narrower, to twice as many. What is cut off must not count: it could change the direction of what is left.
 */
export function measuredStart(text: string, face: Face, ems: number): { start: Measured; cut: boolean } {
  const units = Math.ceil(64 + 4 * ems)
  const from = startOf(text, face)
  const part = (count: number): Measured => measured(firstUnits(text, count).trim(), face, from)
  if (text.length > units) {
    // the same for all lengths that are alike, so that it is measured once, and its lines are shaped once
    const short = firstUnits(text, units).trim()
    const start = part(likeLength(text, units, isBidirectional(short)))
    if (advanceOf(start, units) > ems && readsAlike(start.whole, short)) return { start, cut: true }
  }
  const first = part(units)
  if (text.length <= units || first.advance.at(-1)! > ems) return { start: first, cut: text.length > units }
  return { start: part(2 * units), cut: text.length > 2 * units }
}

/**
 * `units`, up to the next power of two. If all of them are read from left to right, so are those up to there: levels take long to
 * find for thousands of digits.
 */
function likeLength(text: string, units: number, hasLevels: boolean): number {
  const most = 2 ** Math.ceil(Math.log2(units))
  const found = hasLevels ? -1 : bidirectionalFrom(text.slice(units, most))
  return found < 0 ? most : units + found
}

/** Whether a start of a text is read in the same directions as within it, but for its end, which is beyond all lines. */
function readsAlike({ text, levels: { base, levels } }: PreparedText, start: string): boolean {
  if (!isBidirectional(text)) return true
  const own = levelsOf(start)
  return own.base === base && own.levels.subarray(0, -32).every((level, unit) => level === levels[unit])
}

/** The advance in ems of the graphemes within the first `units` units. */
function advanceOf({ whole: { graphemes }, advance }: Measured, units: number): number {
  const beyond = graphemes.findIndex((start) => start > units)
  return advance.at(beyond < 0 ? -1 : beyond - 1)!
}

/** The ems that all lines of a text take together at the least, wherever it is broken; only the start of a long text counts. */
export function leastEms(text: string, face: Face): number {
  const { breaks, advance } = measuredLong(clean(text).trim(), face)
  return breaks.isSpace.reduce((sum, space, i) => (space ? sum : sum + advance[i + 1]! - advance[i]!), 0)
}

/** The ems of the longest part of a text that lines do not break, spaces left out; only the start of a long text counts. */
export function longestWord(text: string, face: Face): number {
  const { breaks, advance } = measuredLong(clean(text).trim(), face)
  let [longest, word] = [0, 0]
  breaks.isSpace.forEach((space, i) => {
    if (space || breaks.mayStart[i]) word = 0
    if (!space) word += advance[i + 1]! - advance[i]!
    longest = Math.max(longest, word)
  })
  return longest
}

/** The start of a text that is as long as any caption. */
const longStart = (text: string): string => firstUnits(text, 1000).trim()

const measuredLong = (text: string, face: Face): Measured => measured(longStart(text), face, startOf(text, face))

/** The shaped start of a text that takes long to shape. */
function startOf(text: string, face: Face): ShapedText | undefined {
  return isSlow(text) ? recentlyShaped({ text: longStart(text), face }) : undefined
}

/** A label has two texts. */
const recentlyShaped = keepingRecent(2, isSameText, ({ text, face }: FacedText) => shapedText(prepared(text, face)))

/** The first `units` units of the text, or one fewer if a surrogate pair would be split. */
function firstUnits(text: string, units: number): string {
  if (text.length <= units) return text
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? units - 1 : units)
}

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
