import t from 'tap'
import { type TablePlace, TableReader, type TableReading, type TableRow } from '../../src/table/index.ts'
import { cases, inLongRun, random } from '../random.ts'
import { spreadsheets } from './spreadsheets.ts'

const names = ['text', 'type', 'size', 'qty', 'showtext', 'dpi', 'caption', 'title'] as const
const form = { names, required: ['text', 'type'], printed: ['text', 'caption', 'title'] }
const options: TableReading = { form }

/** The rows of an input in pieces of `sizes()` bytes, and the columns without a meaning. */
function read(input: Uint8Array | string, more: Partial<TableReading> = {}, sizes = () => Number.POSITIVE_INFINITY) {
  const bytes = Buffer.from(input)
  const reader = new TableReader({ ...options, ...more })
  const rows: TableRow[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + sizes())
    rows.push(...reader.push(Buffer.from(bytes.subarray(from, to))))
    from = to
  }
  rows.push(...reader.end())
  const unused = reader.header!.columns.filter(({ parameters }) => parameters.length === 0).map(({ text }) => text)
  // arrays of numbers, whatever arrays of bytes the cells are
  return { rows: rows.map((row) => ({ ...row, content: row.content?.map((cell) => [...cell]) })), unused }
}

/** A row as `read` gives it. */
type ReadRow = ReturnType<typeof read>['rows'][number]

const contentOf = (row: ReadRow) => ('cells' in row ? row.cells : row.fault)

/** The rows below the header `text,type,qty,caption`. */
const below = (lines: string) => read(`text,type,qty,caption\n${lines}`).rows.map(contentOf)

t.test('ten spreadsheets, cut anywhere, mean their labels', async (t) => {
  const r = random('spreadsheets')
  t.equal(spreadsheets.length, 10)
  for (const { source, bytes, rows, unused } of spreadsheets) {
    const whole = read(bytes)
    t.same(whole.rows.map(contentOf), rows, source)
    t.same(whole.unused, unused, source)
    for (const sizes of [() => 1, () => r.between(1, 9)]) t.same(read(bytes, {}, sizes), whole, source)
    const ends = whole.rows.map(({ end }) => end)
    t.ok(
      ends.every((end, i) => end > (ends[i - 1] ?? 0) && end <= bytes.length),
      source,
    )
  }
})

t.test('a header says where it ends, and rows what their cells are, used or not', async (t) => {
  for (const { source, bytes } of spreadsheets) {
    const reader = new TableReader(options)
    const rows = [...reader.push(bytes), ...reader.end()]
    const { end } = reader.header!
    t.ok(end > 0 && end < rows[0]!.end, source)
    const second = new TableReader(options)
    const from = rows[0]!.end
    const cut = Buffer.concat([bytes.subarray(0, end), bytes.subarray(from)])
    const others = [...second.push(cut), ...second.end()]
    const cells = (row: TableRow): unknown => ('cells' in row ? row.cells : row.fault)
    t.same(others.map(cells), rows.slice(1).map(cells), `${source}: the header with other rows is a table`)
  }
  const { rows } = read('text,type,note\nA,qr,"x ""y"""\n"B\nC,qr,1\n')
  t.same(
    rows.map(({ content }) => content?.map((cell) => Buffer.from(cell).toString())),
    [['A', 'qr', 'x "y"'], undefined, ['C', 'qr', '1']],
  )
})

t.test('a column that seems to mean a parameter can be left out', async (t) => {
  const table = 'text;type;Menge;Name;\nA;qr;2;B;C\n'
  t.same(
    read(table).rows.map((row) => 'cells' in row && row.cells),
    [{ text: 'A', type: 'qr', qty: '2', caption: 'B' }],
  )
  const { rows, unused } = read(table, { columns: { qty: '', title: 'Name' } })
  t.same(
    rows.map((row) => 'cells' in row && row.cells),
    [{ text: 'A', type: 'qr', title: 'B' }],
  )
  t.same(unused, ['Menge', ''])
})

t.test('short rows are filled, long rows may only have empty cells more, empty rows do not count', async (t) => {
  const read4 = read('text,type,qty,caption\r\n\r\nA\r\n,, ,\r\nB,qr,1,x,, \r\nC,qr,1,x,y\r\n"D\r\n')
  t.match(read4.rows, [
    { number: 3, index: 1, line: 3, end: 28, cells: { text: 'A' } },
    { number: 5, index: 2, line: 5, end: 47, cells: { text: 'B', type: 'qr', qty: '1', caption: 'x' } },
    { number: 6, index: 3, line: 6, fault: { code: 'bad_request', message: '5 cells; the header has 4' } },
    { number: 7, index: 4, line: 7, fault: { code: 'bad_request', message: 'a quote is never closed' } },
  ])
  t.equal(read4.rows.length, 4)
  t.same(read('text,type\n').rows, [])
  for (const empty of ['', '\n\r\n', '\ufeff', ';;\n , ,\n', 'sep=;\n']) {
    t.throws(() => read(empty), { code: 'bad_request', message: /^the table is empty/ }, JSON.stringify(empty))
  }
})

