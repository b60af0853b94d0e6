/** The same table as people's programs write it. */

import fc from 'fast-check'
import t from 'tap'
import {
  encodingNamed,
  encodings,
  TableError,
  TableReader,
  type TableReading,
  type usualEncodings,
} from '../../src/table/index.ts'
import { cases, inLongRun, seed } from '../random.ts'
import { read, words } from './dialects.ts'

/** How a table is written. */
interface Dialect {
  readonly encoding: (typeof usualEncodings)[number]
  readonly hasMark: boolean
  /** Whether the reader is told the encoding. */
  readonly isSaid: boolean
  readonly end: string
  readonly delimiter: string
  readonly header: boolean
  /** How a cell is written: as it is where that is possible, in quotes, as a formula, or as a formula in quotes. */
  readonly styles: readonly ('plain' | 'quoted' | 'formula' | 'quoted formula' | 'doubled formula')[]
}

const dialects: fc.Arbitrary<Dialect> = fc.record({
  encoding: fc.constantFrom<Dialect['encoding'][]>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
  hasMark: fc.boolean(),
  isSaid: fc.boolean(),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  delimiter: fc.constantFrom(',', ';', '\t'),
  header: fc.boolean(),
  styles: fc.array(fc.constantFrom('plain', 'quoted', 'formula', 'quoted formula', 'doubled formula'), {
    minLength: 1,
    maxLength: 7,
  }),
})

/** Numbers that lose their zeros where they are no texts. */
const numbers = fc.integer({ min: 0, max: 99_999 }).map((number) => `${number}`.padStart(5, '0'))

const upper = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

function encoded(text: string, { encoding, hasMark }: Dialect): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(hasMark ? `\ufeff${text}` : text)
    case 'utf-16le':
      return Buffer.from(hasMark ? `\ufeff${text}` : text, 'utf16le')
    case 'utf-16be':
      return Buffer.from(hasMark ? `\ufeff${text}` : text, 'utf16le').swap16()
    case 'windows-1252':
      return Buffer.from([...text].map((c) => (upper.includes(c) ? 0x80 + upper.indexOf(c) : c.charCodeAt(0))))
  }
}

function written(table: readonly (readonly string[])[], { styles, delimiter, end }: Dialect): string {
  let count = 0
  const cell = (text: string): string => {
    const doubled = text.replaceAll('"', '""')
    const canBeBare = !text.includes('"') && !text.includes(delimiter)
    switch (styles[count++ % styles.length]) {
      case 'formula':
        return `="${doubled}"`
      case 'quoted formula':
        return `"=""${doubled.replaceAll('"', '""')}"""`
      case 'doubled formula':
        return canBeBare ? `=""${text}""` : `"${doubled}"`
      case 'plain':
        return canBeBare ? text : `"${doubled}"`
      default:
        return `"${doubled}"`
    }
  }
  return table.map((row) => row.map(cell).join(delimiter) + end).join('')
}

