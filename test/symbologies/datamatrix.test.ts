import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import './datamatrix-encodations.part.ts'
import './datamatrix-options.part.ts'
import './datamatrix-parts.part.ts'
import {
  type DataMatrixOptions,
  type DataMatrixSizeName,
  dataMatrixCodewordModules,
  dataMatrixEncodations,
  dataMatrixSizes,
  datamatrix,
  EncodeError,
  isDark,
  rowsOf,
} from '../../symbologies/index.ts'
import { readDataMatrix } from '../oracle/datamatrix-reader.ts'
import { plainPicture } from '../oracle/picture.ts'
import { withoutZint, zintSymbols } from '../oracle/zint-datamatrix.ts'
import { zxingResults } from '../oracle/zxing.ts'
import { forAll, forAllInBatches, seed } from '../random.ts'
import { textsOf } from '../texts.ts'

interface Vector {
  readonly source: string
  readonly text: string
  readonly options: DataMatrixOptions
  /** All codewords, the first of them, or the modules. */
  readonly codewords?: readonly number[]
  readonly begins?: readonly number[]
  readonly rows?: readonly string[]
}

/** The error that `encode` ends in. */
function errorOf(encode: () => unknown): EncodeError {
  try {
    encode()
  } catch (error) {
    if (error instanceof EncodeError) return error
    throw error
  }
  throw new Error('no error')
}

t.test('sourced examples', async (t) => {
  const file = new URL('../../../test/vectors/datamatrix.json', import.meta.url)
  for (const { source, text, options, codewords, begins, rows } of JSON.parse(readFileSync(file, 'utf8')) as Vector[]) {
    const { trace, matrix } = datamatrix(text, options)
    if (codewords) t.strictSame([...trace.codewords], codewords, source)
    if (begins) t.strictSame([...trace.codewords.subarray(0, begins.length)], begins, source)
    if (rows) t.strictSame(rowsOf(matrix), rows, source)
    t.equal(readDataMatrix(matrix).text, text)
  }
})

t.test('quiet zone and caption', async (t) => {
  const { symbology, quiet, captions } = datamatrix('caption')
  t.strictSame(
    { symbology, quiet, captions },
    {
      symbology: 'datamatrix',
      quiet: { left: 1, right: 1, top: 1, bottom: 1 },
      captions: [{ kind: 'line', text: 'caption' }],
    },
  )
})

t.test('every size: codewords cover every module once, and the reader finds no fault', async (t) => {
  for (const size of dataMatrixSizes) {
    const owners = new Map<string, number>()
    const modules = dataMatrixCodewordModules(size)
    for (const { x, y } of modules.flat()) owners.set(`${x},${y}`, (owners.get(`${x},${y}`) ?? 0) + 1)
    const inside = (size.rows - 2 * size.regionRows) * (size.columns - 2 * size.regionColumns)
    // ISO/IEC 16022:2006, F.3: if four modules are left over, they are the lower right corner.
    t.equal(owners.size, inside - (inside % 8), `${size.name}: modules`)
    t.ok(
      [...owners.values()].every((count) => count === 1),
      `${size.name}: none twice`,
    )
    const text = fc.sample(textsOf('0123456789', 2 * size.data), { seed, numRuns: 1 })[0]!
    const { matrix, trace } = datamatrix(text, { modules: size.name })
    const seen = modules.map((eight) => eight.reduce((sum, { x, y }) => 2 * sum + Number(isDark(matrix, x, y)), 0))
    t.equal(seen.join(), trace.codewords.join(), `${size.name}: codewords in their modules`)
    const read = readDataMatrix(matrix)
    t.equal(read.text, text)
    t.equal(read.codewords.join(), seen.join(), `${size.name}: codewords where the reader looks for them`)
    for (const [i, { data, errorCorrection }] of trace.blocks.entries()) {
      const own = [...trace.codewords].filter((_, codeword) => codeword % size.blocks === i)
      t.equal([...data, ...errorCorrection].join(), own.join(), `${size.name}: block ${i + 1}`)
    }
  }
})

// ISO/IEC 16022:2006, Table 7: digits, alphanumerics, bytes
const capacities = {
  '10x10': [6, 3, 1],
  '12x12': [10, 6, 3],
  '14x14': [16, 10, 6],
  '16x16': [24, 16, 10],
  '18x18': [36, 25, 16],
  '20x20': [44, 31, 20],
  '22x22': [60, 43, 28],
  '24x24': [72, 52, 34],
  '26x26': [88, 64, 42],
  '32x32': [124, 91, 60],
  '36x36': [172, 127, 84],
  '40x40': [228, 169, 112],
  '44x44': [288, 214, 142],
  '48x48': [348, 259, 172],
  '52x52': [408, 304, 202],
  '64x64': [560, 418, 277],
  '72x72': [736, 550, 365],
  '80x80': [912, 682, 453],
  '88x88': [1152, 862, 573],
  '96x96': [1392, 1042, 693],
  '104x104': [1632, 1222, 813],
  '120x120': [2100, 1573, 1047],
  '132x132': [2608, 1954, 1301],
  '144x144': [3116, 2335, 1555],
} as const

