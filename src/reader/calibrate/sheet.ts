/** The calibration page in a scan: the light at its places, and the edges between dark and light. */

import { type GreyPlane, greyAt } from '../check/photo/planes.ts'
import { type Projection, projected } from '../check/photo/projection.ts'

/** The page in a picture, whose greys are shares of light. */
export interface LocatedPage {
  /** From dots of the page to pixels of the picture. */
  readonly map: Projection
  /** In which a dot has two pixels or more: coarser than the picture where that has many, so that noise is averaged. */
  readonly plane: GreyPlane
}

/** Across the head, or along the feed. */
export type Way = 'u' | 'v'

/** A place of the page by its coordinate along a way, and the other one. */
export const placeAlong = (way: Way, at: number, side: number): readonly [u: number, v: number] =>
  way === 'u' ? [at, side] : [side, at]

/** The share of light, 0 to 1, at a place of the page, in dots. */
export function lightAt({ map, plane }: LocatedPage, u: number, v: number): number {
  const { x, y } = projected(map, u, v)
  return greyAt(plane, x, y) / 255
}

/** The mean of the light in a rectangle of the page, at `count` x `count` places. */
export function meanLight(
  sheet: LocatedPage,
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

/** A line across the page, in dots. */
export interface Probe {
  readonly way: Way
  readonly from: number
  readonly to: number
  /** Its place the other way, and how far from there on either side light is averaged. */
  readonly side: number
  readonly spread: number
}

/** Places of a probe in a dot, and across it. */
const finest = 10
const across = 15

/** The light along a probe, at each tenth of a dot from `from`. */
export function lightAlong(sheet: LocatedPage, { way, from, to, side, spread }: Probe): Float64Array {
  const count = Math.max(2, Math.round((to - from) * finest))
  return Float64Array.from({ length: count }, (_, i) => {
    const at = from + (i + 0.5) / finest
    let sum = 0
    for (let k = 0; k < across; k++) {
      sum += lightAt(sheet, ...placeAlong(way, at, side + ((k + 0.5) / across - 0.5) * 2 * spread))
    }
    return sum / across
  })
}

/** Where light along a probe crosses a level, and whether it becomes dark there. */
export interface Crossing {
  readonly at: number
  readonly isFalling: boolean
}

export function crossingsOf(light: Float64Array, from: number, level: number): readonly Crossing[] {
  const found: Crossing[] = []
  for (let i = 1; i < light.length; i++) {
    const [before, after] = [light[i - 1]! - level, light[i]! - level]
    if (before < 0 === after < 0) continue
    found.push({ at: from + (i - 0.5 + before / (before - after)) / finest + 0.5 / finest, isFalling: after < 0 })
  }
  return found
}

/** An edge that the page has. */
export interface Edge {
  /** Where it should be, in dots. */
  readonly at: number
  /** Light before it, dark behind it. */
  readonly isFalling: boolean
}

/** The least difference of light on both sides of an edge. */
const leastContrast = 0.12

/**
 * Where an edge of the page is: the nearest one of its kind within `reach` dots.
 *
 * @returns undefined where there is none, as of a mark that is not on the label
 */
export function edgeNear(
  sheet: LocatedPage,
  edge: Edge,
  probe: Omit<Probe, 'from' | 'to'>,
  reach: number,
): number | undefined {
  const from = edge.at - reach
  const light = lightAlong(sheet, { ...probe, from, to: edge.at + reach })
  const [dark, bright] = [Math.min(...light), Math.max(...light)]
  if (bright - dark < leastContrast) return undefined
  const crossings = crossingsOf(light, from, (dark + bright) / 2).filter(
    ({ isFalling }) => isFalling === edge.isFalling,
  )
  const away = ({ at }: Crossing): number => Math.abs(at - edge.at)
  const [nearest] = crossings.toSorted((a, b) => away(a) - away(b))
  return nearest?.at
}
