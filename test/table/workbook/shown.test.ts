/** A cell is what the sheet shows, or a fault of its row: for each kind, as programs write it. */

import t from 'tap'
import { TableReader, tableOfWorkbook, Workbook } from '../../../src/table/index.ts'
import { xlsxEntries, zipOf } from './zips.ts'

/** The values of the rows below `text` and `qty`; of a cell without one the kind of its fault. */
function valuesOf(bytes: Uint8Array): (readonly [number: number, ...values: string[]])[] {
  const names = ['text', 'qty', 'title']
  const reader = new TableReader({ form: { names, required: ['text'], printed: ['title'] }, ...tableOfWorkbook })
  const table = Buffer.concat([...Workbook.at(bytes, { mostBytes: 1 << 20 }).table()])
  return [...reader.push(table), ...reader.end()].map((row) => {
    if ('fault' in row) return [row.line, row.fault.message]
    const values = Object.values(row.cells).map((value) => (typeof value === 'string' ? value : kindOf(value)))
    return [row.line, ...values]
  })
}

const kindOf = (fault: object): string => ('problem' in fault ? (fault.problem as { kind: string }).kind : '')

const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const heading = `<row r="1">${text('text')}${text('qty')}${text('title')}</row>`

const xlsx = (rows: string, more: { readonly styles?: string; readonly properties?: string } = {}): Uint8Array =>
  zipOf(xlsxEntries({ rows: heading + rows, ...more }))

const ods = (rows: string): Uint8Array => {
  const cell = (shown: string): string => `<table:table-cell><text:p>${shown}</text:p></table:table-cell>`
  const styles = '<style:style style:name="hid"><style:table-properties table:display="false"/></style:style>'
  const hidden = `<table:table table:name="a" table:style-name="hid"><table:table-row>${cell('hidden')}</table:table-row></table:table>`
  const bytes = `<x>${styles}${hidden}<table:table table:name="b"><table:table-row>${cell('text')}${cell('qty')}</table:table-row>${rows}</table:table></x>`
  return zipOf([{ name: 'content.xml', bytes }])
}
const odsRow = (attributes: string, shown: string): string =>
  `<table:table-row><table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell></table:table-row>`
const float = (value: string): string => `office:value-type="float" office:value="${value}"`

t.test(
  'formulas: the value that was saved, nothing where that is an empty text, a fault where there is none',
  async (t) => {
    const rows = [
      '<row r="2"><c><f>B2</f><v/></c></row>',
      '<row r="3"><c t="str"><f>"K-"&amp;7</f><v>K-7</v></c></row>',
      `<row r="4">${text('K-8')}</row>`,
      '<row r="5"><c t="str"><f>IF(B5="","",B5)</f><v></v></c></row>',
      '<row r="6"><c t="str"><f>IF(B6="","",B6)</f><v/></c></row>',
      '<row r="7"><c><f>B2&amp;"-X"</f></c></row>',
      '<row r="8"><c><f>1+1</f><v>2</v></c></row>',
    ].join('')
    t.same(valuesOf(xlsx(rows)), [
      [2, 'notCalculated'],
      [3, 'K-7'],
      [4, 'K-8'],
      [7, 'notCalculated'],
      [8, '2'],
    ])
    // 18.2.2: the zeros that libraries write are no results
    const properties = '<calcPr calcId="124519" fullCalcOnLoad="1"/>'
    t.same(
      valuesOf(xlsx(rows, { properties })).map(([row, value]) => [row, value]),
      [
        [2, 'notCalculated'],
        [3, 'notCalculated'],
        [4, 'K-8'],
        [5, 'notCalculated'],
        [6, 'notCalculated'],
        [7, 'notCalculated'],
        [8, 'notCalculated'],
      ],
    )
    t.same(valuesOf(ods(odsRow('table:formula="of:=[.B2]"', ''))), [[2, 'notCalculated']])
  },
)

