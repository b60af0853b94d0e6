/** Pictures that were compressed with loss, before and after somebody else decodes them: their size, and light and dark without the noise. */

import { ColourPlanes } from './colours.ts'
import type { Picture } from './picture.ts'

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/**
 * The size in pixels that a JPEG says in its frame header, to which the lengths of all markers but those of restart, start and end of
 * image lead; undefined if there is none.
 *
 * ISO/IEC 10918-1, B.2.2
 */
export function jpegSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 2; at + 9 < bytes.length; at += 2 + view.getUint16(at + 2)) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
  return undefined
}

/** Greys up to this far from black and white are noise of the compression, which leaves its waves around every edge. */
const noise = 64

/**
 * A decoded picture in greys without the noise, with its colours; edges keep their places, because light and dark lose as much.
 *
 * @param samples  red, green and blue of each pixel, 0 to 255, and whatever there is besides
 * @param each  samples of a pixel
 * @param reflectances  the light of its values, if the file says it
 */
export function cleanedPicture(
  { width, height }: PictureSize,
  samples: ArrayLike<number>,
  each: 3 | 4 = 4,
  reflectances?: Float64Array,
): Picture {
  const grey = new Uint8Array(width * height)
  const original = new Uint8Array(width * height)
  const colours = new ColourPlanes(original)
  for (let i = 0; i < grey.length; i++) {
    const [red, green, blue] = [samples[each * i]!, samples[each * i + 1]!, samples[each * i + 2]!]
    colours.set(i, red, green, blue)
    // ITU-R BT.601
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue
    original[i] = luma
    grey[i] = Math.min(255, Math.max(0, (255 * (luma - noise)) / (255 - 2 * noise)))
  }
  const { planes } = colours
  return { width, height, grey, original, ...(planes && { colours: planes }), ...(reflectances && { reflectances }) }
}
