import { Resvg } from '@resvg/resvg-js'
import { PNG } from 'pngjs'
import type { Barcode } from '../../symbologies/index.ts'
import { isDark } from '../../symbologies/index.ts'
import { long } from '../random.ts'
import { bilevelPicture } from './bilevel-png.ts'
import type { Picture } from './zxing.ts'

/** The most pixels that pngjs reads in npm test too. */
const fewPixels = 40_000

/**
 * The PNG as pngjs reads it. Since that takes long for one bit a pixel, a large one is read by another reader alone in npm test; the
 * two have to agree on all others, and on large ones in the long run.
 */
export function pngPicture(bytes: Uint8Array): Picture {
  const quick = bilevelPicture(bytes)
  if (quick === undefined) return pngjsPicture(bytes)
  if (!long && quick.grey.length > fewPixels) return quick
  const picture = pngjsPicture(bytes)
  const { width, height, grey } = picture
  if (width !== quick.width || height !== quick.height || Buffer.compare(grey, quick.grey) !== 0) {
    throw new Error('the readers of a PNG disagree')
  }
  return picture
}

function pngjsPicture(bytes: Uint8Array): Picture {
  const [depth, type] = [bytes[24]!, bytes[25]!]
  // pngjs takes long to stretch grey values of fewer than eight bits to 0..255
  const isStretched = type !== 0 || depth >= 8
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes), { skipRescale: !isStretched })
  const grey = greyOf(data)
  return { width, height, grey: isStretched ? grey : grey.map((value) => (255 * value) / (2 ** depth - 1)) }
}

/** The SVG as resvg draws it, at its own size, one pixel a user unit. */
export function svgPicture(svg: Uint8Array | string): Picture {
  const text = typeof svg === 'string' ? svg : new TextDecoder().decode(svg)
  const image = new Resvg(text, { background: 'white', font: { loadSystemFonts: false } }).render()
  return { width: image.width, height: image.height, grey: greyOf(image.pixels) }
}

/** A barcode drawn plainly, quiet zones included, for tests of encoders alone: linear ones 40 modules high. */
export function plainPicture(barcode: Barcode, dots = 3): Picture {
  const { matrix, quiet } = barcode
  const tall = matrix.height === 1 ? 40 : 1
  const width = (quiet.left + matrix.width + quiet.right) * dots
  const height = (quiet.top + matrix.height * tall + quiet.bottom) * dots
  const grey = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < height; y++) {
    const row = Math.floor((Math.floor(y / dots) - quiet.top) / tall)
    if (row < 0 || row >= matrix.height) continue
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x / dots) - quiet.left
      if (column >= 0 && column < matrix.width && isDark(matrix, column, row)) grey[y * width + x] = 0
    }
  }
  return { width, height, grey }
}

function greyOf(rgba: Uint8Array): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4)
  for (let i = 0; i < grey.length; i++) grey[i] = rgba[4 * i]!
  return grey
}
