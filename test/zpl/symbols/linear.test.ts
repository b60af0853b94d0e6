import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { bwipWidths } from '../../oracle/bwip.ts'
import { zxingReads, zxingTexts } from '../../oracle/zxing.ts'
import { forAll, inLongRun } from '../../random.ts'
import { codesOf, draw, pictureOf, readsOf, widthsOf } from './field.ts'

const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
const module = fc.integer({ min: 1, max: 10 })
const ratio = fc.integer({ min: 20, max: 30 }).map((tenths) => tenths / 10)
const code39Text = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'),
  minLength: 1,
  maxLength: 12,
})

/** Widths of two kinds in dots, from those of bwip-js, in which wide elements are more than a module. */
const inDots = (widths: readonly number[], module: number, wide: number): readonly number[] =>
  widths.map((width) => (width > 1 ? wide : module))

t.test('Code 39 has the bars of bwip-js, wide ones by the ratio of ^BY', async () => {
  await forAll([code39Text, module, ratio, fc.boolean()], { count: 300 }, async (text, module, ratio, hasCheck) => {
    const drawn = await draw(`B3N,${hasCheck ? 'Y' : 'N'},50`, text, { module, ratio })
    const theirs = bwipWidths('code39', text, { includecheck: hasCheck })
    const wide = Math.floor(ratio * module + 1e-6)
    assert.deepEqual(widthsOf(drawn), inDots(theirs, module, wide))
    assert.equal(drawn.symbol.judged, true)
  })
})

t.test('Code 39: asterisks in its line, with the check digit', async (t) => {
  t.equal((await draw('B3N,N,50', 'ABC')).lines[0]?.text, '*ABC*')
  // A, B and C are 10, 11 and 12: 33 is X
  t.equal((await draw('B3N,Y,50', 'ABC')).lines[0]?.text, '*ABCX*')
  t.same((await draw('B3N,N,50,N', 'ABC')).lines, [])
  const starred = await draw('B3N,N,50', '*ABC*')
  t.same([starred.symbol.text, codesOf(starred)], ['ABC', ['data_ignored']])
  t.same(codesOf(await draw('B3N,N,50', 'abc')), ['code39_full_ascii'])
  t.same(codesOf(await draw('B3N,N,50', '\xe9')), ['data_not_carried'])
  t.equal((await draw('BLN,50', 'ABC')).lines[0]?.text, '*ABCX*', 'LOGMARS has its check digit always')
})

t.test('Interleaved 2 of 5 has the bars of bwip-js', async () => {
  await forAll([digits(1, 20), module, ratio], { count: 300 }, async (text, module, ratio) => {
    const drawn = await draw('B2N,50', text, { module, ratio })
    const even = text.length % 2 === 0 ? text : `0${text}`
    const wide = Math.floor(ratio * module + 1e-6)
    assert.deepEqual(widthsOf(drawn), inDots(bwipWidths('interleaved2of5', even), module, wide))
    assert.equal(codesOf(drawn).includes('data_padded'), text.length % 2 === 1)
  })
})

t.test('Interleaved 2 of 5 of a GTIN is ITF-14, which is judged', async (t) => {
  const drawn = await draw('B2N,50,Y,N,N', '15400141288763')
  t.same([drawn.symbol.type, drawn.symbol.judged, codesOf(drawn)], ['itf14', true, []])
  t.same(await zxingTexts(pictureOf(drawn, 40), 'itf14'), ['15400141288763'])
  t.equal((await draw('B2N,50,Y,N,Y', '1540014128876')).symbol.text, '15400141288763', 'its check digit is computed')
  t.same(codesOf(await draw('B2N,50', '15400141288764')), ['bad_check_digit'])
  t.same(codesOf(await draw('B2N,50', '12A4')), ['data_not_carried'])
})

t.test('zxing-cpp reads every EAN and UPC', inLongRun, async () => {
  const kinds = fc.constantFrom(['BE', 12, 'ean13'] as const, ['B8', 7, 'ean8'] as const, ['BU', 11, 'upca'] as const)
  await forAll([kinds, digits(12, 12), fc.integer({ min: 2, max: 4 })], { count: 200 }, async (kind, all, module) => {
    const [command, count, symbology] = kind
    const drawn = await draw(`${command}N,60`, all.slice(0, count), { module })
    const [read] = await zxingReads(pictureOf(drawn, 40), symbology)
    assert.equal(read?.text.endsWith(drawn.symbol.text), true, drawn.symbol.text)
    assert.equal(drawn.symbol.text.slice(0, -1), all.slice(0, count))
  })
})

