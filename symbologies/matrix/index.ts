/**
 * The module matrix, a bit a module, for all code that draws or reads modules. It knows no symbology.
 *
 * First the matrix and its modules, then drawing into packed words, the dark runs of a row, mirrored matrices, and words.
 */

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

/** Rows of '1' (dark) and '0' (light), top first: to read, and for vectors. */
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

/**
 * Makes the bit at `address` dark if the last of `bits` is 1. Addresses count bits from the most significant one of the first
 * word: module (x, y) of a matrix is at `32 * stride * y + x`.
 */
export function darkenIf(words: Uint32Array, address: number, bits: number): void {
  words[address >>> 5]! |= (bits << 31) >>> (address & 31)
}

/** Makes the bits from address `from` to `to`, the end not included, dark; none if `from` is not below `to`. */
export function darkenSpan(words: Uint32Array, from: number, to: number): void {
  if (from >= to) return
  const first = from >>> 5
  const last = (to - 1) >>> 5
  const head = -1 >>> (from & 31)
  const tail = -1 << (-to & 31)
  if (first === last) {
    words[first]! |= head & tail
    return
  }
  words[first]! |= head
  for (let i = first + 1; i < last; i++) words[i] = 0xffffffff
  words[last]! |= tail
}

/**
 * Copies the dark bits of a row to any address; what is dark there already stays dark.
 *
 * @param onto bits outside of it are left out
 * @param address where the row's first bit goes, above -(2 ** 31); may be negative
 * @param row `count` words from `from` on
 */
export function blitRow(onto: Uint32Array, address: number, row: Uint32Array, from: number, count: number): void {
  const shift = address & 31
  const first = address >> 5
  for (let i = 0; i < count; i++) {
    const word = row[from + i]!
    if (word === 0) continue
    onto[first + i]! |= word >>> shift
    // shifted by 32, a word would stay as it is
    const rest = shift === 0 ? 0 : word << (32 - shift)
    if (rest !== 0) onto[first + i + 1]! |= rest
  }
}

/**
 * Bits in writing order, most significant first, packed as a Matrix packs a row.
 *
 * The capacity is allocated once; the caller must not write past it, which is not checked.
 */
export class BitWriter {
  readonly words: Uint32Array
  /** Bits written so far. */
  length = 0

  /** @param capacity the most bits that will be written */
  constructor(capacity: number) {
    this.words = new Uint32Array(strideOf(capacity))
  }

  /** Removes all bits. */
  clear(): void {
    // few words: a loop is faster than a call of fill()
    for (let w = strideOf(this.length) - 1; w >= 0; w--) this.words[w] = 0
    this.length = 0
  }

  /** Appends the low `count` bits of `value`, which has no others; `count` is 1 to 32. */
  push(value: number, count: number): void {
    const word = this.length >>> 5
    const free = 32 - (this.length & 31)
    this.length += count
    if (count <= free) {
      this.words[word]! |= value << (free - count)
    } else {
      this.words[word]! |= value >>> (count - free)
      this.words[word + 1] = value << (32 - (count - free))
    }
  }
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
    let changes = changesIn(word, previous)
    while (changes !== 0) {
      const bit = Math.clz32(changes)
      into[count++] = 32 * w + bit
      changes ^= 0x80000000 >>> bit
    }
    previous = word
  }
  if (count & 1) into[count++] = width
  return count
}

/**
 * The dark runs of row `y` between the columns `from` and `to`, `to` not included: a run that goes on beyond them is cut there.
 *
 * @param into room for `to - from + 1` numbers
 */
export function darkRunsBetween(
  { stride, words }: Matrix,
  y: number,
  { from, to }: { from: number; to: number },
  into: Float64Array,
): number {
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  let count = 0
  let previous = 0
  for (let w = first; from < to && w <= last; w++) {
    const inside = (w === first ? -1 >>> (from & 31) : -1) & (w === last ? -1 << (-to & 31) : -1)
    const word = words[y * stride + w]! & inside
    for (let changes = changesIn(word, previous); changes !== 0; ) {
      const bit = Math.clz32(changes)
      into[count++] = 32 * w + bit
      changes ^= 0x80000000 >>> bit
    }
    previous = word
  }
  if (count & 1) into[count++] = to
  return count
}

