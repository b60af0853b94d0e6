import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  areWordsEqual,
  bitsInside,
  blitRow,
  darken,
  darkenIf,
  darkenSpan,
  darkRunCount,
  darkRuns,
  darkRunsBetween,
  edgeCount,
  endOfDark,
  firstDark,
  flipped,
  inverted,
  isDark,
  isSolid,
  lightMatrix,
  type Matrix,
  mirrored,
  ones,
  rowsOf,
  scratchForRuns,
  strideOf,
  transposed,
} from '../../../symbologies/matrix/index.ts'
import { bitsOf, edgesIn, plainly, rowIn } from '../../oracle/plain-matrix.ts'
import { forAll, random } from '../../random.ts'

const between = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max })

/** Widths around a whole number of words come often. */
const widths = fc.oneof(fc.constantFrom(1, 31, 32, 33, 63, 64, 65, 96), between(1, 200))

/** Random modules; rows that are all light or all dark come often, and bars. */
const matricesOf = (heights: fc.Arbitrary<number>): fc.Arbitrary<Matrix> =>
  fc.tuple(widths, heights, fc.boolean(), fc.nat()).map(([width, height, areBars, n]) => {
    const r = random(`matrix ${n}`)
    const matrix = lightMatrix(width, height)
    for (let y = 0; y < height; y++) {
      if (areBars && y > 0) matrix.words.copyWithin(y * matrix.stride, 0, matrix.stride)
      const darkness = areBars && y > 0 ? 0 : r.between(0, 8)
      for (let x = 0; x < width; x++) if (r.between(1, 8) <= darkness) darken(matrix, x, y)
    }
    return matrix
  })

const words = fc.oneof(fc.constantFrom(0, 0xffffffff), between(0, 2 ** 32 - 1))
const wordsOf = (minLength: number, maxLength: number): fc.Arbitrary<Uint32Array> =>
  fc.array(words, { minLength, maxLength }).map((all) => Uint32Array.from(all))

t.test('a row takes a word for every 32 modules', async (t) => {
  t.same([0, 1, 31, 32, 33, 64, 65].map(strideOf), [0, 1, 1, 1, 2, 2, 3])
  for (const width of [1, 31, 32, 33, 64]) {
    const { stride, words } = lightMatrix(width, 3)
    t.same([stride, words.length], [strideOf(width), 3 * strideOf(width)])
  }
})

t.test('darken makes one module dark and no other', async () => {
  await forAll([widths, between(1, 5), fc.nat(), words], { count: 200 }, (width, height, at, word) => {
    const matrix = lightMatrix(width, height)
    const [x, y] = [at % width, at % height]
    darken(matrix, x, y)
    assert.ok(isDark(matrix, x, y))
    assert.equal(rowsOf(matrix).join('').replaceAll('0', ''), '1')
    const again = new Uint32Array(matrix.words.length)
    const address = 32 * matrix.stride * y + x
    darkenIf(again, address, word & ~1)
    assert.ok(again.every((word) => word === 0))
    darkenIf(again, address, word | 1)
    assert.deepEqual(again, matrix.words)
  })
})

t.test('a matrix turned or inverted by words is the same done by modules', async () => {
  const heights = fc.oneof(between(1, 100), fc.constantFrom(31, 32, 33, 64))
  await forAll([matricesOf(heights)], { count: 300 }, (matrix) => {
    for (const [name, turned] of Object.entries({ transposed, mirrored, flipped, inverted }))
      assert.deepEqual(turned(matrix), plainly[name as keyof typeof plainly](matrix), name)
  })
})

t.test('a word has as many ones as its binary digits', async () => {
  const edges = fc.constantFrom(0, 1, 0x80000000, 0x7fffffff)
  await forAll([fc.oneof(words, edges)], { count: 1000 }, (word) => {
    const digits = word.toString(2).replaceAll('0', '').length
    assert.deepEqual([ones(word), ones(word | 0)], [digits, digits])
  })
})

t.test('the bits inside a width are its first', async (t) => {
  for (let width = 0; width <= 129; width++) {
    const words = Uint32Array.from({ length: (width >>> 5) + 1 }, (_, at) => bitsInside(at, width))
    const wanted = Array.from({ length: 32 * words.length }, (_, x) => x < width)
    t.strictSame(bitsOf(words), wanted, `${width}`)
  }
})

