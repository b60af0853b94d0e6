/** What is printed besides symbols, in dots: words and lines by a threshold, pictures with as many dots as they are dark. */

import { darken, darkenSpan, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import type { DotArea } from '../layout/scene.ts'
import type { Greys } from './greys.ts'

/** The greys below which a dot is dark. Hairlines, which a dot is wider than, and grey words stay; a little more than half would lose them. */
export const threshold = 160

/** Greys that are neither of ink nor of paper. */
const [darkest, lightest] = [40, 205]
/** A picture is grey wherever a square of so many dots a side is; edges of words are not. */
const side = 5

/** The dots of a label without symbols, and whether there are pictures on it. @param kept  areas without pictures: symbols are there */
export function dotsOf(
  greys: Greys,
  kept: readonly DotArea[],
): { readonly dots: Matrix; readonly hasPictures: boolean } {
  const pictures = picturesIn(greys, kept)
  return { dots: pictures === undefined ? thresholded(greys) : dithered(greys, pictures), hasPictures: !!pictures }
}

/** @param below  greys that become dark are less */
export function thresholded({ width, height, grey }: Greys, below = threshold): Matrix {
  const dots = lightMatrix(width, height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) if (grey[at]! < below) darken(dots, x, y)
  }
  return dots
}

/** Which dots are of pictures, 1 for each; undefined if none is. */
function picturesIn({ width, height, grey }: Greys, kept: readonly DotArea[]): Uint8Array | undefined {
  const isGrey = Uint8Array.from({ length: 256 }, (_, value) => Number(value >= darkest && value <= lightest))
  /** For each column, the dots in a row down to this one that are grey. */
  const above = new Uint16Array(width)
  let mask: Uint8Array | undefined
  for (let y = 0; y < height; y++) {
    let run = 0
    for (let x = 0; x < width; x++) {
      above[x] = isGrey[grey[y * width + x]!] === 1 ? above[x]! + 1 : 0
      run = above[x]! >= side ? run + 1 : 0
      if (run < side) continue
      mask ??= new Uint8Array(width * height)
      for (let row = y - side + 1; row <= y; row++) mask.fill(1, row * width + x - side + 1, row * width + x + 1)
    }
  }
  if (mask === undefined) return undefined
  for (const { left, top, right, bottom } of kept) {
    const [from, to] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))]
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)) && from < to; y++)
      mask.fill(0, y * width + from, y * width + to)
  }
  return mask.includes(1) ? mask : undefined
}

/** Of a picture, the greys from which it becomes darker, and lighter, so that it is black and white where pictures end. */
const [shadow, light] = [85, 160]
const tones = Uint8Array.from({ length: 256 }, (_, value) => {
  if (value < shadow) return Math.max(0, ((value - darkest) * shadow) / (shadow - darkest))
  if (value > light) return Math.min(255, light + ((value - light) * (255 - light)) / (lightest - light))
  return value
})

/**
 * Pictures with error diffusion, every other row from right to left; all else by the threshold.
 *
 * R. W. Floyd, L. Steinberg: An adaptive algorithm for spatial greyscale. Proceedings of the SID 17 (1976)
 */
function dithered({ width, height, grey }: Greys, pictures: Uint8Array): Matrix {
  const dots = lightMatrix(width, height)
  let [errors, below] = [new Float32Array(width + 2), new Float32Array(width + 2)]
  for (let y = 0; y < height; y++) {
    below.fill(0)
    const step = y % 2 === 0 ? 1 : -1
    for (let i = 0; i < width; i++) {
      const x = step === 1 ? i : width - 1 - i
      const value = grey[y * width + x]!
      if (pictures[y * width + x] === 0) {
        if (value < threshold) darken(dots, x, y)
        continue
      }
      const wanted = tones[value]! + errors[x + 1]!
      const isDark = wanted < 128
      if (isDark) darken(dots, x, y)
      const error = (wanted - (isDark ? 0 : 255)) / 16
      errors[x + 1 + step]! += 7 * error
      below[x + 1 - step]! += 3 * error
      below[x + 1]! += 5 * error
      below[x + 1 + step]! += error
    }
    ;[errors, below] = [below, errors]
  }
  return dots
}

/** The part of an area that is on a matrix; undefined if nothing of it is. */
function within({ left, top, right, bottom }: DotArea, { width, height }: Matrix): DotArea | undefined {
  const inside = {
    ...{ left: Math.max(0, left), top: Math.max(0, top) },
    ...{ right: Math.min(width, right), bottom: Math.min(height, bottom) },
  }
  return inside.left < inside.right && inside.top < inside.bottom ? inside : undefined
}

/** Makes dots light, for the function that allocated them. */
export function lighten(dots: Matrix, area: DotArea): void {
  const inside = within(area, dots)
  if (inside === undefined) return
  const span = spanOf(inside, dots.stride)
  for (let y = inside.top; y < inside.bottom; y++) {
    for (let i = 0; i < dots.stride; i++) dots.words[y * dots.stride + i]! &= ~span[i]!
  }
}

/** Whether no dot of an area is dark. */
export function isLight(dots: Matrix, area: DotArea): boolean {
  const inside = within(area, dots)
  if (inside === undefined) return true
  const span = spanOf(inside, dots.stride)
  const [first, last] = [inside.left >>> 5, (inside.right - 1) >>> 5]
  for (let y = inside.top; y < inside.bottom; y++) {
    for (let i = first; i <= last; i++) if ((dots.words[y * dots.stride + i]! & span[i]!) !== 0) return false
  }
  return true
}

function spanOf({ left, right }: DotArea, stride: number): Uint32Array {
  const span = new Uint32Array(stride)
  darkenSpan(span, left, right)
  return span
}
