import { edgesOf } from './edges.ts'
import { asDark, asLight, type Ink, middle, transposedInk } from './picture.ts'

/** What a line across the bars meets, in pixels. */
export interface Scan {
  /** Widths of bars and spaces in turn, from the first bar to the last: an odd number. */
  readonly widths: readonly number[]
  /** Light before the first bar and after the last. */
  readonly left: number
  readonly right: number
  /** Edges are placed more finely than to a pixel. */
  readonly soft: boolean
  /** Lines across the bars that do not look like the others: between them, or at an end and with most of the bars. */
  readonly uneven: number
  /** All lines from the first to the last, uneven ones included. */
  readonly lines: number
  /** Lines before the first and after the last that are dark from the first bar to the last: bearer bars. */
  readonly bearers: readonly [number, number]
}

/** No linear symbol has fewer edges: Code 128 with one character has 26, a flaw may hide some. */
const fewestEdges = 20

/** Of the lines from the first to the last of the bars this share has to be alike; in other pictures, few are. */
const mostlyAlike = 0.4

/** The bars in the picture, read in all four directions; lines that are alike in the greatest number are the bars. */
export function scansOf(ink: Ink): Scan[] {
  return [ink, transposedInk(ink)].flatMap((turned) => {
    const scan = barsIn(turned)
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

/** A frame around the bars is a bar at each end that stands off by a quiet zone. */
function withoutFrame(scan: Scan): Scan[] {
  const { widths } = scan
  const left = widths[1]!
  const right = widths[widths.length - 2]!
  const inner = widths.slice(2, -2)
  const widest = inner.reduce((most, width) => Math.max(most, width), 0)
  return Math.min(left, right) > widest ? [{ ...scan, widths: inner, left, right }] : []
}

interface Alike {
  count: number
  first: number
  last: number
  readonly edges: Float64Array
}

function barsIn(ink: Ink): Scan | undefined {
  const bars = commonestLines(ink)
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
  }
}

/** Of lines with enough edges the kind that there are most of, and more than one. */
function commonestLines({ width, height, dark }: Ink): Alike | undefined {
  const room = new Float64Array(width + 1)
  const kinds = new Map<string, Alike>()
  for (let y = 0; y < height; y++) {
    const line = dark.subarray(y * width, (y + 1) * width)
    const key = keyOf(line)
    const known = kinds.get(key)
    if (known !== undefined) {
      known.count++
      known.last = y
    } else if (kinds.size < mostKinds) {
      const count = edgesOf(line, room)
      kinds.set(key, { count: 1, first: y, last: y, edges: room.slice(0, count) })
    }
  }
  let bars: Alike | undefined
  for (const kind of kinds.values()) {
    if (kind.edges.length >= fewestEdges && kind.count > (bars?.count ?? 1)) bars = kind
  }
  return bars
}

/** How many lines in a row are as asked for, from the one next to line `y` on, in steps of `step`. */
function linesBeside(
  { height }: Ink,
  { y, step }: { readonly y: number; readonly step: 1 | -1 },
  isAsked: (line: number) => boolean,
): number {
  let count = 0
  for (let line = y + step; line >= 0 && line < height && isAsked(line); line += step) count++
  return count
}

/**
 * Lines with more than half of the bars: some are cut short there, or the spaces between them are filled. Guards that reach
 * lower than the other bars are fewer: 10 of the 30 bars of UPC-A, and that is the most. Where all that differs is grey,
 * it is the blurred end of the bars, or that of print below them.
 */
function frayedFrom({ width, dark }: Ink, { edges, first }: Alike): (line: number) => boolean {
  const room = new Float64Array(width + 1)
  const lineAt = (y: number): Uint8Array => dark.subarray(y * width, (y + 1) * width)
  const whole = lineAt(first)
  return (y) => {
    const line = lineAt(y)
    const count = edgesOf(line, room)
    if (4 * barsInBoth(edges, room.subarray(0, count)) <= edges.length) return false
    return line.some((value, x) => (whole[x]! >= middle ? value <= asLight : value >= asDark))
  }
}

/** Bars that begin and end at the same places in two lines, by the edges of both. */
function barsInBoth(a: Float64Array, b: Float64Array): number {
  let count = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j] && a[i + 1] === b[j + 1]) count++
    if (a[i]! <= b[j]!) i += 2
    else j += 2
  }
  return count
}

/** Lines that are dark all the way from column `from` to `to`, not included. */
function solidBetween({ width, dark }: Ink, from: number, to: number): (line: number) => boolean {
  return (line) => dark.subarray(line * width + from, line * width + to).every((value) => value >= middle)
}

/** More kinds of lines than this are no bars; a bound on what is kept. */
const mostKinds = 5000

/** The same for lines whose edges are at the same pixels. */
function keyOf(line: Uint8Array): string {
  const places: number[] = []
  let dark = false
  for (let x = 0; x < line.length; x++) {
    if (line[x]! >= middle === dark) continue
    dark = !dark
    places.push(x)
  }
  return String.fromCharCode(...places.slice(0, mostEdges), places.length)
}

/** What of a line's edges is compared; no linear symbol that anyone prints has more. */
const mostEdges = 20_000
