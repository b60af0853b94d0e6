import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { TableError } from '../../src/table/index.ts'
import { headingsIn, sheetOf, textsOf } from '../../src/table/sheet.ts'
import { batchOf, bytesIn, meanings } from '../pages/browser/many/tables.ts'
import { forAll } from '../random.ts'

const sheet = (table: string | Uint8Array, reading = {}) =>
  sheetOf(typeof table === 'string' ? bytesIn(table) : table, meanings, reading)
const head = (table: string) => {
  const { row, isSure } = headingsIn(sheet(table), meanings)
  return [row, isSure]
}

t.test(
  'headings are found below titles, asked about in doubt, and missed where the first row is a label',
  async (t) => {
    t.same(head('EAN;Name\n1;2\n'), [0, true])
    t.same(head('Lagerliste November\n\nNr.;EAN;Bezeichnung\n1;2;3\n'), [1, true])
    t.same(head('Stand;11/26;;\nOrt;Halle 2;;\nNr.;EAN;Bezeichnung;Preis\n1;2;3;4\n'), [2, true])
    t.same(head('Foo;Bar\n1;2\n'), [0, false])
    t.same(head('Liste\nFoo;Bar;Baz\n1;2;3\n'), [1, false])
    t.same(head('QZ-0001;Shelf 1\nQZ-0002;Shelf 2\n'), [undefined, false])
    t.same(head('5901234123457\n4006381333931\n'), [undefined, false])
    t.same(head('EAN;Name\n1;Artikel\n2;Menge\n'), [0, true], 'cells like headings are none')
  },
)

t.test('the delimiter is that of the headings, wherever they are', async (t) => {
  const texts = (table: string) => textsOf(sheet(table).rows.at(-1)!)
  t.same(texts('Lager, Halle 2, links\nEAN;Name\n1;2,3,4\n'), ['1', '2,3,4'])
  t.same(texts('sep=,\nEAN;x,Name\n1;2,3\n'), ['1;2', '3'])
  t.same(texts('\ufeffA;2\nC;4'), ['C', '4'])
  t.same(texts('A,1;B\nC;D'), ['C', 'D'])
  t.same(texts('="00417";x\n'), ['00417', 'x'])
})

t.test('an encoding that was guessed is told, and another can be said', async (t) => {
  const latin = Buffer.from('EAN;Gr\xf6\xdfe\n1;\xc4\n', 'latin1')
  t.same(sheet(latin).note, { encoding: 'windows-1252', word: 'Größe' })
  t.same(textsOf(sheet(latin).rows[0]!), ['EAN', 'Größe'])
  t.same(sheet('EAN;Größe\n').note, undefined)
  t.same(sheet(latin, { encoding: 'windows-1252' }).note, undefined)
  t.match(textsOf(sheet(Buffer.from('EAN\n\xe4\n', 'latin1'), { encoding: 'utf-8' }).rows[1]!), ['\ufffd'])
})

t.test('a row that cannot be told apart is a row', async (t) => {
  t.match(sheet('EAN;Name\n1;"x"y\n2;z\n').rows, [
    {},
    { cells: undefined, problem: { kind: 'textAfterQuote', value: '2' } },
    { problem: undefined },
  ])
  t.throws(() => sheet(' \n'), { message: /empty/ })
  t.throws(() => sheet(Buffer.from('d0cf11e0a1b11ae1', 'hex')), { message: /Excel 97/ })
})

t.test('whatever bytes are given, there are rows, or it is said why not', async () => {
  const pieces = fc.constantFrom(
    'EAN',
    'Name',
    ';',
    ',',
    '\t',
    '\n',
    '\r\n',
    '"',
    '=',
    '\u00e4',
    '\ufeff',
    'sep=;',
    '4006381333931',
    '#N/A',
    ' ',
  )
  const tables = fc.oneof(
    fc.array(pieces, { maxLength: 60 }).map((all) => bytesIn(all.join(''))),
    fc.uint8Array({ maxLength: 200 }),
    fc.array(pieces, { maxLength: 60 }).map((all) => Buffer.from(all.join(''), 'latin1')),
  )
  await forAll([tables], { count: 400 }, (bytes) => {
    try {
      const batch = batchOf(bytes)
      const known = [...batch.faulty, ...batch.wanted]
      ok(known.every((index) => index < batch.rows.count))
      deepEqual(new Set(known).size, known.length, 'no row is wanted that has a fault')
      ok(batch.parts(1, { labels: 5, bytes: 1000 }).every(({ indexes }) => indexes.length > 0))
    } catch (error) {
      ok(error instanceof TableError && error.problem !== undefined, `${error}`)
    }
  })
})
