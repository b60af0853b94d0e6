/**
 * Grid non-uniformity: how far modules lie from the even grid that the four corners of the symbol give. ISO/IEC 15415, 7.8.7
 *
 * The middles of modules are followed by the edges between them, whose places are smoothed by a surface: so corners are known too where
 * no edge is, and a symbol may be bent by more than half a module.
 */

import type { ModulePlace } from '../check/index.ts'
import type { MatrixShape, MatrixSighting } from '../check/photo/matrix.ts'
import { type GreyPlane, greyAt, type Point } from '../check/photo/planes.ts'
import {
  Equations,
  type PointPair,
  type Projection,
  projected,
  projectionThrough,
  quadProjection,
} from '../check/photo/projection.ts'
import { moduleThresholds } from '../check/photo/sampled.ts'

/** An edge between two modules, and how far it lies from where the projection has it, in modules: right, or down. */
interface Edge {
  readonly u: number
  readonly v: number
  readonly off: number
  /** 1 where dark is before it, -1 where dark is behind it: ink that spreads moves them apart. */
  readonly side: 1 | -1
}

/** Moves both coordinates of a place of the symbol, in modules. */
type Warp = (u: number, v: number) => readonly [across: number, down: number]

const rounds = 6
/** Places between two middles at which greys are compared, and the least difference of greys of two modules. */
const steps = 16
const leastDifference = 8
/** Terms of the surface, of third order in both coordinates, and that of the ink. */
const surfaceTerms = 10

/** The modules of a symbol as their edges show them. */
interface Followed {
  /** Where a place of the symbol is in the picture, moved as its edges say or by another move. */
  readonly seenAt: (u: number, v: number, off?: readonly [across: number, down: number]) => Point
  readonly edges: readonly [across: readonly Edge[], down: readonly Edge[]]
}

