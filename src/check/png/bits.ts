/** PNGs of a bit a pixel: their rows are packed as those of a matrix are. ISO/IEC 15948:2004, 7.2 */

import { bitsInside, type Matrix } from '../../../symbologies/matrix/index.ts'
import type { RowReader } from './greys.ts'

/** A reader that copies the bytes of rows, whose order in words is left to `darkenLower`. */
export function bytesInto({ width, stride, words }: Matrix): RowReader {
  const bytes = new Uint8Array(words.buffer)
  return (row, { from }) => bytes.set(row.subarray(1), (4 * stride * from) / width)
}

/** Makes words of the bytes, in which the bits of the darker grey are 1. @param greys  those that 0 and 1 stand for */
export function darkenLower({ width, height, stride, words }: Matrix, [zero, one]: readonly [number, number]): void {
  const bytes = new DataView(words.buffer)
  const flip = zero < one ? -1 : 0
  for (let at = 0; at < words.length; at++) words[at] = bytes.getInt32(4 * at) ^ flip
  const last = bitsInside(stride - 1, width)
  for (let y = 1; y <= height; y++) words[y * stride - 1]! &= last
}
