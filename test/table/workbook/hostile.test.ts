/** Workbooks that a few KB make large: nothing of them is read without pauses, and not without end. */

import t from 'tap'
import { tablesOf } from '../../../bench/attacks/workbooks.ts'
import { OtherNames } from '../../../src/request/query.ts'
import { symbolRows } from '../../../src/request/rows.ts'
import { sentRows } from '../../../src/server/api/labels/rows.ts'
import { Workbook } from '../../../src/table/index.ts'
import { bytesBetween, tokensBetween, xmlTokens } from '../../../src/xml.ts'
import { inLongRun, long } from '../../random.ts'
import { xlsxEntries, zipOf } from './zips.ts'

/** Tokens between two pauses at most, and their number. */
function tokensOf(text: string): { most: number; count: number } {
  let [between, most, count] = [0, 0, 0]
  for (const { kind } of xmlTokens([Buffer.from(text)], (why) => new Error(why), 16 << 20)) {
    if (kind === 'pause') between = 0
    else count++
    if (kind !== 'pause') most = Math.max(most, ++between)
  }
  return { most, count }
}

t.test('XML is read with a pause after some tokens, and after some bytes without any', async (t) => {
  const { most, count } = tokensOf('<xf/>'.repeat(100_000))
  t.equal(count, 100_000)
  t.equal(most, tokensBetween)
  let pauses = 0
  const comment = Buffer.from(`<!--${' '.repeat(10 * bytesBetween)}--><a/>`)
  for (const { kind } of xmlTokens([comment], (why) => new Error(why), 16 << 20)) if (kind === 'pause') pauses++
  t.equal(pauses, 11)
})

t.test('what gives no row has pauses too: styles, texts, empty rows, the list of sheets', inLongRun, async (t) => {
  const stepsOf = (bytes: Uint8Array): number => {
    let steps = 0
    const opening = Workbook.opened(bytes, { mostBytes: 8 << 20 })
    let opened = opening.next()
    for (; !opened.done; opened = opening.next()) steps++
    for (const _ of opened.value.table()) steps++
    return steps
  }
  const count = long ? 200_000 : 25_000
  const least = Math.floor(count / tokensBetween)
  const rows = '<row><c><v>1</v></c></row>'
  for (const parts of [
    { rows, styles: `<cellXfs>${'<xf/>'.repeat(count)}</cellXfs>` },
    { rows, shared: '<si/>'.repeat(count) },
    { rows: rows + '<row/>'.repeat(count) },
    { rows: `${rows}<row>${'<c r="A1"/>'.repeat(count)}</row>` },
    { rows, properties: '<a/>'.repeat(count) },
  ]) {
    t.ok(stepsOf(zipOf(xlsxEntries(parts))) >= least, Object.keys(parts).join())
  }
  const table = `<t:table><t:table-row>${'<t:table-cell/>'.repeat(count)}</t:table-row></t:table>`
  t.ok(stepsOf(zipOf([{ name: 'content.xml', bytes: table }])) >= 2 * least)
})

t.test('a workbook of more tags and texts than may be read is refused', async (t) => {
  const rows = `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`
  const read = (mostTokens: number): number =>
    [...Workbook.at(zipOf(xlsxEntries({ rows })), { mostBytes: 1 << 20, mostTokens }).table()].length
  t.ok(read(600) > 0)
  t.throws(() => read(500), { message: /it has more than 500 parts/, problem: { kind: 'detailedWorkbook' } })
  const shared = `<si>${'<r/>'.repeat(20_000)}</si>`
  t.throws(() => [...Workbook.at(zipOf(xlsxEntries({ rows, shared })), { mostBytes: 1 << 20 }).table()], {
    message: /a cell of it has more than 16384 parts/,
  })
})

t.test('elements that end as others, twice or never are damage', (t) => {
  for (const rows of [
    '<row><c><v>1</v></c></row></row><row><c><v>2</v></c></row>',
    '<row/><c><v>1</v></c></row>',
    '<row><c><v>1</v></c></sheetData>',
    '<row><c><v>1</v></c></row><a>',
  ]) {
    const workbook = Workbook.at(zipOf(xlsxEntries({ rows })), { mostBytes: 1 << 20 })
    t.throws(() => [...workbook.table()], { message: /it is damaged/ }, rows)
  }
  t.end()
})

/** What is asked for with a table of one column. */
const asked = {
  form: symbolRows,
  forAll: { type: 'code128' },
  columns: {},
  delimiter: undefined,
  header: true,
  encoding: undefined,
  worksheet: undefined,
  others: new OtherNames(),
}

/** Of a part of a workbook: npm test takes a sixteenth of what there may be. */
const mostBytes = long ? 8 << 20 : 1 << 19

t.test('the attacks: each of at most 1 MiB, in steps, with an end', inLongRun, async (t) => {
  for (const [name, table] of Object.entries(tablesOf(mostBytes))) {
    const { type, bytes } = table()
    t.ok(bytes.length <= 1 << 20, `${name}: ${bytes.length} bytes`)
    let steps = 0
    const reading = sentRows({ mediaType: type, bytes: new Uint8Array(bytes) }, asked)
    let step = reading.next()
    for (; !step.done; step = reading.next()) steps++
    t.ok(steps >= (long ? 10 : 5) && steps <= 4096, `${name}: ${steps} steps`)
  }
})
