/** Rows of many labels, without a browser. */

import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  canHaveHeadings,
  choice,
  columnsQuery,
  possible,
  seemsWithoutHeadings,
  withHeadings,
} from '../../src/pages/browser/many/columns.ts'
import { base64Of, bytesOf, noSource, type Source, sourceIn } from '../../src/pages/browser/many/kept.ts'
import { partsOf, type Rows, seriesOf, seriesRows, tableRows } from '../../src/pages/browser/many/rows.ts'
import { forAll } from '../random.ts'
import { spreadsheets } from '../spreadsheet/spreadsheets.ts'

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

t.test('a person says what columns are', async (t) => {
  const table = bytesIn('EAN,Code,Name,Menge\n1,2,3,4\n')
  const means = (columns: Record<string, string>) =>
    tableRows(table, { ...options, columns }).columns.map(({ parameters }) => parameters.join())
  t.same(means({}), ['', '', 'caption', 'qty'], 'two could be the text, so neither is')
  const { columns } = tableRows(table, options)
  let chosen = choice({}, columns[1]!, 'text')
  t.same(means(chosen), ['', 'text', 'caption', 'qty'])
  chosen = choice(chosen, columns[2]!, '')
  t.same(means(chosen), ['', 'text', '', 'qty'])
  chosen = choice(chosen, { text: 'Menge', parameters: ['qty'] }, 'caption')
  t.same(means(chosen), ['', 'text', '', 'caption'])
  t.same(possible({ text: 'Code', title: 'Gone', qty: '' }, ['EAN', 'Code']), { text: 'Code', qty: '' })
  t.same(columnsQuery({}), {})
})

t.test('rows without headings get some', async (t) => {
  const seems = (table: string): boolean => seemsWithoutHeadings(bytesIn(table), options)
  t.ok(seems('5901234123457\n4006381333931\n'))
  t.ok(seems('QZ-0001;Shelf 1\nQZ-0002;Shelf 2\n'))
  t.notOk(seems('Barcode 1\nQZ-0001\n') && seems('EAN;Size 2\n1;2\n'), 'a known name is a heading')
  t.notOk(seems('Foo;Bar\n1;2\n'), 'words may be headings')
  t.notOk(seems(''))
  for (const [table, columns] of [
    ['A,1;B\nC;D', 2],
    ['A\tB\tC', 3],
    ['A,B', 2],
    ['Lager 4', 1],
    ['\ufeffA;2\nC;4', 2],
  ] as const) {
    const { bytes, delimiter } = withHeadings(bytesIn(table), options, (column) => `Column ${column}`)
    const rows = tableRows(bytes, { ...options, delimiter, columns: { text: 'Column 1' } })
    t.same(
      rows.columns.map(({ text }) => text),
      Array.from({ length: columns }, (_, i) => `Column ${i + 1}`),
    )
    t.equal(rows.count, table.replace('\ufeff', '').split('\n').length, table)
    t.equal(rows.row(0).values.text, table.replace('\ufeff', '').split(/[\n;\t]|,(?=B)/)[0])
  }
  t.notOk(canHaveHeadings(Buffer.from('\ufeffA', 'utf16le')))
  t.ok(canHaveHeadings(bytesIn('\ufeffA')))
})

t.test('what is kept is read back, and nothing else is', async (t) => {
  const all = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 7) % 256)
  t.same(bytesOf(base64Of(all)), all)
  const source: Source = {
    ...noSource,
    pasted: 'text\nA',
    file: { name: 'a.csv', base64: base64Of(bytesIn('text\nB')) },
    columns: { text: 'EAN', qty: '' },
    hasHeadings: false,
    rows: 'series',
  }
  t.same(sourceIn(JSON.stringify(source)), source)
  t.same(sourceIn(JSON.stringify({ ...noSource, file: undefined })), noSource)
  for (const other of [
    undefined,
    '',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...source, rows: 'x' }),
    JSON.stringify({ ...source, columns: { text: 1 } }),
    JSON.stringify({ ...source, file: { name: 'a', base64: '*' } }),
    JSON.stringify({ ...source, series: { first: '1' } }),
  ]) {
    t.equal(sourceIn(other), noSource, `${other}`)
  }
})
