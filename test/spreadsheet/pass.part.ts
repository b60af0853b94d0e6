import t from 'tap'
import { type TablePlace, TableReader, type TableRow } from '../../src/spreadsheet/index.ts'
import { cases, random } from '../random.ts'
import { spreadsheets } from './spreadsheets.ts'

const options = { names: ['text', 'type', 'size', 'qty'], required: [], printed: ['text'] }

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
  const reader = new TableReader(options)
  return [...reader.push(bytes), ...reader.end()].map(told)
}

/** The rows that are counted in pieces of any size, and the places between them. */
function passed(bytes: Buffer, size: () => number): { count: number; places: TablePlace[] } {
  const reader = new TableReader(options)
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
  const reader = new TableReader(options)
  for (let at = 0; reader.header === undefined; at++) reader.push(bytes.subarray(at, at + 1))
  reader.resume(place)
  const rows = chunksOf(bytes.subarray(place.byte), size).flatMap((chunk) => reader.push(chunk).map(told))
  return [...rows, ...reader.end().map(told)]
}

t.test('rows that are passed over are counted as if they were read, and reading goes on anywhere', async (t) => {
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
})

t.test('no place is known before the header; without it reading does not resume', async (t) => {
  const reader = new TableReader(options)
  reader.pass(Buffer.from('text'))
  t.equal(reader.place, undefined)
  t.throws(() => reader.resume({ rows: 0, line: 1, byte: 0, encoding: undefined }), /after its header/)
})