t.test('a dark span is dark from its first module to the one before its end', async () => {
  const places = fc.oneof(fc.constantFrom(0, 1, 31, 32), between(0, 192))
  const lengths = fc.oneof(fc.constantFrom(0, 1), between(-40, 192))
  await forAll([wordsOf(1, 6), places, lengths], { count: 1000 }, (words, place, length) => {
    const last = 32 * words.length
    const from = Math.min(place, last)
    const to = Math.max(0, Math.min(from + length, last))
    const wanted = bitsOf(words).map((dark, x) => dark || (x >= from && x < to))
    darkenSpan(words, from, to)
    assert.deepEqual(bitsOf(words), wanted)
  })
})

t.test('a row is copied to any bit position and clipped to the target', async () => {
  const addresses = fc.oneof(fc.constantFrom(0, 1, 31, 32, 33, -1, -32, -33), between(-200, 232))
  const cuts = fc.tuple(fc.nat(), fc.nat())
  await forAll([wordsOf(1, 6), wordsOf(1, 5), cuts, addresses], { count: 1000 }, (onto, row, [a, b], address) => {
    const from = a % row.length
    const count = b % (row.length - from + 1)
    const bits = bitsOf(row.subarray(from, from + count))
    const wanted = bitsOf(onto).map((dark, x) => dark || (bits[x - address] ?? false))
    blitRow(onto, address, row, from, count)
    assert.deepEqual(bitsOf(onto), wanted)
  })
})

t.test('arrays of words are equal if every word is', async () => {
  const parts = [wordsOf(0, 7), wordsOf(0, 8), wordsOf(0, 3), words, fc.nat(), fc.nat(31)] as const
  type Parts = [Uint32Array, Uint32Array, Uint32Array, number, number, number]
  await forAll<Parts>([...parts], { count: 500 }, (beforeA, same, beforeB, after, at, bit) => {
    const a = Uint32Array.of(...beforeA, ...same)
    const b = Uint32Array.of(...beforeB, ...same, after)
    const areEqual = (): boolean => areWordsEqual(a, beforeA.length, b, beforeB.length, same.length)
    assert.ok(areEqual())
    if (same.length === 0) return
    b[beforeB.length + (at % same.length)]! ^= 0x80000000 >>> bit
    assert.ok(!areEqual())
  })
})

t.test('runs, edges and ends of the dark are those found module by module', async () => {
  await forAll([matricesOf(between(1, 4)), fc.nat()], { count: 500 }, (matrix, n) => {
    const y = n % matrix.height
    const row = rowIn(matrix, y)
    const edges = edgesIn(row)
    const runs = scratchForRuns(matrix.width).fill(-1)
    assert.deepEqual([...runs.slice(0, darkRuns(matrix, y, runs))], edges)
    assert.equal(edgeCount(matrix, y), edges.length)
    assert.equal(firstDark(matrix, y), row.includes(true) ? row.indexOf(true) : matrix.width)
    assert.equal(endOfDark(matrix, y), row.lastIndexOf(true) + 1)
  })
})

t.test('a part of a row: its runs, and whether it is solid', async () => {
  await forAll([matricesOf(between(1, 3)), fc.nat(), fc.nat(), fc.nat()], { count: 400 }, (matrix, n, a, b) => {
    const y = n % matrix.height
    const from = a % (matrix.width + 1)
    const to = from + (b % (matrix.width - from + 1))
    const part = rowIn(matrix, y).slice(from, to)
    const edges = new Float64Array(to - from + 1)
    const found = edges.subarray(0, darkRunsBetween(matrix, y, { from, to }, edges))
    assert.deepEqual(
      [...found],
      edgesIn(part).map((place) => from + place),
    )
    for (const dark of [false, true]) {
      const wanted = part.every((module) => module === dark)
      assert.equal(isSolid(matrix, y, { from, to }, dark), wanted)
    }
  })
})

t.test('scratch for runs has room for one more than the width', async (t) => {
  for (const width of [1, 255, 256, 257, 5000]) t.ok(scratchForRuns(width).length > width)
})

t.test('rows as digits say which modules are dark', async () => {
  await forAll([matricesOf(between(1, 3))], { count: 100 }, (matrix) => {
    const wanted = Array.from({ length: matrix.height }, (_, y) => rowIn(matrix, y).map(Number).join(''))
    assert.deepEqual(rowsOf(matrix), wanted)
  })
})

t.test('the dark runs of all rows are counted', async () => {
  await forAll([matricesOf(between(1, 5))], { count: 100 }, (matrix) => {
    const into = new Int32Array(matrix.width + 1)
    const wanted = Array.from({ length: matrix.height }, (_, y) => darkRuns(matrix, y, into) / 2)
    assert.equal(
      darkRunCount(matrix),
      wanted.reduce((sum, count) => sum + count, 0),
    )
  })
})
