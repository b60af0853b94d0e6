import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { isFault, RecordParser, type TableRecord } from '../../src/table/records.ts'
import { drawn, forAll, inLongRun, type Random, random } from '../random.ts'
import { textsOf } from '../texts.ts'

/** A table in the form of RFC 4180, with quotes where needed and some more. */
function written(table: readonly (readonly string[])[], delimiter: string, r: Random): string {
  const end = r.pick(['\n', '\r\n', '\r'])
  const cell = (text: string): string =>
    /[\r\n"]/.test(text) || text.includes(delimiter) || r.between(0, 3) === 0 ? `"${text.replaceAll('"', '""')}"` : text
  const lines = table.map((cells) => cells.map(cell).join(delimiter))
  return lines.join(end) + (r.between(0, 1) === 1 ? end : '')
}

/** What a record says; its cells are views, so they are read at once. */
function told({ line, end, content }: TableRecord) {
  return { line, end, content: isFault(content) ? content.fault : content.map((cell) => Buffer.from(cell).toString()) }
}

/** The records of an input that arrives in pieces of `sizes()` bytes. */
function recordsOf(input: Uint8Array | string, sizes: () => number, delimiter = ','): ReturnType<typeof told>[] {
  const bytes = Buffer.from(input)
  const parser = new RecordParser(delimiter.charCodeAt(0))
  const found: ReturnType<typeof told>[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = from + sizes()
    found.push(...parser.push(Buffer.from(bytes.subarray(from, to))).map(told))
    from = to
  }
  return [...found, ...parser.end().map(told)]
}

const anySize = (r: Random) => () => r.between(1, r.pick([2, 20, 1000]))
const contentsOf = (records: ReturnType<typeof told>[]) => records.map(({ content }) => content)

/** A table, and how it is written. */
const tables = drawn((r) => {
  const delimiter = r.pick([',', ';', '\t'])
  const width = r.between(1, 4)
  const cell = (): string => r.text('ab "\n\r,;\té倉', r.between(width === 1 ? 1 : 0, r.pick([2, 9])))
  const table = Array.from({ length: r.between(1, 8) }, () => Array.from({ length: width }, cell))
  return { table, delimiter, text: written(table, delimiter, r) }
})

t.test('records are read as they were written, in pieces of any size', async () => {
  await forAll([tables, drawn(anySize)], { count: 1500 }, ({ table, delimiter, text }, sizes) => {
    assert.deepEqual(contentsOf(recordsOf(text, sizes, delimiter)), table)
  })
})

t.test('the cuts between chunks change nothing, whatever arrives', async () => {
  const texts = fc.oneof(...[5, 60].map((longest) => textsOf('aé,,"""\n\n\r', 0, longest)))
  await forAll([texts, drawn(anySize)], { count: 1500 }, (text, sizes) => {
    const whole = recordsOf(text, () => text.length * 2 + 1)
    assert.deepEqual(recordsOf(text, sizes), whole)
    const bytes = Buffer.from(text)
    const before = whole.map((_, i) => bytes.subarray(0, whole[i - 1]?.end ?? 0).toString())
    assert.deepEqual(
      whole.map(({ line }) => line),
      before.map((read) => read.split(/\r\n|\r|\n/).length),
    )
  })
})

const tooLong = /^more than 131072 bytes$/

t.test('a fault costs its line; reading goes on at the next', inLongRun, async (t) => {
  const r = random('record faults')
  const faults: readonly (readonly [line: string, why: RegExp])[] = [
    ['"a,b', /^something follows the closing quote in column 1$/],
    ['"a"b,c', /^something follows the closing quote in column 1$/],
    ['="a",="b', /^a quote in column 2 inside a cell that is not quoted$/],
    ['="a"&"b"', /^a quote in column 1 inside a cell that is not quoted$/],
    [`"${'x'.repeat(200_000)}`, tooLong],
    ['y'.repeat(200_000), tooLong],
    [','.repeat(16_384), /^more than 16384 cells$/],
  ]
  for (const [line, why] of faults) {
    for (const sizes of [anySize(r), () => 1_000_000]) {
      const read = recordsOf(`1,"2"\n${line}\n3,"4"\r\n5,"6"`, sizes)
      t.same(
        read.filter((_, i) => i !== 1).map(({ line, content }) => [line, content]),
        [
          [1, ['1', '2']],
          [3, ['3', '4']],
          [4, ['5', '6']],
        ],
        line.slice(0, 20),
      )
      t.match(read[1], { line: 2, end: 6 + line.length + 1, content: why }, line.slice(0, 20))
    }
  }
  t.same(contentsOf(recordsOf('a,"b', anySize(r))), ['a quote is never closed'])
  t.same(contentsOf(recordsOf('a,"b"\r', anySize(r))), [['a', 'b']])
  t.same(contentsOf(recordsOf('a,="b', anySize(r))), ['a quote in column 2 inside a cell that is not quoted'])
  t.same(contentsOf(recordsOf('\n\r\n,\n""', anySize(r))), [[''], [''], ['', ''], ['']])
  for (const sizes of [anySize(r), () => 100]) {
    t.same(contentsOf(recordsOf('Tube 3/4" black,x\n19" rack,6\'5"\n"a" b", ""\n', sizes)).slice(0, 2), [
      ['Tube 3/4" black', 'x'],
      ['19" rack', '6\'5"'],
    ])
    t.same(contentsOf(recordsOf('"A-1", "x, y"\n  "A-2",  z ,  "q\n""r"', sizes)), [
      ['A-1', 'x, y'],
      ['A-2', '  z ', 'q\n"r'],
    ])
  }
  const unclosed = contentsOf(recordsOf(`"a\n${'b,c\n'.repeat(50_000)}`, anySize(r)))
  t.match(unclosed[0], tooLong)
  t.equal(unclosed.length, 50_001, 'an unclosed quote takes no good line with it')
})

t.test('quotes in every line that close nowhere cost no more time than others', inLongRun, async (t) => {
  const [before, unit, after] = ['1,2\n', ';=","\r\nä""\r\n', '3,4\n']
  const text = `${before}${unit.repeat(15_000)}${after}5,6\n`
  const read = recordsOf(text, () => 4096)
  t.same(recordsOf(text, anySize(random('quotes'))), read, 'however it is cut')
  t.equal(read.length, 30_003, 'a fault costs its line')
  t.same(read[0]?.content, ['1', '2'])
  t.match(read.at(-1), { line: 30_003, end: Buffer.byteLength(text), content: ['5', '6'] })
})

t.test('a line of any length is one fault, and no part of it is a record', async (t) => {
  const text = `1,2\n${'x'.repeat(6_553_600)},3\n4,5\n`
  const read = recordsOf(text, () => 65_536)
  t.equal(read.length, 3)
  t.match(read[1], { line: 2, content: tooLong })
  t.same(read[2], { line: 3, end: text.length, content: ['4', '5'] })
})
