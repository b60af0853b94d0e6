import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { fitOf } from '../../../symbologies/datamatrix/fit.ts'
import { dataMatrixShapes, sizesOf } from '../../../symbologies/datamatrix/sizes.ts'
import { appendHeader } from '../../../symbologies/datamatrix/structured-append.ts'
import { type DataMatrixOptions, dataMatrixSizes, datamatrix, rowsOf } from '../../../symbologies/index.ts'
import { readDataMatrix } from '../../oracle/datamatrix-reader.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { withoutZint, zintSymbols } from '../../oracle/zint-datamatrix.ts'
import { zxingResults } from '../../oracle/zxing.ts'
import { forAll, forAllInBatches, inLongRun, seed } from '../../random.ts'
import { textsOf } from '../../texts.ts'
import { mixedTexts } from './texts.ts'

const read = async (barcode: ReturnType<typeof datamatrix>) =>
  (await zxingResults(plainPicture(barcode, 3), 'datamatrix'))[0]

/** A text that is the same in all runs with the seed. */
const sampleOf = (texts: fc.Arbitrary<string>): string => fc.sample(texts, { seed, numRuns: 1 })[0]!

/** All parts of a text. */
function partsOf(text: string, parts: number, options: DataMatrixOptions = {}): ReturnType<typeof datamatrix>[] {
  return Array.from({ length: parts }, (_, i) => datamatrix(text, { ...options, parts, part: i + 1 }))
}

t.test('structured append: zxing reads the sequence, and the parts join to the text', inLongRun, async () => {
  const texts = fc.oneof(mixedTexts(40), textsOf('aé日😀1', 40), textsOf('0123456789', 90))
  const fileids = fc.constantFrom(undefined, '1,254', '5,9')
  await forAll([texts, fc.integer({ min: 2, max: 16 }), fileids], { count: 80 }, async (text, most, fileid) => {
    const parts = Math.min(most, [...text].length)
    fc.pre(parts > 1)
    const symbols = partsOf(text, parts, fileid === undefined ? {} : { fileid })
    assert.equal(new Set(symbols.map(({ trace }) => trace.size.name)).size, 1, 'one size')
    const readings = symbols.map(({ matrix }) => readDataMatrix(matrix))
    assert.equal(readings.map((reading) => reading.text).join(''), text)
    const [id1, id2] = symbols[0]!.trace.structuredAppend!.fileid
    if (fileid !== undefined) assert.equal(`${id1},${id2}`, fileid)
    for (const [n, symbol] of symbols.entries()) {
      assert.deepEqual(readings[n]!.append, [n, parts, id1, id2])
      const found = await read(symbol)
      assert.deepEqual(
        [found?.text, found?.sequenceIndex, found?.sequenceSize, found?.sequenceId],
        [readings[n]!.text, n, parts, String(256 * id1 + id2)],
      )
    }
    const smaller = dataMatrixSizes[dataMatrixSizes.indexOf(symbols[0]!.trace.size) - 1]
    if (smaller === undefined) return
    assert.throws(() => datamatrix(text, { parts, part: 1, modules: smaller.name }), { code: 'data_too_long' })
  })
})

t.test(
  'structured append and reader programming: the modules of zint',
  { skip: withoutZint || inLongRun.skip },
  async (t) => {
    const text = sampleOf(textsOf('0123456789', 200))
    for (const [i, symbol] of partsOf(text, 4, { fileid: '5,9' }).entries()) {
      const own = symbol.trace.structuredAppend!.text
      const [theirs] = zintSymbols([own], undefined, ['--square', `--structapp=${i + 1},4,5009`])
      t.strictSame(rowsOf(symbol.matrix), theirs!.rows, own)
    }
    // zint takes digits two by two
    const programs = fc.array(textsOf('0123456789', 2), { minLength: 1, maxLength: 40 }).map((pairs) => pairs.join(''))
    await forAllInBatches(programs, { count: 30 }, (batch) =>
      zintSymbols(batch, undefined, ['--square', '--init']).map(({ rows }, i) =>
        rowsOf(datamatrix(batch[i]!, { reader: 'init' }).matrix).join() === rows.join() ? undefined : 'zint differs',
      ),
    )
  },
)

