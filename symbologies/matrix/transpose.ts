import { strideOf } from './words.ts'

/**
 * The modules of `words` mirrored at their main diagonal, by blocks of 32 x 32.
 *
 * In a block, quarters are exchanged across the diagonal, then the quarters of each quarter, down to single modules:
 * five rounds of sixteen word pairs instead of 1024 modules.
 *
 * @param words rows of `width` modules, packed as in a Matrix, `height` of them
 * @returns rows of `height` modules, `width` of them
 */
export function transposedWords(words: Uint32Array, width: number, height: number): Uint32Array {
  if (height === 1) return columnOf(words, width)
  const stride = strideOf(width)
  const resultStride = strideOf(height)
  const result = new Uint32Array(resultStride * width)
  for (let row = 0; row < resultStride; row++) {
    const rows = Math.min(32, height - 32 * row)
    for (let column = 0; column < stride; column++) {
      block.fill(0, rows)
      let [dark, common] = [0, rows === 32 ? -1 : 0]
      for (let y = 0; y < rows; y++) {
        block[y] = words[(32 * row + y) * stride + column]!
        dark |= block[y]!
        common &= block[y]!
      }
      if (dark === 0) continue
      const columns = Math.min(32, width - 32 * column)
      // light blocks and bars are frequent; in a bar all rows are the same
      if (dark === common) for (let x = 0; x < 32; x++) block[x] = (dark << x) >> 31
      else transposeBlock()
      for (let x = 0; x < columns; x++) result[(32 * column + x) * resultStride + row] = block[x]!
    }
  }
  return result
}

/** The modules of a single row one below the other. */
function columnOf(words: Uint32Array, width: number): Uint32Array {
  const result = new Uint32Array(width)
  for (let x = 0; x < width; x++) result[x] = (words[x >>> 5]! << (x & 31)) & 0x80000000
  return result
}

/** The block that is transposed: scratch; contents are not kept between calls. */
const block = new Uint32Array(32)

function transposeBlock(): void {
  for (let half = 16, low = 0x0000ffff; half > 0; half >>>= 1, low ^= low << half) {
    for (let y = 0; y < 32; y = (y + half + 1) & ~half) {
      // The right half of the upper row changes places with the left half of the lower one.
      const exchange = ((block[y]! & low) ^ (block[y + half]! >>> half)) & low
      block[y]! ^= exchange
      block[y + half]! ^= exchange << half
    }
  }
}
