import { bitsInside, strideOf } from '../../symbologies/matrix/index.ts'
import { paintRows, type Rows } from './dot-rows.ts'

/** A picture without the light rows and columns at its edges. */
export interface Ink {
  /** The left edge in dots, a multiple of 8. */
  readonly x: number
  /** The top edge in dots. */
  readonly y: number
  readonly bytesPerRow: number
  /** Row by row, one bit a dot, most significant bit first, dark 1. */
  readonly bytes: Uint8Array
}

/** The dark part of a picture, in whole bytes horizontally; undefined if no dot is dark. */
export function inkOf(picture: Rows): Ink | undefined {
  const { width, height } = picture
  const length = 4 * strideOf(width)
  const all = new Uint8Array(length * height)
  let [y, top, bottom] = [0, height, 0]
  let isDark = false
  paintRows(picture, (dots, count) => {
    if (dots !== undefined) isDark = writeRow(all.subarray(y * length), dots, width)
    // light rows are there already
    if (isDark) {
      const from = dots === undefined ? y - 1 : y
      const row = all.subarray(from * length, (from + 1) * length)
      for (let copy = from + 1; copy < y + count; copy++) all.set(row, copy * length)
      top = Math.min(top, y)
      bottom = y + count
    }
    y += count
  })
  if (bottom === 0) return undefined
  return cropped(all.subarray(top * length, bottom * length), length, top)
}

/** Writes a row of dots as bytes. Returns whether any is dark. */
function writeRow(bytes: Uint8Array, dots: Uint32Array, width: number): boolean {
  let all = 0
  for (let i = 0; 32 * i < width; i++) {
    // a mark may reach beyond the edge
    const word = dots[i]! & bitsInside(i, width)
    all |= word
    for (let byte = 0; byte < 4; byte++) bytes[4 * i + byte] = word >>> (24 - 8 * byte)
  }
  return all !== 0
}

/** @param rows  of which at least one is dark, each of `length` bytes */
function cropped(rows: Uint8Array, length: number, y: number): Ink {
  let [left, right] = [length, 0]
  for (let start = 0; start < rows.length; start += length) {
    for (let i = 0; i < left; i++) if (rows[start + i] !== 0) left = i
    for (let i = length; i > right; i--) if (rows[start + i - 1] !== 0) right = i
  }
  const bytesPerRow = right - left
  const bytes = new Uint8Array((rows.length / length) * bytesPerRow)
  for (let start = 0, to = 0; to < bytes.length; start += length, to += bytesPerRow) {
    bytes.set(rows.subarray(start + left, start + right), to)
  }
  return { x: 8 * left, y, bytesPerRow, bytes }
}
