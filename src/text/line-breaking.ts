/** The lines of a measured text: as much as fits into a width, and what is shown of a text that needs more room than there is. */

import { fullWidth, heightOf, type Line, lineOf, type Style } from './line.ts'
import type { Measured } from './measured-text.ts'
import { continued, prepared } from './prepared-text.ts'

export interface LineStyle extends Style {
  /** The greatest width in dots of the advance and of the ink of a line. */
  readonly width: number
}

/** words: only at break opportunities. anywhere: also between any graphemes, if a line would otherwise be empty. */
export type Breaking = 'words' | 'anywhere'

/**
 * The longest line from grapheme `start` on that is no wider than `width`, and the grapheme after it. The exact width, with
 * glyphs on whole dots and with ink, is known only when the line is set: one that is too wide is set again with less room.
 */
export function oneLine(
  text: Measured,
  start: number,
  { width, size, face, breaking }: LineStyle & { readonly breaking: Breaking },
): { line: Line; end: number } | undefined {
  const { whole } = text
  for (let room = width; room > 0; ) {
    const end = lineEnd(text, start, { ems: room / size, breaking })
    if (end === start) return undefined
    let visible = end
    while (visible > start && text.breaks.isSpace[visible - 1]) visible--
    const [first, last] = [whole.graphemes[start]!, whole.graphemes[visible]!]
    const line = lineOf(whole, { start: first, end: last, face, size, from: text.from })
    const over = fullWidth(line) - width
    if (over <= 0) return { line, end }
    room = Math.min(room, (text.advance[visible]! - text.advance[start]!) * size) - over
  }
  return undefined
}

/** The grapheme after a line of `ems` that starts with grapheme `start`: `start` itself if not even one fits. */
export function lineEnd(
  { breaks: { isSpace, mayStart }, advance }: Measured,
  start: number,
  { ems, breaking }: { ems: number; breaking: Breaking },
): number {
  const count = advance.length - 1
  const limit = advance[start]! + ems + 1e-9
  let last = start
  let at = start
  for (; at < count && (advance[at + 1]! <= limit || isSpace[at]); at++) if (mayStart[at] && at > start) last = at
  if (at === count || (mayStart[at] && at > start)) return at
  return last > start || breaking === 'words' ? last : at
}

export const isEmpty = ({ whole: { graphemes } }: Measured): boolean => graphemes.length < 2

export function emptyLine({ face, size }: Style): Line {
  return lineOf(prepared('', face), { start: 0, end: 0, face, size })
}

export function skipSpaces({ breaks: { isSpace } }: Measured, at: number): number {
  let next = at
  while (isSpace[next]) next++
  return next
}

interface ShortenedStyle extends LineStyle {
  readonly breaking: Breaking
  /** The greatest height in dots of all lines together; by default any. */
  readonly height?: number | undefined
}

/** At most `most` lines, with an ellipsis at the end of the last; none if it has no room for that. */
export function shortened(texts: readonly Measured[], most: number, style: ShortenedStyle): readonly Line[] {
  const { height = Infinity, width, size } = style
  // in less than that even an ellipsis may have no room, and then no line is shown
  const hasRoomForEllipsis = width >= 2 * size
  const { lines, starts } = firstLines(texts, most, style)
  for (let count = starts.length; count > 0; count--) {
    const before = lines.slice(0, count - 1)
    // these lines are the same, however many follow; ink can be higher than a line of its face
    if (hasRoomForEllipsis && heightOf(before) > height) continue
    const { text, at } = starts[count - 1]!
    const last = lastLine(text, at, style)
    if (last === undefined) return []
    if (heightOf([...before, last]) <= height) return [...before, last]
  }
  return []
}

/** The grapheme with which a line starts. */
interface LineStart {
  readonly text: Measured
  readonly at: number
}

/**
 * The first lines of texts that need more, and where they and the line after them start: `most` starts, or fewer if one of the lines
 * has no room.
 */
function firstLines(
  texts: readonly Measured[],
  most: number,
  style: ShortenedStyle,
): { readonly lines: readonly Line[]; readonly starts: readonly LineStart[] } {
  const lines: Line[] = []
  const starts: LineStart[] = []
  for (const text of texts) {
    const count = text.whole.graphemes.length - 1
    if (isEmpty(text)) {
      starts.push({ text, at: 0 })
      if (starts.length === most) return { lines, starts }
      lines.push(emptyLine(style))
    }
    for (let at = 0; at < count; ) {
      starts.push({ text, at })
      const set = starts.length < most ? oneLine(text, at, style) : undefined
      if (set === undefined) return { lines, starts }
      lines.push(set.line)
      at = skipSpaces(text, set.end)
    }
  }
  const text = texts.at(-1)!
  starts.push({ text, at: text.whole.graphemes.length - 1 })
  return { lines, starts }
}

/** The last line of a text that is cut, with an ellipsis at its end; undefined if there is no room for that. */
function lastLine(
  { whole, advance, from: shaped }: Measured,
  start: number,
  { face, size, width }: LineStyle,
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
    const line = lineOf(ended, { start: from, end: ended.text.length, face, size, from: shaped })
    const over = fullWidth(line) - width
    if (over <= 0) return { ...line, isCut: true }
    if (end === start) return undefined
    room = advance[end]! - advance[start]! - over / size
    while (end > start && advance[end]! - advance[start]! > room) end--
  }
}

const ellipsis = '\u2026'
