import { areWordsEqual, edgeCount, isDark, type Matrix } from '../../../symbologies/matrix/index.ts'
import { edgesOf } from './edges.ts'
import type { Effort } from './effort.ts'
import { asDark, asLight, type Ink, invertedInk, middle, type Resolution, rowOf } from './picture.ts'

/** Bars and spaces along a line across the bars, in pixels. */
export interface Scan {
  /** Widths of bars and spaces in turn, from the first bar to the last: an odd number. */
  readonly widths: readonly number[]
  /** The light margins before the first bar and after the last. */
  readonly left: number
  readonly right: number
  /** The picture has greys, so edges are placed more finely than to a pixel. */
  readonly soft: boolean
  /** Lines across the bars that differ from the others: between them, or at an end but with most of the bars. */
  readonly uneven: number
  /** All lines from the first to the last, uneven ones included. */
  readonly lines: number
  /** Lines before the first and after the last that are dark from the first bar to the last: bearer bars. */
  readonly bearers: readonly [number, number]
  /** `across` the bars, and `down` along them. */
  readonly resolution: Resolution | undefined
}

/** The fewest edges of a linear symbol: Code 128 with one character has 26, and a flaw may hide some. */
const fewestEdges = 20

/**
 * The most edges of a line across the bars: Code 39 has the most elements, ten for each of two symbol characters for each of
 * 7089 characters, for start and for stop; a frame adds four.
 */
const mostEdges = 10 * (2 * 7089 + 2) + 4

/** The share of alike lines, from the first to the last, that bars must have; other pictures have few. */
const mostlyAlike = 0.4

/**
 * The bars in a picture, which is given as it is and transposed, read in all four directions. The largest number of alike
 * lines are the bars.
 */
export function scansOf(pictures: readonly LinePicture[], effort: Effort): Scan[] {
  return pictures.flatMap((picture) => {
    const scan = barsIn(picture, effort)
    if (scan === undefined) return []
    const found = scan.widths.length > fewestEdges + 4 ? [scan, ...withoutFrame(scan)] : [scan]
    return found.flatMap((each) => [each, reversed(each)])
  })
}

const reversed = (scan: Scan): Scan => ({
  ...scan,
  widths: scan.widths.toReversed(),
  left: scan.right,
  right: scan.left,
})

/** Without a frame around the bars, which shows as a bar at each end, separated by a quiet zone. */
function withoutFrame(scan: Scan): Scan[] {
  const { widths } = scan
  const left = widths[1]!
  const right = widths[widths.length - 2]!
  const inner = widths.slice(2, -2)
  const widest = inner.reduce((most, width) => Math.max(most, width), 0)
  return Math.min(left, right) > widest ? [{ ...scan, widths: inner, left, right }] : []
}

/** Lines with the same dark pixels. */
interface LineGroup {
  readonly count: number
  readonly first: number
  readonly last: number
}

interface Bars extends LineGroup {
  readonly edges: Float64Array
}

/** A picture with its groups of equal lines. */
export interface LinePicture {
  readonly ink: Ink
  readonly kinds: readonly LineGroup[]
}

export const linesOf = (ink: Ink, effort: Effort): LinePicture => ({ ink, kinds: kindsOf(ink, effort) })

/** Dark and light exchanged: equal lines are still equal. */
export const invertedLines = ({ ink, kinds }: LinePicture): LinePicture => ({ ink: invertedInk(ink), kinds })

function barsIn(picture: LinePicture, effort: Effort): Scan | undefined {
  const { ink } = picture
  const bars = commonestLines(picture, effort)
  if (bars === undefined) return undefined
  const { edges, count, first, last } = bars
  if (count < mostlyAlike * (last - first + 1)) return undefined
  const isFrayed = frayedFrom(ink, bars)
  const top = first - linesBeside(ink, { y: first, step: -1 }, isFrayed)
  const bottom = last + linesBeside(ink, { y: last, step: 1 }, isFrayed)
  const isSolid = solidBetween(ink, Math.ceil(edges[0]!), Math.floor(edges[edges.length - 1]!))
  const lines = bottom - top + 1
  return {
    widths: Array.from({ length: edges.length - 1 }, (_, i) => edges[i + 1]! - edges[i]!),
    left: edges[0]!,
    right: ink.width - edges[edges.length - 1]!,
    soft: ink.soft,
    uneven: lines - count,
    lines,
    bearers: [linesBeside(ink, { y: top, step: -1 }, isSolid), linesBeside(ink, { y: bottom, step: 1 }, isSolid)],
    resolution: ink.resolution,
  }
}

