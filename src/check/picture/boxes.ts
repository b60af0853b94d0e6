import { endOfDark, firstDark } from '../../../symbologies/matrix/index.ts'
import type { Effort } from './effort.ts'
import type { Box } from './grid.ts'
import type { Ink } from './picture.ts'

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

/** The least box around all that is dark. */
function darkBox({ width, height, bits }: Ink): Box | undefined {
  let top = 0
  while (top < height && firstDark(bits, top) === width) top++
  if (top === height) return undefined
  let bottom = height
  while (firstDark(bits, bottom - 1) === width) bottom--
  let left = width
  let right = 0
  for (let y = top; y < bottom; y++) {
    left = Math.min(left, firstDark(bits, y))
    right = Math.max(right, endOfDark(bits, y))
  }
  return { left, right, top, bottom }
}

/** What is dark in each of several lines beside each other: from the first dark pixel to the one after the last; from 0 to 0 where nothing is. */
interface DarkLines {
  readonly first: Int32Array
  readonly end: Int32Array
}

/** @param box  around all that is dark */
function darkRows({ width, bits }: Ink, { top, bottom }: Box): DarkLines {
  const first = new Int32Array(bottom - top)
  const end = new Int32Array(bottom - top)
  for (let y = top; y < bottom; y++) {
    const at = firstDark(bits, y)
    if (at === width) continue
    first[y - top] = at
    end[y - top] = endOfDark(bits, y)
  }
  return { first, end }
}

/**
 * Row by row, over the columns in which nothing dark has been met yet: from the top, then from the bottom.
 *
 * @param box  around all that is dark
 */
function darkColumns({ bits: { stride, words } }: Ink, { left, right, top, bottom }: Box): DarkLines {
  const first = new Int32Array(right - left)
  const end = new Int32Array(right - left)
  const meet = (y: number, open: Open, into: Int32Array, place: number): void => {
    let kept = 0
    for (let i = 0; i < open.count; i++) {
      const at = open.places[i]!
      let met = words[y * stride + at]! & open.masks[at]!
      open.masks[at]! &= ~met
      for (; met !== 0; met &= met - 1) into[32 * at + Math.clz32(met & -met) - left] = place
      if (open.masks[at] !== 0) open.places[kept++] = at
    }
    open.count = kept
  }
  for (let y = top, open = allOpen(stride); y < bottom && open.count > 0; y++) meet(y, open, first, y)
  for (let y = bottom - 1, open = allOpen(stride); y >= top && open.count > 0; y--) meet(y, open, end, y + 1)
  return { first, end }
}

/** Columns in which nothing has been met: a bit each, and the words that have any. */
interface Open {
  readonly masks: Uint32Array
  readonly places: Int32Array
  count: number
}

function allOpen(stride: number): Open {
  return {
    masks: new Uint32Array(stride).fill(-1),
    places: Int32Array.from({ length: stride }, (_, i) => i),
    count: stride,
  }
}

/** Lines from `from` to `to`, not included, and from where to where something is dark in them. */
interface Span {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}

/** More spans are stripes: a symbol has 89 at the most, and text beside it some dozens of lines or letters. */
const mostSpans = 2000

/** Dark lines beside each other, without those between that are light all along; no more than one above the bound. */
function spansOf({ first, end }: DarkLines, start: number): Span[] {
  const spans: Span[] = []
  for (let at = 0; at < end.length && spans.length <= mostSpans; at++) {
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
