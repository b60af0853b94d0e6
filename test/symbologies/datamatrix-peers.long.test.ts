import bwipjs from 'bwip-js'
import t from 'tap'
import {
  type DataMatrixOptions,
  dataMatrixEncodations,
  dataMatrixSizes,
  datamatrix,
  isDmre,
  rowsOf,
} from '../../symbologies/index.ts'
import { dmtxBytes, withoutDmtx } from '../oracle/dmtx.ts'
import { plainPicture } from '../oracle/picture.ts'
import { withoutZint, type ZintSymbol, zintSymbols } from '../oracle/zint-datamatrix.ts'
import { type Picture, zxingTexts } from '../oracle/zxing.ts'
import { cases, long, random } from '../random.ts'
import { alphabets, bytesOf, dataCapacity, fillingTexts, mixedText } from './datamatrix-texts.ts'

/** The picture turned a quarter clockwise. */
function turned({ width, height, grey }: Picture): Picture {
  const result = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) result[x * height + (height - 1 - y)] = grey[y * width + x]!
  }
  return { width: height, height: width, grey: result }
}

/** What zxing does not read back out of `texts`, each symbol in another of the four rotations. */
async function misread(texts: readonly string[], options?: DataMatrixOptions): Promise<string[]> {
  const faults: string[] = []
  for (const [i, text] of texts.entries()) {
    const barcode = datamatrix(text, options)
    let picture = plainPicture(barcode, barcode.matrix.height > 60 ? 2 : 3)
    for (let turns = i % 4; turns > 0; turns--) picture = turned(picture)
    const read = await zxingTexts(picture, 'datamatrix')
    if (read.length !== 1 || read[0] !== text) faults.push(`${barcode.trace.size.name} ${JSON.stringify([text, read])}`)
  }
  return faults.slice(0, 10)
}

t.test('zxing reads mixed texts', async (t) => {
  const stream = random('zxing')
  const texts = Array.from({ length: cases(2000) }, () => mixedText(stream, stream.pick([4, 10, 25, 60])))
  t.strictSame(await misread(texts), [])
})

t.test('zxing reads texts that fill a symbol of every size, or miss it by one', async (t) => {
  const stream = random('zxing fill')
  const all = Array.from({ length: cases(480) }, (_, i) => fillingTexts(stream, i % 24)).flat()
  const texts = all.filter((text) => dataCapacity(text) !== undefined)
  t.equal(new Set(texts.map((text) => dataCapacity(text))).size, 24, 'every size')
  t.ok(texts.length > 0.95 * all.length, 'only 144x144 is missed')
  t.strictSame(await misread(texts), [])
})

t.test('zxing reads UTF-8, macros and rectangles', async (t) => {
  const stream = random('zxing eci')
  const alphabet = 'AZaz09 *>\ré€ß日本語한글עבריתالعربية😀👍'
  const unicode = Array.from({ length: cases(300) }, () => stream.text(alphabet, stream.between(1, 60)))
  t.strictSame(await misread(unicode), [])
  const macros = unicode.map(
    (_, i) => `[)>\x1e0${5 + (i % 2)}\x1d${stream.text(alphabets[1], stream.between(1, 40))}\x1e\x04`,
  )
  t.strictSame(await misread(macros.slice(0, 40)), [])
  const small = Array.from({ length: cases(120) }, () => mixedText(stream, 8).slice(0, 20))
  t.strictSame(await misread(small, { shape: 'rectangle' }), [])
})

t.test('zxing reads every byte in every encodation', async (t) => {
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('')
  const encodable = { x12: '\r*> 0189ABYZ', edifact: bytes.slice(32, 95) }
  for (const encodation of dataMatrixEncodations) {
    const texts = [encodation === 'x12' || encodation === 'edifact' ? encodable[encodation] : bytes]
    t.strictSame(await misread(texts, { encodation, eci: 3 }), [], encodation)
  }
})

t.test('libdmtx agrees', { skip: withoutDmtx }, async (t) => {
  const stream = random('dmtx')
  const texts = [
    // Not 144x144: libdmtx 0.7.5 deals its error correction out from the first block on, and so reads neither ours,
    // nor zint's, nor bwip-js's; zxing reads all of them.
    ...Array.from({ length: cases(46) }, (_, i) => fillingTexts(stream, i % 23)[0]!),
    ...Array.from({ length: cases(24) }, () => mixedText(stream, 12)),
  ]
  const read = dmtxBytes(texts.map((text) => plainPicture(datamatrix(text, { eci: 'none' }), 5)))
  const faults = texts.filter((text, i) => !Buffer.from(bytesOf(text)).equals(read[i]!))
  t.strictSame(faults.slice(0, 10), [])
})

