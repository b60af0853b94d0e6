import { checkSize, heightOf, type Line, lineHeight } from './line.ts'
import {
  type Breaking,
  emptyLine,
  isEmpty,
  type LineStyle,
  lineEnd,
  oneLine,
  shortened,
  skipSpaces,
} from './line-breaking.ts'
import { type Measured, measuredStart } from './measured-text.ts'
import { keepingRecent } from './recent.ts'
import { type ShownText, shownOf } from './shown-text.ts'

export interface ParagraphStyle extends LineStyle {
  /** The smallest size to which the text may shrink, in dots an em; at most `size`. */
  readonly minSize: number
  /** The greatest number of lines. */
  readonly lines: number
  /** The greatest height in dots of all lines together; by default any. */
  readonly height?: number | undefined
  /** Where alone a line may start, as ascending indices into the text; by default, wherever the text may be broken. */
  readonly starts?: readonly number[] | undefined
}

interface BreakingStyle extends ParagraphStyle {
  readonly breaking: Breaking
}

/**
 * One text, or several that people wrote, which each start on a line of their own: an empty one is an empty line, and their numbers
 * and dates are not broken after a hyphen or a slash (Unicode Standard Annex #14, LB25).
 */
export type Texts = string | readonly string[]

/**
 * `texts` wrapped to `width`, at the largest size from `size` down to `minSize` at which they fit in `lines` lines and in `height`.
 *
 * Lines break at spaces, between ideographs, and after hyphens and slashes. If the text does not fit this way at any size, they
 * break between any two graphemes. If it still does not fit, it is set at `minSize` and ends in an ellipsis, as does a text of more
 * than 1,000 characters. Where the style says where lines may start, they start nowhere else.
 *
 * @returns no line for a text of spaces, or if not even the ellipsis fits
 * @throws RangeError  for an invalid size, width, height or number of lines
 */
export function paragraph(texts: Texts, style: ParagraphStyle): readonly Line[] {
  check(style)
  return recentlySet({ texts, style })
}

interface Setting {
  readonly texts: Texts
  readonly style: ParagraphStyle
}

/** A plan lays out several symbols with the same text in the same room. */
const recentlySet = keepingRecent(4, isSameSetting, linesOf)

function isSameSetting(a: Setting, b: Setting): boolean {
  return isSameText(a.texts, b.texts) && isSameStyle(a.style, b.style)
}

function isSameText(a: Texts, b: Texts): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return a.length === b.length && a.every((text, i) => text === b[i])
}

function isSameStyle(a: ParagraphStyle, b: ParagraphStyle): boolean {
  const isSame = a.width === b.width && a.lines === b.lines && a.size === b.size && a.minSize === b.minSize
  return isSame && a.height === b.height && a.face === b.face && a.starts?.join() === b.starts?.join()
}

function withoutBlankEnds(texts: readonly string[]): readonly string[] {
  const isBlank = (text: string): boolean => shownOf(text).text === ''
  const first = texts.findIndex((text) => !isBlank(text))
  return first < 0 ? [] : texts.slice(first, texts.findLastIndex((text) => !isBlank(text)) + 1)
}

function linesOf({ texts: given, style }: Setting): readonly Line[] {
  const { face, width, starts, minSize } = style
  const texts = typeof given === 'string' ? [given] : withoutBlankEnds(given)
  const most = mostLines(style, minSize)
  if (texts.length === 0 || most === 0) return []
  // of more texts than there are lines, one is enough to know that the rest is cut
  const shown = texts.slice(0, most + 1).map(shownOf)
  const starting = shown.map(({ text }) => measuredStart(text, face, (width * most) / minSize))
  const measured = starting.map(({ start }) => {
    if (starts !== undefined) return startingAt(start, starts)
    return typeof given === 'string' ? start : withWholeNumbers(start)
  })
  if (measured.length === 1 && isEmpty(measured[0]!)) return []
  if (measured.length <= most && !starting.some(({ cut }) => cut)) {
    for (const breaking of starts === undefined ? (['words', 'anywhere'] as const) : (['words'] as const)) {
      const broken = { breaking, ...style }
      for (const size of sizesToTry(measured, broken)) {
        const set = linesAt(measured, { ...broken, size })
        if (set !== undefined) return withoutRest(set, shown)
      }
    }
  }
  const breaking = starts === undefined ? 'anywhere' : 'words'
  return shortened(measured, most, { breaking, ...style, size: minSize })
}

