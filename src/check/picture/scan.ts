import { edgesOf } from './edges.ts'
import { type Ink, middle, transposedInk } from './picture.ts'

/** What a line across the bars meets, in pixels. */
export interface Scan {
  /** Widths of bars and spaces in turn, from the first bar to the last: an odd number. */
  readonly widths: readonly number[]
  /** Light before the first bar and after the last. */
  readonly left: number
  readonly right: number
  /** Edges are placed more finely than to a pixel. */
  readonly soft: boolean
  /** Lines between the first and the last of the bars that do not look like the others. */
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
  const { width, height, dark, soft } = ink
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
  if (bars === undefined) return undefined
  const { edges, count, first, last } = bars
  const widths = Array.from({ length: edges.length - 1 }, (_, i) => edges[i + 1]! - edges[i]!)
  const lines = last - first + 1
  if (count < mostlyAlike * lines) return undefined
  const span = { from: Math.ceil(edges[0]!), to: Math.floor(edges[edges.length - 1]!) }
  const bearers = [solidLines(ink, first, -1, span), solidLines(ink, last, 1, span)] as const
  return {
    widths,
    left: edges[0]!,
    right: width - edges[edges.length - 1]!,
    soft,
    uneven: lines - count,
    lines,
    bearers,
  }
}

/** Lines next to line `y`, in steps of `step`, that are all dark from column `from` to `to`. */
function solidLines(
  { width, height, dark }: Ink,
  y: number,
  step: 1 | -1,
  { from, to }: { from: number; to: number },
): number {
  const solid = (line: number): boolean =>
    dark.subarray(line * width + from, line * width + to).every((value) => value >= middle)
  let count = 0
  for (let line = y + step; line >= 0 && line < height && solid(line); line += step) count++
  return count
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