t.test('digits that are too few, too many or wrong', async (t) => {
  const short = await draw('BEN,50', '123')
  t.same([short.symbol.text.slice(0, 12), codesOf(short)], ['000000000123', ['data_padded']])
  const long = await draw('BEN,50', '12345678901234567')
  t.same([long.symbol.text.slice(0, 12), codesOf(long)], ['123456789012', ['data_cut']])
  t.same(codesOf(await draw('BEN,50', '5901234123457')), [], 'its check digit is right')
  // the digits before it end in a check digit of their own
  const doubts = async (text: string) => (await draw('BEN,50', text)).symbol.encoded?.doubts.map(({ code }) => code)
  t.same([await doubts('000000000079'), await doubts('0000000000796')], [['complete_already'], []])
  t.same(await doubts('0000000000791'), [], 'a wrong check digit behind them is a finding by itself')
  const wrong = await draw('BEN,50', '5901234123458')
  t.same([wrong.symbol.text, codesOf(wrong)], ['5901234123457', ['bad_check_digit']])
  t.equal(wrong.findings[0]?.suggestion, '5901234123457')
  const letters = await draw('BEN,50', 'ABCDEFGHIJKL')
  t.same([letters.modules, codesOf(letters)], [[], ['data_not_carried']])
})

t.test('UPC-E from ten digits, by their zeros', async (t) => {
  for (const [ten, six] of [
    ['1200000345', '123450'],
    ['1210000345', '123451'],
    ['1220000345', '123452'],
    ['1230000045', '123453'],
    ['1234000005', '123454'],
    ['1234500006', '123456'],
  ] as const) {
    const drawn = await draw('B9N,50', ten)
    t.equal(drawn.lines[1]?.text, six, ten)
    t.equal(drawn.symbol.text.slice(0, 11), `0${ten}`)
  }
  t.same(codesOf(await draw('B9N,50', '1234567890')), ['data_not_carried'])
})

t.test('digits at the guard bars, outside, or above', async (t) => {
  const texts = async (command: string, data: string): Promise<readonly string[]> =>
    (await draw(command, data)).lines.map(({ text }) => text)
  t.same(await texts('BEN,100,Y,N', '123456789012'), ['1', '234567', '890128'])
  t.same(await texts('BEN,100,Y,Y', '123456789012'), ['1234567890128'])
  t.same(await texts('BEN,100,N', '123456789012'), [])
  t.same(await texts('B8N,100', '1234567'), ['1234', '5670'])
  t.same(await texts('BUN,100', '01234567890'), ['0', '12345', '67890', '5'])
  t.same(await texts('BUN,100,Y,N,N', '01234567890'), ['0', '12345', '67890'])
  // measured on ean13.png: cells of 13 dots from 29, and of 79 about 98
  const { lines } = await draw('BEN,100,Y,N', '123456789012')
  t.same(
    lines.map(({ x, y, within, height, width }) => [x, y, within, height, width]),
    [
      [-21, 104, 13, 18, 11],
      [6, 104, 84, 18, 11],
      [100, 104, 84, 18, 11],
    ],
  )
})

t.test('an interpretation line below and above, where Labelary has it', async (t) => {
  // barcode128_line.png: from 1174, below bars that end at 1168; ean13.png: from 24, above bars that begin at 50
  t.match(await draw('BCN,200', '1'), { lines: [{ y: 206, height: 18, width: 10, x: 0 }] })
  t.match(await draw('BEN,100,Y,Y', '1'), { lines: [{ y: -26, height: 18, width: 10, x: 0, within: 190 }] })
})

t.test('extensions of two and five digits have the bars of bwip-js', async () => {
  await forAll([fc.oneof(digits(2, 2), digits(5, 5)), module], { count: 200 }, async (text, module) => {
    const drawn = await draw('BSN,50', text, { module })
    const theirs = bwipWidths(text.length === 2 ? 'ean2' : 'ean5', text)
    assert.deepEqual(
      widthsOf(drawn),
      theirs.map((width) => width * module),
    )
    assert.equal(drawn.lines[0]!.y < 0, true, 'its digits are above')
  })
})

t.test('zxing-cpp reads the linear symbologies of bwip-js', async (t) => {
  for (const [command, data, format, text] of [
    ['BAN,50', 'ABC-123', 'Code93', 'ABC-123'],
    ['BKN,N,50,Y,N,B,D', '1234', 'Codabar', 'B1234D'],
    ['BRN,1,3', '0950600013435', 'DataBar', '(01)09506000134352'],
    ['BRN,5,3', '0950600013435', 'DataBarLimited', '(01)09506000134352'],
    ['BRN,6,2', '0109506000134352>810AB', 'DataBarExpanded', '(01)09506000134352(10)AB'],
  ] as const) {
    const drawn = await draw(command, data, { module: 3 })
    const found = await readsOf(pictureOf(drawn, 60), format)
    t.same(
      found.map((read) => read.replace(/^01(\d{14})/, '(01)$1').replace(/(?<=\d{14})10AB/, '(10)AB')),
      [text],
      command,
    )
    t.same(codesOf(drawn), ['not_judged'])
  }
})
