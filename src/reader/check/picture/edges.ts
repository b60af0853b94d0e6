/** The edges between light and dark: along a row of pixels, and counted along all rows and columns of a part of a picture. */

import {
  areWordsEqual,
  darkRuns,
  darkRunsBetween,
  type Matrix,
  scratchForRuns,
} from '../../../../symbologies/matrix/index.ts'
import { asDark, asLight, type Box, type Ink, middle, rowOf, transposedInk } from './picture.ts'

/**
 * The edges between light and dark along row `y`, in pixels from its start: into dark, out of it, and so on.
 *
 * Outside the row counts as light, so the number is even. A pixel that an edge divides is grey, and all greys of an
 * edge together are as dark as their covered part, so the place is exact for any symmetric blur.
 *
 * @param into  edges for which it has no room are left out
 * @returns how many edges there are
 */
export function edgesOf({ width, bits, darkness }: Ink, y: number, into: Float64Array): number {
  if (darkness !== undefined) return greyEdges(rowOf(darkness, y, 0, width), into)
  const runs = scratchForRuns(width)
  const count = darkRuns(bits, y, runs)
  for (let i = 0; i < count; i++) into[i] = runs[i]!
  return count
}

/** @param line  darkness of each pixel, 0 to 255 */
function greyEdges(line: Uint8Array, into: Float64Array): number {
  let count = 0
  let dark = false
  for (let i = 0; i < line.length; i++) {
    if (line[i]! >= middle === dark) continue
    dark = !dark
    into[count++] = isSharp(line, i) ? i : placeOf(line, edgeAt(line, i, dark))
  }
  if (dark) into[count++] = line.length
  return count
}

/** The edges along rows and along columns. */
export interface Edges {
  readonly across: EdgeCounts
  readonly down: EdgeCounts
}

/** The places of edges along one axis, and the total length of the edges at each, in pixels. */
export interface EdgeCounts {
  readonly places: Float64Array
  readonly counts: Float64Array
  /** The sum of all counts, and that of all places, each as often as it counts. */
  readonly total: number
  readonly sum: number
}

/** How many pixels outside the dark ones a blurred edge may begin. */
const blur = 3

/** The edges in all rows of the box, and those in all columns. */
export function edgeCounts(ink: Ink, box: Box): Edges {
  const left = Math.max(0, box.left - blur)
  const right = Math.min(ink.width, box.right + blur)
  const top = Math.max(0, box.top - blur)
  const bottom = Math.min(ink.height, box.bottom + blur)
  return {
    across: counted(ink, { from: box.top, to: box.bottom, start: left, end: right }),
    down: counted(transposedInk(ink), { from: box.left, to: box.right, start: top, end: bottom }),
  }
}

