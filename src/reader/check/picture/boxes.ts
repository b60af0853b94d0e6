/** Where in a picture symbols may be: boxes, and what is inside a frame. */

import { endOfDark, firstDark, isSolid } from '../../../../symbologies/matrix/index.ts'
import type { Effort } from './effort.ts'
import { type Box, croppedInk, type Ink, transposedBox, transposedInk } from './picture.ts'

/** The most parts to examine: a picture of one symbol and its text has fewer. */
const mostBoxes = 24

/**
 * Where a matrix symbol may be: the box around everything dark, then the parts into which light lines across the picture
 * divide it, the largest first. Text beside or below a symbol is a separate part. A small symbol may have a light line
 * through it, so narrow lines may also belong to a part: every width that occurs is tried as the limit.
 */
export function boxesIn(ink: Ink, effort: Effort): Box[] {
  const whole = darkBox(ink)
  if (whole === undefined) return []
  // A box that cannot be a symbol may still contain one, unless it is smaller than the smallest symbol.
  if (Math.min(whole.right - whole.left, whole.bottom - whole.top) < shortest) return []
  const rows = joined(spansOf(darkRows(ink, whole), whole.top), effort)
  const columns = joined(spansOf(darkRows(transposedInk(ink), transposedBox(whole)), whole.left), effort)
  const parts = [
    ...rows.map(({ from, to, low, high }): Box => ({ left: low, right: high, top: from, bottom: to })),
    ...columns.map(({ from, to, low, high }): Box => ({ left: from, right: to, top: low, bottom: high })),
  ].filter((box) => area(box) < area(whole) && isLikely(box))
  effort.skipped += Math.max(0, parts.length - mostBoxes)
  const largest = parts.toSorted((a, b) => area(b) - area(a)).slice(0, mostBoxes)
  return isLikely(whole) ? [whole, ...largest] : largest
}

const area = ({ left, right, top, bottom }: Box): number => (right - left) * (bottom - top)

/** The greatest ratio of the sides of a matrix symbol: 144 to 8, and some more for inexact edges. */
const longest = 18.5
/** Pixels of the shortest side of a matrix symbol: 8 modules of a pixel each. */
const shortest = 8

function isLikely({ left, right, top, bottom }: Box): boolean {
  const width = right - left
  const height = bottom - top
  return Math.min(width, height) >= shortest && width <= longest * height && height <= longest * width
}

/** The smallest box around everything dark. */
export function darkBox(ink: Ink): Box | undefined {
  const { width, bits } = ink
  const range = darkRange(ink)
  if (range === undefined) return undefined
  const { top, bottom } = range
  let left = width
  let right = 0
  for (let y = top; y < bottom; y++) {
    left = Math.min(left, firstDark(bits, y))
    right = Math.max(right, endOfDark(bits, y))
  }
  return { left, right, top, bottom }
}

/** The rows from the first to the last with something dark, the end not included; undefined if there are none. */
function darkRange({ width, height, bits }: Ink): Pick<Box, 'top' | 'bottom'> | undefined {
  let top = 0
  while (top < height && firstDark(bits, top) === width) top++
  if (top === height) return undefined
  let bottom = height
  while (firstDark(bits, bottom - 1) === width) bottom--
  return { top, bottom }
}

/** For each of several adjacent lines, the first dark pixel and the end of the last one; 0 and 0 if nothing is dark. */
interface DarkLines {
  readonly first: Int32Array
  readonly end: Int32Array
}

/** @param box  around everything dark */
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

/** Lines from `from` to `to`, `to` not included, and the extent of what is dark in them. */
interface Span {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}

/** More spans than this are stripes: a symbol has 89 at most, text beside it some dozens of lines or letters. */
const mostSpans = 2000

/** The groups of adjacent lines that have dark pixels; at most one more than the bound. */
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

/** The spans, and for every width of gap that occurs, the spans joined over gaps up to that width. */
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

/** The most parts of the picture's sides that a frame is thick. */
const thickestFrame = 0.2

/**
 * What is inside a dark frame around everything dark in the picture; undefined if there is no such frame. Dark from side to
 * side and from top to bottom, the frame hides whatever it surrounds from a search for parts.
 */
export function insideFrame(ink: Ink): Ink | undefined {
  const range = darkRange(ink)
  if (range === undefined || range.bottom - range.top < shortest) return undefined
  const { bits } = ink
  const { top, bottom } = range
  const [left, right] = [firstDark(bits, top), endOfDark(bits, top)]
  const columns = transposedInk(ink).bits
  const isSolidRow = (y: number): boolean => isSolid(bits, y, { from: left, to: right }, true)
  const isSolidColumn = (x: number): boolean => isSolid(columns, x, { from: top, to: bottom }, true)
  const thickness = (isSolid: (at: number) => boolean, from: number, step: 1 | -1, most: number): number => {
    let count = 0
    while (count <= most && isSolid(from + step * count)) count++
    return count
  }
  const [mostAcross, mostDown] = [thickestFrame * (right - left), thickestFrame * (bottom - top)]
  const inside = {
    left: left + thickness(isSolidColumn, left, 1, mostAcross),
    right: right - thickness(isSolidColumn, right - 1, -1, mostAcross),
    top: top + thickness(isSolidRow, top, 1, mostDown),
    bottom: bottom - thickness(isSolidRow, bottom - 1, -1, mostDown),
  }
  const isFrame = inside.left > left && inside.right < right && inside.top > top && inside.bottom < bottom
  const isRoomy = inside.right - inside.left >= shortest && inside.bottom - inside.top >= shortest
  return isFrame && isRoomy ? croppedInk(ink, inside) : undefined
}
