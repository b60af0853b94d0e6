/** The options of linear symbologies: add-ons, check characters, full ASCII, ratios and bearer bars. */

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
import { cases, type Random, random } from '../random.ts'
import { randomText } from '../texts.ts'

type WithAddon = 'ean13' | 'upca' | 'upce'

/** GS1 General Specifications, 5.2.3.4: the least gap before the add-on; here one more where a digit stands in it. */
const gaps: { readonly [S in WithAddon]: number } = { ean13: 7, upca: 10, upce: 8 }
const mainWidths: { readonly [S in WithAddon]: number } = { ean13: 95, upca: 95, upce: 51 }
const addonSymbologies = Object.keys(gaps) as WithAddon[]

const randomAddon = (r: Random): string => r.text('0123456789', r.pick([2, 5]))
const wideOf = (modules: string): string => modules.replace(/1+|0+/g, (run) => (run.length > 1 ? 'w' : 'n'))

/** The whole key with its check digit, as others want it. UPC-E as its six digits with number system and check digit. */
function wholeKey(symbology: WithAddon, text: string): string {
  const { digits } = encode(symbology, text).trace
  return symbology === 'upce' ? `${digits[0]}${text.slice(1, 7)}${digits.at(-1)}` : digits
}

/** Random keys with add-ons. Of UPC-E only such whose six digits zero suppression gives: zint refuses others. */
function randomAddons(symbology: WithAddon, stream: string, count: number): { text: string; addon: string }[] {
  const r = random(`${stream} ${symbology}`)
  const isPrescribed = (text: string): boolean =>
    symbology !== 'upce' || /[012]$|[3-9]..3$|[1-9].4$|[1-9][5-9]$/.test(text.slice(1))
  return Array.from({ length: count }, () => ({ text: randomText[symbology](r), addon: randomAddon(r) })).filter(
    ({ text }) => isPrescribed(text),
  )
}

t.test('add-ons have the modules of bwip-js and zint', async (t) => {
  const types = { ean13: 'EANX', upca: 'UPCA', upce: 'UPCE' }
  for (const symbology of addonSymbologies) {
    const all = randomAddons(symbology, 'add-ons', cases(400))
    const ours = all.map(({ text, addon }) => modulesOf(encode(symbology, text, { addon })))
    const keys = all.map(({ text }) => wholeKey(symbology, text))
    const bwip = all.map(({ addon }, i) =>
      modulesOfWidths(bwipWidths(symbology, `${keys[i]} ${addon}`, { addongap: gaps[symbology] })),
    )
    t.same(ours.filter((modules, i) => modules !== bwip[i]).length, 0, `${symbology}: bwip-js`)
    if (zintAbsent) continue
    const texts = all.map(({ addon }, i) => `${keys[i]}+${addon}`)
    const zint = zintModules(types[symbology], texts, ['--addongap', `${gaps[symbology]}`])
    t.same(ours.filter((modules, i) => modules !== zint[i]).length, 0, `${symbology}: zint`)
  }
})

t.test('zxing-cpp reads add-ons', async (t) => {
  for (const symbology of addonSymbologies) {
    const wrong: unknown[] = []
    const r = random(`zxing add-ons ${symbology}`)
    for (let i = 0; i < cases(100, 4); i++) {
      const [text, addon] = [randomText[symbology](r), randomAddon(r)]
      const barcode = encode(symbology, text, { addon })
      const picture = plainPicture(barcode, r.between(1, 3))
      const found = await zxingReads(picture, symbology, { eanAddOnSymbol: 'Require' })
      const read = found.map(({ text, extra }) => [text, (JSON.parse(extra) as { EanAddOn?: string }).EanAddOn])
      // zxing-cpp gives the add-on after the key
      if (JSON.stringify(read) !== JSON.stringify([[readAs(barcode, text) + addon, addon]])) wrong.push(read)
    }
    t.same(wrong.slice(0, 3), [], symbology)
  }
})

