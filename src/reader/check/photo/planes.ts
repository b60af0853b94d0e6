/** A photo in greys at several scales, each half as wide as the one before, and light and dark by thresholds of the surroundings. */

import type { Picture } from '../picture/picture.ts'

/** Greys, 0 black to 255 white. Points in it are in pixels of the whole picture, of which one here is `scale`. */
export interface GreyPlane {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array | Uint8ClampedArray
  readonly scale: number
}

/** A place in a picture, in pixels from its upper left corner; the middle of the first pixel is (0.5, 0.5). */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The shortest side of a plane that is still halved; of one that is long, as a label on tape is: its bars may be wide. */
const leastSide = 64
const leastOfLong = { side: 32, length: 256 } as const

const isHalved = ({ width, height }: GreyPlane): boolean => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return short >= leastSide || (short >= leastOfLong.side && long >= leastOfLong.length)
}

/** The picture as it was before noise was removed, and its halves, the finest first. */
export function planesOf(picture: Picture): GreyPlane[] {
  const { width, height } = picture
  const planes: GreyPlane[] = [{ width, height, grey: picture.original ?? picture.grey, scale: 1 }]
  for (let plane = planes[0]!; isHalved(plane); planes.push(plane)) plane = halved(plane)
  return planes
}

function halved({ width, height, grey, scale }: GreyPlane): GreyPlane {
  const [columns, rows] = [width >> 1, height >> 1]
  const half = new Uint8Array(columns * rows)
  for (let y = 0, to = 0; y < rows; y++) {
    for (let x = 0, at = 2 * y * width; x < columns; x++, at += 2) {
      half[to++] = (grey[at]! + grey[at + 1]! + grey[at + width]! + grey[at + width + 1]! + 2) >> 2
    }
  }
  return { width: columns, height: rows, grey: half, scale: 2 * scale }
}

/** The coarsest plane in which `pixels` of the picture are at least `least` pixels; otherwise the picture itself. */
export function planeFor(planes: readonly GreyPlane[], pixels: number, least: number): GreyPlane {
  return planes.findLast(({ scale }) => pixels / scale >= least) ?? planes[0]!
}

/** The grey at a point of the picture, between the four pixels around it; outside, that of the nearest pixel. */
export function greyAt({ width, height, grey, scale }: GreyPlane, px: number, py: number): number {
  const x = Math.max(0, Math.min(width - 1, px / scale - 0.5))
  const y = Math.max(0, Math.min(height - 1, py / scale - 0.5))
  const left = x | 0
  const top = y | 0
  const right = left + 1 < width ? 1 : 0
  const upper = top * width + left
  const lower = top + 1 < height ? upper + width : upper
  const above = grey[upper]! + (x - left) * (grey[upper + right]! - grey[upper]!)
  const below = grey[lower]! + (x - left) * (grey[lower + right]! - grey[lower]!)
  return above + (y - top) * (below - above)
}

/** Light and dark of a plane: 1 is dark. */
export interface Inked {
  readonly width: number
  readonly height: number
  readonly dark: Uint8Array
  readonly scale: number
}

/** The side of a tile in pixels, and how many tiles on each side belong to the surroundings: 56 pixels in all. */
const tile = 8
const around = 3
/** The least difference of greys between light and dark surroundings: below it all is light. */
const leastContrast = 14

/**
 * Each pixel compared with the middle between light and dark of its surroundings. Light and dark are the means of what is above
 * and below the mean: one step of the iteration of Ridler and Calvard (1978), for each tile.
 */
export function inkedPlane(plane: GreyPlane): Inked {
  const { width, height, grey, scale } = plane
  const tiles = { columns: Math.ceil(width / tile), rows: Math.ceil(height / tile) }
  const all = tiles.columns * tiles.rows
  const [count, sum] = [new Float64Array(all), new Float64Array(all)]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0, i = (y >> 3) * tiles.columns; x < width; x += tile, i++) {
      const end = at + Math.min(tile, width - x)
      count[i]! += end - at
      let total = 0
      for (; at < end; at++) total += grey[at]!
      sum[i]! += total
    }
  }
  const counts = spread(count, tiles)
  const sums = spread(sum, tiles)
  const mean = sums.map((value, i) => value / counts[i]!)
  const [lowCount, lowSum] = [new Float64Array(all), new Float64Array(all)]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0, i = (y >> 3) * tiles.columns; x < width; x += tile, i++) {
      const limit = Math.ceil(mean[i]!)
      let low = 0
      let total = 0
      for (const end = at + Math.min(tile, width - x); at < end; at++) {
        const value = grey[at]!
        if (value >= limit) continue
        low++
        total += value
      }
      lowSum[i]! += total
      lowCount[i]! += low
    }
  }
  const [lowCounts, lowSums] = [spread(lowCount, tiles), spread(lowSum, tiles)]
  const threshold = mean.map((_, i) => {
    const low = lowSums[i]! / Math.max(1, lowCounts[i]!)
    const high = (sums[i]! - lowSums[i]!) / Math.max(1, counts[i]! - lowCounts[i]!)
    return high - low < leastContrast ? 0 : (low + high) / 2
  })
  const dark = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0, i = (y >> 3) * tiles.columns; x < width; x += tile, i++) {
      const limit = Math.ceil(threshold[i]!)
      for (const end = at + Math.min(tile, width - x); at < end; at++) if (grey[at]! < limit) dark[at] = 1
    }
  }
  return { width, height, dark, scale }
}

/** The sums over the surroundings of each tile. */
function spread(values: Float64Array, { columns, rows }: { columns: number; rows: number }): Float64Array {
  const across = summed(values, { length: columns, step: 1, lines: rows, next: columns })
  return summed(across, { length: rows, step: columns, lines: columns, next: 1 })
}

/** The sums over `around` values on both sides along lines of `length` values that are `step` apart. */
function summed(
  values: Float64Array,
  { length, step, lines, next }: { length: number; step: number; lines: number; next: number },
): Float64Array {
  const result = new Float64Array(values.length)
  for (let line = 0; line < lines; line++) {
    const first = line * next
    let total = 0
    for (let i = 0; i < length + around; i++) {
      if (i < length) total += values[first + i * step]!
      if (i > 2 * around) total -= values[first + (i - 2 * around - 1) * step]!
      if (i >= around) result[first + (i - around) * step] = total
    }
  }
  return result
}
