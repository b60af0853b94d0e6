import { transposedWords } from './transpose.ts'

/**
 * A matrix of modules, one bit each: dark is 1.
 *
 * Every row starts on a word of its own; in a word the most significant bit is the leftmost module.
 * Bits right of `width` are zero. Module (x, y) is bit `31 - x % 32` of `words[y * stride + (x >> 5)]`.
 */
export interface Matrix {
  readonly width: number
  readonly height: number
  /** Words a row. */
  readonly stride: number
  readonly words: Uint32Array
}

/** A matrix of light modules. */
export function lightMatrix(width: number, height: number): Matrix {
  const stride = (width + 31) >>> 5
  return { width, height, stride, words: new Uint32Array(stride * height) }
}

export function isDark(matrix: Matrix, x: number, y: number): boolean {
  return ((matrix.words[y * matrix.stride + (x >>> 5)]! >>> (31 - (x & 31))) & 1) === 1
}

/** Makes one module dark; for the function that allocated `matrix`. */
export function darken(matrix: Matrix, x: number, y: number): void {
  matrix.words[y * matrix.stride + (x >>> 5)]! |= 0x80000000 >>> (x & 31)
}

/**
 * The dark runs of row `y`, left to right: into[0] to into[1] is the first, the end not included, and so on.
 *
 * @param into room for `width + 1` numbers
 * @returns how many numbers were written, twice the number of runs
 */
export function darkRuns(matrix: Matrix, y: number, into: Int32Array): number {
  const { stride, words, width } = matrix
  let count = 0
  let previous = 0
  for (let w = 0; w < stride; w++) {
    const word = words[y * stride + w]!
    // a bit is set where a module differs from its left neighbour
    let changes = word ^ ((word >>> 1) | (previous << 31))
    while (changes !== 0) {
      const bit = Math.clz32(changes)
      into[count++] = 32 * w + bit
      changes ^= 0x80000000 >>> bit
    }
    previous = word & 1
  }
  if (count & 1) into[count++] = width
  return count
}

/** The matrix mirrored at its main diagonal: module (x, y) becomes (y, x). */
export function transposed({ width, height, words }: Matrix): Matrix {
  return { width: height, height: width, stride: (height + 31) >>> 5, words: transposedWords(words, width, height) }
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

/** Exchanges neighbouring bits, then neighbouring pairs, and so on up to the halves of the word. */
function reversedBits(word: number): number {
  word = ((word >>> 1) & 0x55555555) | ((word & 0x55555555) << 1)
  word = ((word >>> 2) & 0x33333333) | ((word & 0x33333333) << 2)
  word = ((word >>> 4) & 0x0f0f0f0f) | ((word & 0x0f0f0f0f) << 4)
  word = ((word >>> 8) & 0x00ff00ff) | ((word & 0x00ff00ff) << 8)
  return (word >>> 16) | (word << 16)
}

/** Top and bottom exchanged: module (x, y) becomes (x, height - 1 - y). */
export function flipped(matrix: Matrix): Matrix {
  const { height, stride } = matrix
  const words = new Uint32Array(matrix.words.length)
  for (let y = 0; y < height; y++) {
    words.set(matrix.words.subarray(y * stride, (y + 1) * stride), (height - 1 - y) * stride)
  }
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
const octets = Array.from({ length: 256 }, (_, byte) => byte.toString(2).padStart(8, '0'))
