import type { Box } from './grid.ts'
import { type Ink, middle } from './picture.ts'

/** More parts than this are no picture of one symbol and its text. */
const mostBoxes = 24
/** No matrix symbol is longer for its height: 8 x 32. */
const longest = 4.5

/**
 * Where a matrix symbol may be: all that is dark, or one of the parts that light lines across the picture divide it
 * into, the largest first. Text beside or below a symbol is such a part of its own. A small symbol may have a light line
 * through it, so that narrow lines may also belong to a part: all widths of lines that there are, are tried.
 */
export function boxesIn(ink: Ink): Box[] {
  const whole = darkBox(ink, { left: 0, right: ink.width, top: 0, bottom: ink.height })
  if (whole === undefined) return []
  const rows = spansOf(whole.top, whole.bottom, (y) => rowHasDark(ink, y, whole))
  const columns = spansOf(whole.left, whole.right, (x) => columnHasDark(ink, x, whole))
  const parts = [
    ...joined(rows).map(([top, bottom]) => ({ ...whole, top, bottom })),
    ...joined(columns).map(([left, right]) => ({ ...whole, left, right })),
  ].flatMap((part) => darkBox(ink, part) ?? [])
  const area = ({ left, right, top, bottom }: Box): number => (right - left) * (bottom - top)
  const likely = parts.filter((box) => area(box) < area(whole) && isLikely(box))
  return [whole, ...likely.toSorted((a, b) => area(b) - area(a)).slice(0, mostBoxes)]
}

function isLikely({ left, right, top, bottom }: Box): boolean {
  const width = right - left
  const height = bottom - top
  return width <= longest * height && height <= longest * width
}

/** The least box around all that is dark in `box`. */
function darkBox(ink: Ink, box: Box): Box | undefined {
  const rows = darkRange(box.top, box.bottom, (y) => rowHasDark(ink, y, box))
  const columns = darkRange(box.left, box.right, (x) => columnHasDark(ink, x, box))
  if (rows === undefined || columns === undefined) return undefined
  return { left: columns[0], right: columns[1], top: rows[0], bottom: rows[1] }
}

function darkRange(from: number, to: number, isDark: (at: number) => boolean): Span | undefined {
  let first = from
  while (first < to && !isDark(first)) first++
  if (first === to) return undefined
  let end = to
  while (!isDark(end - 1)) end--
  return [first, end]
}

function rowHasDark({ width, dark }: Ink, y: number, { left, right }: Box): boolean {
  for (let x = left; x < right; x++) if (dark[y * width + x]! >= middle) return true
  return false
}

function columnHasDark({ width, dark }: Ink, x: number, { top, bottom }: Box): boolean {
  for (let y = top; y < bottom; y++) if (dark[y * width + x]! >= middle) return true
  return false
}

/** From, and to, not included. */
type Span = readonly [number, number]

function spansOf(from: number, to: number, isDark: (at: number) => boolean): Span[] {
  const spans: Span[] = []
  let start: number | undefined
  for (let at = from; at <= to; at++) {
    const dark = at < to && isDark(at)
    if (dark && start === undefined) start = at
    if (!dark && start !== undefined) {
      spans.push([start, at])
      start = undefined
    }
  }
  return spans
}

/** How many widths of lines are tried, the widest first. */
const mostWidths = 40

/** The spans, and what they become when gaps up to each of the widths that there are belong to them. */
function joined(spans: readonly Span[]): Span[] {
  const gaps = spans.slice(1).map(([from], i) => from - spans[i]![1])
  const widths = [...new Set([0, ...gaps])].toSorted((a, b) => b - a).slice(0, mostWidths)
  const found = new Map<string, Span>()
  for (const width of widths) {
    let start = 0
    for (const [i, span] of spans.entries()) {
      if (i < gaps.length && gaps[i]! <= width) continue
      const part: Span = [spans[start]![0], span[1]]
      found.set(part.join(), part)
      start = i + 1
    }
  }
  return [...found.values()]
}
