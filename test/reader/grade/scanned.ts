/** Pictures of symbols whose reflectances are known, as a scanner writes them. */

import type { Picture } from '../../../src/reader/check/index.ts'

/** What sRGB writes for each of 256 reflectances, 255 being all of the light (IEC 61966-2-1). */
const written = Uint8Array.from({ length: 256 }, (_, value) => {
  const light = value / 255
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
})

/** Greys that are reflectances, written as sRGB has them. */
export function scanned(picture: Picture): Picture {
  const grey = new Uint8Array(picture.grey.length)
  for (let i = 0; i < grey.length; i++) grey[i] = written[picture.grey[i]!]!
  return { ...picture, grey }
}

/** The same with a rectangle of one grey. */
export function painted(
  { width, height, grey, ...rest }: Picture,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
  value: number,
): Picture {
  const result = Uint8Array.from(grey)
  for (let y = Math.round(top); y < Math.round(bottom); y++) {
    result.fill(value, y * width + Math.round(left), y * width + Math.round(right))
  }
  return { ...rest, width, height, grey: result }
}
