/** Data Matrix in a photo: from the solid borders at the left and bottom to grids of modules. ISO/IEC 16022:2006, 9: the reference decode algorithm finds them first */

import { memoize } from '../../../../symbologies/memoize.ts'
import { dataMatrixShapes } from '../datamatrix/datamatrix.ts'
import type { Effort } from '../picture/effort.ts'
import { type ConnectedComponent, simplified } from './components.ts'
import { fittedGrid, fittedSteps } from './fitted.ts'
import { fixedLikeness, fixedOf, fixedPlaces, type GridCandidate } from './matrix.ts'
import { type GreyPlane, type Inked, type Point, planeFor } from './planes.ts'
import { type Projection, quadProjection } from './projection.ts'

type DataMatrixShape = (typeof dataMatrixShapes)[number]

/** The ends and the corner of the solid borders: upper left, lower left, lower right of the upright symbol. */
interface Borders {
  readonly left: Point
  readonly corner: Point
  readonly right: Point
}

/** The share of a border that is dark, just inside of it. */
const leastDark = 0.85
/** The smallest share of the longest side of a hull that a border is. */
const leastBorder = 0.2

/** The corners of the hull of a part whose two sides are dark all along. */
export function bordersIn(inked: Inked, { hull }: ConnectedComponent): Borders[] {
  const length = perimeter(hull)
  const corners = simplified(hull, Math.max(1.5 * inked.scale, 0.012 * length))
  if (corners.length < 3 || corners.length > 9) return []
  return corners.flatMap((corner, i) => {
    const before = corners[(i + corners.length - 1) % corners.length]!
    const behind = corners[(i + 1) % corners.length]!
    const [first, second] = [away(corner, before), away(corner, behind)]
    if (Math.min(first, second) < leastBorder * Math.max(first, second) || first + second < 0.25 * length) return []
    const cosine =
      ((before.x - corner.x) * (behind.x - corner.x) + (before.y - corner.y) * (behind.y - corner.y)) / (first * second)
    if (Math.abs(cosine) > 0.7) return []
    if (!isDarkAlong(inked, corner, before, behind) || !isDarkAlong(inked, corner, behind, before)) return []
    // the hull runs clockwise in the picture: from the lower right over the lower left to the upper left
    return [{ left: behind, corner, right: before }]
  })
}

const away = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

const perimeter = (hull: readonly Point[]): number =>
  hull.reduce((sum, point, i) => sum + away(point, hull[(i + 1) % hull.length]!), 0)

/** Whether the border from `corner` to `end` is dark a pixel or two inside of it, where `inside` is. */
function isDarkAlong({ width, height, dark, scale }: Inked, corner: Point, end: Point, inside: Point): boolean {
  const length = away(corner, end)
  const direction = { x: (end.x - corner.x) / length, y: (end.y - corner.y) / length }
  const side = direction.x * (inside.y - corner.y) - direction.y * (inside.x - corner.x) > 0 ? 1 : -1
  const inset = 1.3 * scale
  const count = Math.max(8, Math.round(length / scale))
  let found = 0
  for (let i = 0; i < count; i++) {
    const along = length * (0.04 + (0.92 * (i + 0.5)) / count)
    const x = Math.floor((corner.x + along * direction.x - side * inset * direction.y) / scale)
    const y = Math.floor((corner.y + along * direction.y + side * inset * direction.x) / scale)
    if (x >= 0 && y >= 0 && x < width && y < height) found += dark[y * width + x]!
  }
  return found >= leastDark * count
}

/** How far the fourth corner is looked for, as a share of the sides, and the first and the last step of the search. */
const farthest = 0.2
const firstStep = 0.05
const lastStep = 0.004
/** The places at which the fourth corner is looked for in finer steps: 25 in each of four. */
const finerSteps = 4 * 25 + 2
/** The fewest pixels of a module. */
const leastModule = 1.6
/** How many sizes are fitted: those whose borders look the most like it. */
const triedSizes = 6
/** The most by which the sides of modules may seem to differ, because of the perspective. */
const mostOblong = 1.7

