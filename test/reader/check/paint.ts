/** Pictures of symbols, sound and otherwise, for tests of the checker. */

import fc from 'fast-check'
import type { Picture } from '../../../src/reader/check/index.ts'
import { type Barcode, isDark, rowsOf } from '../../../symbologies/index.ts'

export interface Painting {
  /** Pixels per module, or across and down if these differ. */
  readonly dots?: number | readonly [across: number, down: number]
  /** Light modules at the top, right, bottom and left. */
  readonly margins?: readonly [number, number, number, number]
}

/** Rows of '1' (dark) and '0', each module a square of pixels unless something else is asked for. */
export function rowsPicture(rows: readonly string[], { dots = 4, margins = [4, 4, 4, 4] }: Painting = {}): Picture {
  const [top, right, bottom, left] = margins
  const [across, down] = typeof dots === 'number' ? [dots, dots] : dots
  const width = (left + rows[0]!.length + right) * across
  const height = (top + rows.length + bottom) * down
  const grey = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < height; y++) {
    const row = rows[Math.floor(y / down) - top]
    if (row === undefined) continue
    for (let x = 0; x < width; x++) if (row[Math.floor(x / across) - left] === '1') grey[y * width + x] = 0
  }
  return { width, height, grey }
}

/**
 * How symbols are scaled to modules that are not whole pixels, and the pixels of a module. Sharp fractions near a whole number
 * leave a small symbol with one or two odd widths, and these are flaws.
 */
export const fractions = fc.oneof(
  fc.record({ way: fc.constant('covered' as const), module: fc.integer({ min: 30, max: 60 }).map((n) => n / 10) }),
  fc.record({
    way: fc.constant('nearest' as const),
    module: fc
      .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 30, max: 70 }))
      .map(([whole, more]) => whole + more / 100),
  }),
)

export interface Bars {
  /** Light pixels before and after the bars. */
  readonly left: number
  readonly right: number
  readonly height?: number
  /** Pixels of dark above and below the bars. */
  readonly bearers?: readonly [number, number]
}

/** Bars and spaces in turn, in pixels. */
export function barsPicture(widths: readonly number[], { left, right, height = 30, bearers = [0, 0] }: Bars): Picture {
  const length = widths.reduce((sum, each) => sum + each, 0)
  const width = left + length + right
  const line = new Uint8Array(width).fill(255)
  let x = left
  for (const [i, each] of widths.entries()) {
    if (i % 2 === 0) line.fill(0, x, x + each)
    x += each
  }
  const solid = new Uint8Array(width).fill(255).fill(0, left, left + length)
  const lines = [
    ...new Array<Uint8Array>(bearers[0]).fill(solid),
    ...new Array<Uint8Array>(height).fill(line),
    ...new Array<Uint8Array>(bearers[1]).fill(solid),
  ]
  const grey = new Uint8Array(width * lines.length)
  for (const [y, each] of lines.entries()) grey.set(each, y * width)
  return { width, height: lines.length, grey }
}

/** Widths of the bars and spaces of a linear symbol, in pixels. */
export function widthsIn(barcode: Barcode, dots: number): number[] {
  const runs = rowsOf(barcode.matrix)[0]!.match(/1+|0+/g) ?? []
  return runs.map((run) => run.length * dots)
}

export function invertedPicture({ width, height, grey }: Picture): Picture {
  return { width, height, grey: grey.map((value) => 255 - value) }
}

export function mirroredPicture({ width, height, grey }: Picture): Picture {
  const result = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) result[y * width + x] = grey[y * width + width - 1 - x]!
  return { width, height, grey: result }
}

/** The picture with the pixels from (left, top), `width` x `height` of them, in another grey. */
export function blotted(
  picture: Picture,
  blot: { left: number; top: number; width: number; height: number; grey: number },
): Picture {
  const grey = picture.grey.slice()
  for (let y = blot.top; y < blot.top + blot.height; y++) {
    grey.fill(blot.grey, y * picture.width + blot.left, y * picture.width + blot.left + blot.width)
  }
  return { ...picture, grey }
}

/** A light picture with others in it, each with its upper left corner at a place. */
function collage(
  { width, height }: Pick<Picture, 'width' | 'height'>,
  parts: readonly (readonly [picture: Picture, left: number, top: number])[],
): Picture {
  const grey = new Uint8Array(width * height).fill(255)
  for (const [part, left, top] of parts) {
    for (let y = 0; y < part.height; y++) {
      grey.set(part.grey.subarray(y * part.width, (y + 1) * part.width), (top + y) * width + left)
    }
  }
  return { width, height, grey }
}

/** Two pictures, 20 light lines apart. */
export function stackedPicture(above: Picture, below: Picture): Picture {
  const size = { width: Math.max(above.width, below.width), height: above.height + 20 + below.height }
  return collage(size, [
    [above, 0, 0],
    [below, 0, above.height + 20],
  ])
}

export function besidePicture(left: Picture, right: Picture): Picture {
  const size = { width: left.width + right.width, height: Math.max(left.height, right.height) }
  return collage(size, [
    [left, 0, 0],
    [right, left.width, 0],
  ])
}

/** A dark frame around a picture, and a light margin around the frame; in pixels. */
export function framedPicture(
  picture: Picture,
  { thickness, margin }: { readonly thickness: number; readonly margin: number },
): Picture {
  const [width, height] = [picture.width + 2 * thickness, picture.height + 2 * thickness]
  const frame = { width, height, grey: new Uint8Array(width * height) }
  const size = { width: width + 2 * margin, height: height + 2 * margin }
  return collage(size, [
    [frame, margin, margin],
    [picture, margin + thickness, margin + thickness],
  ])
}

/** Modules of any size in pixels: as a camera would see them, or with each pixel as what is at its middle. */
export function scaledPicture(barcode: Barcode, module: number, way: 'covered' | 'nearest'): Picture {
  const { matrix, quiet } = barcode
  const tall = matrix.height === 1 ? 30 : 1
  const columns = quiet.left + matrix.width + quiet.right
  const rows = quiet.top + matrix.height * tall + quiet.bottom
  const width = Math.ceil(columns * module)
  const height = Math.ceil(rows * module)
  const shares = (pixel: number): [number, number][] =>
    way === 'covered' ? coverage(pixel, module) : [middle(pixel, module)]
  const across = Array.from({ length: width }, (_, x) => shares(x))
  const grey = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const down = shares(y)
    for (let x = 0; x < width; x++) {
      let dark = 0
      for (const [row, high] of down) {
        for (const [column, wide] of across[x]!) {
          const inRow = Math.floor((row - quiet.top) / tall)
          const inColumn = column - quiet.left
          const inside = inRow >= 0 && inRow < matrix.height && inColumn >= 0 && inColumn < matrix.width
          if (inside && isDark(matrix, inColumn, inRow)) dark += high * wide
        }
      }
      grey[y * width + x] = Math.round(255 * (1 - dark))
    }
  }
  return { width, height, grey }
}

/** The modules that overlap a pixel, with the share of the pixel that each covers. */
function coverage(pixel: number, module: number): [number, number][] {
  const first = Math.floor(pixel / module)
  const last = Math.ceil((pixel + 1) / module) - 1
  return Array.from({ length: last - first + 1 }, (_, i): [number, number] => {
    const from = Math.max(pixel, (first + i) * module)
    const to = Math.min(pixel + 1, (first + i + 1) * module)
    return [first + i, Math.max(0, to - from)]
  })
}

const middle = (pixel: number, module: number): [number, number] => [Math.floor((pixel + 0.5) / module), 1]
