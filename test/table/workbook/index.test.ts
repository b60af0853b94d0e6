import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { root } from '../../../src/root.ts'
import { TableError, TableReader, tableOfWorkbook, Workbook } from '../../../src/table/index.ts'
import { cases, forAll, inLongRun } from '../../random.ts'
import { type XlsxParts, xlsxEntries, type ZipEntry, zipOf } from './zips.ts'

const mostBytes = 1 << 20

const file = (name: string): Uint8Array => new Uint8Array(readFileSync(join(root, 'test/table/files', name)))

const markedTable = (bytes: Uint8Array, worksheet?: string): string =>
  Buffer.concat([...Workbook.at(bytes, { mostBytes }).table(worksheet)]).toString()

/** What a table shows, without what else is known of its cells. */
const tableOf = (bytes: Uint8Array, worksheet?: string): string =>
  markedTable(bytes, worksheet).replace(/\uffff\w+/g, '')

/** The labels of a workbook, as the one reader of tables gives them. */
function labelsOf(bytes: Uint8Array, columns: { readonly [name: string]: string } = {}, header = true) {
  const names = ['text', 'caption', 'qty', 'title']
  const reader = new TableReader({
    form: { names, required: ['text'], printed: ['caption', 'title'] },
    columns,
    header,
    ...tableOfWorkbook,
  })
  const table = Buffer.from(markedTable(bytes))
  return [...reader.push(table), ...reader.end()].map((row) => {
    if ('fault' in row) return row.fault.message
    return Object.fromEntries(
      Object.entries(row.cells).map(([name, value]) => [name, typeof value === 'string' ? value : value.fault]),
    )
  })
}

t.test('workbooks as programs save them', async (t) => {
  t.same(labelsOf(file('german.xlsx'), { title: 'Preis' }).slice(0, 5), [
    { text: '4006381333931', caption: 'Textmarker, gelb', qty: '1', title: '1.99 €' },
    { text: '4012345000009', caption: 'Käse „Allgäu“ 400 g', qty: '2', title: '4.50 €' },
    { text: '4305615418735', caption: 'Müsli & Nüsse', qty: '3', title: '12.00 €' },
    { text: '4002359002083', caption: 'Bürste 3 cm', qty: '4', title: '0.60 €' },
    { text: '5901234123457', caption: 'Öl\nkaltgepresst', qty: '5', title: '1,234.50 €' },
  ])
  t.match(tableOf(file('german.xlsx')), /,02\.03\.2027,002\n/, 'dates and zeros as they are shown')
  t.equal(tableOf(file('german.xlsx'), 'Alt'), 'EAN\n00000000\n', 'a worksheet that is hidden, by its name')
  t.equal(labelsOf(file('sap.xlsx'), { text: 'EAN11', caption: 'MAKTX' }).length, 40)
  t.match(tableOf(file('sap.xlsx')), /^100,000000000000000001,/m)
  t.same(labelsOf(file('zeros.xlsx'), { text: 'Shown' })[0], { text: '036000291452' })
  t.same(labelsOf(file('lager.ods'), { title: 'Regal' })[0], {
    text: '4006381333931',
    caption: 'Posten  1 – links',
    title: '001',
  })
  t.same(labelsOf(file('gaps.xlsx')), [
    { text: '4006381333931', caption: 'Eins' },
    { text: '4012345000009', caption: 'Zwei' },
    { text: '4305615418735', caption: 'Drei' },
  ])
  t.equal(tableOf(file('gaps.xlsx')).split('\n').length, 401, 'each row on the line of its number')
  const [first, ...others] = labelsOf(file('formulas.xlsx'), { caption: 'Description', qty: 'Copies' })
  t.same(first, { text: '4006381333931', caption: 'Shelf 1', qty: '2' })
  t.same(
    others.map((row) => /is an error of the spreadsheet/.test(JSON.stringify(row))),
    [true, true, false, true],
  )
  for (const row of labelsOf(file('unsaved.xlsx')))
    t.match(JSON.stringify(row), /is not calculated/, 'no value is made up')
})

