import { clean } from './clean.ts'
import { checkSize, fullWidth, type Line, lineOf, type Style } from './line.ts'
import { type Measured, measuredStart } from './measured.ts'
import { continued, prepared } from './prepared-text.ts'

export interface ParagraphStyle extends Style {
  /** The smallest size to which the text may shrink, in dots an em; at most `size`. */
  readonly minSize: number
  /** The greatest width in dots of the advance and of the ink of a line. */
  readonly width: number
  /** The greatest number of lines. */
  readonly lines: number
  /** Where alone a line may start, as ascending indices into the text; by default, wherever the text may be broken. */
  readonly starts?: readonly number[] | undefined
}

interface BreakingStyle extends ParagraphStyle {
  /** words: only at break opportunities. anywhere: also between any graphemes, if a line would otherwise be empty. */
  readonly breaking: 'words' | 'anywhere'
}

const ellipsis = '\u2026'

/**
 * `text` wrapped to `width`, at the largest size from `size` down to `minSize` at which it fits in `lines` lines.
 *
 * Lines break at spaces, between ideographs, and after hyphens and slashes. If the text does not fit this way at any size, they
 * break between any two graphemes. If it still does not fit, it is set at `minSize` and ends in an ellipsis. Where the style says
 * where lines may start, they start nowhere else.
 *
 * @returns no line for a text of spaces, or if not even the ellipsis fits
 * @throws RangeError  for an invalid size, width or number of lines
 */
export function paragraph(text: string, style: ParagraphStyle): readonly Line[] {
  check(style)
  const known = recent.find((each) => each.text === text && isSameStyle(each.style, style))
  if (known !== undefined) return known.lines
  const lines = linesOf(text, style)
  if (recent.length === maxRecent) recent.shift()
  recent.push({ text, style, lines })
  return lines
}

/** The last paragraphs: a plan lays out several symbols with the same text in the same room. */
const recent: { readonly text: string; readonly style: ParagraphStyle; readonly lines: readonly Line[] }[] = []
const maxRecent = 4

function isSameStyle(a: ParagraphStyle, b: ParagraphStyle): boolean {
  const isSame = a.width === b.width && a.lines === b.lines && a.size === b.size && a.minSize === b.minSize
  return isSame && a.face === b.face && a.starts?.join() === b.starts?.join()
}

function linesOf(text: string, style: ParagraphStyle): readonly Line[] {
  const { minSize } = style
  const { face, width, lines, starts } = style
  const { start: measured, cut } = measuredStart(clean(text).trim(), face, (width * lines) / minSize)
  if (measured.whole.graphemes.length < 2) return []
  const start = starts === undefined ? measured : startingAt(measured, starts)
  if (!cut) {
    for (const breaking of starts === undefined ? (['words', 'anywhere'] as const) : (['words'] as const)) {
      for (const size of sizesToTry(start, { ...style, breaking })) {
        const set = linesAt(start, { ...style, size, breaking })
        if (set !== undefined) return set
      }
    }
  }
  return shortened(start, { ...style, size: minSize })
}

/** The same text with lines that may start at these indices alone. */
function startingAt(measured: Measured, starts: readonly number[]): Measured {
  const { whole, breaks } = measured
  const allowed = new Set(starts)
  return { ...measured, breaks: { ...breaks, mayStart: Array.from(whole.graphemes, (index) => allowed.has(index)) } }
}

/** Whether a paragraph of `text` shows less than all of it. */
export function isCut(text: string, lines: readonly Line[]): boolean {
  const last = lines.at(-1)
  return last === undefined ? clean(text).trim() !== '' : last.isCut === true
}

function check({ size, minSize, width, lines }: ParagraphStyle): void {
  checkSize(size)
  checkSize(minSize)
  if (minSize > size) throw new RangeError(`minSize is ${minSize}, more than size, ${size}`)
  if (!(width >= 0)) throw new RangeError(`width is ${width}; a number of dots from 0 is accepted`)
  if (!(lines >= 0)) throw new RangeError(`lines is ${lines}; a number from 0 is accepted`)
}

/** The sizes to try: the largest that fits by the exact advances, a few smaller ones because of rounding, and the smallest. */
function* sizesToTry(text: Measured, style: BreakingStyle): Generator<number> {
  const { size, minSize } = style
  const fitsAt = (each: number): boolean => fits(text, { ...style, size: each })
  if (!fitsAt(minSize)) return
  let [low, high] = [minSize, size]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fitsAt(middle)) low = middle
    else high = middle - 1
  }
  const tries = 4
  for (let next = low; next > Math.max(minSize, low - tries); next--) yield next
  yield minSize
}

