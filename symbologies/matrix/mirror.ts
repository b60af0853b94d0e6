import { lightMatrix, type Matrix } from './matrix.ts'
import { transposedWords } from './transpose.ts'
import { reversedBits, strideOf } from './words.ts'

/** The matrix mirrored at its main diagonal: module (x, y) becomes (y, x). */
export function transposed({ width, height, words }: Matrix): Matrix {
  return { width: height, height: width, stride: strideOf(height), words: transposedWords(words, width, height) }
}

/** Left and right exchanged: module (x, y) becomes (width - 1 - x, y). */
export function mirrored(matrix: Matrix): Matrix {
  const { width, height, stride, words } = matrix
  const result = lightMatrix(width, height)
  // a row's words in reverse order, each with its bits reversed, begin with what was the padding
  const padding = -width & 31
  for (let y = 0; y < height; y++) {
    const end = (y + 1) * stride - 1
    for (let i = 0; i < stride; i++) {
      const high = reversedBits(words[end - i]!)
      const low = i + 1 < stride ? reversedBits(words[end - i - 1]!) : 0
      result.words[y * stride + i] = padding === 0 ? high : (high << padding) | (low >>> (32 - padding))
    }
  }
  return result
}

/** Top and bottom exchanged: module (x, y) becomes (x, height - 1 - y). */
export function flipped(matrix: Matrix): Matrix {
  const { width, height, stride } = matrix
  const words = new Uint32Array(matrix.words.length)
  for (let y = 0; y < height; y++) {
    words.set(matrix.words.subarray(y * stride, (y + 1) * stride), (height - 1 - y) * stride)
  }
  return { width, height, stride, words }
}