t.test('capacities', async (t) => {
  for (const [name, [digits, letters, bytes]] of Object.entries(capacities)) {
    const size = name as DataMatrixSizeName
    const kinds = [
      { text: '7'.repeat(digits), spare: 0 },
      { text: 'Q'.repeat(letters), spare: 0 },
      // From 250 bytes on a length of 0 saves a codeword where the field fills the symbol: one byte more than Table 7
      // counts, save at 144x144, where the field would be longer than the standard knows.
      { text: 'ÿ'.repeat(bytes), spare: bytes >= 250 && bytes < 1555 ? 1 : 0 },
    ]
    for (const { text, spare } of kinds) {
      const full = text + text[0]!.repeat(spare)
      t.equal(datamatrix(full, { eci: 'none' }).trace.size.name, size, `${full.length} x ${text[0]} in ${size}`)
      const { code, message } = errorOf(() => datamatrix(full + text[0], { modules: size, eci: 'none' }))
      t.equal(code, 'data_too_long')
      t.match(
        message,
        `${size} holds at most ${digits} digits, ${letters} capital letters and digits, or ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`,
      )
    }
  }
})

t.test('refused texts and options', async (t) => {
  for (const [text, options, code, at] of [
    ['', {}, 'invalid_length', undefined],
    ['1'.repeat(3117), {}, 'data_too_long', undefined],
    ['Q'.repeat(2336), {}, 'data_too_long', undefined],
    ['ÿ'.repeat(1556), {}, 'data_too_long', undefined],
    ['日'.repeat(519), {}, 'data_too_long', undefined],
    ['x'.repeat(1e6), {}, 'data_too_long', undefined],
    ['a\ud800b', {}, 'invalid_character', 2],
    ['é\udc00', {}, 'invalid_character', 2],
    ['😀\ud83d', {}, 'invalid_character', 2],
    ['AB日', { eci: 3 }, 'invalid_character', 3],
    ['AB日', { eci: 'none' }, 'invalid_character', 3],
    ['ABc', { encodation: 'x12' }, 'invalid_character', 3],
    ['ABc', { encodation: 'edifact' }, 'invalid_character', 3],
    ['ABCé', { encodation: 'edifact' }, 'invalid_character', 4],
  ] as const) {
    const error = errorOf(() => datamatrix(text, options))
    t.equal(error.code, code, error.message)
    t.equal(error.at, at)
  }
  const wrong: Record<string, unknown>[] = [
    { shape: 'round' },
    { modules: '10x12' },
    { encodation: 'C40' },
    { eci: 14 },
    { eci: false },
    { modules: null },
  ]
  for (const options of wrong) t.throws(() => datamatrix('1', options), RangeError, JSON.stringify(options))
  const refused = { message: 'datamatrix: shape is "round"; accepted: square, rectangle, dmre, any' }
  t.throws(() => datamatrix('1', { shape: 'round' } as Record<string, unknown>), refused)
})

t.test('an encodation alone encodes a character as itself or refuses it, with every ECI', async (t) => {
  const characters = [
    ...Array.from({ length: 0x300 }, (_, i) => String.fromCodePoint(i)),
    '日',
    '\ufffd',
    '\uffff',
    '😀',
  ]
  const encodable = { ascii: /./s, c40: /./s, text: /./s, x12: /[\r*> 0-9A-Z]/, edifact: /[ -^]/, base256: /./s }
  for (const encodation of dataMatrixEncodations) {
    for (const eci of [undefined, 3, 26, 'none'] as const) {
      const options = { encodation, ...(eci !== undefined && { eci }) }
      const interpretable = eci === 3 || eci === 'none' ? /[\0-\xff]/ : /./s
      const faults: string[] = []
      for (const character of characters) {
        const text = `*A0${character}`
        if (encodable[encodation].test(character) && interpretable.test(character)) {
          if (readDataMatrix(datamatrix(text, options).matrix).text !== text) faults.push(`read: ${character}`)
        } else {
          const { code, at, message } = errorOf(() => datamatrix(text, options))
          if (code !== 'invalid_character' || at !== 4) faults.push(`${code} ${at}: ${character}`)
          const named =
            encodable[encodation].test(character) ||
            message.includes(` in ${encodation}; ascii, c40, text and base256 encode every character`)
          if (!named) faults.push(`message: ${message}`)
        }
      }
      t.strictSame(faults, [], `${encodation}, ECI ${eci}`)
    }
  }
})

