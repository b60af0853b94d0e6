/** The score of a masked Micro QR symbol. ISO/IEC 18004:2015, 7.8.3.2 */

export interface MicroMaskScore {
  /** Dark modules in the right column, without the timing pattern's. */
  readonly right: number
  /** Dark modules in the bottom row, without the timing pattern's. */
  readonly bottom: number
  /** Sixteen times the smaller and once the larger. */
  readonly total: number
}

/** @param rows of one word each, at most 32 modules wide */
export function microMaskScore(rows: Uint32Array, size: number): MicroMaskScore {
  let right = 0
  for (let y = 1; y < size; y++) right += (rows[y]! >>> (32 - size)) & 1
  let bottom = 0
  for (let x = 1; x < size; x++) bottom += (rows[size - 1]! >>> (31 - x)) & 1
  return { right, bottom, total: 16 * Math.min(right, bottom) + Math.max(right, bottom) }
}
