/** Rows of many labels, without a browser. */
/** The series of the label page, without a browser. */

import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { columnsQuery } from '../../../../src/pages/browser/many/columns.ts'
import { noSource } from '../../../../src/pages/browser/many/kept.ts'
import {
  longestSeries,
  partsOf,
  type Rows,
  type SeriesFields,
  seriesOf,
  seriesRows,
  tableRows,
} from '../../../../src/pages/browser/many/rows.ts'
import { forAll } from '../../../random.ts'
import { spreadsheets } from '../../../spreadsheet/spreadsheets.ts'

const options = {
  names: ['text', 'type', 'size', 'qty', 'showtext', 'dpi', 'caption', 'title'],
  required: ['text'],
  printed: ['text', 'caption', 'title'],
}
const most = { labels: 500, bytes: 1 << 20 }
const bytesIn = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const allOf = (rows: Rows) => Array.from({ length: rows.count }, (_, i) => rows.row(i))
const valuesOf = (rows: Rows) => allOf(rows).map(({ values }) => values)

t.test('rows are those of the table; any of them are a table with the same header', async (t) => {
  for (const { source, bytes, rows: expected } of spreadsheets) {
    const rows = tableRows(Uint8Array.from(bytes), options)
    t.same(valuesOf(rows), expected, source)
    t.same(rows.body(0, rows.count).bytes, Uint8Array.from(bytes), 'all of them are the same bytes')
    const last = rows.body(rows.count - 1, rows.count).bytes
    t.same(valuesOf(tableRows(last, options)), expected.slice(-1), source)
    const first = rows.body(0, 1).bytes
    t.same(valuesOf(tableRows(first, options)), expected.slice(0, 1), source)
    t.equal(rows.size(rows.count - 1, rows.count), last.length)
  }
})

t.test('a row says what is in its cells, and what is wrong with them', async (t) => {
  const rows = tableRows(bytesIn('Price;EAN\n9,99;5,90123E+11\n1;2;3\n;4006381333931'), options)
  const [rounded, long, good] = allOf(rows)
  t.match(rounded, { number: 1, values: {}, texts: ['9,99', '5,90123E+11'], fault: /^text: .*rounded/ })
  t.match(long, { number: 2, values: {}, texts: ['1', '2', '3'], fault: /cells/ })
  t.match(good, { number: 3, values: { text: '4006381333931' }, texts: ['', '4006381333931'], fault: undefined })
  t.same(rows.faulty, [0, 1])
  t.throws(() => tableRows(bytesIn('text\n'), options), { message: /no row/ })
  t.throws(() => tableRows(bytesIn(' \n'), options), { message: /empty/ })
})

t.test('an encoding that was guessed is told, and goes with each part', async (t) => {
  const latin = tableRows(Uint8Array.from(Buffer.from('text\nplain\nSchl\xfcssel rot\n', 'latin1')), options)
  t.match(latin, { note: { encoding: 'windows-1252', word: 'Schlüssel' }, query: { encoding: 'windows-1252' } })
  t.equal(latin.row(1).values.text, 'Schlüssel rot')
  const plain = tableRows(bytesIn('text,qty\nSchlüssel,0\n'), options)
  t.match([plain.note, plain.query.encoding, plain.copies(0)], [undefined, undefined, 0])
  t.same(columnsQuery({ text: 'A+B', caption: 'C, D', title: 'E' }), { columns: 'text="A+B",caption="C, D",title=E' })
})

t.test('parts have as many labels and bytes as one request takes', async (t) => {
  const number = (min: number, max: number) => fc.integer({ min, max })
  const quantities = fc.array(fc.oneof({ weight: 3, arbitrary: number(1, 40) }, fc.constant('')), {
    minLength: 1,
    maxLength: 60,
  })
  const bounds = fc.record({ labels: number(1, 50), bytes: number(9, 200) })
  await forAll([quantities, bounds], { count: 80 }, (quantities, bounds) => {
    const table = quantities.map((count, k) => `QZ-${k},${count}\n`)
    const rows = tableRows(bytesIn(`text,qty\n${table.join('')}`), options)
    const parts = partsOf(rows, 2, bounds)
    const ends = parts.map(({ to }) => to)
    deepEqual(
      parts.map(({ from }) => from),
      [0, ...ends.slice(0, -1)],
      'parts follow each other',
    )
    deepEqual(ends.at(-1), rows.count)
    for (const { from, to, labels } of parts) {
      const size = rows.body(from, to).bytes.length
      ok(to === from + 1 || (labels <= bounds.labels && size <= bounds.bytes), `${labels} labels, ${size} bytes`)
      const own = Array.from({ length: to - from }, (_, j) => rows.copies(from + j) ?? 2)
      deepEqual(
        labels,
        own.reduce((a, b) => a + b),
        'labels are counted with their copies',
      )
    }
  })
  const series = seriesOf({ ...noSource.series, first: '1', last: '501' })
  if ('kind' in series) throw new Error('no series')
  const rows = seriesRows(series)
  t.same(partsOf(rows, 1, most), [
    { from: 0, to: 500, labels: 500 },
    { from: 500, to: 501, labels: 1 },
  ])
  t.equal(partsOf(rows, 501, most).length, 501, 'what is too much by itself is a part of its own')
  t.equal(new TextDecoder().decode(rows.body(499, 501).bytes), '[{"text":"500"},{"text":"501"}]')
})

