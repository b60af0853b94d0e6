/** QR Code and Micro QR Code in a photo: from finder patterns to grids of modules. ISO/IEC 18004:2015, 12 */

import { memoize } from '../../../../symbologies/memoize.ts'
import { type microShapes, microShapes as microSizes } from '../qr/microqr.ts'
import { type qrShapes, qrShapes as qrSizes } from '../qr/qr.ts'
import { type Finder, finderCorners } from './finders.ts'
import { fittedGrid, fittedSteps } from './fitted.ts'
import { fixedLikeness, fixedOf, fixedPlaces, type GridCandidate } from './matrix.ts'
import { type GreyPlane, type Inked, type Point, planeFor } from './planes.ts'
import { type PointPair, type Projection, projected, projectionThrough, quadProjection } from './projection.ts'

type QrShape = (typeof qrShapes)[number] | (typeof microShapes)[number]

/** Three finder patterns in the corners of a symbol: the upper left one, and the next ones clockwise and counter-clockwise. */
interface Corners {
  readonly corner: Finder
  readonly right: Finder
  readonly below: Finder
  /** How far they are from a square, 0 if they are one. */
  readonly skew: number
}

/** The most finder patterns that are put together, and the most threes of them that are tried. */
const mostJoined = 18
const mostTried = 24

/** The threes of finder patterns that may be in the corners of one symbol, the most square first. */
export function cornersOf(finders: readonly Finder[]): Corners[] {
  const few = finders.slice(0, mostJoined)
  const all: Corners[] = []
  for (const [i, a] of few.entries()) {
    for (const [j, b] of few.slice(0, i).entries()) {
      for (const c of few.slice(0, j)) {
        const found = cornersIn([a, b, c])
        if (found !== undefined) all.push(found)
      }
    }
  }
  return all.toSorted((a, b) => a.skew - b.skew).slice(0, mostTried)
}

function cornersIn(three: readonly [Finder, Finder, Finder]): Corners | undefined {
  const modules = three.map(({ module }) => module)
  if (Math.max(...modules) > 2 * Math.min(...modules)) return undefined
  const far = (a: Finder, b: Finder): number => Math.hypot(a.at.x - b.at.x, a.at.y - b.at.y)
  const [a, b, c] = three
  // the corner is opposite the longest side
  const sides = [
    [far(b, c), a, b, c],
    [far(a, c), b, a, c],
    [far(a, b), c, a, b],
  ] as const
  const [long, corner, one, other] = sides.reduce((most, each) => (each[0] > most[0] ? each : most))
  const [first, second] = [far(corner, one), far(corner, other)]
  if (first > 2 * second || second > 2 * first) return undefined
  const cosine = (first ** 2 + second ** 2 - long ** 2) / (2 * first * second)
  if (Math.abs(cosine) > 0.6) return undefined
  const mean = modules.reduce((sum, module) => sum + module, 0) / 3
  const size = (first + second) / 2 / mean
  // 14 modules apart in version 1, 170 in version 40; modules along rows are up to 1.5 times as wide when turned
  if (size < 8 || size > 190) return undefined
  const [u, v] = [
    { x: one.at.x - corner.at.x, y: one.at.y - corner.at.y },
    { x: other.at.x - corner.at.x, y: other.at.y - corner.at.y },
  ]
  const isClockwise = u.x * v.y - u.y * v.x > 0
  const [right, below] = isClockwise ? [one, other] : [other, one]
  const uneven = Math.max(...modules) / Math.min(...modules) - 1
  return { corner, right, below, skew: Math.abs(cosine) + Math.abs(Math.log(first / second)) + uneven }
}

/** The most greys that are looked at for three finder patterns: those of an alignment pattern at 289 places in five versions. */
export const qrSteps = 5 * (289 * 25 + 2000)

/** The grids that three finder patterns may belong to, the likeliest first. */
export function qrCandidates(planes: readonly GreyPlane[], inked: Inked, corners: Corners): GridCandidate<QrShape>[] {
  const { corner, right, below } = corners
  const quads = [corner, right, below].map((finder) => finderCorners(inked, finder))
  const [across, down] = [between(corner, right, quads), between(corner, below, quads)]
  const modules = (across.modules + down.modules) / 2
  const nearest = Math.round((modules + 7 - 17) / 4)
  const spread = nearest < 7 ? 1 : 2
  const candidates: GridCandidate<QrShape>[] = []
  for (let version = Math.max(1, nearest - spread); version <= Math.min(40, nearest + spread); version++) {
    const shape = qrSizes[version - 1]!
    const start = started(corners, quads, shape.rows)
    if (start === undefined) continue
    const plane = planeFor(planes, across.module, 4)
    const projection = version === 1 ? start : withAlignment(plane, start, shape.rows)
    const likeness = fixedLikeness(plane, projection, fixedOf(shape))
    if (likeness > 0.35) candidates.push({ shape, projection, module: across.module, likeness })
  }
  return candidates.toSorted((a, b) => b.likeness - a.likeness)
}

