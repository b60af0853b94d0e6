/** Data masks, packed. ISO/IEC 18004:2015, 7.8.2, Table 10 */

import { darkenIf } from '../matrix/index.ts'

/** Whether a mask inverts the module in row i and column j. */
export type MaskCondition = (i: number, j: number) => boolean

/** Table 10, by mask number. In the standard, as here, i is the row and j the column. */
export const maskConditions: readonly MaskCondition[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
]

/** All conditions repeat after this many rows: the common multiple of 2 · 2, 2 · 3 and 3. */
const period = 12

/**
 * The modules that each condition inverts, in a symbol whose data modules are at the addresses `order`; packed as a
 * Matrix.
 *
 * @param order bit addresses, 32 * stride * row + column
 */
export function packedMasks(conditions: readonly MaskCondition[], order: Uint16Array, square: Square): Uint32Array[] {
  const data = new Uint32Array(square.size * square.stride)
  for (const address of order) darkenIf(data, address, 1)
  return conditions.map((condition) => {
    const pattern = packedPattern(condition, square)
    return data.map((word, at) => word & pattern[at % pattern.length]!)
  })
}

/** The first rows of a pattern, which repeat. */
function packedPattern(condition: MaskCondition, { size, stride }: Square): Uint32Array {
  const pattern = new Uint32Array(period * stride)
  for (let i = 0; i < period; i++) {
    for (let j = 0; j < size; j++) {
      if (condition(i, j)) darkenIf(pattern, 32 * stride * i + j, 1)
    }
  }
  return pattern
}

/** Sides of a packed square: modules, and words a row. */
export interface Square {
  readonly size: number
  readonly stride: number
}
