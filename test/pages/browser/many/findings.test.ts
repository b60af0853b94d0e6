import t from 'tap'
import { findingsIn, lostZeros, symbologyOf } from '../../../../src/pages/browser/many/findings.ts'
import { batchOf, bytesIn } from './tables.ts'

const batch = (...texts: readonly string[]) => batchOf(bytesIn(`text\n${texts.join('\n')}\n`))
const refused = (text: string, code = 'bad_check_digit') => [
  { parameter: 'text', code, message: '', suggestion: { text } },
]

t.test('faults of a kind are found once, with what puts all their rows right', async (t) => {
  const rows = batch('4006381333932', '4012345000008', '6381333931', 'x', '#N/A', '#REF!')
  rows.refuse(0, refused('4006381333931'))
  rows.refuse(1, refused('4012345000009'))
  rows.refuse(2, refused('0006381333931'))
  rows.refuse(3, [{ parameter: 'text', code: 'invalid_character', message: '' }])
  const found = findingsIn(rows).map(({ fault, problem, rows, repair }) => [
    fault?.code ?? problem?.kind,
    rows,
    repair?.change,
    repair?.values.size,
  ])
  t.same(found, [
    ['bad_check_digit', [0, 1], 'checkDigit', 2],
    ['bad_check_digit', [2], 'zeros', 1],
    ['invalid_character', [3], undefined, undefined],
    ['spreadsheetError', [4, 5], undefined, undefined],
  ])
  const [first] = findingsIn(rows)
  for (const [index, values] of first!.repair!.values) rows.repair(index, values)
  t.same(rows.row(1).values.text, '4012345000009')
  t.equal(findingsIn(rows).length, 3)
})

t.test('all that is proposed for a row is done at once', async (t) => {
  const rows = batch('A')
  rows.refuse(0, [
    { parameter: 'text', code: 'a', message: '', suggestion: { text: 'B', type: 'qr' } },
    { parameter: 'size', code: 'b', message: '', suggestion: { size: '4x6', text: 'C' } },
  ])
  t.same([...findingsIn(rows)[0]!.repair!.values], [[0, { text: 'B', type: 'qr', size: '4x6' }]])
  t.equal(findingsIn(rows)[0]!.repair!.change, 'other')
})

t.test('numbers that have lost a zero', async (t) => {
  const lost = (type: string, ...texts: readonly string[]) => [
    ...(lostZeros(batch(...texts), type)?.values.keys() ?? []),
  ]
  t.same(lost('upca', '36000291452', '614141007349', '12345678905', '12345678906'), [0, 2])
  t.same(lost('ean13', '614141007349', '400638133393'), [0], 'a number without its check digit is another')
  t.same(lost('code128', '36000291452'), [])
  t.same(lost('itf14', '4006381333931'), [0])
})

t.test('what numbers are made for', async (t) => {
  t.equal(symbologyOf(batch('4006381333931', '5901234123457')), 'ean13')
  t.equal(symbologyOf(batch('36000291452', '12345678905', '614141007349')), 'upca', 'with and without their zero')
  t.equal(symbologyOf(batch('96385074', '40170725')), 'ean8')
  t.equal(symbologyOf(batch('14006381333938', '14006381333938')), 'itf14')
  t.equal(symbologyOf(batch('00417', '00418')), undefined)
  t.equal(symbologyOf(batch('4006381333931', 'A', 'B')), undefined)
  t.equal(symbologyOf(batchOf(bytesIn('text,type\n4006381333931,qr\n'))), undefined, 'rows that say it know better')
})
