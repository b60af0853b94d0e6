import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { symbolCharacters } from '../../../src/zpl/symbols/code128-codes.ts'
import { code128OfValues } from '../../../symbologies/given.ts'
import { modulesOfWidths } from '../../oracle/linear.ts'
import { zintAbsent, zintModules } from '../../oracle/zint.ts'
import { zxingReads } from '../../oracle/zxing.ts'
import { drawn as draws, forAll, forAllInBatches, inLongRun } from '../../random.ts'
import { codesOf, draw, fieldOf, pictureOf, widthsOf } from './field.ts'

/** Modules of `^BCN,50`, at one dot a module. */
async function modules(data: string, mode = 'N', check = 'N'): Promise<string> {
  return modulesOfWidths(await widthsOf(await draw(`BCN,50,Y,N,${check},${mode}`, data, { module: 1 })))
}

t.test('invocation codes of each subset', async (t) => {
  const rows: readonly (readonly [data: string, values: readonly number[], line: string])[] = [
    ['AB', [104, 33, 34], 'AB'],
    ['>:AB', [104, 33, 34], 'AB'],
    // two digits are a character of subset A by its value
    ['>93334', [103, 33, 34], 'AB'],
    ['>;1234', [105, 12, 34], '1234'],
    // the first of a pair is left out, and a pair whose second is not a digit; an odd digit before a code
    ['>;D2412', [105, 24, 12], '2412'],
    ['>;2D12', [105, 12], '12'],
    ['>;123>6A', [105, 12, 100, 33], '12A'],
    ['>;12345', [105, 12, 34], '1234'],
    ['A>512>6B>7>;', [104, 33, 99, 12, 100, 34, 101], 'A12B'],
    ['>;12>73334', [105, 12, 101, 33, 34], '12AB'],
    // ^, > and ~, and DEL
    ['><>0>=>1', [104, 62, 30, 94, 95], '^>~\x7f'],
    ['>2>3>8', [104, 96, 97, 102], ''],
    ['>;>800', [105, 102, 0], '00'],
    // shift in B is for a pair of A
    ['a>465b', [104, 65, 98, 65, 66], 'ab'],
    // FNC4
    ['>6A', [104, 100, 33], 'A'],
    ['A>B', [104, 33, 34], 'AB'],
    ['A\xe9B', [104, 33, 34], 'AB'],
    ['>;12>2', [105, 12], '12'],
    // codes by their values in subset A
    ['>999>', [103, 99], ''],
  ]
  for (const [data, values, line] of rows) {
    const found = symbolCharacters(data)
    t.same([found.values, found.line], [values, line], data)
  }
  t.same(
    symbolCharacters('>;1a345').ignored.map(({ text, at }) => [text, at]),
    [
      ['1a', 3],
      ['5', 7],
    ],
  )
})

/** Fields of characters that a subset has, and codes between them. */
const fields = draws((r) => {
  let data = r.pick(['', '>:', '>9', '>;'])
  for (let count = r.between(1, 6); count > 0; count--) {
    data += r.pick(['>5', '>6', '>7', '>8', '>0', '><', '', '', ''])
    // no pair of subset A that is a function
    data += r.text('012345678', 2 * r.between(1, 3)) + r.pick(['', '', 'Ab', ' x', '-'])
  }
  return data
})

t.test('zxing-cpp reads what the symbol characters say', inLongRun, async () => {
  await forAll([fields], { count: 300 }, async (data) => {
    const drawn = await draw('BCN,40', data)
    const { text, gs1 } = code128OfValues(symbolCharacters(data).values)
    assert.equal(drawn.symbol.judged, true)
    // codes alone carry no characters, which decoders do not report
    if (text.replaceAll('\x1d', '') === '') return
    const [read] = await zxingReads(pictureOf(drawn, 40), 'code128')
    assert.deepEqual([read?.text, read?.identifier], [text, gs1 ? ']C1' : read?.identifier], data)
  })
})