t.test('a table is read as it was written, in every dialect', inLongRun, async (t) => {
  const rows = fc.array(fc.tuple(fc.oneof(words, numbers), words), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(dialects, rows, fc.integer({ min: 1, max: 40 }), (dialect, table, size) => {
      const isMarked = dialect.hasMark && dialect.encoding !== 'windows-1252'
      const isUtf16 = dialect.encoding.startsWith('utf-16')
      const isSaid = dialect.isSaid || (isUtf16 && !isMarked)
      const bytes = encoded(written(dialect.header ? [['Key', 'Words'], ...table] : table, dialect), dialect)
      const { cells, ends, note } = read(bytes, size, {
        columns: dialect.header ? { text: 'Key', caption: 'Words' } : { text: '1', caption: '2' },
        header: dialect.header,
        delimiter: ({ ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const)[dialect.delimiter as ','],
        ...(isSaid && { encoding: dialect.encoding }),
      })
      const [first] = table.flat().flatMap((text) => text.match(/[^\s,;"]*[^\0-\x7f][^\s,;"]*/) ?? [])
      const isGuessed = dialect.encoding === 'windows-1252' && !isSaid && first !== undefined
      const isNoted = isGuessed ? note?.encoding === 'windows-1252' && first.length > 0 : note === undefined
      return JSON.stringify(cells) === JSON.stringify(table) && ends.at(-1) === bytes.length && isNoted
    }),
    { seed, numRuns: cases(4000) },
  )
  t.pass()
})

t.test('the note shows the first word beyond ASCII', async (t) => {
  const noteOf = (text: string) => read(Buffer.from(text, 'latin1'), 3, { header: false }).note
  t.same(noteOf('plain\nSchl\xfcssel rot\nM\xfctze\n'), { encoding: 'windows-1252', word: 'Schlüssel' })
  t.same(noteOf('"5 \xb0C"\n'), { encoding: 'windows-1252', word: '°C' })
  t.equal(noteOf('plain\n'), undefined)
  t.equal(read(Buffer.from('Schlüssel'), 3, { header: false }).note, undefined)
  t.equal(noteOf(`${'x'.repeat(100)}\xfc${'y'.repeat(100)}`)?.word, `${'x'.repeat(40)}…`)
})

t.test(
  'two encodings in one table are never mixed: what contradicts the first line beyond ASCII is a fault of its row',
  async (t) => {
    const utf8 = Buffer.from('Größe M\n')
    const latin1 = Buffer.from('M\xfctze\n', 'latin1')
    const ascii = Buffer.from('plain\n')
    const mixed = (...lines: Buffer[]) => read(Buffer.concat(lines), 4, { header: false }).cells
    t.match(mixed(ascii, utf8, latin1, ascii, utf8), [
      ['plain'],
      ['Größe M'],
      [{ fault: /^byte 2 .*FC.*say which encoding/ }],
      ['plain'],
      ['Größe M'],
    ])
    const either = 'M in windows-1252, as which the table is read, or .*M" in UTF-8: say which encoding it has$'
    t.match(mixed(ascii, latin1, utf8, ascii, latin1), [
      ['plain'],
      ['Mütze'],
      [{ fault: new RegExp(either.replace('M in', 'M" in')) }],
      ['plain'],
      ['Mütze'],
    ])
    const said = (encoding: string) =>
      read(Buffer.concat([latin1, utf8]), 4, { header: false, encoding }).cells.map((row) => row[0])
    t.match(said('utf-8'), [{ fault: /^byte 2/ }, 'Größe M'])
    t.same(said('windows-1252'), ['Mütze', 'GrÃ¶ÃŸe M'])
    t.match(read(Buffer.from('a\x81\n', 'latin1'), 9, { header: false, encoding: 'windows-1252' }).cells, [
      [{ fault: /^byte 81 is no character of windows-1252/ }],
    ])
    t.same(
      read(Buffer.from('NESCAF\xc9\xae Gr\xf6\xdfe\n', 'latin1'), 9, { header: false }).cells[0]?.[0],
      'NESCAFÉ® Größe',
    )
  },
)

t.test('a mark that contradicts what is said, and UTF-16 that nobody has named', async (t) => {
  const codeOf = (bytes: Buffer, more: Partial<TableReading> = {}): unknown => {
    try {
      return read(bytes, 1, more).cells
    } catch (error) {
      return error instanceof TableError ? [error.code, error.message] : error
    }
  }
  t.match(codeOf(Buffer.from('\ufefftext\nA', 'utf16le'), { encoding: 'utf-8' }), [
    'invalid_encoding',
    /mark of utf-16le, and its encoding is said to be utf-8/,
  ])
  t.match(codeOf(Buffer.from('text\nA', 'utf16le')), ['invalid_encoding', /zero bytes, as UTF-16 has them; say which/])
  t.same(
    codeOf(Buffer.from('text\nA', 'utf16le'), { encoding: 'utf-16le' }),
    [['A', undefined]].map((row) => [...row]),
  )
})

t.test('workbooks are named as what they are, however they arrive', async (t) => {
  const zip = (name: string, content = ''): Buffer => {
    const head = Buffer.alloc(30)
    head.write('PK\x03\x04', 'latin1')
    head.writeUInt16LE(name.length, 26)
    return Buffer.concat([head, Buffer.from(name + content), Buffer.alloc(6000, 7)])
  }
  const files: readonly (readonly [Buffer, RegExp])[] = [
    [zip('[Content_Types].xml'), /^this is a workbook of Excel \(\.xlsx\), not a table of text: save .* "CSV UTF-8"/],
    [zip('xl/workbook.xml').subarray(0, 60), /Excel \(\.xlsx\)/],
    [zip('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'), /LibreOffice \(\.ods\)/],
    [zip('a.csv'), /a ZIP file, or a workbook/],
    [Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), /Excel 97 \(\.xls\)/],
  ]
  for (const [bytes, message] of files) {
    for (const size of [1, 3, 10_000]) {
      t.throws(() => read(bytes, size, {}), { code: 'unsupported_media_type', message }, `${message}`)
    }
  }
  for (const text of ['PK', 'PK\x03', '\xd0\xcf']) {
    t.equal(read(Buffer.from(text, 'latin1'), 1, { header: false }).cells.length, 1, 'what only begins so is a table')
  }
})

