import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import './microqr.part.ts'
import './qr-eci.part.ts'
import './qr-options.part.ts'
import './qr-readers.part.ts'
import './qr-text.part.ts'
import {
  EncodeError,
  isDark,
  lightMatrix,
  type QrLevel,
  type QrOptions,
  qr,
  qrCodewordModules,
  rowsOf,
} from '../../symbologies/index.ts'
import { bitsInside, darken, type Matrix, transposedWords } from '../../symbologies/matrix/index.ts'
import { maskScore } from '../../symbologies/qr/masks.ts'
import { plainly } from '../oracle/plain-matrix.ts'
import { bwipRows, zintMissing, zintRows } from '../oracle/qr-peers.ts'
import { penaltyOf } from '../oracle/qr-penalty.ts'
import { qrTables, readVectors } from '../oracle/qr-tables.ts'
import { digits, kanji, lower, upper, upTo } from '../oracle/qr-texts.ts'
import { forAll, forAllInBatches, long, type Random, random, seed } from '../random.ts'
import { textsOf } from '../texts.ts'

const levels = ['L', 'M', 'Q', 'H'] as const
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

interface Vector {
  source: string
  symbology: string
  text: string
  options: QrOptions
  mask?: number
  data: string[]
  errorCorrection: string[]
  rows?: string[]
}

const { vectors }: { vectors: Vector[] } = JSON.parse(readVectors('qr.json'))

t.test('worked examples', (t) => {
  for (const vector of vectors.filter(({ symbology }) => symbology === 'qr')) {
    const { matrix, trace } = qr(vector.text, vector.options)
    t.same(trace.data.map(hex), vector.data, vector.source)
    t.same(trace.errorCorrection.map(hex), vector.errorCorrection, vector.source)
    if (vector.mask !== undefined) t.equal(trace.mask, vector.mask, vector.source)
    if (vector.rows !== undefined) t.same(rowsOf(matrix), vector.rows, vector.source)
  }
  t.end()
})

/** Texts of a single mode, for which no encoder has a choice of segments: Table 7's four capacities. */
const plainAlphabets = [digits, upper, lower, kanji]

/** Texts for version and level that fill half of the symbol to all of it. */
function fillingTexts(version: number, level: QrLevel, mode: number): fc.Arbitrary<string> {
  const row = qrTables.rows.find(([v, l]) => v === version && l === level)!
  const most = [row[4], row[5], row[6], row[7]][mode]!
  return textsOf(plainAlphabets[mode]!, Math.ceil(most / 2), most)
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((row, i) => row === b[i])

t.test('equals zint under every version, level and mask', { skip: zintMissing }, async (t) => {
  let compared = 0
  for (let version = 1; version <= 40; version++) {
    for (const [l, level] of levels.entries()) {
      for (let mask = 0; mask < 8; mask++) {
        // npm test takes two of the 32 pairs for each version, others for the next, so that all pairs occur
        if (!long && (8 * l + mask + 7 * version) % 16 !== 0) continue
        const forced = { level, version, mask }
        const [text] = fc.sample(fillingTexts(version, level, compared % 4), { seed: seed + compared, numRuns: 1 })
        const isSame = same(rowsOf(qr(text!, forced).matrix), zintRows(false, [text!], forced)[0]!)
        if (!isSame) t.fail(`${version}-${level} mask ${mask} ${text}`)
        compared++
      }
    }
  }
  t.ok(compared >= (long ? 1280 : 80), `${compared} symbols`)
})

t.test('equals bwip-js under every version, level and mask', async (t) => {
  const seen = new Set<string>()
  for (let version = 1; version <= 40; version++) {
    for (const [l, level] of levels.entries()) {
      for (let mask = 0; mask < 8; mask++) {
        if (!long && (8 * l + mask + 5 * version) % 32 !== 0) continue
        const forced = { level, version, mask }
        const texts = fillingTexts(version, level, (version + l + mask) % 3)
        const [text] = fc.sample(texts, { seed: seed + seen.size, numRuns: 1 })
        const isSame = same(rowsOf(qr(text!, forced).matrix), bwipRows(false, text!, forced))
        if (!isSame) t.fail(`${version}-${level} mask ${mask} ${text}`)
        seen.add(`${level}${mask}`).add(`${version}`)
      }
    }
  }
  t.ok(seen.size >= (long ? 72 : 64), `${seen.size} versions and pairs of level and mask`)
})

t.test('capacity of every version and level in every mode, and one more', (t) => {
  const faults: string[] = []
  for (const [version, level, , , ...capacities] of qrTables.rows) {
    for (const [mode, most] of capacities.entries()) {
      const character = '7A~漢'[mode]!
      const options: QrOptions = { version, level: levels.find((each) => each === level)! }
      const full = qr(character.repeat(most), options)
      const { segments } = full.trace
      if (segments.length !== 1 || segments[0]!.mode !== ['numeric', 'alphanumeric', 'byte', 'kanji'][mode]) {
        faults.push(`${version}-${level} ${character} ${segments.map((segment) => segment.mode)}`)
      }
      try {
        qr(character.repeat(most + 1), options)
        faults.push(`${version}-${level} takes ${most + 1} ${character}`)
      } catch (error) {
        const right = error instanceof EncodeError && error.code === 'data_too_long'
        if (!right || !error.message.includes(` ${most} `)) faults.push(`${version}-${level} ${error}`)
      }
    }
  }
  t.same(faults, [])
  t.end()
})

t.test('by default the smallest version at M, then its highest level; L if 40-M is too small', async (t) => {
  const holds = (version: number, level: string, count: number): boolean =>
    qrTables.rows.find(([v, l]) => v === version && l === level)![6] >= count
  await forAll([fc.integer({ min: 1, max: 2953 })], { count: 150 }, (count) => {
    const asked = count > 2331 ? 'L' : 'M'
    const version = upTo(40).find((v) => holds(v + 1, asked, count))! + 1
    const level = levels.findLast((each) => holds(version, each, count))
    const { trace } = qr('~'.repeat(count))
    assert.deepEqual([trace.version, trace.level], [version, level])
  })
  t.match(qr('1'.repeat(7089)).trace, { version: 40, level: 'L' })
  t.match(qr('~'.repeat(100), { level: 'H' }).trace, { version: 10, level: 'H' })
  t.match(qr('~'.repeat(100), { version: 40 }).trace, { version: 40, level: 'H' })
  t.match(qr('~'.repeat(2332), { version: 40 }).trace, { version: 40, level: 'L' })
})

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

t.test('codewords of the trace are in the modules of qrCodewordModules', (t) => {
  const faults: string[] = []
  for (let version = 1; version <= 40; version++) {
    // Mask 1 turns even rows.
    const { matrix, trace } = qr('quietzone', { version, mask: 1, level: 'L' })
    const modules = qrCodewordModules(version)
    if (modules.length !== trace.codewords.length) faults.push(`${version}: ${modules.length} codewords`)
    const read = modules.map((eight) =>
      eight.reduce((value, { x, y }) => 2 * value + Number(isDark(matrix, x, y) !== (y % 2 === 0)), 0),
    )
    if (hex(Uint8Array.from(read)) !== hex(trace.codewords)) faults.push(`${version}`)
  }
  t.same(faults, [])
  t.end()
})