/** The grids that solid borders may belong to, the likeliest first. */
export function dataMatrixCandidates(
  planes: readonly GreyPlane[],
  borders: Borders,
  effort: Effort,
): GridCandidate<DataMatrixShape>[] {
  const { left, corner, right } = borders
  const [height, width] = [away(corner, left), away(corner, right)]
  const fits = dataMatrixShapes.flatMap((shape): Fit[] => {
    const [across, down] = [width / shape.columns, height / shape.rows]
    if (Math.max(across, down) > mostOblong * Math.min(across, down) || Math.min(across, down) < leastModule) return []
    const module = (across + down) / 2
    const plane = planeFor(planes, module, 3)
    const timing = timingOf(shape)
    if (!effort.affords((2 * Math.round(farthest / firstStep) + 1) ** 2 * timing.dark.length)) return []
    const likenessOf = (projection: Projection): number => fixedLikeness(plane, projection, timing)
    const start = { across: 0, down: 0, step: firstStep, reach: Math.round(farthest / firstStep) }
    const fourth = fourthCorner(borders, start, likenessOf, shape)
    return fourth === undefined || fourth.likeness < leastTiming ? [] : [{ shape, module, plane, likenessOf, fourth }]
  })
  return fits
    .toSorted((a, b) => b.fourth.likeness - a.fourth.likeness)
    .slice(0, triedSizes)
    .flatMap(({ shape, module, plane, likenessOf, fourth }): GridCandidate<DataMatrixShape>[] => {
      const steps = finerSteps * timingOf(shape).dark.length + fixedOf(shape).dark.length
      if (!effort.affords(steps + fittedSteps(shape, 2))) return []
      let best = fourth
      for (let step = firstStep / 2; step >= lastStep; step /= 2) {
        const better = fourthCorner(borders, { ...best, step, reach: 2 }, likenessOf, shape)
        if (better !== undefined && better.likeness > best.likeness) best = better
      }
      const fitted = fittedGrid(plane, best.projection, { size: shape, rounds: 2 })?.projection
      const isBetter = fitted !== undefined && likenessOf(fitted) >= best.likeness - 0.1
      const projection = isBetter ? fitted : best.projection
      const likeness = fixedLikeness(plane, projection, fixedOf(shape))
      return likeness > leastLikeness ? [{ shape, projection, module, likeness }] : []
    })
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
}

/** The least likeness of the borders at the top and right at first, and of all fixed modules in the end. */
const leastTiming = 0.25
const leastLikeness = 0.5

interface Fit {
  readonly shape: DataMatrixShape
  readonly module: number
  readonly plane: GreyPlane
  readonly likenessOf: (projection: Projection) => number
  readonly fourth: Fourth
}

/** The borders at the top and right, which the number of modules changes the most. */
const timingOf = memoize((shape: DataMatrixShape) =>
  fixedPlaces(shape.regions().flatMap(({ rule, modules }) => (rule === 'timing' ? modules : []))),
)

interface Fourth {
  /** How far the corner is from that of a parallelogram, as shares of the sides. */
  readonly across: number
  readonly down: number
  readonly likeness: number
  readonly projection: Projection
}

/** The best of evenly spaced places for the corner around another, `reach` steps on each side. */
function fourthCorner(
  { left, corner, right }: Borders,
  { across, down, step, reach }: { across: number; down: number; step: number; reach: number },
  likenessOf: (projection: Projection) => number,
  { rows, columns }: DataMatrixShape,
): Fourth | undefined {
  let best: Fourth | undefined
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      const place = { across: across + i * step, down: down + j * step }
      const [u, v] = [1 + place.across, 1 + place.down]
      const at = {
        x: corner.x + u * (right.x - corner.x) + v * (left.x - corner.x),
        y: corner.y + u * (right.y - corner.y) + v * (left.y - corner.y),
      }
      const projection = quadProjection([left, at, right, corner], columns, rows)
      if (projection === undefined) continue
      const likeness = likenessOf(projection)
      if (likeness > (best?.likeness ?? 0)) best = { ...place, likeness, projection }
    }
  }
  return best
}