t.test("any encoding of WHATWG's standard, where it is said by one of its labels", async (t) => {
  const texts: readonly (readonly [label: string, hex: string, text: string])[] = [
    ['koi8-r', 'e2cfccd420ed38', 'Болт М8'],
    ['KOI8', 'e2cfccd420ed38', 'Болт М8'],
    ['cp1251', 'c1eeebf220cc38', 'Болт М8'],
    ['latin2', 'a9f2f9', 'Šňů'],
    ['iso-8859-15', 'a4bc', '€Œ'],
    ['shift_jis', '93fa967b', '日本'],
    ['gb2312', 'd6d0b9fa', '中国'],
    ['big5', 'a4a4', '中'],
    ['euc-kr', 'b0a1', '가'],
    ['latin1', 'e980', 'é€'],
  ]
  for (const [label, hex, text] of texts) {
    const encoding = encodingNamed(label)!
    const input = Buffer.concat([Buffer.from('text,caption\n'), Buffer.from(hex, 'hex'), Buffer.from(',x\nB,y\n')])
    for (const size of [1, 100]) {
      const found = read(input, size, { encoding })
      t.same(
        [found.cells, found.encoding],
        [
          [
            [text, 'x'],
            ['B', 'y'],
          ],
          encoding,
        ],
        label,
      )
    }
  }
  const broken = Buffer.from('text\n\xff\nB\n', 'latin1')
  t.match(read(broken, 9, { encoding: 'shift_jis' }).cells, [
    [{ fault: /has bytes that are no characters of shift_jis, as which the table is read/ }],
    ['B'],
  ])
  t.same(['utf-9', 'replacement', 'x-user-defined', ''].map(encodingNamed), Array(4).fill(undefined))
  for (const name of encodings) t.equal(encodingNamed(name), name)
})

t.test('where reading can go on, in encodings of one byte for each character alone', async (t) => {
  const places = ['koi8-r', 'shift_jis', 'utf-16le'].map((encoding) => {
    const reader = new TableReader({ form: { names: ['text'], required: [], printed: ['text'] }, encoding })
    const text = 'text\nA\n'
    reader.push(
      encoding === 'utf-16le'
        ? Buffer.from(text, 'utf16le')
        : Buffer.concat([Buffer.from('text\n'), Buffer.of(0xe2, 0x0a)]),
    )
    return reader.place?.byte
  })
  t.same(places, [7, undefined, 14])
})
