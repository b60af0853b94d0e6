/** Bars and spaces along lines across the bars of a picture, in pixels. */

import { areWordsEqual, isDark, isSolid } from '../../../../symbologies/matrix/index.ts'
import { type Bars, barsIn, type LinePicture, linesOf } from './bars.ts'
import type { Effort } from './effort.ts'
import { type Box, croppedInk, type Ink, type Resolution } from './picture.ts'

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
  /** Where the bars are in the picture. */
  readonly place: Box
  /** The bars behind the right margin, if others follow. */
  readonly next?: Scan
  /** Spaces and bars in turn along the same lines, from the right margin on: what follows, whatever it is. */
  readonly beyond?: readonly number[]
  /** `across` the bars, and `down` along them. */
  readonly resolution: Resolution | undefined
}

/** Bars, from left to right and from right to left, with and without the frame that may be around them. */
interface Scans {
  readonly whole: readonly Scan[]
  /** If wide spaces part the bars, those of each part in the same way. */
  readonly parts: readonly (readonly Scan[])[]
}

/** From this number of bars and spaces on, the first and the last may be a frame. */
const fewestFramed = 25

/** The most bars of a picture that are looked at in parts. */
const mostParted = 2

/** All bars in a picture, those with the most lines first. */
export function scansOf(picture: LinePicture, effort: Effort): Scans[] {
  let parted = 0
  return barsIn(picture, effort).map((bars) => {
    const scan = apart(picture.ink, scanOf(picture.ink, bars), bars.line, effort)
    const whole = [scan, ...(scan.widths.length >= fewestFramed ? withoutFrame(scan) : [])].flatMap(inBothDirections)
    const cuts = parted < mostParted ? cutsIn(scan) : []
    if (cuts.length > 0) parted++
    return { whole, parts: cuts.length === 0 ? [] : partsOf(picture.ink, { scan, cuts }, effort) }
  })
}

const inBothDirections = (scan: Scan): Scan[] => [scan, reversed(scan)]

function scanOf(ink: Ink, { edges, top, bottom, count, bearers }: Bars): Scan {
  const [first, last] = [edges[0]!, edges[edges.length - 1]!]
  const lines = bottom - top + 1
  return {
    widths: Array.from({ length: edges.length - 1 }, (_, i) => edges[i + 1]! - edges[i]!),
    left: first,
    right: ink.width - last,
    soft: ink.soft,
    uneven: lines - count,
    lines,
    bearers,
    place: { left: Math.floor(first), right: Math.ceil(last), top, bottom: bottom + 1 },
    resolution: ink.resolution,
  }
}

/**
 * Words beside the bars are not a part of them: lines that differ in no more than what stands beside the bars are like the others, and
 * their margins end where the words begin.
 *
 * @param line  one of those that are alike
 */
function apart(ink: Ink, scan: Scan, line: number, effort: Effort): Scan {
  const { place, lines } = scan
  if (scan.uneven === 0 || !effort.affords(lines * ink.width)) return scan
  const [from, to] = [Math.max(0, place.left - blur), Math.min(ink.width, place.right + blur)]
  const { stride, words } = croppedInk(ink, { ...place, left: from, right: to }).bits
  let uneven = lines
  let [before, behind] = [from, ink.width - to]
  for (let y = 0; y < lines; y++) {
    if (!areWordsEqual(words, y * stride, words, (line - place.top) * stride, stride)) continue
    uneven--
    before = Math.min(before, lightBeside(ink, { y: place.top + y, from: from - 1, step: -1 }))
    behind = Math.min(behind, lightBeside(ink, { y: place.top + y, from: to, step: 1 }))
  }
  return {
    ...scan,
    uneven,
    left: Math.min(scan.left, before + scan.left - from),
    right: Math.min(scan.right, behind + scan.right - (ink.width - to)),
  }
}

