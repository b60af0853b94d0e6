import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { root } from '../../../src/root.ts'
import { Workbook } from '../../../src/table/workbook/index.ts'
import { NumberFormat, type NumberStyle } from '../../../src/table/workbook/number-format.ts'
import { forAll } from '../../random.ts'

const style = { from1904: false, decimalSign: '.' } as const

/** What a number is shown as, or why it is not. */
function formatted(value: number, code: string, style: NumberStyle): string {
  const shown = new NumberFormat(code).shown(value, style)
  return typeof shown === 'string' ? shown : shown.unshown
}

/** Day 0 in the formats of the file: Gnumeric shows the last day of 1899, ssf and this 0 January 1900. */
const dayZero = { '1899-12-31': '1900-01-00', '31.12.1899': '00.01.1900', '31/12/99': '0/1/00', 991231: '000100' }

t.test('numbers are shown as another program shows them', async (t) => {
  const file = (name: string): Buffer => readFileSync(join(root, 'test/table/files', name))
  const pieces = [...Workbook.at(file('formats.xlsx'), { mostBytes: 1 << 20 }).table()]
  const rows = Buffer.concat(pieces)
    .toString()
    .replace(/\uffff\w+/g, '')
    .trimEnd()
    .split('\n')
  // Gnumeric writes a minus sign, and pads what fills a column
  const shown = file('formats.csv').toString().trimEnd().split('\n')
  let compared = 0
  for (const [i, row] of shown.entries()) {
    const own = [...rows[i]!.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, a, b]) => a ?? b!)
    for (const [j, cell] of row.split(';').entries()) {
      const other = cell
        .replace(/^"|"$/g, '')
        .replace('−', '-')
        .trim()
        .replace(/^(-?)\s+(?=\d+\.)/, '$1')
      // what is no date, and the days before the first
      if (i >= 21 && i <= 27 && [2, 4, 9].includes(j)) continue
      compared++
      const shown = Object.entries(dayZero).reduce((text, [day, zero]) => text.replace(day, zero), other)
      t.equal(own[j], shown, `row ${i + 1}, column ${j + 1}`)
    }
  }
  t.ok(compared > 400)
})

t.test('numbers are shown as ssf shows them', async (t) => {
  const { rows }: { rows: [string, number, string][] } = JSON.parse(
    readFileSync(join(root, 'test/table/files/ssf.json'), 'utf8'),
  )
  const own = rows.map(([code, number]) => [code, number, formatted(number, code, style)])
  t.ok(rows.length > 600)
  t.same(own, rows)
})

t.test('what a cell shows', async (t) => {
  const cases: readonly (readonly [number: number, code: string, shown: string, why?: string])[] = [
    [36000291452, '000000000000', '036000291452', 'a zero that the format keeps'],
    [1.005, '0.00', '1.01', 'halves go up by the decimal digits'],
    [0.5, '0', '1'],
    [4006381333931, '', '4006381333931', 'all digits, however narrow the column'],
    [0.1 + 0.2, 'General', '0.3', 'fifteen digits'],
    [0.000001234, '', '0.000001234'],
    [-0.004, '0.00', '0.00', 'no sign before zero'],
    [5, '0" Stück"', '5 Stück'],
    [5, '"no digits"', 'no digits', 'a format without digits shows its text in place of the number'],
    [-5, '"no digits"', '-no digits'],
    [0, '0;-0;"none"', 'none'],
    [5, ';;;', '', 'a format that hides the number'],
    [5, '0;@', '5'],
    [-5, '0;(0)', '(5)'],
    [-5, '0;(0);@', '(5)'],
    [2134, '[<=99999]00000;00000-0000', '02134', 'conditions choose the section'],
    [21340012, '[<=99999]00000;00000-0000', '02134-0012'],
    [5551234, '[<=9999999]###-####;(###) ###-####', '555-1234'],
    [2065551234, '[<=9999999]###-####;(###) ###-####', '(206) 555-1234'],
    [-3, '[<0](0);0', '(3)', 'a section of negative numbers alone writes its sign itself'],
    [-3, '[<5]0;0.0', '-3'],
    [-3, '[>=0]0;(0)', '(3)'],
    [2, '[=1]"one";[=2]"two";0', 'two'],
    [3, '[=1]"one";[=2]"two";0', '3'],
    [3, '[=1]"one";[=2]"two"', 'tooNarrow', 'neither: there is no section for it'],
    [7, '"SKU-"General', 'SKU-7'],
    [1 / 3, '', '0.333333333', 'eleven characters'],
    [123456.789012345, '', '123456.789'],
    [0.00001234567, '', '1.23457E-05'],
    [1234567890.55, 'General', '1234567891'],
    [999999999999999, '', '999999999999999', 'whole up to 15 digits'],
    [0, 'yyyy-mm-dd', '1900-01-00', 'the day before the first'],
    [-1, 'yyyy-mm-dd', 'tooNarrow'],
    [1e15, '0', '1E+15', 'digits that the spreadsheet has lost are not made up'],
    [0.5, '# ?/?', 'otherFormat', 'fractions are not read'],
    [12345, '0.00E+00', 'otherFormat', 'nor are exponents'],
    [7, '[>5]0.0;0', '7.0'],
    [46000, 'd. mmmm yyyy', '2025-12-09', 'names of months have a language'],
    [59.5, 'yyyy-mm-dd', '1900-02-28'],
    [59.9999999, 'dd/mm', '29/02', 'rounded to the second'],
    [60.5, 'd.m.yyyy h:mm', '29.2.1900 12:00', 'the day that there was not'],
    [61, 'yyyy-mm-dd', '1900-03-01'],
    [2958465, 'yyyy-mm-dd', '9999-12-31'],
    [2958466, 'yyyy-mm-dd', 'tooNarrow'],
  ]
  for (const [number, code, shown, why] of cases) t.equal(formatted(number, code, style), shown, why ?? code)
  const texts = [
    ['A-1', '', 'A-1'],
    ['A-1', '0.00', 'A-1'],
    ['A-1', '"No. "@', 'No. A-1'],
    ['A-1', '0;-0;0;"<"@">"', '<A-1>'],
    ['A-1', ';;;', ''],
  ] as const
  for (const [text, code, shown] of texts) t.equal(new NumberFormat(code).shownText(text), shown, code)
  t.equal(formatted(0, 'yyyy-mm-dd', { ...style, from1904: true }), '1904-01-01')
  t.equal(formatted(1234.5, '#,##0.00', { ...style, decimalSign: ',' }), '1.234,50')
  t.equal(formatted(0.5, '', { ...style, decimalSign: ',' }), '0,5')
})

t.test('any code gives a text, and plain ones the number', async () => {
  await forAll(
    [fc.double({ noNaN: true }), fc.string({ unit: fc.constantFrom(...'0#?.,;%"\\_*[]$-ymdhs@E/ aAMP') })],
    { count: 2000 },
    (number, code) => typeof formatted(number, code, style) === 'string',
  )
  await forAll(
    [fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 1, max: 14 })],
    { count: 400 },
    (number, digits) => formatted(number, '0'.repeat(digits), style) === String(number).padStart(digits, '0'),
  )
})
