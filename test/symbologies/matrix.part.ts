import t from 'tap'
import {
  areWordsEqual,
  bitsInside,
  blitRow,
  darken,
  darkenIf,
  darkenSpan,
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
} from '../../symbologies/matrix/index.ts'
import { bitsOf, edgesIn, plainly, rowIn } from '../oracle/plain-matrix.ts'
import { cases, type Random, random } from '../random.ts'

/** Random modules; widths around a whole number of words come often, rows that are all light or all dark too, and bars. */
function randomMatrix(r: Random, height: number): Matrix {
  const matrix = lightMatrix(r.pick([1, 31, 32, 33, 63, 64, 65, 96, r.between(1, 200)]), height)
  const { stride, words } = matrix
  const areBars = r.between(0, 4) === 0
  for (let y = 0; y < height; y++) {
    if (areBars && y > 0) {
      words.copyWithin(y * stride, 0, stride)
      continue
    }
    const darkness = r.between(0, 8)
    for (let x = 0; x < matrix.width; x++) if (r.between(1, 8) <= darkness) darken(matrix, x, y)
  }
  return matrix
}

const randomWord = (r: Random): number => r.between(0, 2 ** 32 - 1)

const randomWords = (r: Random, count: number): Uint32Array => Uint32Array.from({ length: count }, () => randomWord(r))

t.test('a row takes a word for every 32 modules', async (t) => {
  t.same([0, 1, 31, 32, 33, 64, 65].map(strideOf), [0, 1, 1, 1, 2, 2, 3])
  for (const width of [1, 31, 32, 33, 64]) {
    const { stride, words } = lightMatrix(width, 3)
    t.same([stride, words.length], [strideOf(width), 3 * strideOf(width)])
  }
})

t.test('darken makes one module dark and no other', async (t) => {
  const r = random('darken')
  for (let i = 0; i < cases(200); i++) {
    const matrix = lightMatrix(r.pick([1, 31, 32, 33, 64, r.between(1, 200)]), r.between(1, 5))
    const [x, y] = [r.between(0, matrix.width - 1), r.between(0, matrix.height - 1)]
    darken(matrix, x, y)
    t.ok(isDark(matrix, x, y))
    t.equal(rowsOf(matrix).join('').replaceAll('0', ''), '1')
    const again = new Uint32Array(matrix.words.length)
    const address = 32 * matrix.stride * y + x
    darkenIf(again, address, randomWord(r) & ~1)
    t.notOk(again.some((word) => word !== 0))
    darkenIf(again, address, randomWord(r) | 1)
    t.same(again, matrix.words)
  }
})

t.test('a matrix turned or inverted by words is the same done by modules', async (t) => {
  const r = random('turned matrices')
  const faults: string[] = []
  for (let i = 0; i < cases(300); i++) {
    const matrix = randomMatrix(r, r.pick([r.between(1, 100), 31, 32, 33, 64]))
    for (const [name, turned] of Object.entries({ transposed, mirrored, flipped, inverted })) {
      const wanted = plainly[name as keyof typeof plainly](matrix)
      const actual = turned(matrix)
      const same = Buffer.from(actual.words.buffer).equals(Buffer.from(wanted.words.buffer))
      if (
        !same ||
        actual.width !== wanted.width ||
        actual.height !== wanted.height ||
        actual.stride !== wanted.stride
      ) {
        faults.push(`${name} ${matrix.width} x ${matrix.height}`)
      }
    }
  }
  t.same(faults, [])
})

t.test('a word has as many ones as its binary digits', async (t) => {
  const r = random('ones')
  const words = [0, 1, 0x80000000, 0x7fffffff, 0xffffffff, ...randomWords(r, cases(1000))]
  for (const word of words) {
    const digits = word.toString(2).replaceAll('0', '').length
    if (ones(word) !== digits || ones(word | 0) !== digits) t.equal(ones(word), digits, `${word}`)
  }
})

t.test('the bits inside a width are its first', async (t) => {
  for (let width = 0; width <= 129; width++) {
    const words = Uint32Array.from({ length: (width >>> 5) + 1 }, (_, at) => bitsInside(at, width))
    const wanted = Array.from({ length: 32 * words.length }, (_, x) => x < width)
    t.strictSame(bitsOf(words), wanted, `${width}`)
  }
})

