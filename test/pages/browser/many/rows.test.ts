/** Rows of many labels, without a browser. */

import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { noSource } from '../../../../src/pages/browser/many/kept.ts'
import { Batch, copiesIn } from '../../../../src/pages/browser/many/rows.ts'
import { seriesOf, seriesRows } from '../../../../src/pages/browser/many/series.ts'
import { forAll } from '../../../random.ts'
import { spreadsheets } from '../../../table/spreadsheets.ts'
import { batchOf, bytesIn } from './tables.ts'

const most = { labels: 500, bytes: 1 << 20 }
const allOf = ({ rows }: Batch) => Array.from({ length: rows.count }, (_, i) => rows.row(i))

t.test('rows are those of the table', async (t) => {
  for (const { source, bytes, rows } of spreadsheets) {
    const found = allOf(batchOf(bytes)).map(({ values }) => values)
    t.same(found, rows, source)
  }
})

t.test('a row says what is wrong with it', async (t) => {
  const batch = batchOf(bytesIn('Price;EAN;Menge\n9,99;5,90123E+11;\n1;2;3;4\n;4006381333931;\n2;;1\n;;0\n3;#NV;\n'))
  t.match(allOf(batch), [
    {
      number: 2,
      values: {},
      problems: [{ parameter: 'text', problem: { kind: 'roundedNumber', value: '5,90123E+11' } }],
    },
    { number: 3, values: {}, problems: [{ parameter: undefined, problem: { kind: 'tooWide', value: '3' } }] },
    { number: 4, values: { text: '4006381333931' }, problems: [] },
    { number: 5, problems: [{ problem: { kind: 'noText' } }] },
    { number: 6, values: { qty: '0' }, problems: [] },
    { number: 7, problems: [{ problem: { kind: 'spreadsheetError', value: '#NV' } }] },
  ])
  t.same([batch.faulty, batch.shown, batch.wanted], [[0, 1, 3, 5], [0, 1, 2, 3, 5], [2]])
})

t.test('what is wanted is what is picked, without what has faults', async (t) => {
  const batch = batchOf(bytesIn('text,qty\nA,1\nB,2\nC,3\n'))
  batch.pick(new Set([3, 4]))
  t.same(batch.wanted, [1, 2])
  batch.refuse(1, [{ parameter: 'text', code: 'invalid_character', message: '' }])
  t.same([batch.wanted, batch.faulty], [[2], [1]])
  batch.repair(1, { text: 'D' })
  t.same([batch.wanted, batch.faulty, batch.repairs], [[1, 2], [], 1])
  t.same(batch.row(1).values, { text: 'D', qty: '2' })
  t.same(batch.parts(1, most), [{ indexes: [1, 2], labels: 5 }])
  t.equal(new TextDecoder().decode(batch.body([1]).bytes), '[{"text":"D","qty":"2"}]')
  batch.refuse(1, [])
  batch.forgetFaults()
  t.same(batch.wanted, [1, 2])
  batch.pick(undefined)
  t.same(batch.wanted, [0, 1, 2])
  t.same(
    ['3', '0', '', 'x', '1.5'].map((qty) => copiesIn({ qty })),
    [3, 0, undefined, undefined, undefined],
  )
})

t.test('parts have as many labels and bytes as one request takes', async (t) => {
  const number = (min: number, max: number) => fc.integer({ min, max })
  const quantities = fc.array(fc.oneof({ weight: 3, arbitrary: number(1, 40) }, fc.constant('')), {
    minLength: 1,
    maxLength: 60,
  })
  const texts = fc.constantFrom('QZ', '\u0001', 'ß', '"')
  const bounds = fc.record({ labels: number(1, 50), bytes: number(9, 400) })
  await forAll([quantities, texts, bounds], { count: 80 }, (quantities, text, bounds) => {
    const table = quantities.map((count, k) => `"${text === '"' ? '""' : text}-${k}",${count}\n`)
    const batch = batchOf(bytesIn(`text,qty\n${table.join('')}`))
    const parts = batch.parts(2, bounds)
    deepEqual(
      parts.flatMap(({ indexes }) => indexes),
      [...quantities.keys()],
      'parts follow each other',
    )
    for (const { indexes, labels } of parts) {
      const size = batch.body(indexes).bytes.length
      ok(indexes.length === 1 || (labels <= bounds.labels && size <= bounds.bytes), `${labels} labels, ${size} bytes`)
      const own = indexes.map((index) => copiesIn(batch.row(index).values) ?? 2)
      deepEqual(
        labels,
        own.reduce((a, b) => a + b),
        'labels are counted with their copies',
      )
    }
  })
  const series = seriesOf({ ...noSource.series, first: '1', last: '501' })
  if ('kind' in series) throw new Error('no series')
  const batch = new Batch(seriesRows(series))
  t.same(
    batch.parts(1, most).map(({ indexes, labels }) => [indexes[0], indexes.at(-1), labels]),
    [
      [0, 499, 500],
      [500, 500, 1],
    ],
  )
  t.equal(batch.parts(501, most).length, 501, 'what is too much by itself is a part of its own')
})
