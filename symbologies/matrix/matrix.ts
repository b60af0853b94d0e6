import { areWordsEqual, bitsInside, strideOf } from './words.ts'

/**
 * A matrix of modules, one bit each: dark is 1.
 *
 * Every row starts on a new word; in a word the most significant bit is the leftmost module.
 * Bits right of `width` are zero. Module (x, y) is bit `31 - x % 32` of `words[y * stride + (x >> 5)]`.
 */
export interface Matrix {
  readonly width: number
  readonly height: number
  /** Words per row. */
  readonly stride: number
  readonly words: Uint32Array
}

/** A matrix of light modules. */
export function lightMatrix(width: number, height: number): Matrix {
  const stride = strideOf(width)
  return { width, height, stride, words: new Uint32Array(stride * height) }
}

export function isDark(matrix: Matrix, x: number, y: number): boolean {
  return ((matrix.words[y * matrix.stride + (x >>> 5)]! >>> (31 - (x & 31))) & 1) === 1
}

/** Makes one module dark; for the function that allocated `matrix`. */
export function darken(matrix: Matrix, x: number, y: number): void {
  matrix.words[y * matrix.stride + (x >>> 5)]! |= 0x80000000 >>> (x & 31)
}

/** Dark and light exchanged. */
export function inverted(matrix: Matrix): Matrix {
  const { width, height, stride } = matrix
  const words = new Uint32Array(matrix.words.length)
  for (let at = 0; at < words.length; at++) words[at] = ~matrix.words[at]!
  const last = bitsInside(stride - 1, width)
  for (let y = 1; y <= height; y++) words[y * stride - 1]! &= last
  return { ...matrix, words }
}

/** Rows of '1' (dark) and '0' (light), top first: for people and for vectors. */
export function rowsOf({ width, height, stride, words }: Matrix): string[] {
  return Array.from({ length: height }, (_, y) => {
    let row = ''
    for (let w = y * stride; w < (y + 1) * stride; w++) {
      const word = words[w]!
      for (let shift = 24; shift >= 0; shift -= 8) row += octets[(word >>> shift) & 0xff]!
    }
    return row.slice(0, width)
  })
}

/** Every byte in eight binary digits. */
const octets = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(2).padStart(8, '0'))

/** The first row below `row` that differs from it, or the height. */
export function differentRow({ words, stride, height }: Matrix, row: number): number {
  let next = row + 1
  while (next < height && areWordsEqual(words, stride * row, words, stride * next, stride)) next++
  return next
}