t.test('zint is never shorter', { skip: withoutZint }, async (t) => {
  const stream = random('zint')
  const texts = [
    ...Array.from({ length: cases(2700) }, () => mixedText(stream, stream.pick([4, 10, 25, 60]))),
    ...Array.from({ length: cases(150) }, (_, i) => fillingTexts(stream, i % 20).slice(0, 2)).flat(),
  ]
  const faults: string[] = []
  for (const [i, { codewords, rows }] of zintSymbols(texts).entries()) {
    const { trace, matrix } = datamatrix(texts[i]!, { eci: 'none' })
    // What one of two writes as a macro and the other does not is not compared here.
    if (matrix.height > rows.length || trace.padsFrom > codewords.length) faults.push(texts[i]!)
    if (sameData(trace, codewords) && rowsOf(matrix).join() !== rows.join()) faults.push(`modules of ${texts[i]}`)
  }
  t.strictSame(faults.slice(0, 10), [])
})

const sameData = (trace: { codewords: Uint8Array; padsFrom: number }, data: readonly number[]): boolean =>
  trace.padsFrom === data.length && data.every((codeword, i) => codeword === trace.codewords[i])

t.test('bwip-js is never smaller', async (t) => {
  const stream = random('bwip')
  const faults: string[] = []
  let refused = 0
  for (let i = 0; i < (long ? 10_000 : 3000); i++) {
    const text = mixedText(stream, stream.pick([2, 4, 10])).slice(0, 40)
    const theirs = bwipSide(text)
    if (theirs === undefined) refused++
    else if (datamatrix(text, { eci: 'none' }).matrix.width > theirs) faults.push(text)
  }
  t.strictSame(faults.slice(0, 10), [])
  t.ok(refused < 5, `${refused} texts refused by bwip-js`)
})

/** Modules a side, or undefined where bwip-js 4.11.4 counts wrong: one short text in some 300,000 is too much data to it. */
function bwipSide(text: string): number | undefined {
  try {
    const [symbol] = bwipjs.raw({ bcid: 'datamatrix', text, binarytext: true })
    return (symbol as { pixx: number }).pixx
  } catch (error) {
    if (String(error).includes('datamatrixTooMuchData')) return undefined
    throw error
  }
}

t.test('codewords alike: the modules of bwip-js, in every size', async (t) => {
  const stream = random('bwip raw')
  for (const size of dataMatrixSizes) {
    const { name, data } = size
    const encodation = stream.pick(dataMatrixEncodations)
    const text = stream.text(
      encodation === 'x12' ? alphabets[3] : 'ABC XYZ 0189',
      stream.between(1, Math.max(1, data - 4)),
    )
    const { trace, matrix } = datamatrix(text, { encodation, modules: name })
    const raw = Array.from(trace.codewords.subarray(0, data), (codeword) => `^${String(codeword).padStart(3, '0')}`)
    const bcid = isDmre(size) ? 'datamatrixrectangularextension' : 'datamatrix'
    const asked = { bcid, text: raw.join(''), version: name, raw: true }
    const [symbol] = bwipjs.raw(asked)
    const { pixs, pixx } = symbol as { pixs: number[]; pixx: number }
    const rows = Array.from({ length: pixs.length / pixx }, (_, y) => pixs.slice(y * pixx, (y + 1) * pixx).join(''))
    t.strictSame(rowsOf(matrix), rows, `${name} ${encodation}`)
  }
})

t.test('encodation alike: the modules of zint, in every size', { skip: withoutZint }, async (t) => {
  const stream = random('zint forced')
  const alike: Record<string, number> = {}
  for (const [i, { name, data }] of dataMatrixSizes.entries()) {
    // Short enough for latch and unlatch, whatever zint makes of them.
    const letters = 3 * Math.floor((data - 4) / 2)
    const lengths = { ascii: 2 * data - 1, c40: letters, text: letters, base256: data - 4 }
    const texts = Object.entries(lengths).map(([encodation, length]) => {
      const alphabet = { ascii: alphabets[0], c40: 'ABCDEFG', text: 'abcdefg', base256: 'éàÿØ' }[encodation]!
      return { encodation: encodation as 'ascii', text: stream.text(alphabet, Math.max(1, length)) }
    })
    const symbols = zintSymbols(
      texts.map(({ text }) => text),
      i + 1,
      [],
    )
    for (const [j, { encodation, text }] of texts.entries()) {
      const symbol = symbols[j] as ZintSymbol
      const { trace, matrix } = datamatrix(text, { encodation, modules: name, eci: 'none' })
      if (!sameData(trace, symbol.codewords)) continue
      alike[name] = (alike[name] ?? 0) + 1
      t.strictSame(rowsOf(matrix), symbol.rows, `${name} ${encodation}`)
    }
  }
  t.strictSame(
    Object.keys(alike),
    dataMatrixSizes.map(({ name }) => name),
    'at least one in every size',
  )
})
