/**
 * The transposed copy of a packed square, by blocks of 32 x 32 modules.
 *
 * In a block, quarters are exchanged across the diagonal, then the quarters of each quarter, down to single modules:
 * five rounds of sixteen word pairs instead of 1024 modules.
 */
export function transposedWords(words: Uint32Array, size: number, stride: number): Uint32Array {
  const result = new Uint32Array(words.length)
  const block = new Uint32Array(32)
  for (let row = 0; row < stride; row++) {
    for (let column = 0; column < stride; column++) {
      const height = Math.min(32, size - 32 * row)
      const width = Math.min(32, size - 32 * column)
      for (let y = 0; y < 32; y++) block[y] = y < height ? words[(32 * row + y) * stride + column]! : 0
      transposeBlock(block)
      for (let x = 0; x < width; x++) result[(32 * column + x) * stride + row] = block[x]!
    }
  }
  return result
}

function transposeBlock(block: Uint32Array): void {
  for (let half = 16, low = 0x0000ffff; half > 0; half >>>= 1, low ^= low << half) {
    for (let y = 0; y < 32; y = (y + half + 1) & ~half) {
      // The right half of the upper row changes places with the left half of the lower one.
      const exchange = ((block[y]! & low) ^ (block[y + half]! >>> half)) & low
      block[y]! ^= exchange
      block[y + half]! ^= exchange << half
    }
  }
}
