/** Pictures of symbols whose reflectances are known, as a scanner writes them. */

import type { Picture } from '../../src/check/index.ts'

/** Greys that are reflectances, 255 being all of the light, written as sRGB has them (IEC 61966-2-1). */
export function scanned(picture: Picture): Picture {
  const grey = Uint8Array.from(picture.grey, (value) => {
    const light = value / 255
    return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
  })
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
