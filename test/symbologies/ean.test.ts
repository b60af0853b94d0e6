/** The options of linear symbologies: add-ons, check characters, full ASCII, ratios and bearer bars. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { type Barcode, encode, encodeContent, type Symbology } from '../../symbologies/index.ts'
import { bwipWidths } from '../oracle/bwip.ts'
import { modulesOf, modulesOfWidths } from '../oracle/linear.ts'
import { plainPicture } from '../oracle/picture.ts'
import { withoutZbar, zbarTexts } from '../oracle/zbar.ts'
import { zintAbsent, zintModules } from '../oracle/zint.ts'
import { readAs, zxingReads } from '../oracle/zxing.ts'
import { forAll, forAllInBatches, inLongRun } from '../random.ts'
import { shortText, textsFor, textsOf } from '../texts.ts'

t.test('captions, guards, quiet zones and bearers', async (t) => {
  const face = (symbology: Symbology, text: string) => {
    const { captions, guards, quiet, bearer, matrix } = encode(symbology, text) as Barcode
    const placed = captions.map((caption) =>
      caption.kind === 'line' ? caption.text : `${caption.text} ${caption.columns.from}..${caption.columns.to}`,
    )
    const small = captions.filter((caption) => caption.kind === 'outer' && caption.small).length
    const lowered = guards?.map(({ from, to }) => [from, to])
    return {
      placed,
      small,
      lowered,
      quiet: [quiet.left, quiet.right, quiet.top, quiet.bottom],
      bearer,
      width: matrix.width,
    }
  }
  t.match(face('ean13', '590123412345'), {
    placed: ['5 -9..-2', '901234 3..45', '123457 50..92'],
    small: 0,
    lowered: [
      [0, 3],
      [45, 50],
      [92, 95],
    ],
    quiet: [11, 7, 0, 0],
    width: 95,
  })
  t.match(face('ean8', '9638507'), {
    placed: ['9638 3..31', '5074 36..64'],
    lowered: [
      [0, 3],
      [31, 36],
      [64, 67],
    ],
    quiet: [7, 7, 0, 0],
    width: 67,
  })
  t.match(face('upca', '03600029145'), {
    placed: ['0 -9..-5', '36000 10..45', '29145 50..85', '2 100..104'],
    small: 2,
    lowered: [
      [0, 10],
      [45, 50],
      [85, 95],
    ],
    quiet: [9, 9, 0, 0],
    width: 95,
  })
  t.match(face('upce', '123456'), {
    placed: ['0 -9..-5', '123456 3..45', '5 54..58'],
    small: 2,
    lowered: [
      [0, 3],
      [45, 51],
    ],
    quiet: [9, 7, 0, 0],
    width: 51,
  })
  t.match(face('itf14', '1540014128876'), { placed: ['15400141288763'], bearer: 2, quiet: [10, 10, 0, 0], width: 135 })
  t.match(face('code39', 'A B'), {
    placed: ['A B'],
    bearer: undefined,
    lowered: undefined,
    quiet: [10, 10, 0, 0],
    width: 79,
  })
  t.match(face('code128', 'a\tb'), { placed: ['a\tb'], lowered: undefined, quiet: [10, 10, 0, 0], width: 79 })
})

t.test('lowered bars begin and end the symbol and no other bar is cut by their edges', async (t) => {
  for (const symbology of ['ean13', 'ean8', 'upca', 'upce'] as const) {
    const barcode = encode(symbology, shortText[symbology])
    const modules = modulesOf(barcode)
    const cut = barcode
      .guards!.flatMap(({ from, to }) => [from, to])
      .filter((x) => modules.slice(x - 1, x + 1) === '11')
    t.same(cut, [], symbology)
    t.equal(barcode.guards![0]!.from, 0)
    t.equal(barcode.guards!.at(-1)!.to, modules.length)
  }
})

t.test('number sets', async (t) => {
  t.equal(encode('ean13', '590123412345').trace.numberSets, 'ABBAABCCCCCC')
  t.equal(encode('ean8', '9638507').trace.numberSets, 'AAAACCCC')
  t.equal(encode('upca', '03600029145').trace.numberSets, 'AAAAAACCCCCC')
  t.equal(encode('upce', '0123456').trace.numberSets, 'BAABBA')
  t.equal(encode('upce', '1123456').trace.numberSets, 'AABBAB')
  t.same([...encode('code39', '0Z%').trace.values], [0, 35, 42])
})

type WithAddon = 'ean13' | 'upca' | 'upce'

/** GS1 General Specifications, 5.2.3.4: the least gap before the add-on; here one more where a digit stands in it. */
const gaps: { readonly [S in WithAddon]: number } = { ean13: 7, upca: 10, upce: 8 }
const mainWidths: { readonly [S in WithAddon]: number } = { ean13: 95, upca: 95, upce: 51 }
const addonSymbologies = Object.keys(gaps) as WithAddon[]

const digits = '0123456789'
const addons = fc.oneof(textsOf(digits, 2), textsOf(digits, 5))

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

t.test('ZBar reads add-ons', { skip: withoutZbar || inLongRun.skip }, async (t) => {
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
