import fc from 'fast-check'
import t from 'tap'
import {
  fieldsIn,
  filled,
  isTimely,
  serialsIn,
  ssccsIn,
  type TemplateFilling,
  templateOf,
} from '../../src/design/template.ts'
import { forAll } from '../random.ts'

const filling: TemplateFilling = {
  fields: new Map([['sku', 'A-1']]),
  now: new Date(2027, 0, 31, 23, 59),
  row: 7,
  serials: new Map([['box', { value: 42, text: '0042', sscc: '000000000000000017' }]]),
}

t.test('values are filled in', async (t) => {
  const texts: readonly (readonly [string, string])[] = [
    ['', ''],
    ['plain }', 'plain }'],
    ['{sku}/{sku}', 'A-1/A-1'],
    ['{none}', ''],
    ['{sku|line}', 'A-1'],
    ['{none|line}', ''],
    ['{none|line}\n{sku|line}', 'A-1'],
    ['{sku|line}\n{none|line}', 'A-1'],
    ['{sku|line}\r\n{none|line}\r\n\r\nend', 'A-1\n\nend'],
    ['{sku|line}\r\nend', 'A-1\r\nend'],
    ['a\n{none|line} \n{none|line}{none|line}\n{none}\nb', 'a\n \n\n\nb'],
    ['{none|line}\n{none|line}', ''],
    ['{{sku}', '{sku}'],
    ['{{{sku}}', '{A-1}'],
    ['{row}', '7'],
    ['{today}', '2027-01-31'],
    ['{today|dd.MM.yyyy}', '31.01.2027'],
    ['{today+30d|yyMMdd}', '270302'],
    ['{today-31d}', '2026-12-31'],
    ['{today+1m|yyMMdd}', '270228'],
    ['{today+13m|yyMMdd}', '280229'],
    ['{today-2m|yyMMdd}', '261130'],
    ['{today+1y}', '2028-01-31'],
    ['{today|yyyy|MM}', '2027|01'],
    ['{serial:box}', '0042'],
    ['{serial:box|6}', '000042'],
    ['{serial:box|1}', '42'],
    ['{serial:box|20}', '00000000000000000042'],
    ['{sscc:box}', '000000000000000017'],
    ['{sscc}', ''],
  ]
  for (const [text, expected] of texts) t.equal(filled(templateOf(text), filling), expected, text)
})

t.test('what is not a value is refused', async (t) => {
  const refused = [
    '{',
    '{sku',
    '{}',
    '{ sku}',
    '{1a}',
    '{sku|6}',
    '{sku|lines}',
    '{row|line}',
    '{row|3}',
    '{today+d}',
    '{today+30w}',
    '{today+30d|}',
  ]
  refused.push(
    '{today|HH}',
    '{today|YYYY}',
    '{serial}',
    '{serial:}',
    '{serial:a|0}',
    '{serial:a|21}',
    '{serial:A}',
    '{sscc:a|6}',
    '{a+b}',
    '{todays+1d}',
  )
  for (const text of refused) t.throws(() => templateOf(text), { name: 'TemplateError' }, text)
})

t.test('braces that are doubled stand for themselves, whatever the text', async () => {
  await forAll([fc.string({ unit: 'binary' })], { count: 2000 }, (text) => {
    const template = templateOf(text.replaceAll('{', '{{'))
    return filled(template, filling) === text && !isTimely(template)
  })
})

t.test('a template tells what it needs', async (t) => {
  const template = templateOf('{a}{b|line}{a}{serial:x}{serial:y|3}{sscc:z}{today}')
  t.same(fieldsIn(template), ['a', 'b'])
  t.same(serialsIn(template), ['x', 'y', 'z'])
  t.same(ssccsIn(template), ['z'])
  t.ok(isTimely(template))
  t.notOk(isTimely(templateOf('{a}{row}')))
})
