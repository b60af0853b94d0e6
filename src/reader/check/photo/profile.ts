/** Greys along a line across the bars of a photo, and the edges of bars and spaces in them. */

import { type GreyPlane, greyAt, type Point } from './planes.ts'

/** A line across bars: from a point on in a direction. */
export interface ScanLine {
  readonly from: Point
  /** Of length 1. */
  readonly direction: Point
  readonly length: number
}

/** Greys at even distances of `step` pixels of the picture, the first half a step from the beginning of the line. */
export interface Profile {
  readonly greys: Float64Array
  readonly step: number
}

/** How many greys are averaged on each side of a line. */
const sidesOf = ({ scale }: GreyPlane, spread: number): number => Math.min(6, Math.ceil(spread / scale))

/** The greys that are looked at along a line, and for each place on it what it takes to find edges. */
export const profileSteps = (plane: GreyPlane, length: number, spread: number): number =>
  Math.max(2, Math.round((2 * length) / plane.scale)) * (2 * sidesOf(plane, spread) + 1 + 4)

/**
 * @param spread  how far on both sides of the line greys are averaged, in pixels of the picture
 */
export function profileAlong(plane: GreyPlane, { from, direction, length }: ScanLine, spread: number): Profile {
  const step = plane.scale / 2
  const count = Math.max(2, Math.round(length / step))
  const sides = sidesOf(plane, spread)
  const greys = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const t = (i + 0.5) * step
    const x = from.x + t * direction.x
    const y = from.y + t * direction.y
    let sum = 0
    for (let side = -sides; side <= sides; side++) {
      const s = sides === 0 ? 0 : (side * spread) / sides
      sum += greyAt(plane, x - s * direction.y, y + s * direction.x)
    }
    greys[i] = sum / (2 * sides + 1)
  }
  return { greys, step }
}

/** How much of the contrast around it, and of that of the whole line, a change must be to be an edge; and the least change of greys. */
export const leastShare = 0.14
const leastOfAll = 0.06
const leastChange = 5
/** The surroundings whose contrast is compared, as a share of the profile on both sides. */
const surroundings = 1 / 10

/**
 * Where bars begin and end, in pixels from the beginning of the line, in turn: each where the grey is halfway between those of
 * the bar and the space.
 */
export function edgesOf(
  { greys, step }: Profile,
  share = leastShare,
): { readonly edges: number[]; readonly isFirstDark: boolean } {
  const limits = changesOf(greys, share)
  const extremes: number[] = []
  // whether the greys rise or fall is known after the first change
  let [low, high, direction] = [0, 0, 0]
  for (let i = 1; i < greys.length; i++) {
    const value = greys[i]!
    if (value > greys[high]!) high = i
    if (value < greys[low]!) low = i
    if (direction >= 0 && greys[high]! - value > limits[i]!) {
      extremes.push(high)
      direction = -1
      low = i
      high = i
    } else if (direction <= 0 && value - greys[low]! > limits[i]!) {
      extremes.push(low)
      direction = 1
      high = i
      low = i
    }
  }
  if (direction !== 0) extremes.push(direction > 0 ? high : low)
  const edges = extremes.slice(1).map((behind, i) => {
    const before = extremes[i]!
    const middle = (greys[before]! + greys[behind]!) / 2
    const isFalling = greys[before]! > greys[behind]!
    let at = before
    while (at < behind && greys[at + 1]! > middle === isFalling) at++
    const [a, b] = [greys[at]!, greys[Math.min(at + 1, greys.length - 1)]!]
    return (at + 0.5 + (a === b ? 0 : (a - middle) / (a - b))) * step
  })
  return { edges, isFirstDark: extremes.length > 1 && greys[extremes[0]!]! < greys[extremes[1]!]! }
}

/** The least change at each place: a share of the range of the greys around it. */
function changesOf(greys: Float64Array, share: number): Float64Array {
  const size = Math.max(8, Math.round(greys.length * surroundings))
  const blocks = Math.ceil(greys.length / size)
  const [low, high] = [new Float64Array(blocks).fill(255), new Float64Array(blocks)]
  for (let i = 0; i < greys.length; i++) {
    const block = Math.floor(i / size)
    low[block] = Math.min(low[block]!, greys[i]!)
    high[block] = Math.max(high[block]!, greys[i]!)
  }
  const range = (block: number): number => {
    const [from, to] = [Math.max(0, block - 1), Math.min(blocks, block + 2)]
    return Math.max(...high.subarray(from, to)) - Math.min(...low.subarray(from, to))
  }
  const whole = leastOfAll * (Math.max(...high) - Math.min(...low))
  const ranges = Array.from({ length: blocks }, (_, block) => range(block))
  return greys.map((_, i) => Math.max(leastChange, whole, share * ranges[Math.floor(i / size)]!))
}
