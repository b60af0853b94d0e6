/** Fits the grid of a matrix symbol to the edges in a picture, and samples it. */

import { isDark, isSolid } from '../../../../symbologies/matrix/index.ts'
import type { EdgeCounts } from './edges.ts'
import type { Modules } from './modules.ts'
import { type Box, type Ink, transposedInk } from './picture.ts'

/** Evenly spaced lines between modules: line i at `origin + i * module`, in pixels. */
export interface Axis {
  readonly origin: number
  readonly module: number
  readonly count: number
  /** The average distance of edges from the lines, in modules: about 0.25 for lines unrelated to the edges. */
  readonly deviation: number
}

export interface ModuleGrid {
  readonly box: Box
  readonly across: Axis
  readonly down: Axis
}

/** Fits the lines between `count` modules to the edges from `from` to `to`: twice, because the first fit moves the ends. */
export function fittedAxis(edges: EdgeCounts, { from, to }: { from: number; to: number }, count: number): Axis {
  let axis = { origin: from, module: (to - from) / count }
  for (let round = 0; round < 2; round++) axis = leastSquares(edges, axis) ?? axis
  const { places, counts, total } = edges
  let away = 0
  for (let i = 0; i < places.length; i++) {
    const place = (places[i]! - axis.origin) / axis.module
    away += counts[i]! * Math.abs(place - Math.round(place))
  }
  return { ...axis, count, deviation: total === 0 ? 1 : away / total }
}

/** Lines at equal distances. */
type Even = Pick<Axis, 'origin' | 'module'>

function leastSquares({ places, counts, total, sum }: EdgeCounts, { origin, module }: Even): Even | undefined {
  let sumLine = 0
  let sumSquares = 0
  let sumProducts = 0
  for (let i = 0; i < places.length; i++) {
    const line = Math.round((places[i]! - origin) / module)
    const weighted = counts[i]! * line
    sumLine += weighted
    sumSquares += weighted * line
    sumProducts += weighted * places[i]!
  }
  const spread = total * sumSquares - sumLine * sumLine
  if (spread === 0) return undefined
  const slope = (total * sumProducts - sumLine * sum) / spread
  return { origin: (sum - slope * sumLine) / total, module: slope }
}

/** Modules of at least this size, in pixels, are read at five places, smaller ones only at their middle. */
const roomy = 3

/** All modules of the grid. */
export function sampled(ink: Ink, grid: ModuleGrid): Modules {
  const [rows, columns] = [grid.down.count, grid.across.count]
  const isDarkAt = moduleReader(ink, grid)
  const dark = new Uint8Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) dark[row * columns + column] = Number(isDarkAt(row, column))
  }
  return { rows, columns, dark }
}

/** Whether a module of the picture as it is seen is dark. */
export type ModuleReader = (row: number, column: number) => boolean

/** Reads a module at its middle and, if it is roomy, at four places around it; the majority of the pixels decides. */
export function moduleReader({ bits, width, height }: Ink, { across, down }: ModuleGrid): ModuleReader {
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
  { across, down }: ModuleGrid,
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