/** How many light pixels stand in a line from one on. */
function lightBeside(
  { width, bits }: Ink,
  { y, from, step }: { readonly y: number; readonly from: number; readonly step: 1 | -1 },
): number {
  let count = 0
  for (let x = from; x >= 0 && x < width && !isDark(bits, x, y); x += step) count++
  return count
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

/** The narrowest space that may part two symbols, in the widths of narrow bars: no symbol of one part has any. */
const narrowestCut = 5.5
/** The most spaces at which bars are split: more are stripes. */
const mostCuts = 8
/** The most spaces and bars beyond a part: more than an add-on and its gap have modules. */
const mostBeyond = 64
/** The fewest bars and spaces of a part: those of an add-on of two digits. */
const fewestInPart = 13

/** The spaces that may part symbols beside each other; none if there are too many. */
function cutsIn({ widths }: Scan): number[] {
  const narrow = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 5)]!
  const cuts = widths.flatMap((width, i) => (i % 2 === 1 && width >= narrowestCut * narrow ? [i] : []))
  return cuts.length > mostCuts ? [] : cuts
}

/**
 * The bars between the cuts, each in a picture of its own: their lines may begin and end at other places. The pictures hold
 * hardly more than the bars, for there may be digits beside them.
 */
function partsOf(
  ink: Ink,
  { scan, cuts }: { readonly scan: Scan; readonly cuts: readonly number[] },
  effort: Effort,
): Scan[][] {
  const { widths } = scan
  // a frame is not what follows a symbol
  const framed = withoutFrame(scan).length > 0 ? 1 : 0
  const parts = [0, ...cuts.map((cut) => cut + 1)].map((from, i): Part | undefined => {
    const to = cuts[i] ?? widths.length
    if (to - from < fewestInPart) return undefined
    const start = widths.slice(0, from).reduce((sum, width) => sum + width, scan.left)
    const end = widths.slice(from, to).reduce((sum, width) => sum + width, start)
    const left = Math.max(0, Math.floor(start) - blur)
    const right = Math.min(ink.width, Math.ceil(end) + blur)
    const columns = croppedInk(ink, { left, right, top: 0, bottom: ink.height })
    const lines = linesOf(columns, effort)
    const found = lines === undefined ? [] : barsIn(lines, effort, fewestInPart + 1)
    const bars = found.find(({ top, bottom }) => top < scan.place.bottom && bottom >= scan.place.top)
    if (bars === undefined) return undefined
    const part = scanOf(columns, bars)
    const { place } = part
    const own = { ...place, left: left + place.left, right: left + place.right }
    const isBeside = mayBeAddon(ink, scan, own)
    return {
      scan: {
        ...part,
        left: widths[from - 1] ?? scan.left,
        right: widths[to] ?? scan.right,
        place: own,
      },
      before: isBeside ? widths.slice(Math.max(framed, from - mostBeyond), from).toReversed() : [],
      behind: isBeside ? widths.slice(to, Math.min(widths.length - framed, to + mostBeyond)) : [],
    }
  })
  return parts.flatMap((part, i) => (part === undefined ? [] : [neighbours(part, parts[i - 1], parts[i + 1])]))
}

/**
 * Whether what stands beside bars may be an add-on: many of its lines are alike, and it ends where the bars end or is a third as high. Of
 * letters few lines are alike, and these are in the middle of the bars.
 *
 * @param scan  of the bars with what stands beside them
 * @param own   the bars by themselves
 */
function mayBeAddon({ bits }: Ink, { place, lines, uneven }: Scan, own: Box): boolean {
  const isLight = (y: number, from: number, to: number): boolean => to <= from || isSolid(bits, y, { from, to }, false)
  let [count, first, last] = [0, own.bottom, own.top]
  for (let y = own.top; y < own.bottom; y++) {
    if (isLight(y, place.left, own.left - blur) && isLight(y, own.right + blur, place.right)) continue
    count++
    first = Math.min(first, y)
    last = y
  }
  const alike = lines - uneven
  const isAtEnd = first <= own.top + blur || last >= own.bottom - 1 - blur
  return 4 * alike >= count && (isAtEnd || 3 * alike >= own.bottom - own.top)
}

/** How many pixels outside the dark ones a blurred edge may begin. */
const blur = 2

/** Bars between two cuts, and the spaces and bars on both sides of them, the nearest first. */
interface Part {
  readonly scan: Scan
  readonly before: readonly number[]
  readonly behind: readonly number[]
}

/** Bars from left to right and from right to left, each with those that come next. */
function neighbours({ scan, before, behind }: Part, previous: Part | undefined, next: Part | undefined): Scan[] {
  return [
    { ...scan, beyond: behind, ...(next && { next: next.scan }) },
    { ...reversed(scan), beyond: before, ...(previous && { next: reversed(previous.scan) }) },
  ]
}
