import type { Effort } from './effort.ts'
import type { Box } from './grid.ts'
import { type Ink, middle } from './picture.ts'

/** More parts than this are no picture of one symbol and its text. */
const mostBoxes = 24
/** No matrix symbol is longer for its height: 8 x 32. */
const longest = 4.5
/** Pixels of the shortest side that a matrix symbol has: 8 modules of a pixel each, or little less. */
const shortest = 8

/**
 * Where a matrix symbol may be: all that is dark, or one of the parts that light lines across the picture divide it
 * into, the largest first. Text beside or below a symbol is such a part of its own. A small symbol may have a light line
 * through it, so that narrow lines may also belong to a part: all widths of lines that there are, are tried.
 */
export function boxesIn(ink: Ink, effort: Effort): Box[] {
  const whole = darkBox(ink)
  if (whole === undefined) return []
  // A whole that cannot be a symbol may still have one in it, but not a smaller one than the smallest.
  if (Math.min(whole.right - whole.left, whole.bottom - whole.top) < shortest) return []
  const rows = joined(spansOf(darkRows(ink, whole), whole.top), effort)
  const columns = joined(spansOf(darkColumns(ink, whole), whole.left), effort)
  const parts = [
    ...rows.map(({ from, to, low, high }): Box => ({ left: low, right: high, top: from, bottom: to })),
    ...columns.map(({ from, to, low, high }): Box => ({ left: from, right: to, top: low, bottom: high })),
  ].filter((box) => area(box) < area(whole) && isLikely(box))
  effort.skipped += Math.max(0, parts.length - mostBoxes)
  const largest = parts.toSorted((a, b) => area(b) - area(a)).slice(0, mostBoxes)
  return isLikely(whole) ? [whole, ...largest] : largest
}

const area = ({ left, right, top, bottom }: Box): number => (right - left) * (bottom - top)

function isLikely({ left, right, top, bottom }: Box): boolean {
  const width = right - left
  const height = bottom - top
  return Math.min(width, height) >= shortest && width <= longest * height && height <= longest * width
}

/** The least box around all that is dark. Looks at rows alone: pixels of a column are far apart in memory. */
function darkBox({ width, height, dark }: Ink): Box | undefined {
  const isDark = (y: number): boolean => firstDark(dark, y * width, (y + 1) * width) < (y + 1) * width
  let top = 0
  while (top < height && !isDark(top)) top++
  if (top === height) return undefined
  let bottom = height
  while (!isDark(bottom - 1)) bottom--
  let left = width
  let right = 0
  for (let y = top; y < bottom; y++) {
    const from = y * width
    left = Math.min(left, firstDark(dark, from, from + left) - from)
    right = Math.max(right, lastDark(dark, from + right, from + width) - from)
  }
  return { left, right, top, bottom }
}

/** The first dark pixel from `from` to `to`, not included; `to` where there is none. */
function firstDark(dark: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) if (dark[i]! >= middle) return i
  return to
}

/** The pixel after the last dark one; `from` where there is none. */
function lastDark(dark: Uint8Array, from: number, to: number): number {
  for (let i = to; i > from; i--) if (dark[i - 1]! >= middle) return i
  return from
}

/** What is dark in each of several lines beside each other: from the first dark pixel to the one after the last; from 0 to 0 where nothing is. */
interface DarkLines {
  readonly first: Int32Array
  readonly end: Int32Array
}

function darkRows({ width, dark }: Ink, { left, right, top, bottom }: Box): DarkLines {
  const first = new Int32Array(bottom - top)
  const end = new Int32Array(bottom - top)
  for (let y = top; y < bottom; y++) {
    const from = y * width
    const at = firstDark(dark, from + left, from + right)
    if (at === from + right) continue
    first[y - top] = at - from
    end[y - top] = lastDark(dark, at, from + right) - from
  }
  return { first, end }
}

/** Row by row, over the columns in which nothing dark has been met yet: from the top, then from the bottom. */
function darkColumns({ width, dark }: Ink, { left, right, top, bottom }: Box): DarkLines {
  const first = new Int32Array(right - left)
  const end = new Int32Array(right - left)
  const meet = (y: number, open: Int32Array, into: Int32Array, place: number): Int32Array => {
    const row = y * width
    let kept = 0
    for (let i = 0; i < open.length; i++) {
      const x = open[i]!
      if (dark[row + x]! >= middle) into[x - left] = place
      else open[kept++] = x
    }
    return open.subarray(0, kept)
  }
  const all = (): Int32Array => Int32Array.from({ length: right - left }, (_, i) => left + i)
  for (let y = top, open = all(); y < bottom && open.length > 0; y++) open = meet(y, open, first, y)
  for (let y = bottom - 1, open = all(); y >= top && open.length > 0; y--) open = meet(y, open, end, y + 1)
  return { first, end }
}

/** Lines from `from` to `to`, not included, and from where to where something is dark in them. */
interface Span {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}

/** Dark lines beside each other, without those between that are light all along. */
function spansOf({ first, end }: DarkLines, start: number): Span[] {
  const spans: Span[] = []
  for (let at = 0; at < end.length; at++) {
    if (end[at] === 0) continue
    const from = at
    let [low, high] = [first[at]!, end[at]!]
    for (at++; at < end.length && end[at]! > 0; at++) {
      low = Math.min(low, first[at]!)
      high = Math.max(high, end[at]!)
    }
    spans.push({ from: start + from, to: start + at, low, high })
  }
  return spans
}

/** How many widths of lines are tried, the widest first. */
const mostWidths = 40
/** More spans are stripes: a symbol has 89 at the most, and text beside it some dozens of lines or letters. */
const mostSpans = 2000

/** The spans, and what they become when gaps up to each of the widths that there are belong to them. */
function joined(spans: readonly Span[], effort: Effort): Span[] {
  if (spans.length > mostSpans) {
    effort.skipped += spans.length
    return []
  }
  const gaps = spans.slice(1).map(({ from }, i) => from - spans[i]!.to)
  const widths = [...new Set([0, ...gaps])].toSorted((a, b) => b - a).slice(0, mostWidths)
  const found = new Map<number, Span>()
  for (const width of widths) {
    let start = 0
    let [low, high] = [Infinity, 0]
    for (const [i, span] of spans.entries()) {
      low = Math.min(low, span.low)
      high = Math.max(high, span.high)
      if (i < gaps.length && gaps[i]! <= width) continue
      found.set(start * spans.length + i, { from: spans[start]!.from, to: span.to, low, high })
      start = i + 1
      low = Infinity
      high = 0
    }
  }
  return [...found.values()]
}
