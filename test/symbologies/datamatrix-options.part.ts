/** The rectangular extension, structured append, reader programming and ECIs. */

import assert from 'node:assert/strict'
import bwipjs from 'bwip-js'
import fc from 'fast-check'
import t from 'tap'
import { rangesOf } from '../../symbologies/datamatrix/division.ts'
import { fitOf } from '../../symbologies/datamatrix/fit.ts'
import { dataMatrixShapes, sizesOf } from '../../symbologies/datamatrix/sizes.ts'
import { appendHeader } from '../../symbologies/datamatrix/structured-append.ts'
import { type Eci, ecis } from '../../symbologies/eci/index.ts'
import {
  type DataMatrixOptions,
  dataMatrixEncodations,
  dataMatrixSizes,
  datamatrix,
  EncodeError,
  isDmre,
  rowsOf,
} from '../../symbologies/index.ts'
import { readDataMatrix } from '../oracle/datamatrix-reader.ts'
import { fewestCodewords } from '../oracle/datamatrix-shortest.ts'
import { dmtxBytes, withoutDmtx } from '../oracle/dmtx.ts'
import { plainPicture } from '../oracle/picture.ts'
import { withoutZint, zintSymbols } from '../oracle/zint-datamatrix.ts'
import { zxingResults } from '../oracle/zxing.ts'
import { drawn, forAll, forAllInBatches, seed } from '../random.ts'
import { textsOf } from '../texts.ts'
import { alphabets, eciTexts, encodedIn, mixedTexts, textsIn } from './datamatrix-texts.ts'

const read = async (barcode: ReturnType<typeof datamatrix>) =>
  (await zxingResults(plainPicture(barcode, 3), 'datamatrix'))[0]

/** A text that is the same in all runs with the seed. */
const sampleOf = (texts: fc.Arbitrary<string>): string => fc.sample(texts, { seed, numRuns: 1 })[0]!

const areaOf = ({ rows, columns }: { readonly rows: number; readonly columns: number }): number => rows * columns

// ISO/IEC 21471:2020: data codewords, error correction codewords, data regions across
const dmre: Readonly<Record<string, readonly [data: number, errorCorrection: number, regions: number]>> = {
  '8x48': [18, 15, 2],
  '8x64': [24, 18, 4],
  '8x80': [32, 22, 4],
  '8x96': [38, 28, 4],
  '8x120': [49, 32, 6],
  '8x144': [63, 36, 6],
  '12x64': [43, 27, 4],
  '12x88': [64, 36, 4],
  '16x64': [62, 36, 4],
  '20x36': [44, 28, 2],
  '20x44': [56, 34, 2],
  '20x64': [84, 42, 4],
  '22x48': [72, 38, 2],
  '24x48': [80, 41, 2],
  '24x64': [108, 46, 4],
  '26x40': [70, 38, 2],
  '26x48': [90, 42, 2],
  '26x64': [118, 50, 4],
}

t.test('DMRE: attributes, and the modules of bwip-js for the same codewords', async (t) => {
  const sizes = dataMatrixSizes.filter(isDmre)
  t.strictSame(
    Object.fromEntries(sizes.map((size) => [size.name, [size.data, size.errorCorrection, size.regionColumns]])),
    dmre,
  )
  for (const { name, data } of sizes) {
    const text = sampleOf(textsOf('ABC abc 123', 1, Math.floor(data / 2)))
    const { trace, matrix } = datamatrix(text, { modules: name })
    const raw = Array.from(trace.codewords.subarray(0, data), (codeword) => `^${String(codeword).padStart(3, '0')}`)
    const asked = { bcid: 'datamatrixrectangularextension', text: raw.join(''), version: name, raw: true }
    const [symbol] = bwipjs.raw(asked)
    const { pixs, pixx } = symbol as { pixs: number[]; pixx: number }
    const rows = Array.from({ length: pixs.length / pixx }, (_, y) => pixs.slice(y * pixx, (y + 1) * pixx).join(''))
    t.strictSame(rowsOf(matrix), rows, name)
    t.equal((await read(datamatrix(text, { modules: name })))?.text, text, `${name}: zxing`)
  }
})

