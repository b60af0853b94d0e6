/** The options of linear symbologies: add-ons, check characters, full ASCII, ratios and bearer bars. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  type Barcode,
  EncodeError,
  encode,
  encodeContent,
  type OptionsOf,
  type Symbology,
} from '../../symbologies/index.ts'
import { code39Characters } from '../../symbologies/tables.ts'
import { bwipWidths } from '../oracle/bwip.ts'
import { modulesOf, modulesOfWidths } from '../oracle/linear.ts'
import { plainPicture } from '../oracle/picture.ts'
import { withoutZbar, zbarTexts } from '../oracle/zbar.ts'
import { zintAbsent, zintModules } from '../oracle/zint.ts'
import { readAs, zxingReads } from '../oracle/zxing.ts'
import { forAll, forAllInBatches, type Runs } from '../random.ts'
import { textsFor, textsOf } from '../texts.ts'

type WithAddon = 'ean13' | 'upca' | 'upce'

/** GS1 General Specifications, 5.2.3.4: the least gap before the add-on; here one more where a digit stands in it. */
const gaps: { readonly [S in WithAddon]: number } = { ean13: 7, upca: 10, upce: 8 }
const mainWidths: { readonly [S in WithAddon]: number } = { ean13: 95, upca: 95, upce: 51 }
const addonSymbologies = Object.keys(gaps) as WithAddon[]

const digits = '0123456789'
const addons = fc.oneof(textsOf(digits, 2), textsOf(digits, 5))
const asciiTexts = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(127), { minLength, maxLength }).map((codes) => String.fromCharCode(...codes))
const wideOf = (modules: string): string => modules.replace(/1+|0+/g, (run) => (run.length > 1 ? 'w' : 'n'))

/** The whole key with its check digit, as others want it. UPC-E as its six digits with number system and check digit. */
function wholeKey(symbology: WithAddon, text: string): string {
  const { digits } = encode(symbology, text).trace
  return symbology === 'upce' ? `${digits[0]}${text.slice(1, 7)}${digits.at(-1)}` : digits
}

t.test('add-ons have the modules of bwip-js and zint', async (t) => {
  const types = { ean13: 'EANX', upca: 'UPCA', upce: 'UPCE' }
  for (const symbology of addonSymbologies) {
    // Of UPC-E only such whose six digits zero suppression gives: zint refuses others
    const texts = textsFor[symbology].filter(
      (text) => symbology !== 'upce' || /[012]$|[3-9]..3$|[1-9].4$|[1-9][5-9]$/.test(text.slice(1)),
    )
    await forAllInBatches(fc.record({ text: texts, addon: addons }), { count: 400, size: 4000 }, (all) => {
      const whole = all.map(({ text, addon }) => `${wholeKey(symbology, text)}+${addon}`)
      const gap = gaps[symbology]
      const zint = zintAbsent ? [] : zintModules(types[symbology], whole, ['--addongap', `${gap}`])
      return all.map(({ text, addon }, i) => {
        const ours = modulesOf(encode(symbology, text, { addon }))
        const bwip = bwipWidths(symbology, whole[i]!.replace('+', ' '), { addongap: gap })
        if (ours !== modulesOfWidths(bwip)) return 'bwip-js differs'
        return zintAbsent || ours === zint[i] ? undefined : 'zint differs'
      })
    })
    t.pass(symbology)
  }
})

t.test('zxing-cpp reads add-ons', async (t) => {
  const scales = fc.integer({ min: 1, max: 3 })
  for (const symbology of addonSymbologies) {
    await forAll([textsFor[symbology], addons, scales], { count: 100, times: 4 }, async (text, addon, dots) => {
      const barcode = encode(symbology, text, { addon })
      const found = await zxingReads(plainPicture(barcode, dots), symbology, { eanAddOnSymbol: 'Require' })
      const read = found.map(({ text, extra }) => [text, (JSON.parse(extra) as { EanAddOn?: string }).EanAddOn])
      // zxing-cpp gives the add-on after the key
      assert.deepEqual(read, [[readAs(barcode, text) + addon, addon]])
    })
    t.pass(symbology)
  }
})

t.test('ZBar reads add-ons', { skip: withoutZbar }, async (t) => {
  // ZBar takes EAN-13 that begins with 0 for UPC-A, and knows no number system 1 of UPC-E
  const first = { ean13: /^[1-9]/, upca: /^/, upce: /^0/ }
  for (const symbology of addonSymbologies) {
    const texts = textsFor[symbology].filter((text) => first[symbology].test(text))
    await forAllInBatches(fc.record({ text: texts, addon: addons }), { count: 40, times: 4 }, (all) => {
      const pictures = all.map(({ text, addon }) => plainPicture(encode(symbology, text, { addon })))
      const read = zbarTexts(pictures, ['-S*.enable'])
      return all.map(({ text, addon }, i) =>
        read[i] === wholeKey(symbology, text) + addon ? undefined : `ZBar reads ${read[i]}`,
      )
    })
    t.pass(symbology)
  }
})

t.test('a GTIN of a GS1 message takes an add-on as its digits do', async (t) => {
  for (const [symbology, text, digits] of [
    ['ean13', '(01)09781234567897', '9781234567897'],
    ['upca', '(01)00036000291452', '036000291452'],
    ['upce', '(01)00012345000065', '01234565'],
  ] as const) {
    const { barcode } = encodeContent(symbology, { text, gs1: 'true' }, { addon: '51999' })
    const plain = encode(symbology, digits, { addon: '51999' })
    t.equal(modulesOf(barcode), modulesOf(plain), symbology)
    t.same(barcode.captions, plain.captions)
  }
})