/** The lines of texts that are all shown but for what is too long to be read. */
function withoutRest(lines: readonly Line[], shown: readonly ShownText[]): readonly Line[] {
  return shown.some(({ isCut }) => isCut) ? [...lines.slice(0, -1), { ...lines.at(-1)!, isCut: true }] : lines
}

/** The greatest number of lines at `size`. */
function mostLines({ lines, height, face }: ParagraphStyle, size: number): number {
  return height === undefined ? lines : Math.min(lines, Math.floor(height / lineHeight(face, size)))
}

/** The same text with lines that may start at these indices alone. */
function startingAt(measured: Measured, starts: readonly number[]): Measured {
  const { whole, breaks } = measured
  const allowed = new Set(starts)
  return { ...measured, breaks: { ...breaks, mayStart: Array.from(whole.graphemes, (index) => allowed.has(index)) } }
}

/** A hyphen or a slash, and a digit. */
const withinNumber = /^[-/\u2010\u2013][0-9]/

/** The same text without breaks within numbers and dates. */
function withWholeNumbers(measured: Measured): Measured {
  const { whole, breaks } = measured
  const mayStart = breaks.mayStart.map(
    (may, i) => may && !withinNumber.test(whole.text.slice(whole.graphemes[i - 1], whole.graphemes[i + 1])),
  )
  return { ...measured, breaks: { ...breaks, mayStart } }
}

/** Whether a paragraph of `texts` shows less than all of them. */
export function isCut(texts: Texts, lines: readonly Line[]): boolean {
  const last = lines.at(-1)
  if (last !== undefined) return last.isCut === true
  return [texts].flat().some((text) => shownOf(text).text !== '')
}

function check({ size, minSize, width, lines, height = 0 }: ParagraphStyle): void {
  checkSize(size)
  checkSize(minSize)
  if (minSize > size) throw new RangeError(`minSize is ${minSize}, more than size, ${size}`)
  if (!(width >= 0)) throw new RangeError(`width is ${width}; a number of dots from 0 is accepted`)
  if (!(lines >= 0)) throw new RangeError(`lines is ${lines}; a number from 0 is accepted`)
  if (!(height >= 0)) throw new RangeError(`height is ${height}; a number of dots from 0 is accepted`)
}

/** The sizes to try: the largest that fits by the exact advances, a few smaller ones because of rounding, and the smallest. */
function* sizesToTry(texts: readonly Measured[], style: BreakingStyle): Generator<number> {
  const { size, minSize } = style
  const fitsAt = (each: number): boolean => fits(texts, { ...style, size: each })
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

function fits(texts: readonly Measured[], style: BreakingStyle): boolean {
  const { size, width, breaking } = style
  const most = mostLines(style, size)
  let line = 0
  for (const text of texts) {
    if (isEmpty(text)) line++
    const count = text.whole.graphemes.length - 1
    for (let at = 0; at < count; line++) {
      const end = lineEnd(text, at, { ems: width / size, breaking })
      if (end === at || line >= most) return false
      at = skipSpaces(text, end)
    }
  }
  return line <= most
}

/** All texts at `style.size`, or undefined if they take more lines or more height than allowed. */
function linesAt(texts: readonly Measured[], style: BreakingStyle): Line[] | undefined {
  const { height = Infinity } = style
  const lines: Line[] = []
  let total = 0
  const add = (line: Line): void => {
    lines.push(line)
    total += heightOf([line])
  }
  for (const text of texts) {
    if (isEmpty(text)) add(emptyLine(style))
    const count = text.whole.graphemes.length - 1
    for (let at = 0; at < count; ) {
      if (lines.length >= style.lines || total > height) return undefined
      const set = oneLine(text, at, style)
      if (set === undefined) return undefined
      add(set.line)
      at = skipSpaces(text, set.end)
    }
  }
  return lines.length <= style.lines && total <= height ? lines : undefined
}