t.test('DMRE has no more modules than bwip-js and zint need', async () => {
  const texts = fc.oneof(...[4, 10, 25].map((longest) => mixedTexts(longest).map((text) => text.slice(0, 100))))
  await forAllInBatches(texts, { count: 400 }, (batch) => {
    // zint chooses among squares too
    const zint = withoutZint ? [] : zintSymbols(batch, undefined, ['--dmre']).map(({ rows }) => rows)
    return batch.map((text, i) => {
      const ours = areaOf(datamatrix(text, { shape: 'dmre', eci: 'none' }).trace.size)
      if (ours > bwipArea(text)) return `${ours} modules, bwip-js ${bwipArea(text)}`
      const [height, width] = [zint[i]?.length ?? 0, zint[i]?.[0]?.length ?? 0]
      return height !== width && height * width < ours ? `${ours} modules, zint ${height * width}` : undefined
    })
  })
})

/** Modules of the smallest DMRE symbol of bwip-js; Infinity if none of its sizes holds what it encodes the text as. */
function bwipArea(text: string): number {
  try {
    const [symbol] = bwipjs.raw({ bcid: 'datamatrixrectangularextension', text, binarytext: true } as object as never)
    return (symbol as { pixs: number[] }).pixs.length
  } catch (error) {
    if (String(error).includes('datamatrixTooMuchData')) return Infinity
    throw error
  }
}

t.test('the sizes of a shape, smallest first', async (t) => {
  t.equal(datamatrix('1'.repeat(86), { shape: 'dmre' }).trace.size.name, '20x36', '720 modules before 768')
  t.equal(datamatrix('1'.repeat(98), { shape: 'dmre' }).trace.size.name, '16x48')
  t.equal(datamatrix('1'.repeat(126), { shape: 'dmre' }).trace.size.name, '26x40')
  t.equal(datamatrix('1'.repeat(236), { shape: 'dmre' }).trace.size.name, '26x64')
  t.equal(datamatrix('1'.repeat(86), { shape: 'any' }).trace.size.name, '26x26')
})

/** All parts of a text. */
function partsOf(text: string, parts: number, options: DataMatrixOptions = {}): ReturnType<typeof datamatrix>[] {
  return Array.from({ length: parts }, (_, i) => datamatrix(text, { ...options, parts, part: i + 1 }))
}

