import t from 'tap'
import { longestRecord, PendingBytes } from '../../src/table/bytes.ts'
import { TableError, TableReader } from '../../src/table/index.ts'
import { cases, inLongRun, random } from '../random.ts'

const options = { form: { names: ['text', 'type', 'qty'], required: [], printed: ['text'] } }

/** Reads an input in pieces of `size` bytes. Returns the number of rows, or the code of the error. */
function outcome(bytes: Uint8Array, size: number): number | string {
  const reader = new TableReader(options)
  try {
    let rows = 0
    for (let from = 0; from < bytes.length; from += size) rows += reader.push(bytes.slice(from, from + size)).length
    return rows + reader.end().length
  } catch (error) {
    if (error instanceof TableError) return error.code
    throw error
  }
}

t.test('whatever arrives, a table is read or refused', async (t) => {
  const r = random('any bytes')
  const outcomes = new Map<number | string, number>()
  const starts = ['', '\ufeff', 'sep=;\n', 'text,type\n', 'text\ttype\r\n', '"text";"type";']
  for (let i = 0; i < cases(2000); i++) {
    const start = Buffer.from(r.pick(starts), r.pick(['utf8', 'utf16le'] as const))
    const rest = Array.from({ length: r.between(0, 60) }, () =>
      r.pick([0x0a, 0x0d, 0x22, 0x2c, 0x3b, 0x09, r.between(0, 255)]),
    )
    const found = outcome(Buffer.concat([start, Buffer.from(rest)]), r.between(1, 70))
    outcomes.set(found, (outcomes.get(found) ?? 0) + 1)
  }
  for (const expected of ['bad_request', 'invalid_encoding', 1, 2, 3]) t.ok(outcomes.has(expected), `${expected}`)
})

/** The longest header is read by the finder of the delimiter, by each delimiter, and by the parser, all but the first of them twice. */
t.test('every byte is looked at a few times, however small the pieces are', inLongRun, async (t) => {
  const length = 150_000
  const inputs: readonly (readonly [name: string, line: string])[] = [
    ['an unclosed quote', '"\n'.padEnd(length, '\n')],
    ['quotes', '"\n'],
    ['odd and even quotes', '"a\n""""\n'],
    ['a quote in every cell', 'a,"\n'],
    ['a long line', 'x'.repeat(length)],
    ['long lines that fail at their ends', `${'x'.repeat(60_000)}"\n`],
    ['blanks', `${' '.repeat(60_000)}1${' '.repeat(60_000)}x\n`],
    ['cells', ','],
    ['carriage returns', '\r'],
  ]
  const { at } = PendingBytes.prototype
  let looks = 0
  PendingBytes.prototype.at = function (index) {
    looks++
    return at.call(this, index)
  }
  t.teardown(() => {
    PendingBytes.prototype.at = at
  })
  for (const [name, line] of inputs) {
    for (const start of ['text\n', '']) {
      const text = start + line.repeat(Math.ceil(length / line.length))
      for (const size of [11, 10_000]) {
        looks = 0
        const most = 3 * text.length + 9 * longestRecord
        outcome(Buffer.from(text), size)
        t.ok(looks < most, `${name}, ${size} bytes at a time: ${looks} looks at ${text.length} bytes`)
      }
    }
  }
})
