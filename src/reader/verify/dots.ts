/** Dots that bytes burn, gathered in a matrix. */

import { blitRow, darkenSpan, lightMatrix, type Matrix } from '../../../symbologies/matrix/index.ts'
import type { Box } from '../check/index.ts'
import { unreadable } from './failure.ts'

/** The most dots of a page: as many as the checker reads in one picture, four times over for labels side by side. */
const mostDots = 100_000_000

/** A page without dots. @throws VerificationFailure for one that no label has */
export function blankPage(width: number, height: number): Matrix {
  const isWhole = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
  if (!isWhole || width * height > mostDots) throw unreadable(`a page of ${width} x ${height} dots`)
  return lightMatrix(width, height)
}

/**
 * Rectangles that are painted one after another. Those of the same rows are gathered in one row of dots first, because bars are hundreds
 * of rows high.
 */
export class RectanglePainter {
  readonly #dots: Matrix
  readonly #row: Uint32Array
  #top = 0
  #bottom = 0

  constructor(dots: Matrix) {
    this.#dots = dots
    this.#row = new Uint32Array(dots.stride)
  }

  /** Paints what is on the page: nothing else is printed. @throws VerificationFailure for a rectangle without a dot */
  add(box: Box): void {
    const { width, height } = this.#dots
    const isSound = [box.left, box.top, box.right, box.bottom].every((edge) => Number.isFinite(edge))
    if (!(isSound && box.left < box.right && box.top < box.bottom)) {
      throw unreadable(`dots ${box.left}, ${box.top} to ${box.right}, ${box.bottom} are not a rectangle`)
    }
    const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)]
    const [right, bottom] = [Math.min(width, box.right), Math.min(height, box.bottom)]
    if (left >= right || top >= bottom) return
    if (top !== this.#top || bottom !== this.#bottom) {
      this.end()
      this.#top = top
      this.#bottom = bottom
    }
    darkenSpan(this.#row, left, right)
  }

  /** Paints what is left. */
  end(): void {
    const { stride, words } = this.#dots
    for (let y = this.#top; y < this.#bottom; y++) {
      const at = y * stride
      for (let i = 0; i < stride; i++) words[at + i]! |= this.#row[i]!
    }
    this.#row.fill(0)
    this.#top = 0
    this.#bottom = 0
  }
}

/** Rows of bytes, most significant bit left, at a place on the page. */
export interface ByteRows {
  readonly bytes: Uint8Array
  /** Bytes a row, 1 or more. */
  readonly rowLength: number
  readonly x: number
  readonly y: number
}

/**
 * Burns the dots of rows of bytes.
 *
 * @param black  the value of a bit that is burnt
 * @throws VerificationFailure for a dot beyond the page
 */
export function burn(dots: Matrix, { bytes, rowLength, x, y }: ByteRows, black: 0 | 1 = 1): void {
  const { width, height, stride, words } = dots
  const count = bytes.length / rowLength
  if (!Number.isInteger(count) || x < 0 || y < 0) throw unreadable(`${bytes.length} bytes in rows of ${rowLength}`)
  const row = new Uint32Array((rowLength + 3) >> 2)
  const flip = black === 1 ? 0 : 0xff
  for (let i = 0; i < count; i++) {
    row.fill(0)
    let last = -1
    for (let at = 0; at < rowLength; at++) {
      const byte = bytes[i * rowLength + at]! ^ flip
      if (byte === 0) continue
      row[at >> 2]! |= byte << (24 - 8 * (at & 3))
      // the place of its last 1
      last = 8 * at + Math.clz32(byte & -byte) - 24
    }
    if (last < 0) continue
    if (x + last >= width || y + i >= height) {
      throw unreadable(`a dot at ${x + last}, ${y + i} is beyond the ${width} x ${height} of the page`)
    }
    const at = (y + i) * stride
    blitRow(words.subarray(at, at + stride), x, row, 0, row.length)
  }
}

/** Copies what is dark to (x, y), which may be negative; what is beyond the page is not printed. */
export function stamp(onto: Matrix, from: Matrix, [x, y]: readonly [number, number]): void {
  for (let row = Math.max(0, -y); row < Math.min(from.height, onto.height - y); row++) {
    const at = (y + row) * onto.stride
    const words = onto.words.subarray(at, at + onto.stride)
    blitRow(words, x, from.words, row * from.stride, from.stride)
    keepSpan(words, 0, onto.width)
  }
}

/** The dots of an area, light where it reaches beyond the page. */
export function cropped(dots: Matrix, { left, top, right, bottom }: Box): Matrix {
  const area = lightMatrix(right - left, bottom - top)
  const [first, end] = [Math.max(0, left), Math.min(dots.width, right)]
  const inside = new Uint32Array(dots.stride)
  for (let y = Math.max(0, top); y < Math.min(dots.height, bottom); y++) {
    inside.set(dots.words.subarray(y * dots.stride, (y + 1) * dots.stride))
    keepSpan(inside, first, end)
    const at = (y - top) * area.stride
    blitRow(area.words.subarray(at, at + area.stride), -left, inside, 0, inside.length)
  }
  return area
}

/** Makes light what is outside of the columns [from, to). */
function keepSpan(row: Uint32Array, from: number, to: number): void {
  for (let i = 0; i < row.length; i++) {
    const start = 32 * i
    if (start + 32 <= from || start >= to) row[i] = 0
    else {
      const head = from > start ? -1 >>> (from - start) : -1
      const tail = to < start + 32 ? -1 << (start + 32 - to) : -1
      row[i]! &= head & tail
    }
  }
}

/** The box the given number of dots further right and down. */
export const moved = ({ left, top, right, bottom }: Box, x: number, y: number): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
})
