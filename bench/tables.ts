/**
 * The slowest table of at most 1 MiB: the attacks, and what a search makes of them, by the longest time between two pauses.
 *
 *     npm run build && node --expose-gc build/bench/tables.js [seconds]
 *
 * Prints a line for each attack, and each slower one that is found. Times are of this process, in ms of CPU. TEST_SEED chooses what is searched.
 */

import { OtherNames } from '../src/request/query.ts'
import { symbolRows } from '../src/request/rows.ts'
import { sentRows } from '../src/server/api/labels/rows.ts'
import { random } from '../test/random.ts'
import { xlsxEntries, zipOf } from '../test/table/workbook/zips.ts'
import { tablesOf } from './attacks/workbooks.ts'

const [seconds = 60] = process.argv.slice(2).map(Number)

const ms = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The longest step in which a table is read, and all of them, in ms of CPU. */
function timesOf(type: string, bytes: Uint8Array): { longest: number; all: number; steps: number } {
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
  gc?.()
  const reading = sentRows({ mediaType: type, bytes: new Uint8Array(bytes) }, asked)
  let [longest, all, steps] = [0, 0, 0]
  for (let done = false; !done; steps++) {
    const from = ms()
    done = reading.next().done === true
    const time = ms() - from
    longest = Math.max(longest, time)
    all += time
  }
  return { longest, all, steps }
}

const [xlsx, ods, csv] = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  'text/csv',
] as const

/** What tables are made of, by what takes it. */
const fragments = {
  [xlsx]: [
    '<row>',
    '</row>',
    '<row/>',
    '<c>',
    '</c>',
    '<c/>',
    '<v>',
    '1',
    '</v>',
    '<v/>',
    '<c r="XFD1" t="s"><v>0</v></c>',
    '<c t="inlineStr"><is><t>',
    '</t></is></c>',
    '<r><t>a</t></r>',
    ' a="&lt;"',
    '&#65;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    "'",
    '"',
    '<x>',
    '</x>',
    '<c s="0"><v>-1.5E-7</v></c>',
    '<c s="0"><v>45000.123</v></c>',
  ],
  [ods]: [
    '<t:table-row>',
    '</t:table-row>',
    '<t:table-cell>',
    '</t:table-cell>',
    '<t:table-cell/>',
    '<p>',
    '</p>',
    'a',
    '<s c="9"/>',
    '<tab/>',
    '<t:table-cell table:number-columns-repeated="16000"><p>a</p></t:table-cell>',
    '<t:table-row table:number-rows-repeated="9999">',
    '<annotation>',
    '</annotation>',
    '<t:table>',
    '</t:table>',
    '&#x41;',
  ],
  [csv]: [
    '\n',
    '\r',
    '\r\n',
    ',',
    ';',
    '\t',
    '"',
    '""',
    'a',
    ' ',
    '="',
    '="1"',
    'sep=;',
    'ä',
    '\u0080',
    '|',
    'text',
    '1.5E+11',
    '#N/A',
  ],
}

const { between, pick } = random('tables')

/** A text of some fragments, repeated up to a length. */
function content(type: keyof typeof fragments, most: number): string {
  let text = ''
  while (text.length < most) {
    const unit = Array.from({ length: between(1, 8) }, () => pick(fragments[type])).join('')
    text += unit.repeat(Math.min(Math.ceil((most - text.length) / unit.length), 4 ** between(0, 10)))
  }
  return text.slice(0, most)
}

function table(type: keyof typeof fragments): Uint8Array {
  if (type === csv) return Buffer.from(`text\n${content(type, 1 << 20)}`).subarray(0, 1 << 20)
  const most = between(0, 7e6)
  if (type === ods) return zipOf([{ name: 'content.xml', bytes: `<t:table>${content(type, most)}` }])
  const formats = `<numFmts><numFmt numFmtId="164" formatCode="${pick(['0.00', '???/???', '[h]:mm', '[>1]0;@'])}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`
  return zipOf(xlsxEntries({ rows: content(type, most), shared: content(type, between(0, most)), styles: formats }))
}

let slowest = 0
function judge(what: string, type: string, bytes: Uint8Array): void {
  const { longest, all, steps } = timesOf(type, bytes)
  if (longest > slowest || !what.startsWith('found')) {
    console.log(
      `${longest.toFixed(1).padStart(7)} ms of ${all.toFixed(0).padStart(5)} ms in ${steps} steps: ${what}, ${bytes.length} bytes`,
    )
  }
  slowest = Math.max(slowest, longest)
}

for (const [what, made] of Object.entries(tablesOf(8 << 20))) {
  const { type, bytes } = made()
  judge(what, type, bytes)
}
let count = 0
for (const end = Date.now() + 1000 * seconds; Date.now() < end; count++) {
  const type = pick([xlsx, ods, csv] as const)
  const bytes = table(type)
  if (bytes.length <= 1 << 20) judge(`found ${count} of ${type.split('.').at(-1)}`, type, bytes)
}
console.log(`${count} tables, the slowest step ${slowest.toFixed(1)} ms`)
