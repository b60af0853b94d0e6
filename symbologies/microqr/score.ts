/** The score of a masked Micro QR symbol. ISO/IEC 18004:2015, 7.8.3.2 */

import { ones } from '../matrix/index.ts'

export interface MicroMaskScore {
  /** Dark modules in the right column, without the timing pattern's. */
  readonly right: number
  /** Dark modules in the bottom row, without the timing pattern's. */
  readonly bottom: number
  /** Sixteen times the smaller and once the larger. */
  readonly total: number
}

/** The right column and the bottom row without the timing patterns' modules, a bit a module. */
export interface Sides {
  readonly right: number
  readonly bottom: number
}

/** @param rows a symbol or a layer over it, one word each, at most 32 modules wide */
export function sidesOf(rows: Uint32Array, size: number): Sides {
  let right = 0
  for (let y = 1; y < size; y++) right = (right << 1) | ((rows[y]! >>> (32 - size)) & 1)
  return { right, bottom: rows[size - 1]! << 1 }
}

/** The score of the symbol that `layer` makes of another one by exclusive or. */
export function microMaskScore(unmasked: Sides, layer: Sides): MicroMaskScore {
  const right = ones(unmasked.right ^ layer.right)
  const bottom = ones(unmasked.bottom ^ layer.bottom)
  return { right, bottom, total: 16 * Math.min(right, bottom) + Math.max(right, bottom) }
}