/** The largest group of equal lines with enough edges, two or more of them. */
function commonestLines({ ink, kinds }: LinePicture, effort: Effort): Bars | undefined {
  let bars: LineGroup | undefined
  for (const kind of kinds) {
    if (kind.count <= (bars?.count ?? 1)) continue
    effort.steps += ink.width
    const edges = edgeCount(ink.bits, kind.first)
    if (edges > mostEdges) effort.skipped++
    else if (edges >= fewestEdges) bars = kind
  }
  if (bars === undefined) return undefined
  const edges = new Float64Array(edgeCount(ink.bits, bars.first))
  edgesOf(rowOf(ink, bars.first), edges)
  return { ...bars, edges }
}

/** The most groups of lines to keep: bars have fewer. */
const mostKinds = 5000

/** Groups lines by a hash of their pixels, and compares them in full as well, because collisions can be constructed. */
function kindsOf({ width, height, bits }: Ink, effort: Effort): readonly LineGroup[] {
  const kinds = new Map<number, { count: number; readonly first: number; last: number }>()
  const { stride, words } = bits
  effort.steps += width * height
  for (let y = 0; y < height; y++) {
    const hash = hashOfRow(bits, y)
    const known = kinds.get(hash)
    if (known === undefined) {
      if (kinds.size < mostKinds) kinds.set(hash, { count: 1, first: y, last: y })
      else effort.skipped++
    } else if (areWordsEqual(words, known.first * stride, words, y * stride, stride)) {
      known.count++
      known.last = y
    }
  }
  return [...kinds.values()]
}

/** FNV-1a over the words of a row. */
function hashOfRow({ stride, words }: Matrix, y: number): number {
  let hash = 0x811c9dc5 | 0
  for (let at = y * stride; at < (y + 1) * stride; at++) {
    const word = words[at]!
    hash = Math.imul(hash ^ (word & 0xffff), 0x01000193)
    hash = Math.imul(hash ^ (word >>> 16), 0x01000193)
  }
  return hash
}

/** How many consecutive lines satisfy `isMatch`, from the one next to line `y` on, in steps of `step`. */
function linesBeside(
  { height }: Ink,
  { y, step }: { readonly y: number; readonly step: 1 | -1 },
  isMatch: (line: number) => boolean,
): number {
  let count = 0
  for (let line = y + step; line >= 0 && line < height && isMatch(line); line += step) count++
  return count
}

/**
 * Lines with more than half of the bars: there, some bars are too short or some spaces are filled. Lines with only the
 * longer guard bars have fewer: 10 of the 30 bars of UPC-A at most. If a line differs only in greys, it is the blurred
 * end of the bars, or of print below them.
 */
function frayedFrom(ink: Ink, { edges, first }: Bars): (line: number) => boolean {
  const room = new Float64Array(Math.min(ink.width + 1, 2 * mostEdges))
  const whole = rowOf(ink, first)
  return (y) => {
    const line = rowOf(ink, y)
    const count = Math.min(edgesOf(line, room), room.length)
    if (4 * barsInBoth(edges, room.subarray(0, count)) <= edges.length) return false
    return line.some((value, x) => (whole[x]! >= middle ? value <= asLight : value >= asDark))
  }
}

/** How many bars begin and end at the same places in two lines, given the edges of both. */
function barsInBoth(a: Float64Array, b: Float64Array): number {
  let count = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j] && a[i + 1] === b[j + 1]) count++
    if (a[i]! <= b[j]!) i += 2
    else j += 2
  }
  return count
}

/** Whether a line is dark all the way from column `from` to `to`, `to` not included. */
function solidBetween({ bits }: Ink, from: number, to: number): (line: number) => boolean {
  return (line) => {
    for (let x = from; x < to; x++) if (!isDark(bits, x, line)) return false
    return true
  }
}