t.test('ECI', async (t) => {
  const eciOf = (text: string, options?: DataMatrixOptions) => {
    const { trace, matrix } = datamatrix(text, options)
    const read = readDataMatrix(matrix)
    t.equal(read.eci, trace.eci)
    t.equal(read.text, text)
    return trace.eci
  }
  t.equal(eciOf('plain \x7f\0'), undefined)
  t.equal(eciOf('é'), 3)
  t.equal(eciOf('\x80'), 3)
  t.equal(eciOf('€'), 26)
  t.equal(eciOf('é日😀'), 26)
  t.equal(eciOf('plain', { eci: 26 }), 26)
  t.equal(eciOf('é', { eci: 26 }), 26)
  t.equal(eciOf('é', { eci: 'none' }), undefined)
  // 144x144 holds 1558 codewords: with an ECI one byte less than Table 7 counts, or two.
  t.equal(eciOf('ÿ'.repeat(1554)), 3, 'length 0 makes room for the ECI')
  t.equal(eciOf('ÿ'.repeat(1555)), undefined, 'no room for the ECI')
  t.equal(eciOf('日'.repeat(518)), 26)
  t.equal(errorOf(() => datamatrix('ÿ'.repeat(1555), { eci: 3 })).code, 'data_too_long')
})

t.test('macros', async (t) => {
  const inner = 'P123456\x1dQ10'
  for (const macro of ['05', '06'] as const) {
    const text = `[)>\x1e${macro}\x1d${inner}\x1e\x04`
    const { trace, matrix } = datamatrix(text)
    t.equal(trace.macro, macro)
    t.equal(trace.codewords[0], macro === '05' ? 236 : 237)
    t.equal(readDataMatrix(matrix).text, text)
    t.equal(trace.padsFrom, 1 + datamatrix(inner).trace.padsFrom)
    t.equal(datamatrix(text, { encodation: 'ascii' }).trace.macro, undefined)
    t.equal(datamatrix(`${text} `).trace.macro, undefined)
  }
  t.equal(datamatrix(`[)>\x1e07\x1d${inner}\x1e\x04`).trace.macro, undefined)
  t.equal(datamatrix('[)>\x1e05\x1d\x1e\x04').trace.macro, undefined, 'nothing between header and trailer')
})

t.test('macros before an ECI', async (t) => {
  const wrap = (inner: string): string => `[)>\x1e06\x1d${inner}\x1e\x04`
  const options = fc.constantFrom<DataMatrixOptions[]>({}, { eci: 'auto' }, { eci: 26 }, { eci: 'utf8' }, { eci: 25 })
  await forAll([textsOf('PQ10\x1dab é÷ÄЖяω漢字😀', 1, 12), options], { count: 120 }, async (text, option) => {
    const whole = wrap(text)
    const symbol = datamatrix(whole, option)
    const { trace, matrix } = symbol
    const lastEci = trace.eci ?? trace.ecis?.at(-1)?.eci
    assert.equal(trace.macro !== undefined, lastEci !== 25, `under ${lastEci}`)
    if (option.eci !== 'utf8') assert.equal(readDataMatrix(matrix).text, whole)
    const [read] = await zxingResults(plainPicture(symbol, 4), 'datamatrix', { characterSet: 'UTF8' })
    assert.equal(read?.text, whole)
  })
  t.same(Array.from(datamatrix(wrap('é')).trace.codewords.slice(0, 3)), [237, 241, 4])
  t.equal(datamatrix(wrap('ABCé')).trace.size.name, '14x14')
  t.equal(datamatrix(wrap('ABCé'), { encodation: 'ascii' }).trace.macro, undefined)
  t.equal(datamatrix(wrap('ABCé'), { reader: 'init' }).trace.macro, undefined)
})

t.test('macros before an ECI take no more codewords than zint', { skip: withoutZint }, async () => {
  const texts = textsOf('PQ10\x1dab é÷ÄЖя漢', 1, 20).map((inner) => `[)>\x1e05\x1d${inner}\x1e\x04`)
  await forAllInBatches(texts, { count: 100 }, (batch) => {
    const bytes = batch.map((text) => Buffer.from(text).toString('latin1'))
    const zint = zintSymbols(bytes, undefined, ['--square', '--eci=26'])
    return batch.map((text, i) => {
      const [ours, theirs] = [datamatrix(text, { eci: 26 }).trace.padsFrom, zint[i]!.codewords.length]
      return ours > theirs ? `${ours} codewords, zint ${theirs}` : undefined
    })
  })
})

t.test('shapes', async (t) => {
  t.equal(datamatrix('123456').trace.size.name, '10x10')
  t.equal(datamatrix('1234567890', { shape: 'rectangle' }).trace.size.name, '8x18')
  t.equal(datamatrix('1'.repeat(20), { shape: 'any' }).trace.size.name, '8x32')
  t.equal(datamatrix('1'.repeat(24), { shape: 'any' }).trace.size.name, '16x16')
  t.equal(errorOf(() => datamatrix('1'.repeat(99), { shape: 'rectangle' })).code, 'data_too_long')
})
