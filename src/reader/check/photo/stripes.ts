/** Where a photo has parallel bars: tiles whose edges all have one direction, joined to regions. */

import type { GreyPlane, Point } from './planes.ts'

/** A region of parallel bars, in pixels of the picture. */
export interface Stripes {
  readonly middle: Point
  /** Radians of the direction across the bars. */
  readonly angle: number
  /** Half of the length across the bars and along them. */
  readonly across: number
  readonly along: number
  readonly scale: number
}

const tile = 8
/** How far apart tiles of a region may be, in tiles: the widest bar at the coarsest plane is one tile. */
const reach = 2
/** The least squared gradient of a pixel, of eight-bit greys, and the least share of it that has one direction. */
const leastEnergy = 50
const leastCoherence = 0.5
/** The most that the direction of a tile differs from its region's, as a cosine of twice the angle: 20 degrees. */
const leastAlike = 0.77
/** The most regions of a plane, those of the most tiles first, and the fewest tiles of one. */
const mostRegions = 24
const fewestTiles = 4

/** Regions of parallel bars in a plane, the largest first. */
export function stripesIn(plane: GreyPlane): Stripes[] {
  const { width, height, scale } = plane
  const [columns, rows] = [Math.floor(width / tile), Math.floor(height / tile)]
  const { cosine, sine, weight } = directionsIn(plane, columns, rows)
  const taken = new Uint8Array(columns * rows)
  const regions: { tiles: number[]; cosine: number; sine: number }[] = []
  for (let seed = 0; seed < taken.length; seed++) {
    if (weight[seed] === 0 || taken[seed] === 1) continue
    const region = { tiles: [seed], cosine: cosine[seed]! * weight[seed]!, sine: sine[seed]! * weight[seed]! }
    taken[seed] = 1
    for (let i = 0; i < region.tiles.length; i++) {
      const at = region.tiles[i]!
      const [x, y] = [at % columns, Math.floor(at / columns)]
      const length = Math.hypot(region.cosine, region.sine)
      for (let row = Math.max(0, y - reach); row <= Math.min(rows - 1, y + reach); row++) {
        for (let column = Math.max(0, x - reach); column <= Math.min(columns - 1, x + reach); column++) {
          const next = row * columns + column
          if (weight[next] === 0 || taken[next] === 1) continue
          if (cosine[next]! * region.cosine + sine[next]! * region.sine < leastAlike * length) continue
          taken[next] = 1
          region.tiles.push(next)
          region.cosine += cosine[next]! * weight[next]!
          region.sine += sine[next]! * weight[next]!
        }
      }
    }
    if (region.tiles.length >= fewestTiles) regions.push(region)
  }
  return regions
    .toSorted((a, b) => b.tiles.length - a.tiles.length)
    .slice(0, mostRegions)
    .map(({ tiles, cosine, sine }) => regionOf(tiles, columns, Math.atan2(sine, cosine) / 2, scale))
}

/**
 * The direction of each tile across its edges, as cosine and sine of twice the angle, and its weight: 0 if its edges have no
 * direction in common. By the structure tensor (Bigün and Granlund, 1987).
 */
function directionsIn({ width, height, grey }: GreyPlane, columns: number, rows: number) {
  const [xx, yy, xy] = [0, 1, 2].map(() => new Float64Array(columns * rows)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  // in large planes every other row is enough
  const step = width * height > 4_000_000 ? 2 : 1
  for (let y = 1; y < Math.min(height - 1, rows * tile); y += step) {
    for (let column = 0; column < columns; column++) {
      let [sumXx, sumYy, sumXy] = [0, 0, 0]
      const from = y * width + Math.max(1, column * tile)
      const to = y * width + Math.min(width - 1, (column + 1) * tile)
      for (let at = from; at < to; at++) {
        const dx = grey[at + 1]! - grey[at - 1]!
        const dy = grey[at + width]! - grey[at - width]!
        sumXx += dx * dx
        sumYy += dy * dy
        sumXy += dx * dy
      }
      const i = (y >> 3) * columns + column
      xx[i]! += sumXx
      yy[i]! += sumYy
      xy[i]! += sumXy
    }
  }
  const [cosine, sine, weight] = [0, 1, 2].map(() => new Float64Array(columns * rows)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const least = (leastEnergy * tile * tile) / step
  for (let i = 0; i < weight.length; i++) {
    const energy = xx[i]! + yy[i]!
    if (energy < least) continue
    const [c, s] = [xx[i]! - yy[i]!, 2 * xy[i]!]
    const length = Math.hypot(c, s)
    if (length < leastCoherence * energy) continue
    cosine[i] = c / length
    sine[i] = s / length
    weight[i] = Math.sqrt(energy)
  }
  return { cosine, sine, weight }
}

function regionOf(tiles: readonly number[], columns: number, angle: number, scale: number): Stripes {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [least, most, low, high] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const at of tiles) {
    const [x, y] = [((at % columns) + 0.5) * tile, (Math.floor(at / columns) + 0.5) * tile]
    const [t, s] = [x * cos + y * sin, y * cos - x * sin]
    least = Math.min(least, t)
    most = Math.max(most, t)
    low = Math.min(low, s)
    high = Math.max(high, s)
  }
  const [t, s] = [(least + most) / 2, (low + high) / 2]
  return {
    middle: { x: (t * cos - s * sin) * scale, y: (t * sin + s * cos) * scale },
    angle,
    across: ((most - least + tile) / 2) * scale,
    along: ((high - low + tile) / 2) * scale,
    scale,
  }
}