t.test('ZBar reads add-ons', { skip: withoutZbar }, async (t) => {
  for (const symbology of addonSymbologies) {
    const r = random(`zbar add-ons ${symbology}`)
    // ZBar takes EAN-13 that begins with 0 for UPC-A, and knows no number system 1 of UPC-E
    const all = Array.from({ length: cases(40, 4) }, () => {
      const first = { ean13: r.pick('123456789'), upca: r.pick('0123456789'), upce: '0' }[symbology]
      return { text: first + randomText[symbology](r).slice(1), addon: randomAddon(r) }
    })
    const pictures = all.map(({ text, addon }) => plainPicture(encode(symbology, text, { addon })))
    t.same(
      zbarTexts(pictures, ['-S*.enable']),
      all.map(({ text, addon }) => wholeKey(symbology, text) + addon),
      symbology,
    )
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
  const wrong: string[] = []
  const texts = { ean13: '9781234567897', upca: '036000291452', upce: '01234565' }
  const r = random('all add-ons')
  const all = [
    ...Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0')),
    ...Array.from({ length: cases(2000) }, () => r.text('0123456789', 5)),
  ]
  for (const digits of all) {
    const symbology = r.pick(addonSymbologies)
    const plain: Barcode = encode(symbology, texts[symbology])
    const barcode = encode(symbology, texts[symbology], { addon: digits })
    const { addon: columns, quiet, captions, guards, matrix, trace } = barcode
    const { sum, numberSets } = trace.addon!
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = Array.from(digits, Number)
    const rest = digits.length === 2 ? Number(digits) % 4 : (3 * (a + c + e) + 9 * (b + d)) % 10
    sets.set(numberSets, (sets.get(numberSets) ?? new Set()).add(rest))
    const width = digits.length === 2 ? 20 : 47
    const from = mainWidths[symbology] + gaps[symbology]
    const main = modulesOf(plain)
    const isRight =
      sum % (digits.length === 2 ? 4 : 10) === rest &&
      columns?.from === from &&
      columns.to === from + width &&
      matrix.width === from + width &&
      quiet.left === plain.quiet.left &&
      quiet.right === 5 &&
      modulesOf(barcode).startsWith(`${main}${'0'.repeat(gaps[symbology])}1011`) &&
      JSON.stringify(captions) ===
        JSON.stringify([...plain.captions, { kind: 'addon', text: digits, columns: { from, to: from + width } }]) &&
      JSON.stringify(guards) === JSON.stringify(plain.guards)
    if (!isRight) wrong.push(`${symbology} ${digits}`)
  }
  t.same(wrong, [])
  // each order stands for one remainder: four of two digits, ten of five
  t.equal([...sets.values()].filter(({ size }) => size === 1).length, 14)
  t.same(
    [...sets.keys()].filter((order) => order.length === 5 && order.replaceAll('A', '').length !== 2),
    [],
  )
})

t.test('Code 39: check characters and pairs are those of bwip-js and zint', async (t) => {
  const r = random('code39 options')
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')
  const narrow = (modules: string): string => wideOf(modules)
  for (const [fullascii, checkdigit] of [
    [false, true],
    [true, false],
    [true, true],
  ] as const) {
    const texts = Array.from({ length: cases(400) }, () =>
      fullascii ? r.text(ascii, r.between(1, 20)) : randomText.code39(r),
    )
    if (fullascii) texts.push(...ascii)
    const ours = texts.map((text) => narrow(modulesOf(encode('code39', text, { fullascii, checkdigit }))))
    const type = fullascii ? 'code39ext' : 'code39'
    const bwip = texts.map((text) => narrow(modulesOfWidths(bwipWidths(type, text, { includecheck: checkdigit }))))
    const name = `${fullascii ? 'full ASCII' : 'plain'}, ${checkdigit ? 'checked' : 'unchecked'}`
    t.same(
      texts.filter((_, i) => ours[i] !== bwip[i]),
      [],
      `bwip-js: ${name}`,
    )
    if (zintAbsent) continue
    const zint = zintModules(fullascii ? 'EXCODE39' : 'CODE39', texts, checkdigit ? ['--vers=1'] : []).map(narrow)
    t.same(
      texts.filter((_, i) => ours[i] !== zint[i]),
      [],
      `zint: ${name}`,
    )
  }
})

t.test('Code 39: zxing-cpp reads all of ASCII, check characters and ratios', async (t) => {
  const r = random('zxing code39')
  const wrong: unknown[] = []
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')
  for (let i = 0; i < cases(200, 4); i++) {
    const fullascii = r.pick([true, false])
    // without a pair zxing-cpp does not find full ASCII
    const text = fullascii ? `a${r.text(ascii, r.between(0, 14))}` : randomText.code39(r)
    const options = { fullascii, checkdigit: r.pick([true, false]), ratio: r.pick([2, 2.5, 3] as const) }
    const barcode = encode('code39', text, options)
    const { values, check } = barcode.trace
    const carried = [...values, ...(check === undefined ? [] : [check.value])]
    // zxing-cpp takes the last character for a check character wherever it could be one, and then half of a pair is missing
    const isChecked = carried.pop() === carried.reduce((sum, value) => sum + value, 0) % 43
    if (fullascii && check === undefined && isChecked) continue
    const found = await zxingReads(plainPicture(barcode, 2), 'code39', {
      formats: fullascii ? ['Code39Ext'] : ['Code39Std'],
    })
    const wanted = {
      text: `${text}${check === undefined ? '' : code39Characters[check.value]}`,
      identifier: `]A${Number(isChecked) + (fullascii ? 4 : 0)}`,
      extra: '',
    }
    const read = found.map(({ text, identifier, extra }) => ({ text, identifier, extra }))
    if (JSON.stringify(read) !== JSON.stringify([wanted])) wrong.push({ wanted, options, found })
  }
  t.same(wrong.slice(0, 5), [])
})

t.test('Code 39: the sum of all values, and pairs only where they must be', async (t) => {
  const r = random('code39 sums')
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')
  const wrong: string[] = []
  for (let i = 0; i < cases(2000); i++) {
    const text = r.text(ascii, r.between(1, 40))
    const { trace, captions, matrix } = encode('code39', text, { fullascii: true, checkdigit: true })
    const { values, check } = trace
    const sum = [...values].reduce((a, b) => a + b, 0)
    const alone = text.match(/[0-9A-Z. -]/g)?.length ?? 0
    const isRight =
      check?.sum === sum &&
      check.value === sum % 43 &&
      values.length === 2 * text.length - alone &&
      matrix.width === 16 * (values.length + 3) - 1 &&
      captions[0]?.text === text
    if (!isRight) wrong.push(text)
  }
  t.same(wrong, [])
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

t.test('ratios change the width of wide elements, and nothing else', async (t) => {
  const r = random('ratios')
  const wrong: unknown[] = []
  const columns = { 2: [1, 2], 2.5: [2, 5] } as const
  for (let i = 0; i < cases(400); i++) {
    const symbology = r.pick(['code39', 'itf14'] as const)
    const ratio = symbology === 'itf14' ? 2.5 : r.pick([2, 2.5] as const)
    const text = randomText[symbology](r)
    const plain: Barcode = encode(symbology, text)
    const barcode: Barcode = encode(symbology, text, { ratio } as OptionsOf<typeof symbology>)
    const [narrow, wide] = columns[ratio]
    if (modulesOf(barcode) !== stretched(modulesOf(plain), narrow, wide)) wrong.push({ symbology, text, ratio })
    const { quiet, bearer, columnsPerModule = 1 } = barcode
    if (quiet.left !== 10 * narrow || quiet.right !== 10 * narrow || columnsPerModule !== narrow) wrong.push(quiet)
    if (bearer !== (plain.bearer === undefined ? undefined : plain.bearer * narrow)) wrong.push(bearer)
    if (JSON.stringify(barcode.trace) !== JSON.stringify(plain.trace)) wrong.push('trace')
  }
  t.same(wrong, [])
})

t.test('ITF-14 is read with each ratio; a frame has the bars of the symbol', async (t) => {
  const r = random('itf14 options')
  for (let i = 0; i < cases(80, 4); i++) {
    const text = randomText.itf14(r)
    const ratio = r.pick([2.5, 3] as const)
    const barcode = encode('itf14', text, { ratio, bearer: 'frame' })
    t.match(await zxingReads(plainPicture(barcode, 2), 'itf14'), [{ text: barcode.trace.digits }], text)
    const none: Barcode = encode('itf14', text, { ratio, bearer: 'none' })
    t.same([none.bearer, none.isFramed], [undefined, undefined])
    t.same([barcode.bearer, barcode.isFramed], [ratio === 2.5 ? 4 : 2, true])
    t.same(none.matrix, barcode.matrix)
  }
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
