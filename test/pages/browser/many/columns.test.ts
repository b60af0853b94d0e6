import t from 'tap'
import {
  canHaveHeadings,
  choice,
  columnsQuery,
  possible,
  seemsWithoutHeadings,
  withHeadings,
} from '../../../../src/pages/browser/many/columns.ts'
import { tableRows } from '../../../../src/pages/browser/many/rows.ts'

const options = {
  names: ['text', 'type', 'size', 'qty', 'showtext', 'dpi', 'caption', 'title'],
  required: ['text'],
  printed: ['text', 'caption', 'title'],
}

const bytesIn = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

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
