/** The bars in a picture: adjacent lines with the same dark pixels. */

import { areWordsEqual, edgeCount, isSolid, type Matrix } from '../../../../symbologies/matrix/index.ts'
import { edgesOf } from './edges.ts'
import type { Effort } from './effort.ts'
import { asDark, asLight, type Ink, invertedInk, middle, rowOf } from './picture.ts'

/** A picture with its groups of equal lines. */
export interface LinePicture {
  readonly ink: Ink
  readonly kinds: readonly LineGroup[]
}

/** Lines with the same dark pixels. */
interface LineGroup {
  readonly count: number
  readonly first: number
  readonly last: number
}

/** Undefined if it takes more steps than the search for bars may. */
export function linesOf(ink: Ink, effort: Effort): LinePicture | undefined {
  return effort.affords(ink.width * ink.height) ? { ink, kinds: kindsOf(ink, effort) } : undefined
}

/** Dark and light exchanged: equal lines are still equal. */
export const invertedLines = ({ ink, kinds }: LinePicture): LinePicture => ({ ink: invertedInk(ink), kinds })

/** The most groups of lines to keep: bars have fewer. */
const mostKinds = 5000

/** Groups lines by a hash of their pixels, and compares them in full as well, because collisions can be constructed. */
function kindsOf({ height, bits }: Ink, effort: Effort): readonly LineGroup[] {
  type Kind = { count: number; first: number; last: number }
  const kinds = new Map<number, Kind>()
  const { stride, words } = bits
  const isLike = (one: number, other: number): boolean =>
    areWordsEqual(words, one * stride, words, other * stride, stride)
  const kindWith = (y: number): Kind | undefined => {
    const hash = hashOfRow(bits, y)
    const known = kinds.get(hash)
    if (known !== undefined) return isLike(known.first, y) ? known : undefined
    if (kinds.size === mostKinds) {
      effort.skipped++
      return undefined
    }
    const kind = { count: 0, first: y, last: y }
    kinds.set(hash, kind)
    return kind
  }
  // that of the line above: most lines are like it
  let kind: Kind | undefined
  for (let y = 0; y < height; y++) {
    if (kind === undefined || !isLike(y - 1, y)) kind = kindWith(y)
    if (kind === undefined) continue
    kind.count++
    kind.last = y
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

/** Adjacent lines across the same bars. */
export interface Bars {
  /** The edges of the bars, in pixels from the left side of the picture. */
  readonly edges: Float64Array
  /** The first line and the last, those included in which only some of the bars are cut short. */
  readonly top: number
  readonly bottom: number
  /** One of the lines that are the same. */
  readonly line: number
  /** The lines from `top` to `bottom` that are the same. */
  readonly count: number
  /** Lines before the first and after the last that are dark from the first bar to the last: bearer bars. */
  readonly bearers: readonly [number, number]
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

/** The most groups of lines that may be bars: a stacked symbol has dozens of rows. */
const mostGroups = 24

/**
 * The most edges of all groups and of all their parts but the first, and the share of the picture that their lines may
 * extend over.
 */
const mostOtherEdges = 4000
const mostExtent = 1

/** The bars in a picture, those with the most lines first; no two of them have a line in common. */
export function barsIn(picture: LinePicture, effort: Effort, fewest = fewestEdges): Bars[] {
  const { ink } = picture
  const found: Bars[] = []
  let [otherEdges, extent] = [0, 0]
  for (const group of widerFirst(ink, likelyGroups(picture, effort, fewest))) {
    const edges = new Float64Array(edgeCount(ink.bits, group.first))
    if (extent > 0) otherEdges += edges.length
    extent += group.last - group.first + 1
    if (otherEdges > mostOtherEdges || (otherEdges > 0 && extent > mostExtent * ink.height)) break
    if (!effort.affords((group.last - group.first + 1 - group.count) * ink.width)) break
    edgesOf(ink, group.first, edges)
    const isFrayed = frayedFrom(ink, { edges, first: group.first })
    let isPart = false
    for (const { count, first, last } of partsOf(ink, group, { least: leastGap(edges), isFrayed })) {
      const isKnown = found.some(({ top, bottom }) => first <= bottom && last >= top)
      if (isKnown || count < 2 || count < mostlyAlike * (last - first + 1)) continue
      if (otherEdges > mostOtherEdges) {
        effort.skipped++
        break
      }
      if (isPart) otherEdges += edges.length
      isPart = true
      const top = first - linesBeside(ink, { y: first, step: -1 }, isFrayed)
      const bottom = last + linesBeside(ink, { y: last, step: 1 }, isFrayed)
      // guard bars below bars that were found
      if (found.some((bars) => top <= bars.top && bottom >= bars.bottom)) continue
      const isSolid = solidBetween(ink, Math.ceil(edges[0]!), Math.floor(edges[edges.length - 1]!))
      const bearers = [
        linesBeside(ink, { y: top, step: -1 }, isSolid),
        linesBeside(ink, { y: bottom, step: 1 }, isSolid),
      ] as const
      found.push({ edges, top, bottom, line: first, count, bearers })
    }
  }
  return found.toSorted((a, b) => b.count - a.count)
}

/** The largest groups of two equal lines or more that have enough edges. */
function likelyGroups({ ink, kinds }: LinePicture, effort: Effort, fewest: number): LineGroup[] {
  const likely: LineGroup[] = []
  for (const kind of kinds.toSorted((a, b) => b.count - a.count)) {
    if (kind.count < 2 || likely.length === mostGroups || !effort.affords(ink.width)) break
    const edges = edgeCount(ink.bits, kind.first)
    if (edges > mostEdges) effort.skipped++
    else if (edges >= fewest) likely.push(kind)
  }
  return likely
}

/** The most edges of lines that are compared with others: those of two symbols beside each other, and more. */
const mostCompared = 400
/** The most edges of bars beside others: more than an add-on and a symbol of EAN have. */
const mostBeside = 100

/**
 * Lines with all bars of others, and more beside or between them, come before those others: a symbol may be lower than its
 * neighbour, an add-on is, and the bars between guard bars may be. Bars that are no farther away than a symbol's own are not another symbol.
 */
function widerFirst(ink: Ink, groups: readonly LineGroup[]): LineGroup[] {
  const compared = groups.map((group) => {
    const count = edgeCount(ink.bits, group.first)
    const edges = new Float64Array(count > mostCompared ? 0 : count)
    edgesOf(ink, group.first, edges)
    return { group, edges }
  })
  const wider = compared.map(({ edges }) =>
    compared.find(
      (other) =>
        other.edges.length > edges.length &&
        other.edges.length <= edges.length + mostBeside &&
        (hasBarsBeside(other.edges, edges) || hasBarsBetween(other.edges, edges)),
    ),
  )
  return [...new Set(compared.flatMap(({ group }, i) => (wider[i] === undefined ? [group] : [wider[i].group, group])))]
}

/** Whether `all` has the same bars as `some`, and others only on the far side of a space as wide as between symbols. */
function hasBarsBeside(all: Float64Array, some: Float64Array): boolean {
  const from = all.indexOf(some[0]!)
  const to = from + some.length
  if (from < 0 || from % 2 === 1 || some.some((edge, i) => all[from + i] !== edge)) return false
  const far = leastGap(some)
  return (from === 0 || some[0]! - all[from - 1]! > far) && (to === all.length || all[to]! - all[to - 1]! > far)
}

/** Whether `all` has the same bars as `some`, the first and the last among them, and those of a symbol between: guard bars are longer than these. */
function hasBarsBetween(all: Float64Array, some: Float64Array): boolean {
  const isLonger = all.length >= some.length + fewestEdges && all[0] === some[0] && all.at(-1) === some.at(-1)
  return isLonger && 2 * barsInBoth(all, some) === some.length
}

/** The height of other lines that parts two symbols with the same bars, in the widths of narrow bars. */
const leastGapModules = 4

function leastGap(edges: Float64Array): number {
  let narrowest = Infinity
  for (let i = 1; i < edges.length; i++) narrowest = Math.min(narrowest, edges[i]! - edges[i - 1]!)
  return Math.ceil(leastGapModules * narrowest)
}

/** The lines of a group, split where `least` other lines or more lie between them. */
function partsOf(
  { bits: { stride, words } }: Ink,
  group: LineGroup,
  { least, isFrayed }: { readonly least: number; readonly isFrayed: (line: number) => boolean },
): LineGroup[] {
  if (group.last - group.first + 1 - group.count < least) return [group]
  const parts: { count: number; first: number; last: number }[] = []
  let part = { count: 0, first: group.first, last: group.first }
  let others = 0
  for (let y = group.first; y <= group.last; y++) {
    if (!areWordsEqual(words, group.first * stride, words, y * stride, stride)) {
      if (!isFrayed(y)) others++
      continue
    }
    if (others >= least) {
      parts.push(part)
      part = { count: 0, first: y, last: y }
    }
    part.count++
    part.last = y
    others = 0
  }
  return [...parts, part].toSorted((a, b) => b.count - a.count)
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
function frayedFrom(
  ink: Ink,
  { edges, first }: { readonly edges: Float64Array; readonly first: number },
): (line: number) => boolean {
  const { width, bits } = ink
  const room = new Float64Array(Math.min(width + 1, 2 * mostEdges))
  return (y) => {
    // no more bars than the line has can be in both
    if (2 * edgeCount(bits, y) <= edges.length) return false
    const count = Math.min(edgesOf(ink, y, room), room.length)
    if (4 * barsInBoth(edges, room.subarray(0, count)) <= edges.length) return false
    return differsInMore(ink, first, y)
  }
}

/** Whether two lines differ in more than greys. */
function differsInMore({ width, bits: { stride, words }, darkness }: Ink, one: number, other: number): boolean {
  if (darkness === undefined) return !areWordsEqual(words, one * stride, words, other * stride, stride)
  const line = rowOf(darkness, one, 0, width)
  return rowOf(darkness, other, 0, width).some((value, x) => (line[x]! >= middle ? value <= asLight : value >= asDark))
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
  return (line) => isSolid(bits, line, { from, to }, true)
}