t.test('a dark span is dark from its first module to the one before its end', async (t) => {
  const r = random('spans')
  for (let i = 0; i < cases(1000); i++) {
    const words = randomWords(r, r.between(1, 6)).map((word) => (i % 2 === 0 ? 0 : word))
    const last = 32 * words.length
    const from = r.pick([0, 1, 31, 32, r.between(0, last)])
    const to = r.pick([from, from + 1, 31, 32, last - 1, last, r.between(0, last)])
    const wanted = bitsOf(words).map((dark, x) => dark || (x >= from && x < to))
    darkenSpan(words, from, Math.min(to, last))
    const actual = bitsOf(words)
    if (actual.some((dark, x) => dark !== wanted[x])) t.same(actual, wanted, `${from} to ${to} of ${last}`)
  }
})

t.test('a row is copied to any bit position and clipped to the target', async (t) => {
  const r = random('blits')
  for (let i = 0; i < cases(1000); i++) {
    const onto = randomWords(r, r.between(1, 6)).map((word) => (i % 2 === 0 ? 0 : word))
    const row = randomWords(r, r.between(1, 5)).map((word) => r.pick([0, word, 0xffffffff]))
    const from = r.between(0, row.length - 1)
    const count = r.between(0, row.length - from)
    const address = r.pick([0, 1, 31, 32, 33, -1, -32, -33, r.between(-200, 32 * onto.length + 40)])
    const bits = bitsOf(row.subarray(from, from + count))
    const wanted = bitsOf(onto).map((dark, x) => dark || (bits[x - address] ?? false))
    blitRow(onto, address, row, from, count)
    const actual = bitsOf(onto)
    if (actual.some((dark, x) => dark !== wanted[x])) t.same(actual, wanted, `${count} words at ${address}`)
  }
})

t.test('arrays of words are equal if every word is', async (t) => {
  const r = random('equal words')
  for (let i = 0; i < cases(500); i++) {
    const a = randomWords(r, r.between(1, 8))
    const fromA = r.between(0, a.length - 1)
    const count = r.between(0, a.length - fromA)
    const fromB = r.between(0, 3)
    const b = Uint32Array.of(...randomWords(r, fromB), ...a.subarray(fromA, fromA + count), randomWord(r))
    t.ok(areWordsEqual(a, fromA, b, fromB, count))
    if (count === 0) continue
    b[fromB + r.between(0, count - 1)]! ^= 0x80000000 >>> r.between(0, 31)
    t.notOk(areWordsEqual(a, fromA, b, fromB, count))
  }
})

t.test('runs, edges and ends of the dark are those found module by module', async (t) => {
  const r = random('runs')
  for (let i = 0; i < cases(500); i++) {
    const matrix = randomMatrix(r, r.between(1, 4))
    const y = r.between(0, matrix.height - 1)
    const row = rowIn(matrix, y)
    const edges = edgesIn(row)
    const runs = scratchForRuns(matrix.width).fill(-1)
    const found = runs.slice(0, darkRuns(matrix, y, runs))
    const same = found.length === edges.length && found.every((place, n) => place === edges[n])
    if (!same) t.same([...found], edges, `${matrix.width} modules`)
    t.equal(edgeCount(matrix, y), edges.length)
    t.equal(firstDark(matrix, y), row.includes(true) ? row.indexOf(true) : matrix.width)
    t.equal(endOfDark(matrix, y), row.lastIndexOf(true) + 1)
  }
})

t.test('a part of a row: its runs, and whether it is solid', async (t) => {
  const r = random('parts of rows')
  for (let i = 0; i < cases(400); i++) {
    const height = r.between(1, 3)
    const matrix = randomMatrix(r, height)
    const y = r.between(0, height - 1)
    const from = r.between(0, matrix.width)
    const to = r.between(from, matrix.width)
    const part = rowIn(matrix, y).slice(from, to)
    const edges = new Float64Array(to - from + 1)
    const found = edges.subarray(0, darkRunsBetween(matrix, y, { from, to }, edges))
    t.same(
      [...found],
      edgesIn(part).map((place) => from + place),
      `${from} to ${to} of ${matrix.width} modules`,
    )
    for (const dark of [false, true]) {
      t.equal(
        isSolid(matrix, y, { from, to }, dark),
        part.every((module) => module === dark),
      )
    }
  }
})

t.test('scratch for runs has room for one more than the width', async (t) => {
  for (const width of [1, 255, 256, 257, 5000]) t.ok(scratchForRuns(width).length > width)
})

t.test('rows as digits say which modules are dark', async (t) => {
  const r = random('rows as digits')
  for (let i = 0; i < cases(100); i++) {
    const matrix = randomMatrix(r, r.between(1, 3))
    const wanted = Array.from({ length: matrix.height }, (_, y) => rowIn(matrix, y).map(Number).join(''))
    t.same(rowsOf(matrix), wanted)
  }
})
