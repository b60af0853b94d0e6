/** The rectangular extension, structured append, reader programming and ECIs. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { sizesOf } from '../../../symbologies/datamatrix/sizes.ts'
import { type Eci, ecis } from '../../../symbologies/eci/index.ts'
import {
  type DataMatrixOptions,
  dataMatrixEncodations,
  dataMatrixSizes,
  datamatrix,
  EncodeError,
} from '../../../symbologies/index.ts'
import { readDataMatrix } from '../../oracle/datamatrix-reader.ts'
import { dmtxBytes, withoutDmtx } from '../../oracle/dmtx.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { zxingResults } from '../../oracle/zxing.ts'
import { drawn, forAll, inLongRun } from '../../random.ts'
import { textsOf } from '../../texts.ts'
import { errorOf } from './errors.ts'
import { alphabets, eciTexts, mixedTexts } from './texts.ts'

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

const read = async (barcode: ReturnType<typeof datamatrix>) =>
  (await zxingResults(plainPicture(barcode, 3), 'datamatrix'))[0]

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

t.test('reader programming: libdmtx reads the text', { skip: withoutDmtx || inLongRun.skip }, async (t) => {
  const texts = ['SET 1', '123456', 'mode=2;']
  const symbols = texts.map((text) => plainPicture(datamatrix(text, { reader: 'init' }), 5))
  t.strictSame(dmtxBytes(symbols).map(String), texts)
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

t.test('options at random: the text, or an error with a remedy that holds', inLongRun, async (t) => {
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
