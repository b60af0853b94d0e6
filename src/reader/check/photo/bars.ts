/** Bars and spaces along a line of a photo, split into what may be symbols. */

import type { Box, Resolution } from '../picture/picture.ts'
import type { Scan } from '../picture/scan.ts'

/** Bars along a line that light margins enclose, and where on the line they begin and end, in pixels. */
export interface LineBars {
  readonly scan: Scan
  /** What lies before it on the line. */
  readonly previous?: Scan
  readonly from: number
  readonly to: number
}

/** What is the same for all lines of a region. */
export interface BarSurroundings {
  /** Pixels of the bars along their length. */
  readonly height: number
  readonly place: Box
  readonly resolution: Resolution | undefined
}

/** The narrowest space that parts symbols, in widths of narrow bars: no symbol of one part has any. */
const narrowestCut = 5.5
/** How many bars and spaces on both sides tell how wide narrow ones are. */
const neighbours = 16
/** The fewest bars and spaces of a symbol: Code 128 with one character; of an add-on: two digits. */
const fewest = 25
const fewestOfAddon = 13
/** The most spaces and bars behind a symbol that may be an add-on. */
const mostBeyond = 64

/**
 * The parts of a line that may be symbols, as they are and with bars as wide as spaces of the same number of modules, if ink or
 * light has spread.
 *
 * @param edges  where bars and spaces begin in turn, the first that of a bar
 * @param tilt  how much nearer one end of the line is than its middle: -0.3 to 0.3
 */
export function barsAlong(
  edges: readonly number[],
  end: number,
  tilt: number,
  surroundings: BarSurroundings,
): LineBars[][] {
  const widths = edges.slice(1).map((edge, i) => untilted(edge, end, tilt) - untilted(edges[i]!, end, tilt))
  const parts = partsOf(widths)
  const variants = [0, spreadOf(widths, parts)]
  return variants
    .filter((spread, i) => i === 0 || Math.abs(spread) > 0.02)
    .map((spread) => {
      const scans = parts.map((part) => scanOf(part, widths, { edges, end, spread, surroundings }))
      return parts.flatMap((part, i): LineBars[] => {
        const scan = scans[i]!
        if (part.to - part.from < fewest) return []
        const [previous, next] = [scans[i - 1], scans[i + 1]]
        const from = edges[part.from]!
        const beyond = widths.slice(part.to, part.to + mostBeyond)
        return [
          {
            scan: { ...scan, beyond, ...(next && { next }) },
            ...(previous && { previous }),
            from,
            to: edges[part.to]!,
          },
        ]
      })
    })
}

/** The place on a line as it would be without perspective. */
function untilted(at: number, end: number, tilt: number): number {
  const part = (2 * at) / end - 1
  return (end / 2) * (1 + part / (1 + tilt * part))
}

/** Widths from one bar to another, `to` not included. */
interface Part {
  readonly from: number
  readonly to: number
}

/** Between wide spaces. The first width is that of a bar. */
function partsOf(widths: readonly number[]): Part[] {
  const parts: Part[] = []
  let from = 0
  for (let i = 0; i <= widths.length; i++) {
    const isEnd = i === widths.length
    if (!isEnd && (i % 2 === 0 || widths[i]! < narrowestCut * narrowAround(widths, i))) continue
    const to = isEnd && i % 2 === 0 ? i - 1 : i
    if (to - from >= fewestOfAddon) parts.push({ from, to })
    from = i + 1
  }
  return parts
}

/** About as wide as a narrow bar near there: mean of bar and space, since ink spreads from one to the other. */
function narrowAround(widths: readonly number[], at: number): number {
  const near = (from: number, to: number): number => {
    const pairs: number[] = []
    for (let i = Math.max(0, from); i + 1 < Math.min(widths.length, to); i++)
      pairs.push((widths[i]! + widths[i + 1]!) / 2)
    return pairs.length < 4 ? Infinity : pairs.sort((a, b) => a - b)[Math.floor(pairs.length / 6)]!
  }
  const narrow = Math.min(near(at - neighbours, at), near(at + 1, at + 1 + neighbours))
  return Number.isFinite(narrow) ? narrow : 0
}

/** By how much bars are too wide, the mean over narrow bars and narrow spaces of the largest part. */
function spreadOf(widths: readonly number[], parts: readonly Part[]): number {
  const largest = parts.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]
  if (largest === undefined) return 0
  const narrow = (first: number): number => {
    const own: number[] = []
    for (let i = largest.from + first; i < largest.to; i += 2) own.push(widths[i]!)
    const few = own.sort((a, b) => a - b).slice(0, Math.max(2, Math.floor(own.length / 3)))
    return few.reduce((sum, width) => sum + width, 0) / few.length
  }
  return (narrow(0) - narrow(1)) / 2
}

function scanOf(
  { from, to }: Part,
  widths: readonly number[],
  {
    edges,
    end,
    spread,
    surroundings: { height, place, resolution },
  }: { edges: readonly number[]; end: number; spread: number; surroundings: BarSurroundings },
): Scan {
  return {
    widths: widths.slice(from, to).map((width, i) => Math.max(0.1, width + (i % 2 === 0 ? -spread : spread))),
    left: from === 0 ? edges[0]! : widths[from - 1]!,
    right: widths[to] ?? end - edges[to]!,
    soft: true,
    uneven: 0,
    lines: Math.round(height),
    bearers: [0, 0],
    place,
    resolution,
  }
}

/** Bars from right to left. */
export const reversedScan = (scan: Scan, next?: Scan): Scan => {
  const { next: _, beyond: __, ...rest } = scan
  return { ...rest, widths: scan.widths.toReversed(), left: scan.right, right: scan.left, ...(next && { next }) }
}