t.test('all of add-ons: sums, number sets, gaps and places', async (t) => {
  const sets = new Map<string, Set<number>>()
  const texts = { ean13: '9781234567897', upca: '036000291452', upce: '01234565' }
  const isRight = (symbology: WithAddon, digits: string): void => {
    const plain: Barcode = encode(symbology, texts[symbology])
    const barcode = encode(symbology, texts[symbology], { addon: digits })
    const { addon: columns, quiet, captions, guards, matrix, trace } = barcode
    const { sum, numberSets } = trace.addon!
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = Array.from(digits, Number)
    const rest = digits.length === 2 ? Number(digits) % 4 : (3 * (a + c + e) + 9 * (b + d)) % 10
    sets.set(numberSets, (sets.get(numberSets) ?? new Set()).add(rest))
    const from = mainWidths[symbology] + gaps[symbology]
    const to = from + (digits.length === 2 ? 20 : 47)
    assert.equal(sum % (digits.length === 2 ? 4 : 10), rest)
    assert.deepEqual([columns, matrix.width], [{ from, to }, to])
    assert.deepEqual([quiet.left, quiet.right], [plain.quiet.left, 5])
    assert.ok(modulesOf(barcode).startsWith(`${modulesOf(plain)}${'0'.repeat(gaps[symbology])}1011`))
    assert.deepEqual(captions, [...plain.captions, { kind: 'addon', text: digits, columns: { from, to } }])
    assert.deepEqual(guards, plain.guards)
  }
  for (let n = 0; n < 100; n++) for (const symbology of addonSymbologies) isRight(symbology, String(n).padStart(2, '0'))
  await forAll([fc.constantFrom(...addonSymbologies), textsOf(digits, 5)], { count: 2000 }, isRight)
  // each order stands for one remainder: four of two digits, ten of five
  t.equal([...sets.values()].filter(({ size }) => size === 1).length, 14)
  t.same(
    [...sets.keys()].filter((order) => order.length === 5 && order.replaceAll('A', '').length !== 2),
    [],
  )
})

t.test('Code 39: check characters and pairs are those of bwip-js and zint', async (t) => {
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

t.test('Code 39: zxing-cpp reads all of ASCII, check characters and ratios', async () => {
  // without a pair zxing-cpp does not find full ASCII
  const full = fc.record({ fullascii: fc.constant(true), text: asciiTexts(0, 14).map((text) => `a${text}`) })
  const plain = fc.record({ fullascii: fc.constant(false), text: textsFor.code39 })
  const ratios = fc.constantFrom(2, 2.5, 3)
  const asked: Runs = { count: 200, times: 4 }
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

t.test('ITF-14 is read with each ratio; a frame has the bars of the symbol', async (t) => {
  await forAll([textsFor.itf14, fc.constantFrom(2.5, 3)], { count: 80, times: 4 }, async (text, ratio) => {
    const barcode = encode('itf14', text, { ratio, bearer: 'frame' })
    const [found] = await zxingReads(plainPicture(barcode, 2), 'itf14')
    assert.equal(found?.text, barcode.trace.digits)
    const none: Barcode = encode('itf14', text, { ratio, bearer: 'none' })
    assert.deepEqual([none.bearer, none.isFramed], [undefined, undefined])
    assert.deepEqual([barcode.bearer, barcode.isFramed], [ratio === 2.5 ? 4 : 2, true])
    assert.deepEqual(none.matrix, barcode.matrix)
  })
  t.same(encode('itf14', '1540014128876', { bearer: 'top-bottom', ratio: 3 }), encode('itf14', '1540014128876'))
})

t.test('unknown values of options', async (t) => {
  const cases: readonly (readonly [Symbology, object, string])[] = [
    ['ean13', { addon: '123' }, 'ean13: addon is "123"; accepted: 2 or 5 digits'],
    ['upca', { addon: '' }, 'upca: addon is ""; accepted: 2 or 5 digits'],
    ['upce', { addon: '1\u06632' }, 'upce: addon is "1٣2"; accepted: 2 or 5 digits'],
    ['upce', { addon: '12\n' }, 'upce: addon is "12\\n"; accepted: 2 or 5 digits'],
    ['code39', { ratio: 2.25 }, 'code39: ratio is "2.25"; accepted: 2, 2.5, 3'],
    ['itf14', { ratio: 2 }, 'itf14: ratio is "2"; accepted: 2.5, 3'],
    ['itf14', { bearer: 'sides' }, 'itf14: bearer is "sides"; accepted: none, top-bottom, frame'],
  ]
  const texts: { readonly [symbology: string]: string } = {
    code39: 'A',
    itf14: '1540014128876',
    upca: '03600029145',
    upce: '123456',
  }
  for (const [symbology, options, message] of cases) {
    const run = (): Barcode => encode(symbology, texts[symbology] ?? '978123456789', options as OptionsOf<Symbology>)
    t.throws(run, { message })
    t.throws(run, RangeError)
  }
  t.throws(() => encode('ean13', 'x', { addon: '12' }), EncodeError)
})