t.test('structured append: zxing reads the sequence, and the parts join to the text', async () => {
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

t.test('structured append and reader programming: the modules of zint', { skip: withoutZint }, async (t) => {
  const text = sampleOf(textsOf('0123456789', 200))
  for (const [i, symbol] of partsOf(text, 4, { fileid: '5,9' }).entries()) {
    const own = symbol.trace.structuredAppend!.text
    const [theirs] = zintSymbols([own], undefined, ['--square', `--structapp=${i + 1},4,5009`])
    t.strictSame(rowsOf(symbol.matrix), theirs!.rows, own)
  }
  // zint takes digits two by two
  const programs = fc.array(textsOf('0123456789', 2), { minLength: 1, maxLength: 40 }).map((pairs) => pairs.join(''))
  await forAllInBatches(programs, { count: 80, times: 0.25 }, (batch) =>
    zintSymbols(batch, undefined, ['--square', '--init']).map(({ rows }, i) =>
      rowsOf(datamatrix(batch[i]!, { reader: 'init' }).matrix).join() === rows.join() ? undefined : 'zint differs',
    ),
  )
})

t.test('structured append: the size and the parts of an exhaustive search', async (t) => {
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

const wholly = (message: string): RegExp => new RegExp(`^${message}$`)

t.test('what would hold a text that is too long', async (t) => {
  const refused = (text: string, options: DataMatrixOptions, message: string): void => {
    t.throws(() => datamatrix(text, options), { code: 'data_too_long', message: wholly(message) }, message)
  }
  const most =
    'datamatrix: 100 characters do not fit; 8x18 holds at most 10 digits, 6 capital letters and digits, or 3 bytes'
  refused('A'.repeat(100), { shape: 'rectangle', modules: '8x18' }, `${most}; shape=dmre&modules=26x40 holds them`)
  refused('A'.repeat(100), { shape: 'dmre', modules: '8x18' }, `${most}; modules=26x40 holds them`)
  refused('A'.repeat(100), { modules: '8x18' }, `${most}; modules=26x40 holds them`)
  const whole = '144x144 holds at most 3116 digits, 2335 capital letters and digits, or 1555 bytes'
  const long = `datamatrix: 3000 characters do not fit; ${whole}`
  refused('A'.repeat(3000), {}, `${long}; parts=2 holds them`)
  refused('A'.repeat(3000), { gs1: true }, long)
  refused('A'.repeat(3000), { reader: 'init' }, long)
  refused('A'.repeat(3117), {}, `datamatrix: 3117 characters do not fit; ${whole}`)
  const each = 'each 144x144 holds at most 3108 digits, 2329 capital letters and digits, or 1551 bytes'
  const parts = { parts: 2, part: 1 }
  refused('é'.repeat(3105), parts, `datamatrix: 3105 characters do not fit in 2 parts; ${each}; parts=3 holds them`)
  refused(
    '漢'.repeat(7089),
    { parts: 8, part: 1, eci: 25 },
    `datamatrix: 7089 characters do not fit in 8 parts; ${each}`,
  )
  refused(
    'ABCD',
    { modules: '10x10', ...parts },
    'datamatrix: 4 characters do not fit in 2 parts; 10x10 has no room besides the header of a part; modules=14x14 holds them',
  )
  refused(
    '漢',
    { modules: '10x10' },
    'datamatrix: 1 character does not fit; 10x10 holds at most 6 digits, 3 capital letters and digits, or 1 byte; ' +
      'modules=14x14 holds them',
  )
  t.throws(() => datamatrix('ab日', { eci: 'none' }), {
    code: 'invalid_character',
    message: /accepted: ISO 8859-1; eci=utf8 carries every character without an ECI, eci=26 or eci=auto with one$/,
    suggestion: { eci: 'utf8' },
  })
})

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

t.test('reader programming: zxing reads it as such', async (t) => {
  for (const text of ['SET 1', 'é', '123456', '[)>\x1e05\x1dABC\x1e\x04']) {
    const symbol = datamatrix(text, { reader: 'init' })
    t.equal(symbol.trace.codewords[0], 234)
    t.equal(symbol.trace.macro, undefined)
    const found = await read(symbol)
    t.strictSame([found?.text, found?.readerInit], [text, true])
    t.equal((await read(datamatrix(text)))?.readerInit, false)
  }
})

t.test('reader programming: libdmtx reads the text', { skip: withoutDmtx }, async (t) => {
  const texts = ['SET 1', '123456', 'mode=2;']
  const symbols = texts.map((text) => plainPicture(datamatrix(text, { reader: 'init' }), 5))
  t.strictSame(dmtxBytes(symbols).map(String), texts)
})

t.test('every ECI: zxing reads it, and a character that it lacks is refused', async (t) => {
  for (const eci of ecis) {
    await forAll([textsIn(eci, 20)], { count: 12 }, async (text) => {
      const symbol = datamatrix(text, { eci })
      const reading = readDataMatrix(symbol.matrix)
      assert.deepEqual([reading.ecis, reading.text], [[{ eci, from: 0 }], text])
      const found = await read(symbol)
      // zxing gives what ECI 899 has as bytes
      assert.deepEqual([found?.hasECI, eci === 899 || found?.text], [true, eci === 899 || text])
    })
    if (encodedIn(eci, '\ue000') === undefined)
      t.throws(
        () => datamatrix('ab\ue000', { eci }),
        { code: 'invalid_character', at: 3, message: `ECI ${eci} (` },
        `${eci}`,
      )
  }
  t.strictSame([...datamatrix('A', { eci: 899 }).trace.codewords.subarray(0, 4)], [241, 131, 11, 66])
})

t.test('eci=auto: no larger than any ECI alone, and the text for zxing', async (t) => {
  const used = new Set<string>()
  await forAll([fc.oneof(...[2, 6, 20].map(eciTexts))], { count: 150 }, async (text) => {
    const symbol = datamatrix(text, { eci: 'auto' })
    const { trace } = symbol
    used.add(`${trace.eci ?? trace.ecis?.length ?? 'none'}`)
    assert.deepEqual([readDataMatrix(symbol.matrix).text, (await read(symbol))?.text], [text, text])
    for (const eci of [...ecis, 'none'] as const) {
      if (eci === 'none' ? /[^\0-\x7f]/.test(text) : encodedIn(eci, text) === undefined) continue
      const alone = datamatrix(text, { eci }).trace
      const larger = areaOf(trace.size) - areaOf(alone.size) || trace.padsFrom - alone.padsFrom
      assert.ok(larger <= 0, `ECI ${eci} is smaller`)
    }
  })
  t.ok(used.has('2') && used.size > 5, [...used].join())
})

t.test('eci=auto: no division among up to four ECIs takes fewer codewords', async () => {
  const texts = fc.oneof(...['aжя1', 'жαé', 'ЖЯαβéA1', 'éè日ж', '1ж2α'].map((alphabet) => textsOf(alphabet, 2, 7)))
  await forAll([texts], { count: 40 }, (text) => {
    const { padsFrom } = datamatrix(text, { eci: 'auto', modules: '52x52' }).trace
    assert.ok(padsFrom <= leastDivided(text, [3, 7, 9, 26]), `${padsFrom} codewords`)
  })
})

t.test('eci=auto: a part has as many characters as fit', async () => {
  await forAll([eciTexts(12), fc.constantFrom(...sizesOf.square.slice(1, 8))], { count: 60 }, (text, size) => {
    const characters = [...text]
    const starts = [0, ...characters.map((_, i) => characters.slice(0, i + 1).join('').length)]
    const { prefix } = rangesOf({ text, starts, header: [] }, { eci: 'auto' })
    const most = prefix!(size, 0, characters.length)
    for (let length = 1; length <= characters.length; length++) {
      const begun = characters.slice(0, length).join('')
      const fit = fitOf({ text: begun, header: [], sizes: [size] }, { eci: 'auto' })
      assert.equal(fit !== undefined, length <= most, `${most}, not ${length}`)
    }
  })
})

t.test('bounds leave out nothing that fits, wherever it begins', async (t) => {
  const alphabets = ['\r\u0001\u0002', '\r\u0001\u0002\u0003\u0004\u0005', '019A', 'aB-', 'éa\r', '漢é\r']
  const texts = fc.oneof(...alphabets.map((alphabet) => textsOf(alphabet, 30, 300)))
  const encodations = fc.constantFrom(undefined, undefined, 'ascii', 'c40', 'text', 'base256')
  const sizes = fc.constantFrom(...sizesOf.square.slice(1, 9))
  const all = fc.record({ encodation: encodations, isAuto: fc.boolean(), size: sizes, place: fc.nat() })
  await forAll([texts, all], { count: 150 }, (text, { encodation, isAuto, size, place }) => {
    const characters = [...text]
    const starts = [0, ...characters.map((_, i) => characters.slice(0, i + 1).join('').length)]
    const options = { parts: 2, part: 1, ...(isAuto && { eci: 'auto' as const }), ...(encodation && { encodation }) }
    const { mayFit } = rangesOf({ text, starts, header: [] }, options)
    const from = place % characters.length
    for (let to = from + 1; to <= characters.length && to <= from + 2 * size.data; to++) {
      const part = characters.slice(from, to).join('')
      const fit = fitOf({ text: part, header: [], sizes: [size] }, options)
      assert.ok(fit === undefined || mayFit(size, { from, to }, 1), `${from} to ${to}`)
    }
  })
  // a control character takes a codeword, and carriage return two thirds of one in X12 encodation
  const text = `\r\r${'\u0001'.repeat(500)}`
  const { mayFit } = rangesOf({ text, starts: Array.from({ length: 503 }, (_, i) => i), header: [] }, {})
  const size = sizesOf.square.find(({ data }) => data === 30)!
  const full = Array.from({ length: 470 }, (_, i) => mayFit(size, { from: i + 2, to: i + 32 }, 1))
  t.notOk(full.includes(false), 'a symbol that is full')
})

/** The fewest codewords for a text under these ECIs in turn, by trying every division into three or fewer. */
function leastDivided(text: string, few: readonly Eci[]): number {
  const known = new Map<string, number>()
  const costOf = (eci: Eci, from: number, to: number): number => {
    const key = `${eci} ${from} ${to}`
    const bytes = known.has(key) ? undefined : encodedIn(eci, text.slice(from, to))
    if (!known.has(key))
      known.set(key, bytes === undefined ? Number.POSITIVE_INFINITY : 2 + fewestCodewords([...bytes], 300)!)
    return known.get(key)!
  }
  const least = (from: number, runs: number): number => {
    if (from === text.length) return 0
    if (runs === 0) return Number.POSITIVE_INFINITY
    const ends = Array.from({ length: text.length - from }, (_, i) => from + i + 1)
    return Math.min(...few.flatMap((eci) => ends.map((to) => costOf(eci, from, to) + least(to, runs - 1))))
  }
  return least(0, 3)
}

t.test('eci=auto: ties are for none, then 3, then the lower number', async (t) => {
  const eciOf = (text: string): unknown => datamatrix(text, { eci: 'auto' }).trace.eci
  t.equal(eciOf('abc'), undefined)
  t.equal(eciOf('é'), 3)
  t.equal(eciOf('жя'), 7, 'before 22 and others of a byte a character')
  t.equal(datamatrix('[)>\x1e05\x1dABC\x1e\x04', { eci: 'auto' }).trace.macro, '05')
})

/** Options at random, most of which go together. */
const randomOptions = drawn((r): DataMatrixOptions => {
  const some = <T>(name: string, from: ArrayLike<T>, one: number): object =>
    r.between(1, one) === one ? { [name]: r.pick(from) } : {}
  const parts = r.between(1, 3) === 3 ? r.between(2, 16) : undefined
  return {
    ...some('shape', ['square', 'rectangle', 'dmre', 'any'], 2),
    ...some(
      'modules',
      dataMatrixSizes.map(({ name }) => name),
      4,
    ),
    ...some('encodation', dataMatrixEncodations, 4),
    ...some<Eci | 'none' | 'auto'>('eci', ['none', 'auto', 'auto', 3, 26, ...ecis], 2),
    ...(parts !== undefined && { parts, part: r.between(1, parts), ...some('fileid', ['1,1', '254,7'], 3) }),
    ...(parts === undefined && some('reader', ['init'], 5)),
  }
})

t.test('options at random: the text, or an error with a remedy that holds', async (t) => {
  const outcomes: Record<string, number> = {}
  const any = fc.oneof(...alphabets.map((alphabet) => textsOf(alphabet, 1, 400)))
  const texts = fc.oneof(mixedTexts(12), eciTexts(8), any, any)
  await forAll([texts, randomOptions], { count: 800, times: 2.5 }, async (text, options) => {
    const outcome = await faultOf(text, options)
    outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1
    assert.equal(outcome.fault, undefined)
  })
  for (const kind of ['made', 'data_too_long', 'invalid_character', 'invalid_length']) t.ok(outcomes[kind]! > 5, kind)
})

async function faultOf(text: string, options: DataMatrixOptions): Promise<{ kind: string; fault?: string }> {
  try {
    const symbol = datamatrix(text, options)
    const { trace, matrix } = symbol
    const own = trace.structuredAppend?.text ?? text
    const reading = readDataMatrix(matrix)
    if (reading.text !== own) return { kind: 'made', fault: `reads ${JSON.stringify(reading.text)}` }
    if (reading.programming !== (options.reader === 'init')) return { kind: 'made', fault: 'reader programming' }
    if (options.modules !== undefined && trace.size.name !== options.modules) return { kind: 'made', fault: 'modules' }
    if (reading.padsFrom !== trace.padsFrom) return { kind: 'made', fault: 'pads' }
    const found =
      options.eci === 899 || (options.eci === undefined && trace.eci === undefined) ? own : (await read(symbol))?.text
    return found === own || options.eci === 'none' ? { kind: 'made' } : { kind: 'made', fault: `zxing ${found}` }
  } catch (error) {
    if (!(error instanceof EncodeError)) return { kind: 'crash', fault: String(error) }
    return { kind: error.code, ...remedyFault(text, options, error) }
  }
}

/** What is wrong with the remedy of an error: it is missing although an option is forced, or it does not hold. */
function remedyFault(text: string, options: DataMatrixOptions, error: EncodeError): { fault?: string } {
  if (error.code !== 'data_too_long') return /accepted: ./.test(error.message) ? {} : { fault: error.message }
  const { modules, shape, encodation, parts } = options
  const found = /; (?:they fit without encodation|([a-z0-9=&]+) holds them)$/.exec(error.message)
  if (found === null) {
    // a text may be too long for a single change
    const forced = [modules, shape, encodation, parts].filter((each) => each !== undefined).length
    return forced === 1 && text.length < 1500 / 3 && parts === undefined ? { fault: error.message } : {}
  }
  const advised = Object.fromEntries(new URLSearchParams(found[1])) as Pick<DataMatrixOptions, 'shape' | 'modules'>
  const { encodation: _, ...free } = options
  const changed: DataMatrixOptions =
    found[1] === undefined
      ? free
      : { part: 1, ...options, ...advised, ...('parts' in advised && { parts: Number(advised.parts) }) }
  const { part, ...single } = changed
  const size = sizesOf[changed.shape ?? 'any'].some(({ name }) => name === changed.modules)
  // the API has no sizes of another shape than it is asked for
  if (advised.modules && changed.shape && !size) return { fault: `${error.message}: not of that shape` }
  try {
    datamatrix(text, changed.parts === undefined ? single : changed)
    return {}
  } catch (again) {
    return { fault: `${error.message}, but ${String(again)}` }
  }
}
