import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { isDark, lightMatrix, type QrLevel, qr, rowsOf } from '../../../symbologies/index.ts'
import { bitsInside, darken, type Matrix, transposedWords } from '../../../symbologies/matrix/index.ts'
import { maskScore } from '../../../symbologies/qr/masks.ts'
import { plainly } from '../../oracle/plain-matrix.ts'
import { zintMissing, zintRows } from '../../oracle/qr-peers.ts'
import { penaltyOf } from '../../oracle/qr-penalty.ts'
import { lower, upTo } from '../../oracle/qr-texts.ts'
import { forAll, forAllInBatches, type Random, random } from '../../random.ts'
import { textsOf } from '../../texts.ts'

const levels = ['L', 'M', 'Q', 'H'] as const

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((row, i) => row === b[i])

t.test('scores are those of the standard, and the mask with the lowest wins', async () => {
  const small = fc.integer({ min: 2, max: 10 })
  const versions = fc.oneof({ weight: 7, arbitrary: small }, { weight: 1, arbitrary: fc.integer({ min: 11, max: 40 }) })
  await forAll([versions, fc.constantFrom(...levels), textsOf(lower, 1, 30)], { count: 40 }, (version, some, text) => {
    const level = version < 4 ? 'L' : some
    const { trace } = qr(text, { version, level })
    const wanted = upTo(8).map((mask) => {
      const { runs, areas, finders, balance } = penaltyOf(rowsOf(qr(text, { version, level, mask }).matrix))
      return { runs, areas, finders, balance, total: runs + areas + finders + balance }
    })
    assert.deepEqual(trace.scores, wanted)
    assert.equal(trace.mask, lowest(trace.scores))
  })
})

/** The first of the masks with the lowest score. */
function lowest(scores: readonly { readonly total: number }[]): number {
  const totals = scores.map(({ total }) => total)
  return totals.indexOf(Math.min(...totals))
}

t.test('of equal scores the lower mask number wins', (t) => {
  for (const text of ['81', '90', '113', '287', '291', '338']) {
    const { mask, scores } = qr(text).trace
    const totals = scores.map(({ total }) => total)
    const best = Math.min(...totals)
    t.equal(totals.filter((total) => total === best).length, 2, `${text} has a tie`)
    t.equal(mask, totals.indexOf(best), text)
  }
  t.end()
})

t.test('the mask is the first of those with the lowest score, at every version and level', async () => {
  const versions = fc.integer({ min: 1, max: 40 })
  const asked = [versions, fc.constantFrom(...levels), textsOf(lower, 1, 7)] as const
  await forAll<[number, QrLevel, string]>([...asked], { count: 320, times: 3 }, (version, level, text) => {
    const { mask, scores } = qr(text, { version, level }).trace
    assert.equal(mask, lowest(scores))
  })
})

t.test('zint takes the same mask', { skip: zintMissing }, async () => {
  await forAllInBatches(textsOf(lower, 3, 400), { count: 200 }, (texts) => {
    const zint = zintRows(false, texts, { level: 'M' })
    return texts.map((text, i) => (same(rowsOf(qr(text, { level: 'M' }).matrix), zint[i]!) ? undefined : 'differs'))
  })
})

/** From nearly light to nearly dark, in rows repeated or not. */
function matrixOf(size: number, dark: number, repeat: number, { between }: Random): Matrix {
  const matrix = lightMatrix(size, size)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const again = y % repeat !== 0 && isDark(matrix, x, y - 1)
      if (again || (y % repeat === 0 && between(1, 100) <= dark)) darken(matrix, x, y)
    }
  }
  return matrix
}

t.test('scores of arbitrary matrices, and their transposed copies', async () => {
  // Sizes around whole words, few large ones
  const few = fc.constantFrom(21, 25, 29, 31, 32, 33, 45, 63, 64, 65)
  const sizes = fc.oneof({ weight: 49, arbitrary: few }, { weight: 1, arbitrary: fc.integer({ min: 90, max: 177 }) })
  const shares = fc.constantFrom(3, 30, 50, 50, 70, 97)
  const repeats = fc.constantFrom(1, 1, 2, 3, 6)
  await forAll([sizes, shares, repeats, fc.nat()], { count: 800, times: 19 }, (size, dark, repeat, n) => {
    const numbers = random(`qr matrix ${n}`)
    const matrix = matrixOf(size, dark, repeat, numbers)
    const { stride, words } = matrix
    const columns = transposedWords(words, size, size)
    assert.deepEqual(columns, plainly.transposed(matrix).words, 'transposed')
    // any symbol, and the mask that makes the matrix of it
    const layer = words.map((_, at) => (numbers.between(0, 0xffff) * 0x10001) & bitsInside(at % stride, size))
    const masked = words.map((word, at) => word ^ layer[at]!)
    const unmasked = { rows: masked, columns: transposedWords(masked, size, size), size, stride }
    const score = maskScore(unmasked, { rows: layer, columns: transposedWords(layer, size, size) })
    const wanted = penaltyOf(rowsOf(matrix))
    const total = wanted.runs + wanted.areas + wanted.finders + wanted.balance
    assert.deepEqual(score, { ...wanted, total })
  })
})
