/** The reflectance of a printed symbol from the greys of its picture, through a round aperture. */

import type { Picture } from '../check/index.ts'
import type { Point } from '../check/photo/planes.ts'

/** The share of light that paper reflects, of greys as scanners and cameras write them: IEC 61966-2-1 (sRGB). */
const reflectances = Float64Array.from({ length: 256 }, (_, grey) => {
  const value = grey / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

/** The picture with greys that are shares of light, in which what is halfway between light and dark has half of the light of both. */
export function litPicture({ original, ...picture }: Picture): Picture {
  const greys = original ?? picture.grey
  const lit = Uint8Array.from(reflectances, (share) => Math.round(255 * share))
  return { ...picture, grey: greys.map((grey) => lit[grey]!) }
}

/** The reflectance, 0 to 1, of what an aperture around a point of the picture sees. */
export type Reflectance = (point: Point) => number

/** How far apart the places within an aperture are, in pixels, and how many across it at most. */
const spacing = 0.5
const mostAcross = 24

/** @param diameter  of the aperture, in pixels of the picture; below one pixel it is the pixel that sees */
export function reflectanceThrough({ width, height, grey, original }: Picture, diameter: number): Reflectance {
  const greys = original ?? grey
  const across = Math.max(1, Math.min(mostAcross, Math.round(diameter / spacing)))
  const offsets: Point[] = []
  for (let row = 0; row < across; row++) {
    for (let column = 0; column < across; column++) {
      const [x, y] = [(column + 0.5) / across - 0.5, (row + 0.5) / across - 0.5]
      if (across < 3 || Math.hypot(x, y) <= 0.5) offsets.push({ x: x * diameter, y: y * diameter })
    }
  }
  return (point) => {
    let sum = 0
    for (const offset of offsets) {
      const x = Math.max(0, Math.min(width - 1, point.x + offset.x - 0.5))
      const y = Math.max(0, Math.min(height - 1, point.y + offset.y - 0.5))
      const [left, top] = [x | 0, y | 0]
      const [right, bottom] = [left + 1 < width ? 1 : 0, top + 1 < height ? width : 0]
      const [dx, dy] = [x - left, y - top]
      const at = top * width + left
      const above = (1 - dx) * reflectances[greys[at]!]! + dx * reflectances[greys[at + right]!]!
      const below = (1 - dx) * reflectances[greys[at + bottom]!]! + dx * reflectances[greys[at + bottom + right]!]!
      sum += (1 - dy) * above + dy * below
    }
    return sum / offsets.length
  }
}

/** An aperture: its number in thousandths of an inch, and its diameter in mm. */
export interface Aperture {
  readonly number: string
  readonly mm: number
}

/** ISO/IEC 15416, table 1: the aperture for an X up to a number of mm. */
const apertures: readonly (readonly [mostX: number, Aperture])[] = [
  [0.18, { number: '03', mm: 0.075 }],
  [0.33, { number: '05', mm: 0.125 }],
  [0.635, { number: '10', mm: 0.25 }],
  [Infinity, { number: '20', mm: 0.5 }],
]

export const apertureFor = (x: number): Aperture => apertures.find(([most]) => x < most)![1]

/** @param number  two digits, thousandths of an inch, which standards take for 0.025 mm */
export const apertureOf = (number: string): Aperture => ({ number, mm: Math.round(25 * Number(number)) / 1000 })