t.test('automatic mode has the modules of zint', { skip: zintAbsent }, async () => {
  // both encode as short as can be; where several symbols are as short they may differ
  const texts = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 4, maxLength: 20 })
  await forAllInBatches(
    texts.filter((text) => text.length % 2 === 0),
    { count: 300 },
    async (values) => {
      const theirs = zintModules('CODE128', values)
      const ours = await Promise.all(values.map((text) => modules(text, 'A')))
      return values.map((text, i) => (ours[i] === theirs[i] ? undefined : text))
    },
  )
})

t.test('UCC case mode: 19 digits and a check digit behind FNC1', async (t) => {
  const drawn = await draw('BCN,50,Y,N,N,U', '0012345678901234567')
  t.equal(drawn.symbol.text, '(00)123456789012345675')
  t.same(drawn.findings, [])
  t.equal(drawn.lines[0]?.text, '00123456789012345675')
  t.same(codesOf(await draw('BCN,50,Y,N,N,U', '00123456789012345678')), ['data_cut'])
  const short = await draw('BCN,50,Y,N,N,U', '001234')
  t.equal(codesOf(short)[0], 'data_padded')
  t.equal(short.lines[0]?.text.slice(0, 19), '0012340000000000000')
})

t.test('the UCC check digit stands behind the digits', async (t) => {
  const drawn = await draw('BCN,50,Y,N,Y,N', '>;>80012345678901234567')
  t.equal(drawn.lines[0]?.text, '00123456789012345675')
  t.equal(drawn.symbol.text, '(00)123456789012345675')
})

t.test('mode D: parentheses are printed, >8 is FNC1, and GS1 is judged', async (t) => {
  const drawn = await draw('BCN,50,Y,N,N,D', '(01)09506000134352(10)AB>8(21)7')
  t.same(drawn.findings, [])
  t.equal(drawn.symbol.text, '(01)09506000134352(10)AB(21)7')
  t.equal(drawn.lines[0]?.text, '(01)09506000134352(10)AB(21)7')
  const [read] = await zxingReads(pictureOf(drawn, 40), 'code128')
  t.same([read?.text, read?.identifier], ['010950600013435210AB\x1d217', ']C1'])
  const completed = await draw('BCN,50,Y,N,N,D', '(00)12345678901234567')
  t.same([codesOf(completed), completed.lines[0]?.text], [['check_digit_added'], '(00)123456789012345675'])
  const wrong = await draw('BCN,50,Y,N,N,D', '(01)09506000134353')
  t.same(codesOf(wrong), ['gs1_invalid_value'])
  t.equal(wrong.modules.length, 1, 'it is printed all the same')
})

t.test('what is left out is told, and bounds hold', async (t) => {
  t.same(codesOf(await draw('BCN,50', '>;12345')), ['data_ignored'])
  t.same(codesOf(await draw('BCN,50', '\xe9')), ['data_not_carried'])
  t.same(codesOf(await draw('BCN,50', '')), ['field_empty'])
  t.same(codesOf(await draw('BCN,40000', '1')), ['parameter_out_of_range'])
  t.equal((await draw('BCX,,Q', '1', { height: 33 })).height, 33)
  t.equal((await draw('BC', '1', { orientation: 'B' })).orientation, 'B')
  t.same(codesOf(await draw('BCN,50', 'A'.repeat(3073))), ['data_cut'])
  t.same(fieldOf('BCN', 'é').bytes, Uint8Array.of(0xe9))
})

t.test('in mode A an invocation code is characters, and that is said', async (t) => {
  for (const data of ['>;9632', 'AB>8CD', '>:QZ']) {
    t.same(codesOf(await draw('BCN,50,Y,N,N,A', data)), ['invocation_printed'], data)
  }
  for (const data of ['QZ>1', 'QZ-0001', '12>;34']) t.same(codesOf(await draw('BCN,50,Y,N,N,A', data)), [], data)
})
