/** The reflectance of a printed symbol from the values of its picture, through a round aperture, in red light or white. */

import type { Picture } from '../check/index.ts'
import type { Point } from '../check/photo/planes.ts'

/** The share of light of each value as scanners and cameras write it where they do not say otherwise: IEC 61966-2-1 (sRGB). */
const sRgb = Float64Array.from({ length: 256 }, (_, code) => {
  const value = code / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

/** Red light of 660 nm, or white. */
export type Light = '660' | 'W'

/** What of a picture is taken for the light: one of its colours, their luminance, or its greys where it has no colours. */
export type LightSource = 'red' | 'luminance' | 'grey'

/** A picture as shares of light. */
export interface Lit {
  readonly width: number
  readonly height: number
  readonly source: LightSource
  /** The share of light of a pixel, 0 to 1. */
  readonly at: (pixel: number) => number
  /** The values that it is made of, 0 to 255. */
  readonly values: readonly (Uint8Array | Uint8ClampedArray)[]
}

/** The luminance of red, green and blue: IEC 61966-2-1, ITU-R BT.709. */
const weights = [0.2126, 0.7152, 0.0722] as const

/** The picture by a light. @param light  undefined: the greys that symbols are found in */
export function litBy(picture: Picture, light: Light | undefined): Lit {
  const { width, height, colours, reflectances = sRgb } = picture
  if (light === undefined || colours === undefined) {
    const greys = picture.original ?? picture.grey
    return { width, height, source: 'grey', values: [greys], at: (pixel) => reflectances[greys[pixel]!]! }
  }
  const [red, green, blue] = colours
  if (light === '660') return { width, height, source: 'red', values: [red], at: (pixel) => reflectances[red[pixel]!]! }
  const [r, g, b] = weights.map((weight) => reflectances.map((share) => weight * share)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const at = (pixel: number): number => r[red[pixel]!]! + g[green[pixel]!]! + b[blue[pixel]!]!
  return { width, height, source: 'luminance', values: colours, at }
}

/** The picture with greys that are shares of light, in which what is halfway between light and dark has half of the light of both. */
export function litPicture({ original, colours: _, ...picture }: Picture): Picture {
  const greys = original ?? picture.grey
  const lit = Uint8Array.from(picture.reflectances ?? sRgb, (share) => Math.round(255 * share))
  return { ...picture, grey: greys.map((grey) => lit[grey]!) }
}

/** The reflectance, 0 to 1, of what an aperture around a point of the picture sees. */
export type Reflectance = (point: Point) => number

/** How far apart the places within an aperture are, in pixels, and how many across it at most. */
const spacing = 0.5
const mostAcross = 24

/** @param diameter  of the aperture, in pixels of the picture; below one pixel it is the pixel that sees */
export function reflectanceThrough({ width, height, at: light }: Lit, diameter: number): Reflectance {
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
      const left = x | 0
      const top = y | 0
      const right = left + 1 < width ? 1 : 0
      const upper = top * width + left
      const lower = top + 1 < height ? upper + width : upper
      const dx = x - left
      const dy = y - top
      const above = (1 - dx) * light(upper) + dx * light(upper + right)
      const below = (1 - dx) * light(lower) + dx * light(lower + right)
      sum += (1 - dy) * above + dy * below
    }
    return sum / offsets.length
  }
}

/** How a symbol is looked at. */
export interface Optics {
  /** In the greys in which it was found. */
  readonly found: Reflectance
  /** In the light that it is graded by. */
  readonly light: Reflectance
  /** Whether both are the same. */
  readonly isSame: boolean
  /** Whether a point is in the picture. */
  readonly isInside: (point: Point) => boolean
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