function followed(plane: GreyPlane, { grid: { projection }, shape }: Pick<MatrixSighting, 'grid' | 'shape'>): Followed {
  let warp: Warp = () => [0, 0]
  const seenAt: Followed['seenAt'] = (u, v, [across, down] = warp(u, v)) => projected(projection, u + across, v + down)
  let edges: readonly [Edge[], Edge[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const now = warp
    const greyIn: GreyIn = (u, v) => {
      const { x, y } = seenAt(u, v, now(u, v))
      return greyAt(plane, x, y)
    }
    edges = [edgesIn(greyIn, { shape, warp, isDown: false }), edgesIn(greyIn, { shape, warp, isDown: true })]
    if (Math.min(edges[0].length, edges[1].length) < 2 * surfaceTerms) break
    const [across, down] = [surfaceOf(edges[0], shape), surfaceOf(edges[1], shape)]
    if (across === undefined || down === undefined) break
    warp = (u, v) => [across(u, v), down(u, v)]
  }
  return { seenAt, edges }
}

/** The grid that is the closest to the modules as their edges show them; undefined if they show none. */
export function followedGrid(
  plane: GreyPlane,
  sighting: Pick<MatrixSighting, 'grid' | 'shape'>,
): Projection | undefined {
  const { rows, columns } = sighting.shape
  const { seenAt } = followed(plane, sighting)
  const pairs = Array.from({ length: (rows + 1) * (columns + 1) }, (_, i): PointPair => {
    const [u, v] = [i % (columns + 1), Math.floor(i / (columns + 1))]
    return { u, v, at: seenAt(u, v) }
  })
  return projectionThrough(pairs)
}

/** The module that is the farthest from the grid of the corners, and how far, in modules. */
export function gridNonuniformity(
  plane: GreyPlane,
  sighting: Pick<MatrixSighting, 'grid' | 'shape'>,
): { readonly distance: number; readonly place: ModulePlace } {
  const { seenAt, edges } = followed(plane, sighting)
  const {
    grid: { projection },
    shape,
  } = sighting
  const { columns } = shape
  const corners = [
    [0, 0],
    [columns, 0],
    [columns, shape.rows],
    [0, shape.rows],
  ].map(([u, v]) => seenAt(u!, v!)) as [Point, Point, Point, Point]
  const even = quadProjection(corners, columns, shape.rows) ?? projection
  let farthest = { distance: 0, place: { row: 0, column: 0 } }
  const compare = (u: number, v: number, off?: readonly [number, number]): void => {
    const distance = distanceIn(even, u, v, seenAt(u, v, off))
    if (distance <= farthest.distance) return
    const place = { row: Math.min(shape.rows - 1, Math.floor(v)), column: Math.min(columns - 1, Math.floor(u)) }
    farthest = { distance, place }
  }
  for (let row = 0; row < shape.rows; row++) {
    for (let column = 0; column < columns; column++) compare(column + 0.5, row + 0.5)
  }
  for (const { u, v, off } of middlesOf(edges)) compare(u, v, off)
  return farthest
}

/** How far a point lies from a place of a grid, in its modules. */
function distanceIn(grid: Projection, u: number, v: number, point: Point): number {
  const [at, right, below] = [projected(grid, u, v), projected(grid, u + 1, v), projected(grid, u, v + 1)]
  const [a, b] = [right.x - at.x, below.x - at.x]
  const [c, d] = [right.y - at.y, below.y - at.y]
  const [x, y] = [point.x - at.x, point.y - at.y]
  const area = a * d - b * c
  return Math.hypot((d * x - b * y) / area, (a * y - c * x) / area)
}

/** The grey at a place of the symbol, in modules. */
type GreyIn = (u: number, v: number) => number

/** Whether modules are dark, by the light and dark around them; beyond the symbol all is light. */
function darkBy(greyIn: GreyIn, { rows, columns }: MatrixShape): (row: number, column: number) => boolean {
  const width = columns + 2
  const greys = Float64Array.from({ length: (rows + 2) * width }, (_, i) =>
    greyIn((i % width) - 0.5, Math.floor(i / width) - 0.5),
  )
  const thresholds = moduleThresholds({ rows, columns, greys })
  return (row, column) => {
    const at = (row + 1) * width + column + 1
    return row >= 0 && column >= 0 && row < rows && column < columns && greys[at]! < thresholds[at]!
  }
}

/** The edges between modules that differ, in the columns or the rows of the symbol. */
function edgesIn(greyIn: GreyIn, { shape, warp, isDown }: { shape: MatrixShape; warp: Warp; isDown: boolean }): Edge[] {
  const isDark = darkBy(greyIn, shape)
  const edges: Edge[] = []
  for (let row = isDown ? -1 : 0; row < shape.rows; row++) {
    for (let column = isDown ? 0 : -1; column < shape.columns; column++) {
      const before = isDark(row, column)
      if (before === isDark(row + Number(isDown), column + Number(!isDown))) continue
      const at = (part: number): number => greyIn(column + 0.5 + (isDown ? 0 : part), row + 0.5 + (isDown ? part : 0))
      const [first, last] = [at(0), at(1)]
      if (before !== first < last || Math.abs(first - last) < leastDifference) continue
      const off = crossing(at, (first + last) / 2)
      if (off === undefined) continue
      const [u, v] = isDown ? [column + 0.5, row + 1] : [column + 1, row + 0.5]
      edges.push({ u, v, off: off + warp(u, v)[isDown ? 1 : 0], side: before ? 1 : -1 })
    }
  }
  return edges
}

/** Where greys cross the middle first, from half a module before the line to half a module behind it. */
function crossing(at: (part: number) => number, middle: number): number | undefined {
  let last = at(0) - middle
  for (let i = 1; i <= steps; i++) {
    const value = at(i / steps) - middle
    if (last > 0 !== value > 0) return (i - 1 + last / (last - value)) / steps - 0.5
    last = value
  }
  return undefined
}

/** The surface of third order that is the closest to how far edges lie off. */
function surfaceOf(
  edges: readonly Edge[],
  { rows, columns }: MatrixShape,
): ((u: number, v: number) => number) | undefined {
  const powers = (u: number, v: number): readonly number[] => {
    const [s, t] = [(2 * u) / columns - 1, (2 * v) / rows - 1]
    return [1, s, t, s * s, s * t, t * t, s ** 3, s * s * t, s * t * t, t ** 3]
  }
  const equations = new Equations(surfaceTerms + 1)
  for (const { u, v, off, side } of edges) equations.add([...powers(u, v), side], off)
  const found = equations.solved(1e-3 * Math.sqrt(edges.length))
  return found && ((u, v) => powers(u, v).reduce((sum, power, i) => sum + power * found[i]!, 0))
}

/** The middles of modules with edges on all four sides, and how far they lie off. */
function middlesOf([across, down]: readonly [readonly Edge[], readonly Edge[]]): readonly {
  readonly u: number
  readonly v: number
  readonly off: readonly [number, number]
}[] {
  const at = (edges: readonly Edge[]): Map<string, number> => new Map(edges.map(({ u, v, off }) => [`${u} ${v}`, off]))
  const [upright, level] = [at(across), at(down)]
  return across.flatMap(({ u: left, v, off: first }) => {
    const u = left + 0.5
    const second = upright.get(`${left + 1} ${v}`)
    const [top, bottom] = [level.get(`${u} ${v - 0.5}`), level.get(`${u} ${v + 0.5}`)]
    if (second === undefined || top === undefined || bottom === undefined) return []
    return [{ u, v, off: [(first + second) / 2, (top + bottom) / 2] as const }]
  })
}
