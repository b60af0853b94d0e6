/** Whether a picture can show how light paper is and how dark ink: not where it has two greys, or ends at white or black. */

import type { Point } from '../check/photo/planes.ts'
import { projected, quadProjection } from '../check/photo/projection.ts'
import type { Unseen } from './grades.ts'
import type { Lit } from './reflectance.ts'

/** Places along each side of the symbol with its quiet zones. */
const places = 300
/** How far beyond the symbol is looked, as a share of its sides. */
const around = 0.08
/** The share of what is light, or dark, that is at the end of the values where these are clipped: noise alone is at it less often. */
const mostAtEnd = 0.05

/** The share of the even places of a drawing that have one of its two commonest tones: a scan in a page has noise everywhere. */
const mostlyTwo = 0.95

/**
 * Why contrast cannot be seen of a symbol; undefined where it can.
 *
 * @param isDrawn  whether the picture is a page of a PDF or an SVG, whose edges may be grey where a pixel is partly covered
 */
export function unseenContrast(
  lit: Lit,
  corners: readonly [Point, Point, Point, Point],
  isDrawn: boolean,
): Unseen | undefined {
  const { width, height, at, values } = lit
  const map = quadProjection(corners, 1, 1)
  if (map === undefined) return undefined
  const pixels: number[] = []
  for (let row = 0; row < places; row++) {
    for (let column = 0; column < places; column++) {
      const place = (i: number): number => -around + ((i + 0.5) / places) * (1 + 2 * around)
      const { x, y } = projected(map, place(column), place(row))
      const [left, top] = [Math.floor(x), Math.floor(y)]
      if (left >= 0 && top >= 0 && left < width && top < height) pixels.push(top * width + left)
    }
  }
  const light = Float64Array.from(pixels, at)
  const [most, least] = [Math.max(...light.subarray(0, 1)), Math.min(...light.subarray(0, 1))].map((first, i) =>
    light.reduce((best, share) => (i === 0 ? Math.max(best, share) : Math.min(best, share)), first),
  ) as [number, number]
  const tones = new Set(light)
  // of one tone it is seen that there is no contrast
  if (tones.size === 1) return undefined
  if (tones.size === 2) return 'two_greys'
  if (isDrawn && areTwoTones(lit, pixels)) return 'drawing'
  const middle = (most + least) / 2
  /** The share of those on one side of the middle that have a value at the end. */
  const atEnd = (isSide: (share: number) => boolean, end: number): number => {
    const side = pixels.filter((_, i) => isSide(light[i]!))
    return side.filter((pixel) => values.some((plane) => plane[pixel] === end)).length / Math.max(1, side.length)
  }
  if (atEnd((share) => share > middle, 255) > mostAtEnd) return 'clipped_white'
  if (atEnd((share) => share <= middle, 0) > mostAtEnd) return 'clipped_black'
  return undefined
}

/** Whether a picture has two tones away from its edges, as a drawing of one ink has. */
function areTwoTones({ width, at }: Lit, pixels: readonly number[]): boolean {
  const counts = new Map<number, number>()
  let even = 0
  for (const pixel of pixels) {
    const tone = at(pixel)
    if ([-1, 1, -width, width].some((step) => Math.abs((at(pixel + step) ?? tone) - tone) > 1e-9)) continue
    even++
    counts.set(tone, (counts.get(tone) ?? 0) + 1)
  }
  const [first = 0, second = 0] = [...counts.values()].toSorted((a, b) => b - a)
  return even > 0 && first + second >= mostlyTwo * even
}