t.test('an empty element is empty, whatever stands beside it', async (t) => {
  const rows = [2, 3].map(
    (row) => `<row r="${row}"><c t="str"><f>C2</f><v/></c><c t="inlineStr"><is/></c><c><v>${row}</v></c></row>`,
  )
  t.same(valuesOf(xlsx(`${rows.join('')}<row><c s="9"/><c></c><c t="s"/></row>`)), [
    [2, '2'],
    [3, '3'],
  ])
})

t.test('booleans, errors of any name, numbers that were rounded or do not fit', async (t) => {
  const rows = [
    '<c t="b"><v>1</v></c>',
    '<c t="b"><v>0</v></c>',
    '<c t="e"><v>#NEW_ERROR!</v></c>',
    '<c><v>1.06141411234568E+17</v></c>',
  ]
  const styles = '<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="12"/></cellXfs>'
  const more = [
    '<c s="1"><v>-5</v></c>',
    '<c s="2"><v>1.5</v></c>',
    text('#####'),
    text('#SPILL!'),
    text('Err:502'),
    text('#VALEUR!'),
  ]
  const all = [...rows, ...more].map((cell) => `<row>${cell}</row>`).join('')
  t.same(
    valuesOf(xlsx(all, { styles })).map(([, value]) => value),
    [
      'TRUE',
      'FALSE',
      'spreadsheetError',
      'roundedNumber',
      'tooNarrow',
      'otherFormat',
      'tooNarrow',
      'spreadsheetError',
      'spreadsheetError',
      'spreadsheetError',
    ],
  )
  const title = `<row>${text('A')}<c/><c><v>1E+15</v></c></row>`
  t.same(valuesOf(xlsx(title)), [[2, 'A', 'roundedNumber']], 'not in words either')
})

t.test('quantities are the number, in whatever format it is shown', async (t) => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="0.00"/><numFmt numFmtId="165" formatCode="0&quot; Stk&quot;"/><numFmt numFmtId="166" formatCode="#,##0"/></numFmts><cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>'
  const rows = [2, 3, 1000].map(
    (qty, i) => `<row>${text('A')}<c s="${i + 1}"><v>${qty}</v></c><c s="${i + 1}"><v>${qty}</v></c></row>`,
  )
  t.same(valuesOf(xlsx(rows.join(''), { styles })), [
    [2, 'A', '2', '2.00'],
    [3, 'A', '3', '3 Stk'],
    [4, 'A', '1000', '1,000'],
  ])
  t.same(valuesOf(xlsx(`<row>${text('A')}<c s="1"><v>2.5</v></c></row>`, { styles })), [[2, 'A', '2.50']])
  const cell = `<table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell ${float('1000')}><text:p>1.000</text:p></table:table-cell></table:table-row>`
  t.same(valuesOf(ods(cell)), [[2, 'A', '1000']])
})

t.test(
  '.ods: numbers that were rounded, errors, cells that are too narrow; a hidden table is not the first',
  async (t) => {
    const rows = [
      odsRow(float('1.06141411234568E+017'), '106141411234568000'),
      odsRow(float('4006381333931'), '4006381333931'),
      odsRow(float('4006381333931'), '4,00638E+12'),
      odsRow(float('12'), '###'),
      odsRow('calcext:value-type="error" office:value-type="string"', 'Err:502'),
      odsRow('office:value-type="boolean" office:boolean-value="true"', 'WAHR'),
      odsRow(
        'office:value-type="string"',
        '<text:s/>A<text:s text:c="2"/>1<office:annotation><text:p>note</text:p></office:annotation>',
      ),
    ]
    t.same(valuesOf(ods(rows.join(''))), [
      [2, 'roundedNumber'],
      [3, '4006381333931'],
      [4, '4006381333931'],
      [5, 'tooNarrow'],
      [6, 'spreadsheetError'],
      [7, 'WAHR'],
      [8, ' A  1'],
    ])
  },
)

t.test('no text of a workbook is taken for what is known of a cell', async (t) => {
  t.same(valuesOf(xlsx(`<row>${text('A_xFFFF_12')}</row><row>${text('&#xFFFF;notCalculated')}</row>`)), [
    [2, 'A\ufffd12'],
    [3, '\ufffdnotCalculated'],
  ])
})
