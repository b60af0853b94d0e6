/** Where the calibration page lies in a scan: its marks are found, and a map from its dots to pixels is fitted to them. */

import { Effort, type Picture } from '../check/index.ts'
import { type Finder, findersIn } from '../check/photo/finders.ts'
import { greyAt, inkedPlane, type Plane, type Point, planesOf } from '../check/photo/planes.ts'
import { type Pair, type Projection, projected, projectionThrough } from '../check/photo/projection.ts'
import type { CalibrationPattern } from './pattern.ts'

/** The page in a picture, whose greys are shares of light. */
export interface Sheet {
  readonly map: Projection
  readonly plane: Plane
}

/** The share of light, 0 to 1, at a place of the page, in dots. */
export function lightAt({ map, plane }: Sheet, u: number, v: number): number {
  const { x, y } = projected(map, u, v)
  return greyAt(plane, x, y) / 255
}

/** The mean of the light in a rectangle of the page. */
export function meanLight(
  sheet: Sheet,
  box: { x: number; y: number; width: number; height: number },
  count = 12,
): number {
  let sum = 0
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < count; k++) {
      sum += lightAt(sheet, box.x + ((i + 0.5) / count) * box.width, box.y + ((k + 0.5) / count) * box.height)
    }
  }
  return sum / count ** 2
}

/** Finder patterns that are looked at in a plane. */
const mostFinders = 14

/** The page in a picture, or undefined if its four marks are not found. @param lit  with greys that are shares of light */
export function sheetIn(lit: Picture, pattern: CalibrationPattern): Sheet | undefined {
  const planes = planesOf(lit)
  const effort = new Effort()
  for (const plane of planes) {
    if (Math.min(plane.width, plane.height) < 60) break
    const found = findersIn(inkedPlane(plane), effort).slice(0, mostFinders)
    const quad = bestQuad(found, pattern)
    const sheet = quad && oriented(quad, pattern, planes[0]!)
    if (sheet !== undefined) return refined(refined(sheet, pattern), pattern)
  }
  return undefined
}

type Quad = readonly [Point, Point, Point, Point]

/** How much sides that lie opposite each other may differ. */
const skew = 0.12

/** The largest four marks of alike size that form the page, clockwise. */
function bestQuad(finders: readonly Finder[], { marks, module }: CalibrationPattern): Quad | undefined {
  const wide = (marks[1].u - marks[0].u) / module
  const high = (marks[3].v - marks[0].v) / module
  let best: { quad: Quad; area: number } | undefined
  for (const four of foursOf(finders)) {
    const modules = four.map((each) => each.module)
    if (Math.max(...modules) > 1.6 * Math.min(...modules)) continue
    const quad = clockwise(four.map(({ at }) => at))
    const [a, b, c, d] = [0, 1, 2, 3].map((i) => distance(quad[i]!, quad[(i + 1) % 4]!)) as [
      number,
      number,
      number,
      number,
    ]
    if (Math.abs(a - c) > skew * Math.max(a, c) || Math.abs(b - d) > skew * Math.max(b, d)) continue
    const ratio = (a + c) / (b + d)
    const isLike = [wide / high, high / wide].some((each) => Math.abs(Math.log(ratio / each)) < skew)
    const area = (a + c) * (b + d)
    if (isLike && (best === undefined || area > best.area)) best = { quad, area }
  }
  return best?.quad
}

function* foursOf<T>(all: readonly T[]): Generator<readonly [T, T, T, T]> {
  for (let a = 0; a < all.length; a++) {
    for (let b = a + 1; b < all.length; b++) {
      for (let c = b + 1; c < all.length; c++) {
        for (let d = c + 1; d < all.length; d++) yield [all[a]!, all[b]!, all[c]!, all[d]!]
      }
    }
  }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Of four points. */
function clockwise(points: readonly Point[]): Quad {
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length
  const angle = (point: Point): number => Math.atan2(point.y - y, point.x - x)
  const [a, b, c, d] = points.toSorted((one, other) => angle(one) - angle(other))
  return [a!, b!, c!, d!]
}

/** The page with its upper left mark where the square is beside it; undefined if there is none. */
function oriented(quad: Quad, pattern: CalibrationPattern, plane: Plane): Sheet | undefined {
  const { marks, beside } = pattern
  let best: { sheet: Sheet; light: number; paper: number } | undefined
  for (let turn = 0; turn < 4; turn++) {
    const map = projectionThrough(marks.map((mark, i): Pair => ({ ...mark, at: quad[(i + turn) % 4]! })))
    if (map === undefined) continue
    const sheet = { map, plane }
    const light = meanLight(sheet, beside)
    const paper = meanLight(sheet, {
      ...beside,
      x: beside.x + beside.width + 1.5 * pattern.module,
      width: pattern.module,
    })
    if (best === undefined || light < best.light) best = { sheet, light, paper }
  }
  return best !== undefined && best.light < 0.6 * best.paper ? best.sheet : undefined
}

/** The page fitted to the middles of its marks, by the edges of their frames. */
function refined(sheet: Sheet, { marks, module }: CalibrationPattern): Sheet {
  const pairs = marks.map((mark): Pair => {
    const [u, v] = (['u', 'v'] as const).map((way) => {
      const edges = edgesAlong(sheet, {
        way,
        from: mark[way] - 5 * module,
        to: mark[way] + 5 * module,
        side: mark[way === 'u' ? 'v' : 'u'],
        spread: module,
      })
      return edges.length < 2 ? mark[way] : (edges[0]! + edges.at(-1)!) / 2
    }) as [number, number]
    return { ...mark, at: projected(sheet.map, u, v) }
  })
  const map = projectionThrough(pairs)
  return map === undefined ? sheet : { ...sheet, map }
}

/** A line across the page, in dots. */
export interface Probe {
  readonly way: 'u' | 'v'
  readonly from: number
  readonly to: number
  /** Its place the other way, and how far from there on either side light is averaged. */
  readonly side: number
  readonly spread: number
}

/** Places of a probe in a dot. */
const finest = 10

/** The light along a probe, from `from`, at each tenth of a dot. */
export function lightAlong(sheet: Sheet, { way, from, to, side, spread }: Probe): Float64Array {
  const count = Math.max(2, Math.round((to - from) * finest))
  const across = 15
  const result = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const at = from + (i + 0.5) / finest
    let sum = 0
    for (let k = 0; k < across; k++) {
      const other = side + ((k + 0.5) / across - 0.5) * 2 * spread
      sum += way === 'u' ? lightAt(sheet, at, other) : lightAt(sheet, other, at)
    }
    result[i] = sum / across
  }
  return result
}

/** Where light becomes dark, and dark light, halfway between the lightest and the darkest. */
export function edgesAlong(sheet: Sheet, probe: Probe): readonly number[] {
  const light = lightAlong(sheet, probe)
  const sorted = light.toSorted()
  const [dark, bright] = [sorted[Math.floor(0.05 * sorted.length)]!, sorted[Math.floor(0.95 * sorted.length)]!]
  const middle = (dark + bright) / 2
  const edges: number[] = []
  for (let i = 1; i < light.length; i++) {
    const [before, after] = [light[i - 1]! - middle, light[i]! - middle]
    if (before < 0 === after < 0) continue
    edges.push(probe.from + (i - 0.5 + before / (before - after)) / finest)
  }
  return edges
}
