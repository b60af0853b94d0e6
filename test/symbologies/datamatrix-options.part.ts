/** The rectangular extension, structured append, reader programming and ECIs. */

import bwipjs from 'bwip-js'
import t from 'tap'
import { isFit } from '../../symbologies/datamatrix/choice.ts'
import { rangesOf } from '../../symbologies/datamatrix/ranges.ts'
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
import { cases, type Random, random } from '../random.ts'
import { eciTexts, encodedIn, sampleOf } from './datamatrix-eci-texts.ts'
import { alphabets, mixedText } from './datamatrix-texts.ts'

const read = async (barcode: ReturnType<typeof datamatrix>) =>
  (await zxingResults(plainPicture(barcode, 3), 'datamatrix'))[0]

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
  const r = random('dmre modules')
  for (const { name, data } of sizes) {
    const text = r.text('ABC abc 123', r.between(1, Math.floor(data / 2)))
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

t.test('DMRE has no more modules than bwip-js and zint need', async (t) => {
  const r = random('dmre peers')
  const texts = Array.from({ length: cases(400) }, () => mixedText(r, r.pick([4, 10, 25])).slice(0, 100))
  const ours = texts.map((text) => areaOf(datamatrix(text, { shape: 'dmre', eci: 'none' }).trace.size))
  t.strictSame(
    texts.filter((text, i) => ours[i]! > bwipArea(text)),
    [],
    'bwip-js',
  )
  t.test('zint', { skip: withoutZint }, async (t) => {
    // zint chooses among squares too
    const symbols = zintSymbols(texts, undefined, ['--dmre'])
    const wider = texts.filter((_, i) => {
      const { rows } = symbols[i]!
      return rows.length !== rows[0]!.length && rows.length * rows[0]!.length < ours[i]!
    })
    t.strictSame(wider, [])
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

t.test('structured append: zxing reads the sequence, and the parts join to the text', async (t) => {
  const r = random('structured append')
  for (let i = 0; i < cases(80); i++) {
    const text = r.pick([mixedText(r, 40), r.text('aé日😀1', 40), r.text('0123456789', 90)])
    const parts = r.between(2, Math.min(16, [...text].length))
    if ([...text].length < 2) continue
    const fileid = r.pick([undefined, '1,254', '5,9'])
    const symbols = partsOf(text, parts, fileid === undefined ? {} : { fileid })
    t.equal(new Set(symbols.map(({ trace }) => trace.size.name)).size, 1, 'one size')
    const readings = symbols.map(({ matrix }) => readDataMatrix(matrix))
    t.equal(readings.map((reading) => reading.text).join(''), text)
    const [id1, id2] = symbols[0]!.trace.structuredAppend!.fileid
    if (fileid !== undefined) t.equal(`${id1},${id2}`, fileid)
    t.strictSame(
      readings.map(({ append }) => append),
      symbols.map((_, n) => [n, parts, id1, id2]),
    )
    for (const [n, symbol] of symbols.entries()) {
      const found = await read(symbol)
      t.strictSame(
        [found?.text, found?.sequenceIndex, found?.sequenceSize, found?.sequenceId],
        [readings[n]!.text, n, parts, String(256 * id1 + id2)],
        JSON.stringify(text),
      )
    }
    const smaller = dataMatrixSizes[dataMatrixSizes.indexOf(symbols[0]!.trace.size) - 1]
    if (smaller === undefined) continue
    t.throws(() => datamatrix(text, { parts, part: 1, modules: smaller.name }), { code: 'data_too_long' }, smaller.name)
  }
})

t.test('structured append and reader programming: the modules of zint', { skip: withoutZint }, async (t) => {
  const r = random('zint append')
  const text = r.text('0123456789', 200)
  for (const [i, symbol] of partsOf(text, 4, { fileid: '5,9' }).entries()) {
    const own = symbol.trace.structuredAppend!.text
    const [theirs] = zintSymbols([own], undefined, ['--square', `--structapp=${i + 1},4,5009`])
    t.strictSame(rowsOf(symbol.matrix), theirs!.rows, own)
  }
  const programs = Array.from({ length: 20 }, () => r.text('0123456789', 2 * r.between(1, 40)))
  for (const [i, { rows }] of zintSymbols(programs, undefined, ['--square', '--init']).entries()) {
    t.strictSame(rowsOf(datamatrix(programs[i]!, { reader: 'init' }).matrix), rows, programs[i]!)
  }
})

t.test('structured append: the size and the parts of an exhaustive search', async (t) => {
  const r = random('exhaustive parts')
  const texts = ['漢', '한국중a', 'é', 'abc', 'aB1', '12é34', 'AAAAé漢']
  for (const eci of [undefined, 25, 26, 35, 'none', 'auto'] as const) {
    for (const encodation of [undefined, 'ascii', 'c40', 'text', 'base256'] as const) {
      for (let i = 0; i < cases(4); i++) {
        const text = r.text(r.pick(eci === 'none' ? ['é', 'abc', 'aB1', '12é34'] : texts), r.between(2, 60))
        const count = [...text].length
        const parts = r.between(2, Math.min(5, count))
        const options = {
          ...(eci && { eci }),
          ...(encodation && { encodation }),
          shape: r.pick(dataMatrixShapes),
          parts,
        }
        const found = count < 2 ? undefined : exhaustive(text, options)
        if (found === undefined) continue
        const symbols = partsOf(text, parts, options)
        const own = symbols.map(({ trace }) => trace.structuredAppend!.text)
        t.strictSame({ size: symbols[0]!.trace.size.name, own }, found, JSON.stringify([text, options]))
      }
    }
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
    const fits = (piece: string): boolean => isFit({ text: piece, header, sizes: [size] }, { ...options, part: 1 })
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
  const r = random('every eci')
  for (const eci of ecis) {
    for (let i = 0; i < cases(12); i++) {
      const text = sampleOf(r, eci, r.between(1, 20))
      const symbol = datamatrix(text, { eci })
      t.strictSame(readDataMatrix(symbol.matrix).ecis, [{ eci, from: 0 }])
      t.equal(readDataMatrix(symbol.matrix).text, text)
      const found = await read(symbol)
      t.equal(found?.hasECI, true)
      // zxing gives what ECI 899 has as bytes
      if (eci !== 899) t.equal(found?.text, text, `ECI ${eci}: ${JSON.stringify(text)}`)
    }
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
  const r = random('eci auto')
  const faults: string[] = []
  const used = new Set<string>()
  for (let i = 0; i < cases(150); i++) {
    const text = eciTexts(r, r.pick([2, 6, 20]))
    const symbol = datamatrix(text, { eci: 'auto' })
    const { trace } = symbol
    used.add(`${trace.eci ?? trace.ecis?.length ?? 'none'}`)
    if (readDataMatrix(symbol.matrix).text !== text) faults.push(`text: ${text}`)
    if ((await read(symbol))?.text !== text) faults.push(`zxing: ${text}`)
    for (const eci of [...ecis, 'none'] as const) {
      if (eci === 'none' ? /[^\0-\x7f]/.test(text) : encodedIn(eci, text) === undefined) continue
      const alone = datamatrix(text, { eci }).trace
      const larger = areaOf(trace.size) - areaOf(alone.size) || trace.padsFrom - alone.padsFrom
      if (larger > 0) faults.push(`ECI ${eci} is smaller: ${text}`)
    }
  }
  t.strictSame(faults.slice(0, 5), [])
  t.ok(used.has('2') && used.size > 5, [...used].join())
})

t.test('eci=auto: no division among up to four ECIs takes fewer codewords', async (t) => {
  const r = random('eci divisions')
  const few: readonly Eci[] = [3, 7, 9, 26]
  const faults: string[] = []
  for (let i = 0; i < cases(40); i++) {
    const text = r.text(r.pick(['aжя1', 'жαé', 'ЖЯαβéA1', 'éè日ж', '1ж2α']), r.between(2, 7))
    const ours = datamatrix(text, { eci: 'auto', modules: '52x52' }).trace.padsFrom
    if (ours > leastDivided(text, few)) faults.push(text)
  }
  t.strictSame(faults, [])
})

t.test('eci=auto: a part has as many characters as fit', async (t) => {
  const r = random('eci prefixes')
  const faults: string[] = []
  for (let i = 0; i < cases(60); i++) {
    const text = eciTexts(r, 12)
    const size = r.pick(sizesOf.square.slice(1, 8))
    const characters = [...text]
    const starts = [0, ...characters.map((_, i) => characters.slice(0, i + 1).join('').length)]
    const { prefix } = rangesOf({ text, starts, header: [] }, { eci: 'auto' })
    const most = prefix!(size, 0, characters.length)
    for (let length = 1; length <= characters.length; length++) {
      const begun = characters.slice(0, length).join('')
      const fits = isFit({ text: begun, header: [], sizes: [size] }, { eci: 'auto' })
      if (fits !== length <= most) faults.push(`${size.name} ${most}: ${begun}`)
    }
  }
  t.strictSame(faults.slice(0, 5), [])
})

t.test('bounds leave out nothing that fits, wherever it begins', (t) => {
  const r = random('datamatrix bounds')
  const faults: string[] = []
  for (let i = 0; i < cases(150); i++) {
    const alphabet = r.pick(['\r\u0001\u0002', '\r\u0001\u0002\u0003\u0004\u0005', '019A', 'aB-', 'éa\r', '漢é\r'])
    const characters = [...r.text(alphabet, r.between(30, 300))]
    const starts = [0, ...characters.map((_, i) => characters.slice(0, i + 1).join('').length)]
    const encodation = r.pick([undefined, undefined, 'ascii', 'c40', 'text', 'base256'] as const)
    const options = {
      parts: 2,
      part: 1,
      ...(r.pick([true, false]) && { eci: 'auto' as const }),
      ...(encodation && { encodation }),
    }
    const { mayFit } = rangesOf({ text: characters.join(''), starts, header: [] }, options)
    const size = r.pick(sizesOf.square.slice(1, 9))
    const from = r.between(0, characters.length - 1)
    for (let to = from + 1; to <= characters.length && to <= from + 2 * size.data; to++) {
      const text = characters.slice(from, to).join('')
      if (isFit({ text, header: [], sizes: [size] }, options) && !mayFit(size, { from, to }, 1))
        faults.push(`${size.name} ${JSON.stringify(options)}: ${JSON.stringify(characters.join(''))} ${from} to ${to}`)
    }
  }
  t.strictSame(faults.slice(0, 5), [])
  // a control character takes a codeword, and carriage return two thirds of one in X12 encodation
  const text = `\r\r${'\u0001'.repeat(500)}`
  const { mayFit } = rangesOf({ text, starts: Array.from({ length: 503 }, (_, i) => i), header: [] }, {})
  const size = sizesOf.square.find(({ data }) => data === 30)!
  const full = Array.from({ length: 470 }, (_, i) => mayFit(size, { from: i + 2, to: i + 32 }, 1))
  t.notOk(full.includes(false), 'a symbol that is full')
  t.end()
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
function randomOptions(r: Random): DataMatrixOptions {
  const some = <T>(name: string, from: ArrayLike<T>, one: number): object =>
    r.between(1, one) === 1 ? { [name]: r.pick(from) } : {}
  const parts = r.between(1, 3) === 1 ? r.between(2, 16) : undefined
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
}

t.test('options at random: the text, or an error with a remedy that holds', async (t) => {
  const r = random('option combinations')
  const faults: string[] = []
  const outcomes: Record<string, number> = {}
  for (let i = 0; i < cases(800, 2.5); i++) {
    const text = r.pick([mixedText(r, 12), eciTexts(r, 8), r.text(r.pick(alphabets), r.between(1, 400))])
    const options = randomOptions(r)
    const outcome = await faultOf(text, options)
    outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1
    if (outcome.fault) faults.push(`${outcome.fault}: ${JSON.stringify([text, options])}`)
  }
  t.strictSame(faults.slice(0, 5), [])
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
