/** Finds the grid of a matrix symbol in a picture and samples it. */

import { areWordsEqual, darkRuns, isDark, isSolid, type Matrix } from '../../../symbologies/matrix/index.ts'
import type { Box } from './box.ts'
import { placeEdges } from './edges.ts'
import type { Modules } from './modules.ts'
import type { ModuleReader } from './orientation.ts'
import { type Ink, rowOf, transposedInk } from './picture.ts'

/** Evenly spaced lines between modules: line i at `origin + i * module`, in pixels. */
export interface Axis {
  readonly origin: number
  readonly module: number
  readonly count: number
  /** The average distance of edges from the lines, in modules: about 0.25 for lines unrelated to the edges. */
  readonly deviation: number
}

export interface Grid {
  readonly box: Box
  readonly across: Axis
  readonly down: Axis
}

/** The places of edges along one axis, and the total length of the edges at each, in pixels. */
export interface EdgeCounts {
  readonly places: Float64Array
  readonly counts: Float64Array
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
export function edgeCounts(ink: Ink, box: Box): { across: EdgeCounts; down: EdgeCounts } {
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

function counted({ width, bits, darkness }: Ink, { from, to, start, end }: Lines): EdgeCounts {
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
  const runs = new Int32Array(width + 1)
  const count = (edges: typeof all, number: number, lines: number): void => {
    const { bins, places } = edges
    edges.sum += lines * number
    for (let i = 0; i < number; i++) {
      bins[Math.max(0, Math.min(bins.length - 1, Math.round(parts * places[i]!)))]! += lines
    }
  }
  const step = stepOf(to - from)
  for (let at = from; at < to; ) {
    const number = edgesBetween(runs.subarray(0, darkRuns(bits, at, runs)), { start, end }, all.places)
    const lines = darkness === undefined ? likeLines(bits, at, { to, step }) : 1
    if (darkness && clear) {
      count(clear, placeEdges(rowOf(darkness, at, start, end), all.places, number, clear.places), lines)
    }
    count(all, number, lines)
    at += lines * step
  }
  const { bins } = clear === undefined || clear.sum < mostlyClear * all.sum ? all : clear
  const used: number[] = []
  for (let bin = 0; bin < bins.length; bin++) if (bins[bin]! > 0) used.push(bin)
  return {
    places: Float64Array.from(used, (bin) => start + bin / parts),
    counts: Float64Array.from(used, (bin) => step * bins[bin]!),
  }
}

/** How many lines are the same from line `at` on, itself included; every `step`th is examined, up to line `to`. */
function likeLines({ stride, words }: Matrix, at: number, { to, step }: { to: number; step: number }): number {
  let line = at + step
  while (line < to && areWordsEqual(words, at * stride, words, line * stride, stride)) line += step
  return (line - at) / step
}

/** Writes the ends of runs from `start` to `end`, in pixels from `start`; returns their number. */
function edgesBetween(runs: Int32Array, { start, end }: Pick<Lines, 'start' | 'end'>, into: Float64Array): number {
  let count = 0
  for (let i = 0; i < runs.length && runs[i]! < end; i += 2) {
    if (runs[i + 1]! <= start) continue
    into[count++] = Math.max(start, runs[i]!) - start
    into[count++] = Math.min(end, runs[i + 1]!) - start
  }
  return count
}

const stepOf = (lines: number): number => Math.max(1, Math.floor(lines / mostLines))

/** How many pixels `edgeCounts` examines. */
export function pixelsExamined({ left, right, top, bottom }: Box): number {
  const [width, height] = [right - left, bottom - top]
  return width * Math.ceil(height / stepOf(height)) + height * Math.ceil(width / stepOf(width))
}

/** Fits the lines between `count` modules to the edges from `from` to `to`: twice, because the first fit moves the ends. */
export function fittedAxis(edges: EdgeCounts, { from, to }: { from: number; to: number }, count: number): Axis {
  let axis = { origin: from, module: (to - from) / count }
  for (let round = 0; round < 2; round++) axis = leastSquares(edges, axis) ?? axis
  let total = 0
  let away = 0
  for (let i = 0; i < edges.places.length; i++) {
    const place = (edges.places[i]! - axis.origin) / axis.module
    total += edges.counts[i]!
    away += edges.counts[i]! * Math.abs(place - Math.round(place))
  }
  return { ...axis, count, deviation: total === 0 ? 1 : away / total }
}

/** Lines at equal distances. */
type Even = Pick<Axis, 'origin' | 'module'>

function leastSquares({ places, counts }: EdgeCounts, { origin, module }: Even): Even | undefined {
  let weight = 0
  let sumLine = 0
  let sumPlace = 0
  let sumSquares = 0
  let sumProducts = 0
  for (let i = 0; i < places.length; i++) {
    const line = Math.round((places[i]! - origin) / module)
    const count = counts[i]!
    weight += count
    sumLine += count * line
    sumPlace += count * places[i]!
    sumSquares += count * line * line
    sumProducts += count * line * places[i]!
  }
  const spread = weight * sumSquares - sumLine * sumLine
  if (spread === 0) return undefined
  const slope = (weight * sumProducts - sumLine * sumPlace) / spread
  return { origin: (sumPlace - slope * sumLine) / weight, module: slope }
}

/** Modules of at least this size, in pixels, are read at five places, smaller ones only at their middle. */
const roomy = 3

/** All modules of the grid. */
export function sampled(ink: Ink, grid: Grid): Modules {
  const [rows, columns] = [grid.down.count, grid.across.count]
  const isDarkAt = moduleReader(ink, grid)
  const dark = new Uint8Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) dark[row * columns + column] = Number(isDarkAt(row, column))
  }
  return { rows, columns, dark }
}

