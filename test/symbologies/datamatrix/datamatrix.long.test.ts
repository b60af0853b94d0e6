import assert from 'node:assert/strict'
import bwipjs from 'bwip-js'
import fc from 'fast-check'
import t from 'tap'
import {
  type DataMatrixOptions,
  dataMatrixEncodations,
  dataMatrixSizes,
  datamatrix,
  isDmre,
  rowsOf,
} from '../../../symbologies/index.ts'
import { dmtxBytes, withoutDmtx } from '../../oracle/dmtx.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { withoutZint, type ZintSymbol, zintSymbols } from '../../oracle/zint-datamatrix.ts'
import { type Picture, zxingTexts } from '../../oracle/zxing.ts'
import { drawn, forAll, forAllInBatches, random } from '../../random.ts'
import { textsOf } from '../../texts.ts'
import { alphabets, bytesOf, dataCapacity, fillingTexts, mixedTexts } from './texts.ts'

/** The picture turned a quarter clockwise. */
function turned({ width, height, grey }: Picture): Picture {
  const result = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) result[x * height + (height - 1 - y)] = grey[y * width + x]!
  }
  return { width: height, height: width, grey: result }
}

/** Asserts that zxing reads the text back, of a symbol after so many quarter turns. */
async function isRead(text: string, turns: number, options?: DataMatrixOptions): Promise<void> {
  const barcode = datamatrix(text, options)
  let picture = plainPicture(barcode, barcode.matrix.height > 60 ? 2 : 3)
  for (let turn = 0; turn < turns; turn++) picture = turned(picture)
  assert.deepEqual(await zxingTexts(picture, 'datamatrix'), [text], barcode.trace.size.name)
}

const quarters = fc.nat(3)
const someMixed = fc.oneof(...[4, 10, 25, 60].map(mixedTexts))
const filling = (from: number, to: number): fc.Arbitrary<string[]> =>
  fc.integer({ min: from, max: to }).chain((index) => drawn((r) => fillingTexts(r, index)))

t.test('zxing reads mixed texts', async () => {
  await forAll([someMixed, quarters], { count: 2000 }, (text, turns) => isRead(text, turns))
})

t.test('zxing reads texts that fill a symbol of every size, or miss it by one', async (t) => {
  const sizes = new Map<number | undefined, number>()
  for (let index = 0; index < 24; index++) {
    await forAll([filling(index, index), quarters], { count: 20 }, async (texts, turns) => {
      for (const text of texts) {
        const data = dataCapacity(text)
        sizes.set(data, (sizes.get(data) ?? 0) + 1)
        if (data !== undefined) await isRead(text, turns)
      }
    })
  }
  const all = [...sizes.values()].reduce((sum, count) => sum + count)
  t.equal(sizes.size, 25, 'every size, and none')
  t.ok(sizes.get(undefined)! < 0.05 * all, 'only 144x144 is missed')
})

t.test('zxing reads UTF-8, macros and rectangles', async () => {
  const unicode = textsOf('AZaz09 *>\ré€ß日本語한글עבריתالعربية😀👍', 1, 60)
  await forAll([unicode, quarters], { count: 300 }, (text, turns) => isRead(text, turns))
  const macros = fc.tuple(fc.constantFrom('05', '06'), textsOf(alphabets[1], 1, 40))
  await forAll([macros, quarters], { count: 160, times: 0.25 }, ([macro, text], turns) =>
    isRead(`[)>\x1e${macro}\x1d${text}\x1e\x04`, turns),
  )
  await forAll([mixedTexts(8).map((text) => text.slice(0, 20)), quarters], { count: 120 }, (text, turns) =>
    isRead(text, turns, { shape: 'rectangle' }),
  )
})

t.test('zxing reads every byte in every encodation', async (t) => {
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('')
  const encodable = { x12: '\r*> 0189ABYZ', edifact: bytes.slice(32, 95) }
  for (const encodation of dataMatrixEncodations) {
    const text = encodation === 'x12' || encodation === 'edifact' ? encodable[encodation] : bytes
    await isRead(text, 0, { encodation, eci: 3 })
    t.pass(encodation)
  }
})

t.test('libdmtx agrees', { skip: withoutDmtx }, async () => {
  // Not 144x144: libdmtx 0.7.5 deals its error correction out from the first block on, and so reads neither ours,
  // nor zint's, nor bwip-js's; zxing reads all of them.
  const full = filling(0, 22).map(([text]) => text!)
  const texts = fc.oneof({ weight: 46, arbitrary: full }, { weight: 24, arbitrary: mixedTexts(12) })
  await forAllInBatches(texts, { count: 70 }, (batch) => {
    const read = dmtxBytes(batch.map((text) => plainPicture(datamatrix(text, { eci: 'none' }), 5)))
    return batch.map((text, i) =>
      Buffer.from(bytesOf(text)).equals(read[i]!) ? undefined : `libdmtx reads ${read[i]!.toString('latin1')}`,
    )
  })
})

t.test('zint is never shorter', { skip: withoutZint }, async () => {
  const full = filling(0, 19).map(([text, other]) => [text!, other!])
  const pairs = fc.oneof({ weight: 9, arbitrary: fc.tuple(someMixed, someMixed) }, { weight: 1, arbitrary: full })
  await forAllInBatches(pairs, { count: 1500 }, (batch) => {
    const symbols = zintSymbols(batch.flat())
    return batch.map((texts, i) =>
      texts.map((text, n) => zintFault(text, symbols[2 * i + n]!)).find((fault) => fault !== undefined),
    )
  })
})

function zintFault(text: string, { codewords, rows }: ZintSymbol): string | undefined {
  const { trace, matrix } = datamatrix(text, { eci: 'none' })
  // What one of two writes as a macro and the other does not is not compared here.
  if (matrix.height > rows.length || trace.padsFrom > codewords.length)
    return `${trace.padsFrom} codewords, zint ${codewords.length}`
  return sameData(trace, codewords) && rowsOf(matrix).join() !== rows.join() ? 'modules' : undefined
}

const sameData = (trace: { codewords: Uint8Array; padsFrom: number }, data: readonly number[]): boolean =>
  trace.padsFrom === data.length && data.every((codeword, i) => codeword === trace.codewords[i])

t.test('bwip-js is never smaller', async (t) => {
  let refused = 0
  const texts = fc.oneof(...[2, 4, 10].map((longest) => mixedTexts(longest).map((text) => text.slice(0, 40))))
  await forAll([texts], { count: 12_000, times: 10 / 12 }, (text) => {
    const theirs = bwipSide(text)
    if (theirs === undefined) refused++
    else assert.ok(datamatrix(text, { eci: 'none' }).matrix.width <= theirs, `bwip-js ${theirs}`)
  })
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
