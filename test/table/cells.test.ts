import fc from 'fast-check'
import t from 'tap'
import { TableReader, type TableReading } from '../../src/table/index.ts'
import { cases, seed } from '../random.ts'
import { read, words } from './dialects.ts'

t.test("a spreadsheet's error is a fault of its row, in a column that is used", async (t) => {
  const errors = [
    '#N/A',
    '#NAME?',
    '#REF!',
    '#VALUE!',
    '#DIV/0!',
    '#NULL!',
    '#NUM!',
    '#NV',
    '#WERT!',
    '#¡VALOR!',
    '#N/D',
  ]
  const cell = fc.oneof(fc.constantFrom(...errors), words)
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 9 }), (table) => {
      const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
      const text = ['text,caption,note', ...table.map((row) => row.map(quoted).join())].join('\n')
      const { cells } = read(Buffer.from(text), 99, {})
      return cells.every((row, i) =>
        table[i]!.slice(0, 2).every((text, k) => {
          const found = typeof row === 'string' ? undefined : row[k]
          return errors.includes(text) ? typeof found === 'object' && found.fault.includes(text) : found === text
        }),
      )
    }),
    { seed, numRuns: cases(400) },
  )
  t.match(read(Buffer.from('text\n#N/A\n'), 9, {}).cells, [
    [{ fault: '"#N/A" is an error of the spreadsheet in place of a value; correct the formula of the cell' }],
  ])
  t.same(
    read(Buffer.from('text\n="#N/A"\n#N/AB\n'), 9, {}).cells.map(([text]) => text),
    ['#N/A', '#N/AB'],
  )
})

t.test('values of several columns', async (t) => {
  const joined = (columns: TableReading['columns'], name: string) => {
    const reader = new TableReader({
      form: { names: ['text', 'caption', 'title'], required: [], printed: ['caption', 'title'] },
      columns: columns!,
    })
    const rows = reader.push(Buffer.from('No,Name,Place\n1,Washer,Aisle\n2,,Aisle\n3,,\n4,#REF!,Aisle\n'))
    return rows.map((row) => 'cells' in row && row.cells[name])
  }
  const broken = { code: 'invalid_parameter', fault: /REF/ }
  t.match(joined({ caption: 'Name+Place' }, 'caption'), ['Washer\nAisle', 'Aisle', undefined, broken])
  t.match(joined({ title: 'Place+Name' }, 'title'), ['Aisle\nWasher', 'Aisle', undefined, broken])
})
