/** What is shown of texts that need more room than there is. */

import { heightOf, type Line } from './line.ts'
import { type Breaking, emptyLine, isEmpty, type LineStyle, lastLine, oneLine, skipSpaces } from './line-breaking.ts'
import type { Measured } from './measured.ts'

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
