/** The score of a masked Micro QR symbol. ISO/IEC 18004:2015, 7.8.3.2 */

export interface MicroMaskScore {
  /** Dark modules in the right column, without the timing pattern's. */
  readonly right: number
  /** Dark modules in the bottom row, without the timing pattern's. */
  readonly bottom: number
  /** Sixteen times the smaller and once the larger. */
  readonly total: number
}

/**
 * @param rows the symbol, and `layer` what lies over it by exclusive or; one word each, at most 32 modules wide
 */
export function microMaskScore(rows: Uint32Array, layer: Uint32Array, size: number): MicroMaskScore {
  let right = 0
  for (let y = 1; y < size; y++) right += ((rows[y]! ^ layer[y]!) >>> (32 - size)) & 1
  let bottom = 0
  for (let rest = (rows[size - 1]! ^ layer[size - 1]!) << 1; rest !== 0; rest &= rest - 1) bottom++
  return { right, bottom, total: 16 * Math.min(right, bottom) + Math.max(right, bottom) }
}