t.test('blanks around values are left out, those of texts are not', async (t) => {
  t.same(below(' a b , qr\t,\u00a02 , two  words '), [{ text: ' a b ', type: 'qr', qty: '2', caption: ' two  words ' }])
  t.same(below(' 590\t,qr,,\n\u00a0007 ,qr,,\n1 2,qr,,\n - 1,qr,,'), [
    { text: '590', type: 'qr' },
    { text: '007', type: 'qr' },
    { text: '1 2', type: 'qr' },
    { text: ' - 1', type: 'qr' },
  ])
  t.same(below(' ,qr,\t,  '), [{ type: 'qr' }], 'a blank cell is an empty one')
})

t.test('a number that a spreadsheet has rounded is no text', async (t) => {
  for (const text of ['5.90123E+11', '"5,90123E+12"', '4E+12', ' 1.2e+07 ']) {
    const [row] = below(`${text},ean13,1,${text}`)
    t.match(row, { text: { code: 'invalid_parameter', fault: /^"\S+" is a number that .* column as text/ } }, text)
    t.type((row as { caption: unknown }).caption, 'string', 'in a caption it may stand')
  }
  for (const text of ['E+12', '12E+1', '1E12', '1E+x', 'A1E+12']) t.match(below(`${text},qr,1,`), [{ text }])
})

t.test('the delimiter: what is given, or else sep=, or else what divides the header best', async (t) => {
  const columns = (header: string, more = {}) => {
    const reader = new TableReader({ form: { ...form, required: [] }, ...more })
    reader.push(Buffer.from(`${header}\n`))
    return reader.header!.columns.map(({ text }) => text)
  }
  t.same(columns('text\ttype\tqty'), ['text', 'type', 'qty'])
  t.same(columns('a;b;c'), ['a', 'b', 'c'])
  t.same(columns('a,b;c'), ['a', 'b;c'], 'the comma, of two that divide alike')
  t.same(columns('text,a;b;c;d'), ['text', 'a;b;c;d'], 'what gives expected names comes before what gives more')
  t.same(columns('a;b,c,d', { columns: { text: 'a' } }), ['a', 'b,c,d'], 'the columns chosen are expected')
  t.same(columns('"a,b,c";d'), ['a,b,c', 'd'], 'in quotes it divides nothing')
  t.same(columns('"a\nb";"c,d,e"'), ['a\nb', 'c,d,e'])
  t.same(columns('a;b,text', { delimiter: 'semicolon' }), ['a', 'b,text'])
  for (const line of ['sep=;', 'SEP=;\r', '"sep=;"']) t.same(columns(`${line}\na;b,text`), ['a', 'b,text'], line)
  t.same(columns('sep=|\na|text,b'), ['a', 'text,b'])
  t.same(columns('sep=\t\na\ttext,b'), ['a', 'text,b'])
  t.same(columns('sep=;\na;text,b', { delimiter: 'comma' }), ['a;text', 'b'], 'what is given wins')
  t.same(columns(';;\n , ,\na,b'), ['a', 'b'], 'lines above the header do not count')
  t.same(columns('sep=;;\na;b'), ['sep=', '', ''], 'another line is a header')
  const sheet = 'sep=;\r\ntext;type\r\nA;qr\r\n'
  for (const input of [sheet, Buffer.from(`\ufeff${sheet}`, 'utf16le')]) {
    t.match(read(input).rows, [{ number: 2, index: 1, line: 3, end: Buffer.from(input).length }])
  }
})

t.test('what is not of the encoding costs a cell, or the table if it is the header', async (t) => {
  const latin1 = Buffer.from('text,type,Preis\nGr\xfcn,qr,1 \xa4\nB,qr,\xfc\n', 'latin1')
  t.match(read(latin1, { encoding: 'utf-8' }).rows.map(contentOf), [
    { text: { fault: /^byte 3 .*FC.*; save the file as "CSV UTF-8", or say which encoding it has$/ }, type: 'qr' },
    { text: 'B', type: 'qr' },
  ])
  t.throws(() => read(Buffer.from('text,type,Gr\xf6\xdfe\n', 'latin1'), { encoding: 'utf-8' }), {
    code: 'invalid_encoding',
    message: /^the header: byte 3 .*F6.*; say which encoding the file has, or save it as "CSV UTF-8"/,
  })
  // a surrogate alone, and half a code unit at the end
  const utf16 = Buffer.from('\ufefftext,type\nA\ud834,qr\nB\udd1e,qr\n\ud834\udd1e,qr\nC,q', 'utf16le')
  t.match(read(utf16.subarray(0, -1), {}, () => 3).rows.map(contentOf), [
    { text: { fault: /^byte 2 .*ED/ }, type: 'qr' },
    { text: { fault: /^byte 2 .*ED/ }, type: 'qr' },
    { text: '𝄞', type: 'qr' },
    { text: 'C', type: { fault: /^byte 1 .*FF/ } },
  ])
})

