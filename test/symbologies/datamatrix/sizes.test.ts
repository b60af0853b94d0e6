import bwipjs from 'bwip-js'
import fc from 'fast-check'
import t from 'tap'
import { type DataMatrixSizeName, dataMatrixSizes, datamatrix, isDmre, rowsOf } from '../../../symbologies/index.ts'
import { dmre } from '../../oracle/datamatrix-extended.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { withoutZint, zintSymbols } from '../../oracle/zint-datamatrix.ts'
import { zxingResults } from '../../oracle/zxing.ts'
import { forAllInBatches, inLongRun, seed } from '../../random.ts'
import { textsOf } from '../../texts.ts'
import { errorOf } from './errors.ts'
import { mixedTexts } from './texts.ts'

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

t.test('shapes', async (t) => {
  t.equal(datamatrix('123456').trace.size.name, '10x10')
  t.equal(datamatrix('1234567890', { shape: 'rectangle' }).trace.size.name, '8x18')
  t.equal(datamatrix('1'.repeat(20), { shape: 'any' }).trace.size.name, '8x32')
  t.equal(datamatrix('1'.repeat(24), { shape: 'any' }).trace.size.name, '16x16')
  t.equal(errorOf(() => datamatrix('1'.repeat(99), { shape: 'rectangle' })).code, 'data_too_long')
})

const read = async (barcode: ReturnType<typeof datamatrix>) =>
  (await zxingResults(plainPicture(barcode, 3), 'datamatrix'))[0]

/** A text that is the same in all runs with the seed. */
const sampleOf = (texts: fc.Arbitrary<string>): string => fc.sample(texts, { seed, numRuns: 1 })[0]!

const areaOf = ({ rows, columns }: { readonly rows: number; readonly columns: number }): number => rows * columns

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

t.test('DMRE has no more modules than bwip-js and zint need', inLongRun, async () => {
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