const empty: SeriesFields = { prefix: '', first: '', last: '', step: '', digits: '', suffix: '' }

function textsOf(fields: Partial<SeriesFields>): string[] {
  const series = seriesOf({ ...empty, ...fields })
  if ('kind' in series) throw new Error(JSON.stringify(series))
  return Array.from({ length: series.length }, (_, i) => series.text(i))
}

t.test('prefix, numbers, suffix', async (t) => {
  t.same(textsOf({ prefix: 'QZ-', first: '8', last: '11', suffix: '/B' }), ['QZ-8/B', 'QZ-9/B', 'QZ-10/B', 'QZ-11/B'])
  t.same(textsOf({ first: '1', last: '10', step: '4', digits: '3' }), ['001', '005', '009'], 'the last is a bound')
  t.same(textsOf({ first: '3', last: '1' }), ['3', '2', '1'], 'down')
  t.same(textsOf({ first: '5', last: '5' }), ['5'])
  t.same(textsOf({ first: ' 0098 ', last: '0101' }), ['0098', '0099', '0100', '0101'], 'as many digits as the first')
  t.same(textsOf({ first: '0098', last: '99', digits: '2' }), ['98', '99'], 'unless it is said')
  t.same(textsOf({ prefix: ' 1', first: '0', last: '0', suffix: ' ' }), [' 10 '], 'blanks around are part of the text')
})

t.test('numbers beyond those of doubles are exact', async (t) => {
  const first = '900719925474099267'
  t.same(textsOf({ first, last: '900719925474099269' }), [first, '900719925474099268', '900719925474099269'])
})

t.test('what is no series says why', async (t) => {
  const fault = (fields: Partial<SeriesFields>) => seriesOf({ ...empty, ...fields })
  t.same(fault({}), { kind: 'numbers', fields: ['first', 'last'] })
  t.same(fault({ first: 'A', last: '-1', step: '0', digits: '19' }), {
    kind: 'numbers',
    fields: ['first', 'last', 'step', 'digits'],
  })
  t.same(fault({ first: '1', last: '1.5' }), { kind: 'numbers', fields: ['last'] })
  t.same(fault({ first: '1', last: '9'.repeat(19) }), { kind: 'numbers', fields: ['last'] })
  t.same(fault({ first: '1', last: '9'.repeat(10_000) }), { kind: 'numbers', fields: ['last'] })
  t.same(fault({ first: '0', last: `${longestSeries}` }), { kind: 'too long', length: BigInt(longestSeries) + 1n })
  t.equal(textsOf({ first: '1', last: `${longestSeries}` }).length, longestSeries)
  t.same(fault({ first: '0', last: '9'.repeat(18) }), { kind: 'too long', length: 10n ** 18n })
})

t.test('each number is a step from the one before, and the next would be past the last', async () => {
  const firsts = fc
    .tuple(fc.oneof(fc.constant(1n), fc.bigInt(0n, 2n ** 31n)), fc.nat(8))
    .map(([number, zeros]) => number * 10n ** BigInt(zeros))
  const distances = fc.bigInt(-3000n, 3000n)
  await forAll([firsts, distances, fc.bigInt(1n, 70n)], { count: 400 }, (first, distance, step) => {
    const last = first + distance
    if (last < 0n) return
    const numbers = textsOf({ first: `${first}`, last: `${last}`, step: `${step}` }).map(BigInt)
    const up = last < first ? -step : step
    const past = (number: bigint): boolean => (up > 0n ? number > last : number < last)
    deepEqual(
      numbers,
      numbers.map((_, i) => first + BigInt(i) * up),
    )
    ok(!past(numbers.at(-1)!) && past(numbers.at(-1)! + up))
  })
})
