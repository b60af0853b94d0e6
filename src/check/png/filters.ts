/** The filters that rows of a PNG pass through before compression. ISO/IEC 15948:2004, 9 */

import { damaged } from './png.ts'

/**
 * Undoes the filter of a row in place; the row's first byte is its type (9.2).
 *
 * @param above  the previous row, or zeros
 * @param step  bytes from one pixel to the next, at least 1
 */
export function unfilter(row: Uint8Array, above: Uint8Array, step: number): void {
  // Bytes left of the first pixel count as zero.
  const first = Math.min(1 + step, row.length)
  switch (row[0]) {
    case 0:
      return
    case 1:
      for (let i = first; i < row.length; i++) row[i] = row[i]! + row[i - step]!
      return
    case 2:
      for (let i = 1; i < row.length; i++) row[i] = row[i]! + above[i]!
      return
    case 3:
      for (let i = 1; i < first; i++) row[i] = row[i]! + (above[i]! >> 1)
      for (let i = first; i < row.length; i++) row[i] = row[i]! + ((row[i - step]! + above[i]!) >> 1)
      return
    case 4:
      for (let i = 1; i < first; i++) row[i] = row[i]! + above[i]!
      for (let i = first; i < row.length; i++) row[i] = row[i]! + paeth(row[i - step]!, above[i]!, above[i - step]!)
      return
    default:
      throw damaged()
  }
}

/**
 * 9.4: whichever of left, above and upper left is nearest to left + above - upper left, in this order.
 *
 * Without branches: in noise a processor cannot predict them, and takes three times as long. A mask is all ones if the
 * difference is negative.
 */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  const isCorner = (toCorner - toAbove) >> 31
  const isOther = ((toAbove - toLeft) | (toCorner - toLeft)) >> 31
  return (left & ~isOther) | (((corner & isCorner) | (above & ~isCorner)) & isOther)
}
