import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { type DataMatrixOptions, datamatrix } from '../../../symbologies/index.ts'
import { readDataMatrix } from '../../oracle/datamatrix-reader.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { withoutZint, zintSymbols } from '../../oracle/zint-datamatrix.ts'
import { zxingResults } from '../../oracle/zxing.ts'
import { forAll, forAllInBatches, inLongRun } from '../../random.ts'
import { textsOf } from '../../texts.ts'
import { errorOf } from './errors.ts'

t.test('ECI', inLongRun, async (t) => {
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

t.test('macros before an ECI', inLongRun, async (t) => {
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
