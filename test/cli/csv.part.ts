import t from 'tap'
import { csvRecords, isMalformed } from '../../src/cli/csv.ts'
import { cases, type Random, random } from '../random.ts'

/** A table in the form of RFC 4180, with quotes where needed and some more. */
function written(table: readonly (readonly string[])[], delimiter: string, r: Random): string {
  const end = r.pick(['\n', '\r\n'])
  const cell = (text: string): string =>
    /[\r\n"]/.test(text) || text.includes(delimiter) || r.between(0, 3) === 0 ? `"${text.replaceAll('"', '""')}"` : text
  const lines = table.map((cells) => cells.map(cell).join(delimiter))
  return lines.join(end) + (r.between(0, 1) === 1 ? end : '')
}

async function* inPieces(bytes: Buffer, r: Random): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; ) {
    const to = from + r.between(1, r.pick([2, 20, 1000]))
    yield bytes.subarray(from, to)
    from = to
  }
}

async function recordsOf(bytes: Buffer | string, r: Random, delimiter = ','): Promise<(string[] | string)[]> {
  const found: (string[] | string)[] = []
  for await (const { content } of csvRecords(inPieces(Buffer.from(bytes), r), delimiter.charCodeAt(0))) {
    found.push(isMalformed(content) ? content.fault : content.map((cell) => Buffer.from(cell).toString()))
  }
  return found
}

t.test('CSV is read as it was written, in pieces of any size', async (t) => {
  const r = random('csv')
  const wrong: unknown[] = []
  for (let i = 0; i < cases(1500); i++) {
    const delimiter = r.pick([',', ';', '\t'])
    const width = r.between(1, 4)
    const cell = (): string => r.text('ab "\n\r,;\té倉', r.between(width === 1 ? 1 : 0, r.pick([2, 9])))
    const table = Array.from({ length: r.between(1, 8) }, () => Array.from({ length: width }, cell))
    const read = await recordsOf(written(table, delimiter, r), r, delimiter)
    if (JSON.stringify(read) !== JSON.stringify(table)) wrong.push([table, read])
  }
  t.same(wrong, [])
})

t.test('CSV: a fault costs its line; reading goes on at the next', async (t) => {
  const r = random('csv faults')
  const faults: readonly (readonly [line: string, why: RegExp])[] = [
    ['"a,b', /follows the closing quote|never closed/],
    ['"a"b,c', /something follows the closing quote in column 1/],
    ['a,b"', /a quote in column 2/],
    ['a\rb,c', /a carriage return in column 1/],
    [`"${'x'.repeat(200_000)}`, /more than 131072 bytes/],
    ['y'.repeat(200_000), /more than 131072 bytes|never closed|^$/],
  ]
  for (const [line, why] of faults) {
    const read = await recordsOf(`1,"2"\n${line}\n3,"4"\r\n\n5,"6"`, r)
    t.same(
      [read[0], ...read.slice(-2)],
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
      line.slice(0, 20),
    )
    t.match(read[1], why, line.slice(0, 20))
  }
  t.same(await recordsOf('a,"b', r), ['a quote is never closed'])
  t.same(await recordsOf('a,"b"\r', r), ['a carriage return in column 2 without a line feed'])
  t.same(await recordsOf('\ufeff\n\r\n,\n""', r), [['', '']])
})

t.test('CSV: a line of any length is one fault, and no part of it is a record', async (t) => {
  const read: unknown[] = []
  const parts = ['1,2\n', ...Array<string>(100).fill('x'.repeat(65_536)), ',3\n4,5\n']
  async function* chunks(): AsyncGenerator<Buffer> {
    for (const part of parts) yield Buffer.from(part)
  }
  for await (const { line, end, content } of csvRecords(chunks(), 0x2c)) {
    read.push([line, end, isMalformed(content) ? content.fault : content.map((cell) => Buffer.from(cell).toString())])
  }
  const length = parts.join('').length
  t.equal(read.length, 3)
  t.match(read[1], [2, Number, /more than 131072 bytes/])
  t.same(read[2], [3, length, ['4', '5']])
})
