import fc from 'fast-check'
import t from 'tap'
import {
  type CounterFault,
  type CounterNumber,
  countersIn,
  unnumbered,
  withDoubling,
  withNumbers,
} from '../../src/request/counters.ts'
import type { GivenValues } from '../../src/request/parameter.ts'
import { parameters } from '../../src/request/params.ts'
import { symbolReader } from '../../src/request/reader.ts'
import { gs1Message } from '../../symbologies/gs1/index.ts'
import { forAll } from '../random.ts'

const number = (value: number, sscc?: string): CounterNumber => ({ value, text: `${value}`.padStart(6, '0'), sscc })

const numberOf = (counter: string): CounterNumber | CounterFault => {
  if (counter === 'pallet') return number(173, '106141412345678908')
  if (counter === 'box') return number(42)
  return { code: 'counter_unknown', message: `there is no counter ${counter}` }
}

const filled = (given: Record<string, string>): GivenValues => {
  const numbered = withNumbers(given, numberOf)
  return 'given' in numbered ? numbered.given : {}
}

t.test('counters are those of text, title and caption, each once', async (t) => {
  t.same(countersIn({ text: '{serial:box}/{sscc:pallet}', title: '{serial:box}', caption: 'x{serial:a-1|3}' }), [
    ...['box', 'pallet', 'a-1'],
  ])
  t.same(countersIn({ text: ['{serial:box}', '{serial:pallet}'], domain: '{serial:x}' }), [], 'twice is a fault')
  for (const text of [
    ...['{serial}', '{SKU}', '{{serial', '{today}', '\\x7bserial:a}', '{Serial:a}', '{{serial:a}}', '{{{sscc:A b}}}'],
  ]) {
    t.same(countersIn({ text }), [], text)
    t.same(filled({ text }), { text }, `${text} stays`)
  }
  for (const [text, message] of [
    ['{serial:}', /no counter ""/],
    ['{serial:A}', /no counter "A": a name is/],
    ['{serial: a}', /no counter " a"/],
    ['{sscc:a_b}', /no counter "a_b"/],
    [`{serial:${'x'.repeat(41)}}`, /no counter "x{3}/],
    ['{serial:box|}', /number of digits/],
    ['{serial:box|100}', /number of digits/],
    ['{{serial:none}', /there is no counter none/],
  ] as const) {
    t.equal(countersIn({ text }).length, 1, text)
    t.match(
      withNumbers({ text }, numberOf),
      { faults: [{ parameter: 'text', code: 'counter_unknown', message }] },
      text,
    )
  }
})

t.test('a number stands in every place, with its zeros or others', async (t) => {
  t.same(filled({ text: 'QZ-{serial:box}', title: 'Box {serial:box|1}', caption: '{serial:box|4} {serial:box|99}' }), {
    text: 'QZ-000042',
    title: 'Box 42',
    caption: '0042 00000000000000000042',
  })
  t.same(filled({ text: '{sscc:pallet}', type: 'code128' }), { text: '106141412345678908', type: 'code128' })
  const message = 'the counter box has no company prefix for an SSCC'
  const faults = [
    { parameter: 'caption', code: 'counter_unknown', message: 'there is no counter none' },
    { parameter: 'title', code: 'counter_unknown', message },
  ]
  const given = { text: '{serial:box}', title: '{sscc:box}', caption: '{serial:none}{serial:other}' }
  t.same(withNumbers(given, numberOf), { faults })
})

t.test('a GS1 message is completed with check digits where only they are missing', async (t) => {
  const cases = {
    '(00)0061414{serial:pallet|10}': '(00)006141400000001737',
    '(01)0950600{serial:box}(21)A': '(01)09506000000428(21)A',
    '(01)09506000134352(21){serial:box}': '(01)09506000134352(21)000042',
    '(02)0950600{serial:box}(37)4': '(02)09506000000428(37)4',
    '(00){sscc:pallet}': '(00)106141412345678908',
    '(01)0950600013435(21){serial:box}': '(01)0950600013435(21)000042',
    '(10)0950600{serial:box}': '(10)0950600000042',
  }
  for (const [text, wanted] of Object.entries(cases)) {
    t.same(filled({ text, gs1: 'true' }), { text: wanted, gs1: 'true' })
    t.same(filled({ text, gs1: 'link', caption: text }).text, wanted)
  }
  t.equal(filled({ text: '(01)0950600{serial:box}' }).text, '(01)0950600000042', 'not a message')
  t.same(gs1Message(filled({ text: '(00)0061414{serial:pallet|10}', gs1: 'true' }).text as string).faults, [])
})

t.test('a place without its number is a fault wherever words are read, and in two braces it is text', async (t) => {
  const tables = {
    barcode: parameters.barcode,
    label: parameters.label,
    plan: parameters.plan,
    explain: parameters.explain,
  }
  for (const [name, table] of Object.entries(tables)) {
    const read = symbolReader(table as typeof parameters.label)
    for (const gs1 of [undefined, 'true']) {
      const given = { type: 'code128', ...(gs1 && { gs1 }), text: '(00){sscc:pallet}' }
      t.match(
        read(given),
        { faults: [{ parameter: 'text', code: 'counter_unknown', message: /\{sscc:pallet\}/ }] },
        name,
      )
      t.match(read({ ...given, text: '(00){sscc:Pallet}' }), { faults: [{ code: 'counter_unknown' }] }, name)
    }
    t.equal(read({ type: 'qr', text: 'a {{serial:b}} {{{{x}}' }).request?.text, 'a {serial:b} {{{{x}}', name)
    t.equal(
      read({ type: 'qr', text: '\\x7bserial:b}{{serial:b}}', escapes: 'true' }).request?.text,
      '{serial:b}{serial:b}',
    )
    t.match(
      read({ type: 'qr', text: '{serial:b}', scale: '3', level: 'X' }).faults[0],
      { parameter: 'level' },
      'form first',
    )
  }
  const read = symbolReader(parameters.label)
  t.match(read({ type: 'qr', text: 'a', title: '{serial:b}' }), { faults: [{ parameter: 'title' }] })
  await forAll(
    [fc.string(), fc.constantFrom('{serial:box}', '{{sscc:A b}}', '{', '}}'), fc.string()],
    { count: 400 },
    (...parts) => {
      const text = parts.join('')
      const { request } = read({ type: 'qr', text: withDoubling(text) })
      const masked = read(unnumbered({ type: 'qr', text }))
      return text === '' || (request?.text === text && masked.request !== undefined)
    },
  )
})