t.test('cells of every type', async (t) => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="0000&quot;&gt;&quot;"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs>'
  const shared =
    '<si><t>a&amp;b</t></si><si><r><t>x</t></r><r><t xml:space="preserve"> y</t></r><rPh sb="0" eb="1"><t>read aloud</t></rPh></si><si/><si><t>1.5E+11</t></si><si><t>_x000D_=1</t></si>'
  const cells = [
    '<c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c>',
    '<c t="str"><f>x</f><v>of a &lt;formula&gt;</v></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c><c s="1"><v>7</v></c><c s="2"><v>46000</v></c>',
    `<c t="inlineStr"><is><t>in</t><r><t>line</t></r></is></c><c t="d"><v>2027-01-02T00:00:00.000</v></c><c s="1"/><c><v>-1.5</v></c>`,
  ]
  const table = (parts: XlsxParts): string => tableOf(zipOf(xlsxEntries({ styles, shared, ...parts })))
  t.equal(
    table({ rows: `<row r="1">${cells[0]}</row><row>${cells[1]}</row><row r="5">${cells[2]}</row>` }),
    ['a&b,,x y,,="1.5E+11"\n', 'of a <formula>,TRUE,#REF!,0007>,2025-12-09\n\n\n', 'inline,2027-01-02,,-1.5\n'].join(
      '',
    ),
  )
  t.equal(table({ rows: '<row><c t="s"><v>4</v></c></row>' }), '"\r=1"\n')
  t.equal(table({ rows: '<row><c s="2"><v>0</v></c></row>', properties: '<workbookPr date1904="1"/>' }), '1904-01-01\n')
  t.equal(table({ rows: '<!-- <row> --><x:row a=">"><x:c><x:v><![CDATA[1]]></x:v></x:c></x:row>' }), '1\n')
  t.equal(table({ rows: '' }), '')
})

t.test('what cannot be read says why, before it takes room', inLongRun, async (t) => {
  const refusal = (entries: readonly ZipEntry[] | Uint8Array): string => {
    const bytes = entries instanceof Uint8Array ? entries : zipOf(entries)
    try {
      const before = process.memoryUsage().arrayBuffers
      const table = Workbook.at(bytes, { mostBytes }).table()
      let size = 0
      for (const piece of table) size += piece.length
      t.ok(process.memoryUsage().arrayBuffers - before < 64 << 20)
      return `${size} bytes`
    } catch (error) {
      if (!(error instanceof TableError)) throw error
      t.equal(error.code, 'unsupported_media_type')
      t.match(error.message, /save its sheet as "CSV UTF-8"/)
      return error.message
    }
  }
  const rows = (text: string, more: Partial<XlsxParts> = {}) => xlsxEntries({ rows: text, ...more })
  const changed = (entries: ZipEntry[], change: Partial<ZipEntry>): ZipEntry[] => [
    ...entries.slice(0, -1),
    { ...entries.at(-1)!, ...change },
  ]
  const zeros = new Uint8Array(64 << 20)
  t.match(refusal(changed(rows(''), { bytes: zeros })), /more than 1 MiB/, 'a bomb that says its size')
  t.match(refusal(changed(rows(''), { bytes: zeros, unpacked: 1000 })), /damaged/, 'a bomb that lies')
  t.match(refusal(changed(rows(''), { unpacked: 1000 })), /damaged/, 'less than it says')
  const long = `<si><t>${'x'.repeat(30_000)}</t></si>`
  t.match(
    refusal(rows(`<row>${'<c t="s"><v>0</v></c>'.repeat(4)}</row>`.repeat(4000), { shared: long })),
    /table has more than 1 MiB/,
    'a text in many cells',
  )
  t.match(refusal(rows('<row r="1"><c r="XFE1"><v>1</v></c></row>')), /damaged/)
  t.match(refusal(rows('<row r="1048577"><c><v>1</v></c></row>')), /damaged/)
  t.match(refusal(rows('<row r="2"/><row r="1"/>')), /damaged/)
  t.match(refusal(rows('<row><row><c><v>1</v></c></row><c><v>2</v></c></row>')), /damaged/, 'a row in a row')
  t.match(refusal(rows('<row><c t="s"><v>9</v></c></row>')), /damaged/)
  t.match(refusal(rows('<row><c><v>one</v></c></row>')), /damaged/)
  t.match(refusal(changed(rows(''), { bytes: '<!DOCTYPE x [<!ENTITY a "b">]><x/>' })), /type of document/)
  t.match(refusal(changed(rows(''), { bytes: new Uint8Array([0xff, 0xff]) })), /UTF-8/)
  t.match(refusal(changed(rows(''), { flags: 1 })), /password/)
  t.match(refusal(changed(rows(''), { method: 12 })), /method 12/)
  t.match(refusal(rows('').slice(0, -1)), /has no xl\/worksheets\/sheet1\.xml/)
  t.match(refusal([{ name: 'word/document.xml', bytes: '<x/>' }]), /no worksheets/)
  t.match(refusal([...rows(''), { name: 'XL/Workbook.xml', bytes: '' }]), /damaged/, 'two entries of one name')
  // the last name of the directory goes on within the record behind it
  const beyond = zipOf(rows(''))
  const view = new DataView(beyond.buffer)
  const last = Buffer.from(beyond).lastIndexOf('PK\x01\x02')
  view.setUint16(last + 30, 4, true)
  t.match(refusal(beyond), /damaged/, 'an entry that ends behind the directory')
  const repeated = (count: string): ZipEntry[] => [
    {
      name: 'content.xml',
      bytes: `<t:table table:name="a"><t:table-row table:number-rows-repeated="${count}"><t:table-cell><p>${'x'.repeat(500)}</p></t:table-cell></t:table-row></t:table>`,
    },
  ]
  t.match(refusal(repeated('1000000')), /table has more than 1 MiB/)
  t.match(refusal(repeated('1e99')), /damaged/)
  t.equal(refusal(repeated('2')), '1002 bytes')
  const cells = (before: number, count: number): ZipEntry[] => [
    {
      name: 'content.xml',
      bytes: `<t:table table:name="a"><t:table-row><t:table-cell table:number-columns-repeated="${before}"/><t:table-cell table:number-columns-repeated="${count}"><p>x</p></t:table-cell></t:table-row></t:table>`,
    },
  ]
  t.equal(refusal(cells(16_380, 4)), `${16_383 + 4 + 1} bytes`, 'up to the last column')
  t.match(refusal(cells(16_380, 5)), /damaged/, 'texts beyond the last column')
  t.throws(
    () => tableOf(file('german.xlsx'), 'Preise'),
    /no worksheet "Preise"; the workbook has "Alt", "Preisliste", "Notizen"/,
  )
})

