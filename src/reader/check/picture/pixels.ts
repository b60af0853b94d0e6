/** Pictures of pixels that somebody else has drawn, without the noise of a compression. */

import { greyOf } from '../png/png.ts'
import { ColourPlanes } from './colours.ts'
import type { PictureSize } from './compressed.ts'
import type { Picture } from './picture.ts'

/**
 * @param pixels  blue, green, red and a byte without meaning of each pixel, 0 to 255, top row first
 * @returns the picture with its greys, and with its colours if it has any
 */
export function pictureOfPixels({ width, height }: PictureSize, pixels: Uint8Array): Picture {
  const grey = new Uint8Array(width * height)
  const colours = new ColourPlanes(grey)
  for (let i = 0, at = 0; i < grey.length; i++, at += 4) {
    const blue = pixels[at]!
    const green = pixels[at + 1]!
    const red = pixels[at + 2]!
    const isGrey = blue === green && green === red
    grey[i] = isGrey ? red : greyOf(red, green, blue, 255)
    if (!isGrey || colours.planes !== undefined) colours.set(i, red, green, blue)
  }
  const { planes } = colours
  return { width, height, grey, ...(planes && { colours: planes }) }
}

/** The greys of such pixels alone. */
export function greysOfPixels(pixels: Uint8Array): Uint8Array {
  const grey = new Uint8Array(pixels.length >> 2)
  for (let i = 0, at = 0; i < grey.length; i++, at += 4) {
    grey[i] = greyOf(pixels[at + 2]!, pixels[at + 1]!, pixels[at]!, 255)
  }
  return grey
}
