import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { type Barcode, encode, type OptionsOf } from '../../symbologies/index.ts'
import { code39Characters } from '../../symbologies/tables.ts'
import { bwipWidths } from '../oracle/bwip.ts'
import { modulesOf, modulesOfWidths } from '../oracle/linear.ts'
import { plainPicture } from '../oracle/picture.ts'
import { zintAbsent, zintModules } from '../oracle/zint.ts'
import { zxingReads } from '../oracle/zxing.ts'
import { forAll, forAllInBatches, inLongRun, type Runs } from '../random.ts'
import { textsFor } from '../texts.ts'

const asciiTexts = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(127), { minLength, maxLength }).map((codes) => String.fromCharCode(...codes))
const wideOf = (modules: string): string => modules.replace(/1+|0+/g, (run) => (run.length > 1 ? 'w' : 'n'))

t.test('Code 39: check characters and pairs are those of bwip-js and zint', inLongRun, async (t) => {
  for (const [fullascii, checkdigit] of [
    [false, true],
    [true, false],
    [true, true],
  ] as const) {
    const texts = fullascii ? asciiTexts(1, 20) : textsFor.code39
    const type = fullascii ? 'code39ext' : 'code39'
    const faultsOf = (batch: readonly string[]): (string | undefined)[] => {
      const asked = checkdigit ? ['--vers=1'] : []
      const zint = zintAbsent ? [] : zintModules(fullascii ? 'EXCODE39' : 'CODE39', batch, asked).map(wideOf)
      return batch.map((text, i) => {
        const ours = wideOf(modulesOf(encode('code39', text, { fullascii, checkdigit })))
        const bwip = wideOf(modulesOfWidths(bwipWidths(type, text, { includecheck: checkdigit })))
        if (ours !== bwip) return 'bwip-js differs'
        return zintAbsent || ours === zint[i] ? undefined : 'zint differs'
      })
    }
    await forAllInBatches(texts, { count: 400 }, faultsOf)
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    const name = `${fullascii ? 'full ASCII' : 'plain'}, ${checkdigit ? 'checked' : 'unchecked'}`
    t.notOk(fullascii && faultsOf(ascii).some((fault) => fault !== undefined), name)
  }
})

t.test('Code 39: zxing-cpp reads all of ASCII, check characters and ratios', inLongRun, async () => {
  // without a pair zxing-cpp does not find full ASCII
  const full = fc.record({ fullascii: fc.constant(true), text: asciiTexts(0, 14).map((text) => `a${text}`) })
  const plain = fc.record({ fullascii: fc.constant(false), text: textsFor.code39 })
  const ratios = fc.constantFrom(2, 2.5, 3)
  const asked: Runs = { count: 200 }
  await forAll([fc.oneof(full, plain), fc.boolean(), ratios], asked, async ({ fullascii, text }, checkdigit, ratio) => {
    const barcode = encode('code39', text, { fullascii, checkdigit, ratio })
    const { values, check } = barcode.trace
    const carried = [...values, ...(check === undefined ? [] : [check.value])]
    // zxing-cpp takes the last character for a check character wherever it could be one, and then half of a pair is missing
    const isChecked = carried.pop() === carried.reduce((sum, value) => sum + value, 0) % 43
    if (fullascii && check === undefined && isChecked) return
    const found = await zxingReads(plainPicture(barcode, 2), 'code39', {
      formats: fullascii ? ['Code39Ext'] : ['Code39Std'],
    })
    const wanted = {
      text: `${text}${check === undefined ? '' : code39Characters[check.value]}`,
      identifier: `]A${Number(isChecked) + (fullascii ? 4 : 0)}`,
      extra: '',
    }
    assert.deepEqual(
      found.map(({ text, identifier, extra }) => ({ text, identifier, extra })),
      [wanted],
    )
  })
})

t.test('Code 39: the sum of all values, and pairs only where they must be', async (t) => {
  await forAll([asciiTexts(1, 40)], { count: 2000 }, (text) => {
    const { trace, captions, matrix } = encode('code39', text, { fullascii: true, checkdigit: true })
    const { values, check } = trace
    const sum = [...values].reduce((a, b) => a + b, 0)
    const alone = text.match(/[0-9A-Z. -]/g)?.length ?? 0
    assert.deepEqual([check?.sum, check?.value], [sum, sum % 43])
    assert.equal(values.length, 2 * text.length - alone)
    assert.equal(matrix.width, 16 * (values.length + 3) - 1)
    assert.equal(captions[0]?.text, text)
  })
  for (const [text, index] of [
    ['Ab\x80', 2],
    ['€', 0],
  ] as const) {
    t.throws(() => encode('code39', text, { fullascii: true }), { code: 'invalid_character', at: index + 1 })
  }
  t.throws(() => encode('code39', 'ab'), {
    message:
      'code39: "a" at position 1; accepted: 0 to 9, A to Z (upper case), space and - . $ / + %; fullascii=true carries all of ASCII, code128 too',
  })
  t.throws(() => encode('code39', '', { fullascii: true }), { code: 'invalid_length' })
})

/** Bars and spaces in turn, as columns of this many for a narrow and for a wide one. */
const stretched = (modules: string, narrow: number, wide: number): string =>
  modules.replace(/1+|0+/g, (run) => run[0]!.repeat(run.length > 1 ? wide : narrow))

t.test('ratios change the width of wide elements, and nothing else', async () => {
  const columns = { 2: [1, 2], 2.5: [2, 5] } as const
  const code39 = fc.tuple(fc.constant('code39' as const), textsFor.code39, fc.constantFrom(2, 2.5))
  const itf14 = fc.tuple(fc.constant('itf14' as const), textsFor.itf14, fc.constant(2.5 as const))
  await forAll([fc.oneof(code39, itf14)], { count: 400 }, ([symbology, text, ratio]) => {
    const plain: Barcode = encode(symbology, text)
    const barcode: Barcode = encode(symbology, text, { ratio } as OptionsOf<typeof symbology>)
    const [narrow, wide] = columns[ratio]
    assert.equal(modulesOf(barcode), stretched(modulesOf(plain), narrow, wide))
    const { quiet, bearer, columnsPerModule = 1 } = barcode
    assert.deepEqual([quiet.left, quiet.right, columnsPerModule], [10 * narrow, 10 * narrow, narrow])
    assert.equal(bearer, plain.bearer === undefined ? undefined : plain.bearer * narrow)
    assert.deepEqual(barcode.trace, plain.trace)
  })
})