t.test('structured append: the size and the parts of an exhaustive search', inLongRun, async (t) => {
  const latin1 = ['é', 'abc', 'aB1', '12é34']
  const all = ['漢', '한국중a', 'é', 'abc', 'aB1', '12é34', 'AAAAé漢']
  const shapes = fc.constantFrom(...dataMatrixShapes)
  for (const eci of [undefined, 25, 26, 35, 'none', 'auto'] as const) {
    const texts = fc.oneof(...(eci === 'none' ? latin1 : all).map((alphabet) => textsOf(alphabet, 2, 60)))
    for (const encodation of [undefined, 'ascii', 'c40', 'text', 'base256'] as const) {
      await forAll([texts, fc.integer({ min: 2, max: 5 }), shapes], { count: 4 }, (text, most, shape) => {
        const parts = Math.min(most, [...text].length)
        const options = { ...(eci && { eci }), ...(encodation && { encodation }), shape, parts }
        const found = exhaustive(text, options)
        if (found === undefined) return
        const symbols = partsOf(text, parts, options)
        const own = symbols.map(({ trace }) => trace.structuredAppend!.text)
        assert.deepEqual({ size: symbols[0]!.trace.size.name, own }, found)
      })
    }
    t.pass(`ECI ${eci}`)
  }
})

/** The first size that holds an even division, or else parts that are filled in turn, by trying every length. */
function exhaustive(text: string, options: DataMatrixOptions & { parts: number }): object | undefined {
  const { parts, shape = 'square' } = options
  const header = appendHeader({ part: 1, parts, fileid: [1, 1] })
  const characters = [...text]
  const even = Array.from({ length: parts + 1 }, (_, i) => Math.floor((i * characters.length) / parts))
  const pieces = (bounds: readonly number[]): string[] =>
    bounds.slice(1).map((to, i) => characters.slice(bounds[i], to).join(''))
  for (const size of sizesOf[shape]) {
    const fits = (piece: string): boolean =>
      fitOf({ text: piece, header, sizes: [size] }, { ...options, part: 1 }) !== undefined
    if (pieces(even).every(fits)) return { size: size.name, own: pieces(even) }
    const filled = [0]
    for (let left = parts; left > 0; left--) {
      const from = filled.at(-1)!
      let to = characters.length - (left - 1)
      while (to > from && !fits(characters.slice(from, to).join(''))) to--
      if (to > from) filled.push(to)
    }
    if (filled.length > parts && filled.at(-1) === characters.length) return { size: size.name, own: pieces(filled) }
  }
  return undefined
}

t.test('structured append: what cannot be divided, and the file identification', async (t) => {
  const refused = (text: string, options: DataMatrixOptions, code: string, message: RegExp): void => {
    t.throws(() => datamatrix(text, options), { code, message }, JSON.stringify(options))
  }
  refused(
    'abc',
    { parts: 4, part: 1 },
    'invalid_length',
    /parts is 4, and the text has 3 characters; accepted: parts up to 3/,
  )
  refused('😀', { parts: 2, part: 1 }, 'invalid_length', /accepted: a text of 2 characters or more/)
  refused('', { parts: 2, part: 1 }, 'invalid_length', /empty/)
  refused('a\ud800b', { parts: 2, part: 1 }, 'invalid_character', /position 2/)
  refused('ab日', { parts: 2, part: 1, eci: 'none' }, 'invalid_character', /position 3/)
  refused('x'.repeat(1e5), { parts: 16, part: 1 }, 'data_too_long', /in 16 parts/)
  refused(
    'x'.repeat(100),
    { parts: 2, part: 1, modules: '12x12' },
    'data_too_long',
    /12x12 holds at most 2 digits, 0 capital letters and digits, or 0 bytes; modules=26x26 holds them$/,
  )
  t.equal(datamatrix('😀😀', { parts: 2, part: 2 }).trace.structuredAppend?.text, '😀')
  const macro = '[)>\x1e05\x1dABC\x1e\x04'
  t.equal(
    partsOf(macro, 2)
      .map(({ matrix }) => readDataMatrix(matrix).text)
      .join(''),
    macro,
  )
  t.ok(
    partsOf(macro, 2).every(({ trace }) => trace.macro === undefined),
    'no macro',
  )
  t.not(
    `${datamatrix('ab', { parts: 2, part: 1 }).trace.structuredAppend?.fileid}`,
    `${datamatrix('ba', { parts: 2, part: 1 }).trace.structuredAppend?.fileid}`,
  )
  for (const options of [
    { parts: 2 },
    { part: 1 },
    { fileid: '5,9' },
    { parts: 2, part: 3 },
    { parts: 17, part: 1 },
    { parts: 2, part: 1, fileid: '0,9' },
    { parts: 2, part: 1, fileid: '5,255' },
    { parts: 2, part: 1, fileid: '5' },
    { parts: 2, part: 1, fileid: ['5,9'] as unknown as string },
    { parts: 2, part: 1, gs1: true },
    { parts: 2, part: 1, reader: 'init' },
    { reader: 'init', gs1: true },
    { eci: 26, gs1: true },
  ] as const)
    t.throws(() => datamatrix('0112345678901231', options), RangeError, JSON.stringify(options))
})