/** Reads a module at its middle and, if it is roomy, at four places around it; the majority of the pixels decides. */
export function moduleReader({ bits, width, height }: Ink, { across, down }: Grid): ModuleReader {
  const [xs, ys] = [pixelsAt(across, 0, width), pixelsAt(down, 0, height)]
  if (Math.min(across.module, down.module) < roomy) return (row, column) => isDark(bits, xs[column]!, ys[row]!)
  const [lefts, rights] = [pixelsAt(across, -0.25, width), pixelsAt(across, 0.25, width)]
  const [tops, bottoms] = [pixelsAt(down, -0.25, height), pixelsAt(down, 0.25, height)]
  return (row, column) => {
    const [left, right, top, bottom] = [lefts[column]!, rights[column]!, tops[row]!, bottoms[row]!]
    const around =
      Number(isDark(bits, left, top)) +
      Number(isDark(bits, right, top)) +
      Number(isDark(bits, left, bottom)) +
      Number(isDark(bits, right, bottom))
    return around > 2 || (around === 2 && isDark(bits, xs[column]!, ys[row]!))
  }
}

/** For each module the pixel that is `part` of a module away from its middle. */
function pixelsAt({ origin, module, count }: Axis, part: number, limit: number): Int32Array {
  const pixels = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    pixels[i] = Math.min(limit - 1, Math.max(0, Math.floor(origin + (i + 0.5 + part) * module)))
  }
  return pixels
}

/** How many pixels the outermost modules may extend past the grid if modules are not whole pixels. */
const spill = 1

/** The light margin on each side of the grid, in modules, checked also over the first `around` modules of the adjacent sides. */
export function lightAround(
  ink: Ink,
  { across, down }: Grid,
  around: number,
): readonly [number, number, number, number] {
  const [left, right] = endsOf(across)
  const [top, bottom] = endsOf(down)
  const xs = { from: left - around * across.module, to: right + around * across.module }
  const ys = { from: top - around * down.module, to: bottom + around * down.module }
  const [fromX, toX] = [Math.max(0, Math.floor(xs.from)), Math.min(ink.width, Math.ceil(xs.to))]
  const [fromY, toY] = [Math.max(0, Math.floor(ys.from)), Math.min(ink.height, Math.ceil(ys.to))]
  const { bits } = transposedInk(ink)
  const row = (y: number): boolean => isSolid(ink.bits, y, { from: fromX, to: toX }, false)
  const column = (x: number): boolean => isSolid(bits, x, { from: fromY, to: toY }, false)
  return [
    lightRun(row, top, -1, ink.height) / down.module,
    lightRun(column, right, 1, ink.width) / across.module,
    lightRun(row, bottom, 1, ink.height) / down.module,
    lightRun(column, left, -1, ink.width) / across.module,
  ]
}

/** Whether a module is a whole number of pixels. */
export const isWhole = ({ module }: Even): boolean => Math.abs(module - Math.round(module)) < 0.01

/** The grid's first and last edge, moved outwards by the overlap of the outermost modules. */
function endsOf(axis: Axis): [number, number] {
  const { origin, module, count } = axis
  const slack = isWhole(axis) ? 0 : spill
  return [Math.round(origin) - slack, Math.round(origin + count * module) + slack]
}

/** How many lines are light from an edge outwards. */
function lightRun(isAllLight: (at: number) => boolean, edge: number, step: 1 | -1, limit: number): number {
  let count = 0
  for (let at = step > 0 ? edge : edge - 1; at >= 0 && at < limit && isAllLight(at); at += step) count++
  return count
}
