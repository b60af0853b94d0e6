/** Where the edges in a part of a picture are, along its rows and along its columns. */

import { areWordsEqual, darkRunsBetween, type Matrix } from '../../../symbologies/matrix/index.ts'
import type { Box } from './box.ts'
import { placeEdges } from './edges.ts'
import { type Ink, rowOf, transposedInk } from './picture.ts'

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

/** The most lines to examine: more do not make the places more exact. */
const mostLines = 500
/** The most parts of a pixel by which edges are counted. */
const finestParts = 16
/**
 * The most counts for one axis. Long lines are divided more coarsely, so that the work on these counts is bounded; their
 * modules are larger in turn. A symbol has at most 178 lines between modules, so there are at least 92 counts for each.
 */
const mostBins = 16_384

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

/** The share of clear edges from which only they are counted. If modules are hardly a pixel wide, few edges are clear. */
const mostlyClear = 0.2

/** Rows `from` to `to` of a picture, from pixel `start` to `end`; `to` and `end` not included. */
interface Lines {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

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