/** How many times light and dark meet along row `y`, both ends included; outside of the row is light. */
export function edgeCount({ stride, words }: Matrix, y: number): number {
  let count = 0
  let previous = 0
  for (let at = y * stride; at < (y + 1) * stride; at++) {
    const word = words[at]!
    count += ones(changesIn(word, previous))
    previous = word
  }
  return count + (previous & 1)
}

/** Whether the modules of row `y` from `from` to `to`, the end not included, are all dark, or all light. Neither is negative. */
export function isSolid(
  { stride, words }: Matrix,
  y: number,
  { from, to }: { from: number; to: number },
  dark: boolean,
): boolean {
  const others = dark ? -1 : 0
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  for (let at = first; from < to && at <= last; at++) {
    const inside = (at === first ? -1 >>> (from & 31) : -1) & (at === last ? -1 << (-to & 31) : -1)
    if (((words[y * stride + at]! ^ others) & inside) !== 0) return false
  }
  return true
}

/** The bits of a word that differ from their left neighbours; that of the first is the last of the word before. */
function changesIn(word: number, previous: number): number {
  return word ^ ((word >>> 1) | (previous << 31))
}

/** The first dark module of row `y`; the width if there is none. */
export function firstDark({ width, stride, words }: Matrix, y: number): number {
  for (let at = 0; at < stride; at++) {
    const word = words[y * stride + at]!
    if (word !== 0) return 32 * at + Math.clz32(word)
  }
  return width
}

/** The module after the last dark one of row `y`; 0 if there is none. */
export function endOfDark({ stride, words }: Matrix, y: number): number {
  for (let at = stride - 1; at >= 0; at--) {
    const word = words[y * stride + at]!
    // the word's last set bit by itself
    if (word !== 0) return 32 * at + 1 + Math.clz32(word & -word)
  }
  return 0
}

/** How many dark runs all rows have together. */
export function darkRunCount({ stride, words }: Matrix): number {
  let count = 0
  for (let at = 0; at < words.length; at++) {
    const before = at % stride === 0 ? 0 : words[at - 1]!
    // a bit for each dark module whose left neighbour is light
    let starts = words[at]! & ~((words[at]! >>> 1) | (before << 31))
    for (; starts !== 0; starts &= starts - 1) count++
  }
  return count
}

let scratch = /* @__PURE__ */ new Int32Array(256)

/** Room for `darkRuns` of a row of `width` modules: scratch; contents are not kept between calls. */
export function scratchForRuns(width: number): Int32Array {
  if (scratch.length <= width) scratch = new Int32Array(width + 1)
  return scratch
}

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

/** The word's bits from right to left: neighbours are exchanged, then neighbouring pairs, and so on up to the halves. */
function reversedBits(word: number): number {
  word = ((word >>> 1) & 0x55555555) | ((word & 0x55555555) << 1)
  word = ((word >>> 2) & 0x33333333) | ((word & 0x33333333) << 2)
  word = ((word >>> 4) & 0x0f0f0f0f) | ((word & 0x0f0f0f0f) << 4)
  word = ((word >>> 8) & 0x00ff00ff) | ((word & 0x00ff00ff) << 8)
  return (word >>> 16) | (word << 16)
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
const block = /* @__PURE__ */ new Uint32Array(32)

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

/** Words that a row of `width` modules takes. */
export function strideOf(width: number): number {
  return (width + 31) >>> 5
}

/** Bits set in a word: summed within pairs, fours and bytes, and of these by a product. */
export function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The bits of a row's word number `at` that lie within `width` modules. @param at at most `width / 32` */
export function bitsInside(at: number, width: number): number {
  const rest = width - 32 * at
  return rest >= 32 ? -1 : ~(-1 >>> rest)
}

/** Whether `count` words of `a` from `fromA` on equal those of `b` from `fromB` on. */
export function areWordsEqual(a: Uint32Array, fromA: number, b: Uint32Array, fromB: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (a[fromA + i] !== b[fromB + i]) return false
  return true
}
