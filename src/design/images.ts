/** Pictures as dots of a print head: scaled to their boxes, and black or white by a threshold or by ordered dither. */

import { darken, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import type { Picture } from '../check/picture/picture.ts'
import type { ImageElement } from './design.ts'
import type { Budget } from './shapes.ts'

/** The bitmaps of each picture, by their size and how they are made: all labels of a table have the same. */
const made = new WeakMap<Picture, Map<string, Matrix>>()

/** Bitmaps that are kept of one picture, since few resolutions are used at a time. */
const mostKept = 8

/** The picture of an element in as many dots as fit in its box, as wide to high as it is. */
export function imageDots(
  { picture, mode, threshold }: ImageElement,
  box: { readonly width: number; readonly height: number },
  budget: Budget,
): Matrix {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  const width = Math.max(1, Math.min(box.width, Math.round(picture.width * scale)))
  const height = Math.max(1, Math.min(box.height, Math.round(picture.height * scale)))
  budget(width * height)
  const key = `${width}x${height} ${mode} ${threshold}`
  const known = made.get(picture) ?? new Map<string, Matrix>()
  made.set(picture, known)
  const found = known.get(key)
  if (found !== undefined) return found
  const greys = scaled(picture, width, height)
  const matrix = lightMatrix(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const limit = mode === 'dither' ? 4 * bayer[8 * (y & 7) + (x & 7)]! + 2 : threshold
      if (greys[y * width + x]! < limit) darken(matrix, x, y)
    }
  }
  if (known.size >= mostKept) known.clear()
  known.set(key, matrix)
  return matrix
}

/** The order in which the dots of 8 x 8 become dark (B. E. Bayer, 1973): 0 to 63, each once. */
const bayer = Uint8Array.from({ length: 64 }, (_, i) => {
  const [x, y] = [i & 7, i >> 3]
  let order = 0
  // bits of x ^ y and of y alternate, the lowest first
  for (let bit = 0; bit < 3; bit++) order = (order << 2) | ((((x ^ y) >> bit) & 1) << 1) | ((y >> bit) & 1)
  return order
})

/** The mean grey of the pixels that each dot covers; where a dot is less than a pixel, that of the pixel at its middle. */
function scaled({ width: from, height: down, grey }: Picture, width: number, height: number): Float32Array {
  const columns = edges(from, width)
  const rows = edges(down, height)
  const result = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [left, right, top, bottom] = [columns[2 * x]!, columns[2 * x + 1]!, rows[2 * y]!, rows[2 * y + 1]!]
      let sum = 0
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) sum += grey[row * from + column]!
      }
      result[y * width + x] = sum / ((right - left) * (bottom - top))
    }
  }
  return result
}

/** For each of `count` dots the first of `pixels` that it covers, and the one after the last. */
function edges(pixels: number, count: number): Uint32Array {
  const result = new Uint32Array(2 * count)
  for (let i = 0; i < count; i++) {
    const [from, to] = [Math.round((i * pixels) / count), Math.round(((i + 1) * pixels) / count)]
    const middle = Math.floor(((i + 0.5) * pixels) / count)
    result.set(from < to ? [from, to] : [middle, middle + 1], 2 * i)
  }
  return result
}