function fits(text: Measured, { size, width, lines, breaking }: BreakingStyle): boolean {
  const count = text.whole.graphemes.length - 1
  let line = 0
  for (let at = 0; at < count; line++) {
    const end = lineEnd(text, at, { ems: width / size, breaking })
    if (end === at || line === lines) return false
    at = skipSpaces(text, end)
  }
  return true
}

/** The grapheme after a line of `ems` that starts with grapheme `start`: `start` itself if not even one fits. */
function lineEnd(
  { breaks: { isSpace, mayStart }, advance }: Measured,
  start: number,
  { ems, breaking }: { ems: number; breaking: BreakingStyle['breaking'] },
): number {
  const count = advance.length - 1
  const limit = advance[start]! + ems + 1e-9
  let last = start
  let at = start
  for (; at < count && (advance[at + 1]! <= limit || isSpace[at]); at++) if (mayStart[at] && at > start) last = at
  if (at === count || (mayStart[at] && at > start)) return at
  return last > start || breaking === 'words' ? last : at
}

function skipSpaces({ breaks: { isSpace } }: Measured, at: number): number {
  let next = at
  while (isSpace[next]) next++
  return next
}

/** The whole text at `style.size`, or undefined if it takes more lines than allowed. */
function linesAt(text: Measured, style: BreakingStyle): Line[] | undefined {
  const count = text.whole.graphemes.length - 1
  const lines: Line[] = []
  for (let at = 0; at < count; ) {
    if (lines.length >= style.lines) return undefined
    const set = oneLine(text, at, style)
    if (set === undefined) return undefined
    lines.push(set.line)
    at = skipSpaces(text, set.end)
  }
  return lines
}

/**
 * The longest line from grapheme `start` on that is no wider than `width`, and the grapheme after it. The exact width, with
 * glyphs on whole dots and with ink, is known only when the line is set: one that is too wide is set again with less room.
 */
function oneLine(text: Measured, start: number, style: BreakingStyle): { line: Line; end: number } | undefined {
  const { width, size, face, breaking } = style
  const { whole } = text
  for (let room = width; room > 0; ) {
    const end = lineEnd(text, start, { ems: room / size, breaking })
    if (end === start) return undefined
    let visible = end
    while (visible > start && text.breaks.isSpace[visible - 1]) visible--
    const line = lineOf(whole, { start: whole.graphemes[start]!, end: whole.graphemes[visible]!, face, size })
    const over = fullWidth(line) - width
    if (over <= 0) return { line, end }
    room = Math.min(room, (text.advance[visible]! - text.advance[start]!) * size) - over
  }
  return undefined
}

/** As many lines as allowed, with an ellipsis at the end of the last. */
function shortened(text: Measured, style: ParagraphStyle): Line[] {
  const count = text.whole.graphemes.length - 1
  const lines: Line[] = []
  let at = 0
  while (lines.length + 1 < style.lines && at < count) {
    const set = oneLine(text, at, { ...style, breaking: style.starts === undefined ? 'anywhere' : 'words' })
    if (set === undefined) break
    lines.push(set.line)
    at = skipSpaces(text, set.end)
  }
  const last = style.lines > 0 ? lastLine(text, at, style) : undefined
  return last === undefined ? [] : [...lines, last]
}

function lastLine(
  { whole, advance }: Measured,
  start: number,
  { face, size, width }: ParagraphStyle,
): Line | undefined {
  const { text, graphemes } = whole
  const from = graphemes[start]!
  const dots = lineOf(prepared(ellipsis, face), { start: 0, end: 1, face, size }).width
  let room = (width - dots) / size
  let end = start
  while (end + 1 < graphemes.length && advance[end + 1]! - advance[start]! <= room) end++
  for (;;) {
    const kept = text.slice(from, Math.max(from, graphemes[end]!)).trimEnd()
    const ended = continued(whole, from + kept.length, ellipsis, face)
    const line = lineOf(ended, { start: from, end: ended.text.length, face, size })
    const over = fullWidth(line) - width
    if (over <= 0) return { ...line, isCut: true }
    if (end === start) return undefined
    room = advance[end]! - advance[start]! - over / size
    while (end > start && advance[end]! - advance[start]! > room) end--
  }
}
