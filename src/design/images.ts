/** Pictures as dots of a print head: scaled to their boxes, and black or white by a threshold or by ordered dither. */

import { darken, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import type { Interruptible } from '../interruptible.ts'
import { greyRow, type Picture } from '../reader/check/picture/picture.ts'
import type { ImageElement } from './design.ts'
import type { TextExtent } from './text-element.ts'

/** The bitmaps of each picture, by their size and how they are made: all labels of a table have the same. */
const made = new WeakMap<Picture, Map<string, Matrix>>()

/** Bitmaps that are kept of one picture, since few resolutions are used at a time. */
const mostKept = 8

/** The dots of an element's picture: as many as fit in its box, as wide to high as it is. */
export function sizeInDots({ picture }: Pick<ImageElement, 'picture'>, box: TextExtent): TextExtent {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  return {
    width: Math.max(1, Math.min(box.width, Math.round(picture.width * scale))),
    height: Math.max(1, Math.min(box.height, Math.round(picture.height * scale))),
  }
}

/** The picture of an element in the dots that it has in its box. */
export function* imageDots(element: ImageElement, box: TextExtent): Interruptible<Matrix> {
  const { picture, mode, threshold } = element
  const { width, height } = sizeInDots(element, box)
  const key = `${width}x${height} ${mode} ${threshold}`
  const known = made.get(picture) ?? new Map<string, Matrix>()
  made.set(picture, known)
  const found = known.get(key)
  if (found !== undefined) return found
  const matrix = lightMatrix(width, height)
  const scaled = new Scaled(picture, width, height)
  for (let y = 0, work = 0; y < height; y++) {
    const greys = scaled.row(y)
    for (let x = 0; x < width; x++) {
      const limit = mode === 'dither' ? 4 * bayer[8 * (y & 7) + (x & 7)]! + 2 : threshold
      if (greys[x]! < limit) darken(matrix, x, y)
    }
    work += width + scaled.pixelsOf(y)
    if (work < turn) continue
    work = 0
    yield
  }
  if (known.size >= mostKept) known.clear()
  known.set(key, matrix)
  return matrix
}

/** Dots and pixels after which others may have a turn: some milliseconds. */
const turn = 2_000_000

/** The order in which the dots of 8 x 8 become dark (B. E. Bayer, 1973): 0 to 63, each once. */
const bayer = Uint8Array.from({ length: 64 }, (_, i) => {
  const [x, y] = [i & 7, i >> 3]
  let order = 0
  // bits of x ^ y and of y alternate, the lowest first
  for (let bit = 0; bit < 3; bit++) order = (order << 2) | ((((x ^ y) >> bit) & 1) << 1) | ((y >> bit) & 1)
  return order
})

/** The mean grey of the pixels that each dot covers; where a dot is less than a pixel, that of the pixel at its middle. */
class Scaled {
  readonly #picture: Picture
  readonly #columns: Uint32Array
  readonly #rows: Uint32Array
  readonly #greys: Float32Array
  /** The row of pixels that was read last: several rows of dots may show it. */
  #last: { readonly row: number; readonly pixels: Picture['grey'] } | undefined

  /** @param width  in dots, as the height */
  constructor(picture: Picture, width: number, height: number) {
    this.#picture = picture
    this.#columns = edges(picture.width, width)
    this.#rows = edges(picture.height, height)
    this.#greys = new Float32Array(width)
  }

  /** The pixels that a row of dots covers, in whole rows. */
  pixelsOf(y: number): number {
    return this.#picture.width * (this.#rows[2 * y + 1]! - this.#rows[2 * y]!)
  }

  /** The greys of a row of dots; the next row overwrites them. */
  row(y: number): Float32Array {
    const columns = this.#columns
    const greys = this.#greys
    const [top, bottom] = [this.#rows[2 * y]!, this.#rows[2 * y + 1]!]
    const sums = new Float64Array(greys.length)
    for (let row = top; row < bottom; row++) {
      const pixels = this.#pixels(row)
      for (let x = 0; x < sums.length; x++) {
        const right = columns[2 * x + 1]!
        let sum = 0
        for (let column = columns[2 * x]!; column < right; column++) sum += pixels[column]!
        sums[x]! += sum
      }
    }
    for (let x = 0; x < sums.length; x++) {
      greys[x] = sums[x]! / ((columns[2 * x + 1]! - columns[2 * x]!) * (bottom - top))
    }
    return greys
  }

  #pixels(row: number): Picture['grey'] {
    if (this.#last?.row !== row) this.#last = { row, pixels: greyRow(this.#picture, row) }
    return this.#last.pixels
  }
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
