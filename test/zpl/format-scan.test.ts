import fc from 'fast-check'
import t from 'tap'
import { asksHost } from '../../src/zpl/commands.ts'
import { FormatScan } from '../../src/zpl/index.ts'
import { commandsIn } from '../../src/zpl/lexer.ts'
import { forAll, inLongRun } from '../random.ts'

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')

/** What the lexer finds in the whole of a program. */
function byLexer(bytes: Uint8Array) {
  let isWithin = false
  let formats = 0
  const queries: string[] = []
  for (const { prefix, name, offset } of commandsIn(bytes)) {
    if (asksHost(`${prefix}${name}`)) queries.push(`${prefix}${name} ${offset}`)
    if (prefix !== '^') continue
    if (name === 'XZ' && isWithin) formats++
    if (name === 'XA' || name === 'XZ') isWithin = name === 'XA'
  }
  return { isWithin, formats, queries }
}

/** What the scan finds of a program that comes in pieces. */
function byScan(bytes: Uint8Array, cuts: readonly number[]) {
  const scan = new FormatScan()
  const queries: string[] = []
  const take = (): void => {
    queries.push(...scan.takeQueries().map(({ command, offset }) => `${command} ${offset}`))
  }
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  let from = 0
  for (const end of ends) {
    scan.read(bytes.subarray(from, end))
    take()
    from = end
  }
  scan.finish()
  take()
  return { scan, isWithin: scan.isWithin, formats: scan.formats, queries }
}

const piece = fc.constantFrom(
  ...['^XA', '^XZ', '^xa', '^xz', '~HI', '~HS', '^HH', '^FO10,10', '^FDtext^FS', '^A0N,30', '^A', '^', '~', '\r\n'],
  ...['^GFA,2,2,1,FF^FS', '^GFB,6,6,1,^XA^XZ', '^GFC,3,3,1,^XZ', '^GFB,4,4,1,:B64:^XA', '^GFB,x,4,1,^XA', '^GFB,2,'],
  ...['~DYR:A,B,G,6,1,^XZ^XA', '~DGR:A.GRF,2,1,FFFF', '^CC!', '!XA', '!XZ', '^CD;', '^GFB;3;3;1;^XZ', '~CT+', '+HS'],
  ...['^GFB,3,3,1,^X', '^GF'.repeat(5), ',', 'Z', 'A', `^GFB,${'9'.repeat(45)},1,1,^XA`, '^GFB,0,0,1,^XA'],
)

t.test('formats and queries are those of the lexer, however the bytes come', inLongRun, async () => {
  const programs = fc.array(fc.oneof({ weight: 8, arbitrary: piece }, fc.string({ maxLength: 4 })), { maxLength: 30 })
  await forAll([programs, fc.array(fc.nat(), { maxLength: 8 })], { count: 6000 }, (pieces, cuts) => {
    const bytes = bytesOf(pieces.join(''))
    const { scan, ...found } = byScan(bytes, cuts)
    const expected = byLexer(bytes)
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new Error(`${JSON.stringify(pieces.join(''))}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
    return scan.length === bytes.length
  })
})

t.test('a program is closed between formats alone, and a download is open until the next command', async (t) => {
  const isClosed = (text: string): boolean => {
    const scan = new FormatScan()
    scan.read(bytesOf(text))
    return scan.isClosed
  }
  for (const text of ['', '^XA^XZ', '^XA^XZ\r\n', '~HS', '~SD20\r\n', '^XA^GFB,3,3,1,^XA^FS^XZ', '~DGA,2,1,FFFF^XA^XZ'])
    t.equal(isClosed(text), true, text)
  for (const text of ['^', '^X', '^XA', '^XA^XZ^XA', '~DGA,2,1,FF', '~DYA,A,G,2,1,', '^XA^XZ~', '^XA^GFB,3,3,1,^XZ'])
    t.equal(isClosed(text), false, text)
  const scan = new FormatScan()
  scan.read(bytesOf('x^XA^XZ\r\n^XA^XZ^XA^FO'))
  t.match({ formats: scan.formats, end: scan.end, isWithin: scan.isWithin }, { formats: 2, end: 15, isWithin: true })
})