/** Rows `from` to `to` of a picture, from pixel `start` to `end`; `to` and `end` not included. */
interface Lines {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** The most lines to examine: more do not make the places more exact. */
const mostLines = 500
/** The most parts of a pixel by which edges are counted. */
const finestParts = 16
/**
 * The most counts for one axis. Long lines are divided more coarsely, so that the work on these counts is bounded; their
 * modules are larger in turn. A symbol has at most 178 lines between modules, so there are at least 92 counts for each.
 */
const mostBins = 16_384

/** The share of clear edges from which only they are counted. If modules are hardly a pixel wide, few edges are clear. */
const mostlyClear = 0.2

function counted({ bits, darkness }: Ink, { from, to, start, end }: Lines): EdgeCounts {
  const length = end - start
  // without greys, all edges are between pixels
  const finest = darkness === undefined ? 1 : finestParts
  const parts = Math.max(1, Math.min(finest, Math.floor(mostBins / (length + 1))))
  const noEdges = () => ({
    bins: new Float64Array(parts * (length + 1) + 1),
    places: new Float64Array(length + 2),
    sum: 0,
  })
  const [all, clear] = [noEdges(), darkness && noEdges()]
  const count = (edges: typeof all, number: number, lines: number): void => {
    const { bins, places } = edges
    edges.sum += lines * number
    for (let i = 0; i < number; i++) {
      bins[Math.max(0, Math.min(bins.length - 1, Math.round(parts * places[i]!)))]! += lines
    }
  }
  const step = stepOf(to - from)
  for (let at = from; at < to; ) {
    const number = darkRunsBetween(bits, at, { from: start, to: end }, all.places)
    for (let i = 0; i < number; i++) all.places[i]! -= start
    const lines = darkness === undefined ? likeLines(bits, { at, to, step }, { start, end }) : 1
    if (darkness && clear) {
      count(clear, placeEdges(rowOf(darkness, at, start, end), all.places, number, clear.places), lines)
    }
    count(all, number, lines)
    at += lines * step
  }
  const { bins } = clear === undefined || clear.sum < mostlyClear * all.sum ? all : clear
  const used: number[] = []
  for (let bin = 0; bin < bins.length; bin++) if (bins[bin]! > 0) used.push(bin)
  const [places, counts] = [new Float64Array(used.length), new Float64Array(used.length)]
  let [total, sum] = [0, 0]
  for (const [i, bin] of used.entries()) {
    places[i] = start + bin / parts
    counts[i] = step * bins[bin]!
    total += counts[i]!
    sum += counts[i]! * places[i]!
  }
  return { places, counts, total, sum }
}

/** How many lines are the same from line `at` on, itself included; every `step`th is examined, up to line `to`. */
function likeLines(
  { stride, words }: Matrix,
  { at, to, step }: { at: number; to: number; step: number },
  { start, end }: Pick<Lines, 'start' | 'end'>,
): number {
  const first = start >>> 5
  const count = ((end + 31) >>> 5) - first
  let line = at + step
  while (line < to && areWordsEqual(words, at * stride + first, words, line * stride + first, count)) line += step
  return (line - at) / step
}

const stepOf = (lines: number): number => Math.max(1, Math.floor(lines / mostLines))

/** How many pixels `edgeCounts` examines. */
export function pixelsExamined({ left, right, top, bottom }: Box): number {
  const [width, height] = [right - left, bottom - top]
  return width * Math.ceil(height / stepOf(height)) + height * Math.ceil(width / stepOf(width))
}

/**
 * Moves edges between two pixels to their exact places, and copies to `clear` those between full dark and full light: a line
 * along the border of two rows of modules mixes both, and the places of its edges mean nothing.
 *
 * @param edges the numbers of the pixels behind the first `count` edges, the first one into dark; their places on return
 * @returns how many edges are clear
 */
function placeEdges(line: Uint8Array, edges: Float64Array, count: number, clear: Float64Array): number {
  let clearCount = 0
  for (let e = 0; e < count; e++) {
    const i = edges[e]!
    if (isSharp(line, i)) {
      clear[clearCount++] = i
      continue
    }
    const edge = edgeAt(line, i, (e & 1) === 0)
    const place = placeOf(line, edge)
    if (i < line.length) edges[e] = place
    if (isClear(line, edge)) clear[clearCount++] = place
  }
  return clearCount
}

/** Whether full dark and full light meet before pixel `i`, as at most edges. Outside the line counts as light. */
function isSharp(line: Uint8Array, i: number): boolean {
  const before = line[i - 1] ?? 0
  const after = line[i] ?? 0
  return (before <= asLight && after >= asDark) || (before >= asDark && after <= asLight)
}

/** The pixels that belong to an edge, from its last dark one to its first light one: `step` leads into the dark. */
interface Edge {
  readonly dark: number
  readonly light: number
  readonly step: 1 | -1
}

/** The edge before pixel `i`, from light to dark if `intoDark`. */
function edgeAt(line: Uint8Array, i: number, intoDark: boolean): Edge {
  const pixel = (at: number): number => line[at] ?? 0
  const step = intoDark ? 1 : -1
  let dark = intoDark ? i : i - 1
  while (pixel(dark) < asDark && pixel(dark + step) > pixel(dark)) dark += step
  let light = intoDark ? i - 1 : i
  while (pixel(light) > asLight && pixel(light - step) < pixel(light)) light -= step
  return { dark, light, step }
}

/** The place where dark ends. */
function placeOf(line: Uint8Array, { dark, light, step }: Edge): number {
  let covered = 0
  for (let at = dark; at !== light - step; at -= step) covered += rounded(line[at] ?? 0)
  return step > 0 ? dark + 1 - covered / 255 : dark + covered / 255
}

function isClear(line: Uint8Array, { dark, light }: Edge): boolean {
  return (line[dark] ?? 0) >= asDark && (line[light] ?? 0) <= asLight
}

/** Nearly light counts as light, nearly dark as dark. */
function rounded(value: number): number {
  return value <= asLight ? 0 : value >= asDark ? 255 : value
}