t.test('UTF-16 is read as the same table in UTF-8 is', async (t) => {
  const r = random('utf16')
  const wrong: unknown[] = []
  for (let i = 0; i < cases(400); i++) {
    const text = `text,type\n${r.text('aé倉,"\n\r', r.between(0, 40))}𝄞${r.text('a𝄞\n,', 9)}`
    const [little, big] = [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(`\ufeff${text}`, 'utf16le').swap16()]
    const whole = read(text)
    const inUnits = (row: ReadRow) => ({
      ...row,
      end: 2 + 2 * Buffer.from(text).subarray(0, row.end).toString().length,
    })
    for (const bytes of [little, big]) {
      const found = read(bytes, {}, () => r.between(1, 9))
      if (JSON.stringify(found.rows) !== JSON.stringify(whole.rows.map(inUnits))) wrong.push(text)
    }
  }
  t.same(wrong, [])
})

const passOptions = { form: { names: ['text', 'type', 'size', 'qty'], required: [], printed: ['text'] } }

function chunksOf(bytes: Buffer, size: () => number): Buffer[] {
  const chunks: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + size())
    chunks.push(Buffer.from(bytes.subarray(from, to)))
    from = to
  }
  return chunks
}

/** A row, its cells as they are. */
const told = (row: TableRow) => ({ ...row, content: row.content?.map((cell) => Buffer.from(cell).toString('latin1')) })

const readAll = (bytes: Buffer) => {
  const reader = new TableReader(passOptions)
  return [...reader.push(bytes), ...reader.end()].map(told)
}

/** The rows that are counted in pieces of any size, and the places between them. */
function passed(bytes: Buffer, size: () => number): { count: number; places: TablePlace[] } {
  const reader = new TableReader(passOptions)
  const places: TablePlace[] = []
  for (const chunk of chunksOf(bytes, size)) {
    reader.pass(chunk)
    if (reader.place !== undefined) places.push(reader.place)
  }
  reader.end()
  return { count: reader.rowCount, places }
}

/** The rows from a place on. */
function readFrom(bytes: Buffer, place: TablePlace, size: () => number) {
  const reader = new TableReader(passOptions)
  for (let at = 0; reader.header === undefined; at++) reader.push(bytes.subarray(at, at + 1))
  reader.resume(place)
  const rows = chunksOf(bytes.subarray(place.byte), size).flatMap((chunk) => reader.push(chunk).map(told))
  return [...rows, ...reader.end().map(told)]
}

t.test(
  'rows that are passed over are counted as if they were read, and reading goes on anywhere',
  inLongRun,
  async (t) => {
    const r = random('passed rows')
    const wrong: unknown[] = []
    const sheets = spreadsheets.map(({ bytes }) => Buffer.from(bytes))
    for (let i = 0; i < cases(1000); i++) {
      const ends = r.pick(['\n', '\r\n'])
      const lines = Array.from({ length: r.between(0, 12) }, () => {
        const long = r.between(0, 40) === 0 ? r.pick(['x', ',', ' ']).repeat(r.pick([16_383, 16_384, 140_000])) : ''
        return r.pick([
          r.text('aé,,"""\n\r \v倉', r.between(0, 20)),
          'A,qr',
          '"A, ""B""",qr,',
          '" ","\t",',
          '"a\nb",qr',
          // a line end in quotes is one, of which a plain line has none
          '"a\rb",qr',
          long,
        ])
      })
      const text = `text,type,qty${ends}${lines.join(ends)}${r.pick(['', ends])}`
      const bytes = sheets[i] ?? Buffer.from(r.pick(['', '\ufeff']) + text, r.pick(['utf8', 'utf8', 'utf16le']))
      if (bytes.length > 2 && bytes[0] !== 0xff && bytes[1] === 0) continue
      const size = r.pick([() => r.between(1, 9), () => r.between(1, 500), () => r.between(1, 100_000)])
      const rows = readAll(bytes)
      const { count, places } = passed(bytes, size)
      if (count !== rows.length) wrong.push([text, count, rows.length])
      for (const place of places.length < 30 ? places : [r.pick(places), r.pick(places)]) {
        const rest = readFrom(bytes, place, size)
        if (JSON.stringify(rest) !== JSON.stringify(rows.slice(place.rows))) wrong.push([text, place, rest])
      }
    }
    t.same(wrong.slice(0, 3), [])
  },
)

t.test('no place is known before the header; without it reading does not resume', async (t) => {
  const reader = new TableReader(passOptions)
  reader.pass(Buffer.from('text'))
  t.equal(reader.place, undefined)
  t.throws(() => reader.resume({ rows: 0, records: 0, line: 1, byte: 0, encoding: undefined }), /after its header/)
})
