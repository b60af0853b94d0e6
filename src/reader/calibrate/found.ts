/** Where the calibration page may lie in a scan: two of its marks say it, and all of the page confirms it. */

import { Effort, type Picture } from '../check/index.ts'
import { type Finder, findersIn } from '../check/photo/finders.ts'
import { type GreyPlane, greyAt, inkedPlane, type Point, planeFor, planesOf } from '../check/photo/planes.ts'
import { type Projection, projected } from '../check/photo/projection.ts'
import { barCount, type CalibrationPattern, type Middle } from './pattern.ts'
import type { LocatedPage } from './sheet.ts'

/** Finder patterns of a plane that are tried, those that most lines cross first. */
const mostFinders = 14
/** The sides of the shortest plane that is searched, in pixels. */
const leastSide = 60
/** How much longer or shorter than the other way the page may be one way: feeds stretch, scanners too. */
const ratios = Array.from({ length: 25 }, (_, i) => 0.88 + 0.01 * i)
/** The correlation of light with the page from which it is one, and from which no other is looked for. */
const [leastLikeness, surely] = [0.55, 0.85]

/** @param lit  with greys that are shares of light. @returns undefined if no page is found */
export function sheetIn(lit: Picture, pattern: CalibrationPattern): LocatedPage | undefined {
  const planes = planesOf(lit)
  const probes = probesOf(pattern)
  const effort = new Effort()
  let best: { map: Projection; likeness: number } | undefined
  for (const plane of planes) {
    if (Math.min(plane.width, plane.height) < leastSide || (best?.likeness ?? 0) >= surely) break
    effort.most = effort.steps + 100 * plane.width * plane.height
    const finders = findersIn(inkedPlane(plane), effort).slice(0, mostFinders)
    for (const map of mapsFrom(finders, pattern)) {
      const module = pattern.module * Math.hypot(map[0], map[3])
      const likeness = likenessOf(planeFor(planes, module, 3), map, probes)
      if (likeness > (best?.likeness ?? leastLikeness)) best = { map, likeness }
    }
  }
  if (best === undefined) return undefined
  const dot = Math.min(Math.hypot(best.map[0], best.map[3]), Math.hypot(best.map[1], best.map[4]))
  return { map: best.map, plane: planeFor(planes, dot, 2) }
}

/** Marks that lie beside or below each other, and the way that leads from the one to the other. */
const sides = [
  [0, 1, 'u'],
  [3, 2, 'u'],
  [0, 3, 'v'],
  [1, 2, 'v'],
] as const

/** How much larger than the distance says a mark may be. */
const mostUnlike = 1.5

/** The maps in which two finder patterns are two marks of one side of the page, by all ratios of its sides. */
function* mapsFrom(finders: readonly Finder[], { marks, module }: CalibrationPattern): Generator<Projection> {
  for (const from of finders) {
    for (const to of finders) {
      if (from === to) continue
      for (const [first, second, way] of sides) {
        const [a, b] = [marks[first], marks[second]]
        const dots = way === 'u' ? b.u - a.u : b.v - a.v
        const side = { x: (to.at.x - from.at.x) / dots, y: (to.at.y - from.at.y) / dots }
        const expected = module * Math.hypot(side.x, side.y)
        if ([from, to].some((finder) => Math.abs(Math.log(finder.module / expected)) > Math.log(mostUnlike))) continue
        for (const ratio of ratios) yield mapThrough(from.at, a, { side, way, ratio })
      }
    }
  }
}

/** The map that turns and scales the page, with its other way at a right angle and longer by `ratio`. */
function mapThrough(
  at: Point,
  { u, v }: Middle,
  { side: { x, y }, way, ratio }: { side: Point; way: 'u' | 'v'; ratio: number },
): Projection {
  const [a, d, b, e] = way === 'u' ? [x, y, -ratio * y, ratio * x] : [ratio * y, -ratio * x, x, y]
  return [a, b, at.x - a * u - b * v, d, e, at.y - d * u - e * v, 0, 0, 1]
}

/** A place of the page that is dark, or light. */
interface Spot {
  readonly u: number
  readonly v: number
  readonly isDark: boolean
}

/** The modules of the marks and those around them, the square beside the first one, bars with their gaps, the solid square and its sides. */
function probesOf({ marks, module, beside, across, along, solid }: CalibrationPattern): readonly Spot[] {
  const modules = Array.from({ length: 81 }, (_, i) => [(i % 9) - 4, Math.floor(i / 9) - 4] as const)
  const ofMarks = marks.flatMap((mark) =>
    modules.map(([x, y]): Spot => {
      const away = Math.max(Math.abs(x), Math.abs(y))
      return { u: mark.u + x * module, v: mark.v + y * module, isDark: away === 3 || away < 2 }
    }),
  )
  const around = ({ x, y, width, height }: typeof solid): Spot[] => [
    { u: x + width / 2, v: y + height / 2, isDark: true },
    { u: x - module / 2, v: y + height / 2, isDark: false },
    { u: x + width + module / 2, v: y + height / 2, isDark: false },
    { u: x + width / 2, v: y - module / 2, isDark: false },
    { u: x + width / 2, v: y + height + module / 2, isDark: false },
  ]
  const elements = Array.from({ length: 2 * barCount - 1 }, (_, i) => i)
  const ofBars = elements.flatMap((i) =>
    [0.25, 0.5, 0.75].flatMap((part): Spot[] => [
      { u: across.x + (i + 0.5) * across.dots, v: across.y + part * across.height, isDark: i % 2 === 0 },
      { u: along.x + part * along.width, v: along.y + (i + 0.5) * along.dots, isDark: i % 2 === 0 },
    ]),
  )
  return [...ofMarks, ...around(beside), ...around(solid), ...ofBars]
}

/** The correlation of the light of a picture with what the page has there, -1 to 1. */
function likenessOf(plane: GreyPlane, map: Projection, spots: readonly Spot[]): number {
  let [sum, squares, darks, darkSum] = [0, 0, 0, 0]
  for (const { u, v, isDark } of spots) {
    const { x, y } = projected(map, u, v)
    const light = greyAt(plane, x, y)
    sum += light
    squares += light * light
    if (!isDark) continue
    darks++
    darkSum += light
  }
  const lights = spots.length - darks
  const variance = squares / spots.length - (sum / spots.length) ** 2
  if (variance < 1) return 0
  const difference = (sum - darkSum) / lights - darkSum / darks
  return (difference * Math.sqrt(lights * darks)) / spots.length / Math.sqrt(variance)
}