/** The distance of two finder patterns in modules, by their width along the line between them. */
function between(
  a: Finder,
  b: Finder,
  [first, second, third]: readonly (readonly Point[] | undefined)[],
): { modules: number; module: number } {
  const length = Math.hypot(b.at.x - a.at.x, b.at.y - a.at.y)
  const direction = { x: (b.at.x - a.at.x) / length, y: (b.at.y - a.at.y) / length }
  const widths = [first, second ?? third].flatMap((quad) => {
    if (quad === undefined) return []
    // the sides that are along the direction
    const sides = quad.map((corner, i) => {
      const next = quad[(i + 1) % 4]!
      return Math.abs((next.x - corner.x) * direction.x + (next.y - corner.y) * direction.y)
    })
    return [
      sides
        .toSorted((x, y) => y - x)
        .slice(0, 2)
        .reduce((sum, side) => sum + side, 0) / 14,
    ]
  })
  const module =
    widths.length > 0 ? widths.reduce((sum, width) => sum + width, 0) / widths.length : (a.module + b.module) / 2
  return { modules: length / module, module }
}

/** By the middles of the finder patterns and their corners, as far as these are known. */
function started(
  { corner, right, below }: Corners,
  quads: readonly (readonly Point[] | undefined)[],
  size: number,
): Projection | undefined {
  const places = [
    [corner, 0, 0],
    [right, size - 7, 0],
    [below, 0, size - 7],
  ] as const
  const middles = places.map(([{ at }, u, v]): PointPair => ({ u: u + 3.5, v: v + 3.5, at }))
  const [a, b, c] = middles
  const opposite: PointPair = {
    u: size - 3.5,
    v: size - 3.5,
    at: { x: b!.at.x + c!.at.x - a!.at.x, y: b!.at.y + c!.at.y - a!.at.y },
  }
  const affine = projectionThrough([...middles, opposite])
  if (affine === undefined || quads.some((quad) => quad === undefined)) return affine
  const pairs = places.flatMap(([, u, v], i) => {
    const quad = quads[i]!
    return [
      [u, v],
      [u + 7, v],
      [u + 7, v + 7],
      [u, v + 7],
    ].map(([x, y]): PointPair => {
      const expected = projected(affine, x!, y!)
      const away = (point: Point): number => Math.hypot(point.x - expected.x, point.y - expected.y)
      return { u: x!, v: y!, at: quad.reduce((best, each) => (away(each) < away(best) ? each : best)) }
    })
  })
  return projectionThrough([...pairs, ...middles, ...middles]) ?? affine
}

/** How far around its place an alignment pattern is looked for, in modules. */
const farthest = 4

/** Bent so that the alignment pattern at the lower right is where it is seen. */
function withAlignment(plane: GreyPlane, start: Projection, size: number): Projection {
  const pattern = alignmentAt(size)
  let best = { likeness: 0.5, across: 0, down: 0 }
  for (let down = -farthest; down <= farthest; down += 0.5) {
    for (let across = -farthest; across <= farthest; across += 0.5) {
      const likeness = fixedLikeness(plane, start, pattern, across, down) - 0.02 * Math.hypot(across, down)
      if (likeness > best.likeness) best = { likeness, across, down }
    }
  }
  if (best.across === 0 && best.down === 0) return start
  const places = [
    [3.5, 3.5],
    [size - 3.5, 3.5],
    [3.5, size - 3.5],
  ].map(([u, v]): PointPair => ({ u: u!, v: v!, at: projected(start, u!, v!) }))
  const middle = size - 6.5
  const at = projected(start, middle + best.across, middle + best.down)
  return projectionThrough([...places, { u: middle, v: middle, at }]) ?? start
}

const alignmentAt = memoize((size: number) =>
  fixedPlaces(
    Array.from({ length: 25 }, (_, i) => {
      const [down, across] = [Math.floor(i / 5) - 2, (i % 5) - 2]
      const dark = Math.max(Math.abs(down), Math.abs(across)) !== 1
      return { row: size - 7 + down, column: size - 7 + across, dark }
    }),
  ),
)

