/** Finds the grid of a matrix symbol in a picture and samples it. */

import { edgesOf } from './edges.ts'
import type { Modules } from './modules.ts'
import { type Ink, middle } from './picture.ts'

/** Pixels from `left` to `right` and `top` to `bottom`, the ends not included. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Evenly spaced lines between modules: line i at `origin + i * module`, in pixels. */
export interface Axis {
  readonly origin: number
  readonly module: number
  readonly count: number
  /** How far edges lie from the lines on average, in modules: about 0.25 where the lines have nothing to do with them. */
  readonly deviation: number
}

export interface Grid {
  readonly box: Box
  readonly across: Axis
  readonly down: Axis
}

/** Where edges are along one axis, and how long they are together, in pixels. */
export interface EdgeCounts {
  readonly places: Float64Array
  readonly counts: Float64Array
}

/** More lines than this say no more about where the edges are. */
const mostLines = 500
/** Edges are counted by parts of a pixel. */
const parts = 16

/** The edges in all rows of the box, and those in all columns. */
export function edgeCounts(ink: Ink, box: Box): { across: EdgeCounts; down: EdgeCounts } {
  const { width, dark } = ink
  const row = (y: number): Uint8Array => dark.subarray(y * width + box.left, y * width + box.right)
  const column = (x: number): Uint8Array => {
    const line = new Uint8Array(box.bottom - box.top)
    for (let y = 0; y < line.length; y++) line[y] = dark[(box.top + y) * width + x]!
    return line
  }
  return {
    across: counted(row, { from: box.top, to: box.bottom, length: box.right - box.left, start: box.left }),
    down: counted(column, { from: box.left, to: box.right, length: box.bottom - box.top, start: box.top }),
  }
}

function counted(
  line: (at: number) => Uint8Array,
  { from, to, length, start }: { from: number; to: number; length: number; start: number },
): EdgeCounts {
  const bins = new Float64Array(parts * (length + 1) + 1)
  const room = new Float64Array(length + 2)
  const step = Math.max(1, Math.floor((to - from) / mostLines))
  for (let at = from; at < to; at += step) {
    const count = edgesOf(line(at), room)
    for (let i = 0; i < count; i++) bins[Math.max(0, Math.min(bins.length - 1, Math.round(parts * room[i]!)))]!++
  }
  const used = Array.from(bins.keys()).filter((bin) => bins[bin]! > 0)
  return {
    places: Float64Array.from(used, (bin) => start + bin / parts),
    counts: Float64Array.from(used, (bin) => step * bins[bin]!),
  }
}

/** Fits the lines between `count` modules to edges that lie from `from` to `to`: twice, as the first fit moves the ends. */
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

interface Lines {
  readonly origin: number
  readonly module: number
}

function leastSquares({ places, counts }: EdgeCounts, { origin, module }: Lines): Lines | undefined {
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

/** Modules from this size on, in pixels, are read at five places; smaller ones at their middle alone. */
const roomy = 3

/** Reads every module around its middle, as the greater part of what is there. */
export function sampled(ink: Ink, { across, down }: Grid): Modules {
  const dark = new Uint8Array(across.count * down.count)
  const isRoomy = Math.min(across.module, down.module) >= roomy
  const parts = isRoomy ? [-0.25, 0, 0.25] : [0]
  const columns = parts.map((part) => pixelsAt(across, part, ink.width))
  const rows = parts.map((part) => pixelsAt(down, part, ink.height))
  const isDark = (row: number, column: number, i: number, j: number): boolean =>
    ink.dark[rows[i]![row]! * ink.width + columns[j]![column]!]! >= middle
  for (let row = 0; row < down.count; row++) {
    for (let column = 0; column < across.count; column++) {
      let votes = 0
      for (const [i, j] of isRoomy ? fivePlaces : onePlace) if (isDark(row, column, i, j)) votes++
      dark[row * across.count + column] = 2 * votes > (isRoomy ? fivePlaces : onePlace).length ? 1 : 0
    }
  }
  return { rows: down.count, columns: across.count, dark }
}

/** By the number of the part: the middle and four places around it. */
const fivePlaces = [
  [1, 1],
  [0, 0],
  [0, 2],
  [2, 0],
  [2, 2],
] as const
const onePlace = [[0, 0]] as const

/** The pixel of each module that is `part` of a module beside its middle. */
function pixelsAt({ origin, module, count }: Axis, part: number, limit: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) =>
    Math.min(limit - 1, Math.max(0, Math.floor(origin + (i + 0.5 + part) * module))),
  )
}

/** Light on each side of the grid, in modules; `around` modules of the neighbouring sides are looked at as well. */
export function lightAround(
  ink: Ink,
  { across, down }: Grid,
  around: number,
): readonly [number, number, number, number] {
  const margin = { x: around * across.module, y: around * down.module }
  const box = {
    left: Math.round(across.origin),
    right: Math.round(across.origin + across.count * across.module),
    top: Math.round(down.origin),
    bottom: Math.round(down.origin + down.count * down.module),
  }
  const xs = {
    from: Math.max(0, Math.floor(box.left - margin.x)),
    to: Math.min(ink.width, Math.ceil(box.right + margin.x)),
  }
  const ys = {
    from: Math.max(0, Math.floor(box.top - margin.y)),
    to: Math.min(ink.height, Math.ceil(box.bottom + margin.y)),
  }
  const isLight = (x: number, y: number): boolean => ink.dark[y * ink.width + x]! < middle
  const row = (y: number): boolean => {
    for (let x = xs.from; x < xs.to; x++) if (!isLight(x, y)) return false
    return true
  }
  const column = (x: number): boolean => {
    for (let y = ys.from; y < ys.to; y++) if (!isLight(x, y)) return false
    return true
  }
  const run = (light: (at: number) => boolean, start: number, step: 1 | -1, limit: number): number => {
    let count = 0
    for (let at = start; at >= 0 && at < limit && light(at); at += step) count++
    return count
  }
  return [
    run(row, box.top - 1, -1, ink.height) / down.module,
    run(column, box.right, 1, ink.width) / across.module,
    run(row, box.bottom, 1, ink.height) / down.module,
    run(column, box.left - 1, -1, ink.width) / across.module,
  ]
}
