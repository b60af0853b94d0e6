import type { Matrix } from './matrix.ts'
import { transposedWords } from './transpose.ts'
import { strideOf } from './words.ts'

/** The matrix mirrored at its main diagonal: module (x, y) becomes (y, x). */
export function transposed({ width, height, words }: Matrix): Matrix {
  return { width: height, height: width, stride: strideOf(height), words: transposedWords(words, width, height) }
}

/** Top and bottom exchanged: module (x, y) becomes (x, height - 1 - y). */
export function flipped(matrix: Matrix): Matrix {
  const { height, stride } = matrix
  // one word a row: a linear symbol that stands upright has thousands of them
  if (stride === 1) return { ...matrix, words: matrix.words.subarray(0, height).toReversed() }
  const words = new Uint32Array(matrix.words.length)
  for (let y = 0; y < height; y++) {
    words.set(matrix.words.subarray(y * stride, (y + 1) * stride), (height - 1 - y) * stride)
  }
  return { ...matrix, words }
}