/** A finder pattern and the light modules around it: a separator or quiet zone. */
const ringed = fixedPlaces(
  Array.from({ length: 81 }, (_, i) => {
    const [row, column] = [Math.floor(i / 9) - 1, (i % 9) - 1]
    const away = Math.max(Math.abs(row - 3), Math.abs(column - 3))
    return { row, column, dark: away === 3 || away < 2 }
  }),
)
/** The least likeness of a finder pattern and what is around it. */
const leastRinged = 0.5

/** The pixels that are looked at for the corners of a finder pattern, by rays of quarter pixels. */
export const quadSteps = ({ module }: Finder, { scale }: Inked): number => 48 * 4 * Math.ceil((7 * module) / scale) + 81

/** The corners of a finder pattern that looks like one all over; undefined of what only some lines take for one. */
export function quadOf(planes: readonly GreyPlane[], inked: Inked, finder: Finder): readonly Point[] | undefined {
  const quad = finderCorners(inked, finder)
  if (quad === undefined) return undefined
  const projection = quadProjection(quad as readonly [Point, Point, Point, Point], 7, 7)
  const plane = planeFor(planes, moduleIn(quad), 4)
  return projection === undefined || fixedLikeness(plane, projection, ringed) < leastRinged ? undefined : quad
}

const moduleIn = (quad: readonly Point[]): number =>
  Math.hypot(quad[2]!.x - quad[0]!.x, quad[2]!.y - quad[0]!.y) / (7 * Math.SQRT2)

/**
 * The grids of Micro QR Code that one finder pattern may belong to, by its corners, the likeliest first: as they lie, and as a parallelogram,
 * since over seven modules what a corner is off looks like a perspective, which would bend the grid beyond them.
 */
export function microCandidates(planes: readonly GreyPlane[], quad: readonly Point[]): GridCandidate<QrShape>[] {
  const module = moduleIn(quad)
  const plane = planeFor(planes, module, 4)
  const candidates = [parallelogram(quad), quad].flatMap((corners) =>
    [0, 1, 2, 3].flatMap((turn) => gridsFrom(plane, corners, turn).map((grid) => ({ ...grid, module }))),
  )
  return candidates.toSorted((a, b) => b.likeness - a.likeness).slice(0, mostMicro)
}

/** The most grids of Micro QR Code at a finder pattern that are read. */
const mostMicro = 5

/** The grids of all sizes that fit to a finder pattern at their upper left, which is turned by quarters. */
function gridsFrom(plane: GreyPlane, quad: readonly Point[], turn: number): Omit<GridCandidate<QrShape>, 'module'>[] {
  const found: Omit<GridCandidate<QrShape>, 'module'>[] = []
  const pairs = [
    [0, 0],
    [7, 0],
    [7, 7],
    [0, 7],
  ].map(([u, v], i): PointPair => ({ u: u!, v: v!, at: quad[(i + turn) % 4]! }))
  let projection = projectionThrough(pairs)
  // fitted from the finder pattern outwards, a few modules at a time
  let within = 8
  for (const shape of microSizes) {
    for (; within < shape.rows && projection !== undefined; within += 3) {
      projection = fittedGrid(plane, projection, { size: largest, within, rounds: 2 })?.projection
    }
    if (projection === undefined) break
    const likeness = fixedLikeness(plane, projection, fixedOf(shape))
    if (likeness > 0.5) found.push({ shape, projection, likeness })
  }
  return found
}

/** The parallelogram that is nearest to four corners. */
function parallelogram(quad: readonly Point[]): readonly Point[] {
  const [a, b, c, d] = quad as readonly [Point, Point, Point, Point]
  const mean = (of: (point: Point) => number): number => (of(a) + of(b) + of(c) + of(d)) / 4
  const middle = { x: mean(({ x }) => x), y: mean(({ y }) => y) }
  const across = { x: (b.x - a.x + c.x - d.x) / 4, y: (b.y - a.y + c.y - d.y) / 4 }
  const down = { x: (d.x - a.x + c.x - b.x) / 4, y: (d.y - a.y + c.y - b.y) / 4 }
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([i, j]) => ({
    x: middle.x + i! * across.x + j! * down.x,
    y: middle.y + i! * across.y + j! * down.y,
  }))
}

const largest = microSizes.at(-1)!
/** The most greys that are looked at for a Micro QR Code: from two starts, in four ways that it may be turned, three fits and four sizes. */
export const microSteps = 2 * 4 * 4 * fittedSteps(largest, 2)