t.test('a damaged workbook is told, or read; it never ends otherwise', inLongRun, async (t) => {
  const names = ['german.xlsx', 'sap.xlsx', 'lager.ods', 'formulas.xlsx'] as const
  const outcome = (bytes: Uint8Array): string => {
    try {
      return tableOf(bytes)
    } catch (error) {
      if (error instanceof TableError) return 'refused'
      throw error
    }
  }
  let refused = 0
  await forAll(
    [fc.constantFrom(...names), fc.double({ min: 0, max: 1, noNaN: true })],
    { count: 400 },
    (name, part) => {
      const bytes = file(name)
      if (outcome(bytes.subarray(0, Math.floor(part * bytes.length))) === 'refused') refused++
    },
  )
  const flips = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 4,
  })
  await forAll([fc.constantFrom(...names), flips], { count: 800 }, (name, all) => {
    const bytes = file(name).slice()
    for (const [place, byte] of all) bytes[Math.floor(place * bytes.length)] = byte
    if (outcome(bytes) === 'refused') refused++
  })
  t.ok(refused > cases(1200) / 4, `${refused}`)
})

t.test('texts that a table would take for separators come back as they were', async (t) => {
  for (const text of [';', 'sep=;', 'sep=,', ';;', 'a;b', '\t;\t']) {
    const bytes = zipOf(
      xlsxEntries({ rows: `<row><c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c></row>` }),
    )
    const reader = new TableReader({
      form: { names: ['text'], required: [], printed: ['text'] },
      columns: { text: '1' },
      header: false,
      ...tableOfWorkbook,
    })
    const [row] = [...reader.push(Buffer.from(tableOf(bytes))), ...reader.end()]
    t.equal(row !== undefined && 'cells' in row && row.cells.text, text)
  }
})

t.test('any texts come back as they were', async () => {
  const escaped = (text: string): string =>
    text.replace(/[&<>"\r]|_(?=x)/g, (character) => (character === '_' ? '_x005F_' : `&#${character.charCodeAt(0)};`))
  const cell = fc.string({ unit: fc.constantFrom(...' ,;"=\n\r\t_x0E+1äß漢<&>'), maxLength: 12 })
  await forAll(
    [fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 })],
    { count: 500 },
    (rows) => {
      const shown = rows.map(
        (cells) =>
          `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`).join('')}</row>`,
      )
      const bytes = zipOf(xlsxEntries({ rows: shown.join('') }))
      const width = Math.max(...rows.map(({ length }) => length))
      const columns = Object.fromEntries(Array.from({ length: width }, (_, i) => [`p${i}`, `${i + 1}`]))
      const names = Object.keys(columns)
      const heading = { form: { names, required: [], printed: names }, columns, header: false, ...tableOfWorkbook }
      const wanted = rows.filter((cells) => cells.some((text) => text.trim() !== ''))
      // the widest row first, whose columns are those of the table
      if (wanted[0]?.length !== width || wanted[0].at(-1)!.trim() === '') return true
      const reader = new TableReader(heading)
      const read = [...reader.push(Buffer.from(tableOf(bytes))), ...reader.end()]
      return (
        read.length === wanted.length &&
        read.every(
          (row, i) =>
            'cells' in row &&
            wanted[i]!.every((text, j) => {
              const value = row.cells[`p${j}`] ?? ''
              return value === (text.trim() === '' ? '' : text) || /^\s*="/.test(text)
            }),
        )
      )
    },
  )
})
