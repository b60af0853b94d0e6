import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { rangesOf } from '../../../symbologies/datamatrix/division.ts'
import { fitOf } from '../../../symbologies/datamatrix/fit.ts'
import { type DataMatrixSize, sizesOf } from '../../../symbologies/datamatrix/sizes.ts'
import { appendHeader } from '../../../symbologies/datamatrix/structured-append.ts'
import { type Eci, ecis } from '../../../symbologies/eci/index.ts'
import { datamatrix } from '../../../symbologies/index.ts'
import { plainCosts, texts } from '../../oracle/datamatrix-costs.ts'
import { readDataMatrix } from '../../oracle/datamatrix-reader.ts'
import { fewestCodewords } from '../../oracle/datamatrix-shortest.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { zxingResults } from '../../oracle/zxing.ts'
import { forAll, inLongRun } from '../../random.ts'
import { textsOf } from '../../texts.ts'
import { eciTexts, encodedIn, textsIn } from './texts.ts'

const read = async (barcode: ReturnType<typeof datamatrix>) =>
  (await zxingResults(plainPicture(barcode, 3), 'datamatrix'))[0]

const areaOf = ({ rows, columns }: { readonly rows: number; readonly columns: number }): number => rows * columns

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

const header = appendHeader({ part: 1, parts: 16, fileid: [1, 1] })

/** A size that holds so many data codewords, as far as divisions ask. */
const holding = (data: number): DataMatrixSize => ({ ...sizesOf.square[0]!, data })

t.test('codewords of a text in several ECIs, against tables of every interpretation', inLongRun, async () => {
  // with so much room no rule for the end of the data applies
  const sizes = [holding(10_000)]
  await forAll([texts], { count: 600 }, (text) => {
    const { used } = fitOf({ text, header, sizes }, { eci: 'auto' })!
    assert.equal(used, header.length + plainCosts(text).at(-1)!)
  })
})
