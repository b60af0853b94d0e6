import {
  bitsInside,
  endOfDark,
  firstDark,
  isSolid,
  lightMatrix,
  type Matrix,
} from '../../../symbologies/matrix/index.ts'
import type { Box } from './box.ts'
import { type Ink, transposedInk } from './picture.ts'

/** The pixels in a box, as a picture of their own. */
export function croppedInk(ink: Ink, { left, right, top, bottom }: Box): Ink {
  const { darkness } = ink
  return {
    ...ink,
    width: right - left,
    height: bottom - top,
    bits: croppedBits(ink.bits, { left, right, top, bottom }),
    darkness: darkness && {
      ...darkness,
      values: darkness.values.subarray(left * darkness.across + top * darkness.down),
    },
  }
}

function croppedBits({ stride, words }: Matrix, { left, right, top, bottom }: Box): Matrix {
  const cropped = lightMatrix(right - left, bottom - top)
  const [from, shift] = [left >> 5, left & 31]
  const mask = bitsInside(cropped.stride - 1, cropped.width)
  for (let y = 0; y < cropped.height; y++) {
    const row = (top + y) * stride
    for (let i = 0; i < cropped.stride; i++) {
      const high = words[row + from + i]! << shift
      const isInside = shift > 0 && from + i + 1 < stride
      cropped.words[y * cropped.stride + i] = isInside ? high | (words[row + from + i + 1]! >>> (32 - shift)) : high
    }
    cropped.words[(y + 1) * cropped.stride - 1]! &= mask
  }
  return cropped
}

/** The most parts of the picture's sides that a frame is thick. */
const thickestFrame = 0.2

/**
 * What is inside a dark frame around everything dark in the picture; undefined if there is no such frame. Dark from side to
 * side and from top to bottom, the frame hides whatever it surrounds from a search for parts.
 */
export function insideFrame(ink: Ink): Ink | undefined {
  const { width, height, bits } = ink
  let top = 0
  while (top < height && firstDark(bits, top) === width) top++
  let bottom = height
  while (bottom > top && firstDark(bits, bottom - 1) === width) bottom--
  if (bottom - top < leastInside) return undefined
  const [left, right] = [firstDark(bits, top), endOfDark(bits, top)]
  const columns = transposedInk(ink).bits
  const isSolidRow = (y: number): boolean => isSolid(bits, y, { from: left, to: right }, true)
  const isSolidColumn = (x: number): boolean => isSolid(columns, x, { from: top, to: bottom }, true)
  const thickness = (isSolid: (at: number) => boolean, from: number, step: 1 | -1, most: number): number => {
    let count = 0
    while (count <= most && isSolid(from + step * count)) count++
    return count
  }
  const [mostAcross, mostDown] = [thickestFrame * (right - left), thickestFrame * (bottom - top)]
  const inside = {
    left: left + thickness(isSolidColumn, left, 1, mostAcross),
    right: right - thickness(isSolidColumn, right - 1, -1, mostAcross),
    top: top + thickness(isSolidRow, top, 1, mostDown),
    bottom: bottom - thickness(isSolidRow, bottom - 1, -1, mostDown),
  }
  const isFrame = inside.left > left && inside.right < right && inside.top > top && inside.bottom < bottom
  const isRoomy = inside.right - inside.left >= leastInside && inside.bottom - inside.top >= leastInside
  return isFrame && isRoomy ? croppedInk(ink, inside) : undefined
}

/** Pixels of the shortest side of what a frame surrounds: 8 modules of a pixel each. */
const leastInside = 8
