/** Workbooks and tables of a few KB, or of 1 MB, that have millions of elements, cells or rows with nothing in them. */

import { type XlsxParts, xlsxEntries, zipOf } from '../../test/table/workbook/zips.ts'

/** A body of a request. */
interface Upload {
  readonly type: string
  readonly bytes: Uint8Array
}

/** A heading, and one cell below it. */
const rows = '<row><c t="inlineStr"><is><t>text</t></is></c></row><row><c t="inlineStr"><is><t>A-1</t></is></c></row>'

function xlsx(parts: Partial<XlsxParts>): Upload {
  const bytes = zipOf(xlsxEntries({ rows, ...parts }))
  return { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', bytes }
}

/** @param content  of its only part */
function ods(content: string): Upload {
  const bytes = zipOf([{ name: 'content.xml', bytes: content }])
  return { type: 'application/vnd.oasis.opendocument.spreadsheet', bytes }
}

const odsTable = (content: string): Upload => ods(`<t:table table:name="a">${odsRow('text')}${content}</t:table>`)

const odsRow = (text: string): string => `<t:table-row><t:table-cell><p>${text}</p></t:table-cell></t:table-row>`

const csv = (text: string): Upload => ({ type: 'text/csv', bytes: new Uint8Array(Buffer.from(text)) })

/**
 * The hostile tables by what they have, each of at most 1 MiB.
 *
 * @param most  bytes of a part of a workbook; a service takes 8 MiB
 */
export function tablesOf(most: number): { readonly [what: string]: () => Upload } {
  const filling = (text: string): string => text.repeat(Math.floor((most - 4096) / text.length))
  return {
    'formats of cells': () => xlsx({ styles: `<cellXfs>${filling('<xf/>')}</cellXfs>` }),
    'empty texts': () => xlsx({ shared: filling('<si/>') }),
    'a text of runs': () => xlsx({ shared: `<si>${filling('<r><t>x</t></r>')}</si>` }),
    'a text of references': () => xlsx({ shared: `<si><t>${filling('&#65;')}</t></si>` }),
    'empty rows': () => xlsx({ rows: rows + filling('<row/>') }),
    'empty cells': () => xlsx({ rows: `${rows}<row>${filling('<c r="B1"/>')}</row>` }),
    'cells of a blank text': () => {
      const shared = `<si><t>${' '.repeat(30_000)}</t></si>`
      return xlsx({ shared, rows: rows + filling('<row><c t="s"><v>0</v></c></row>') })
    },
    'cells far to the right': () => xlsx({ rows: rows + filling('<row><c r="XFD1"><v>1</v></c></row>') }),
    'a row far down': () => xlsx({ rows: `${rows}<row r="1048576"><c><v>1</v></c></row>` }),
    comments: () => xlsx({ rows: rows + filling('<!---->') }),
    'a long comment': () => xlsx({ rows: `${rows}<!--${filling('- -')}-->` }),
    'attributes without values': () => xlsx({ rows: `${rows}<row ${filling('a ')}/>` }),
    'empty attributes': () => xlsx({ rows: rows + filling(`<row ${'a="" '.repeat(200_000)}/>`) }),
    'numbers of long formats': () => {
      const styles = `<numFmts><numFmt numFmtId="164" formatCode="${'?'.repeat(250)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`
      return xlsx({ styles, rows: rows + filling('<row><c s="0"><v>1.5</v></c></row>') })
    },
    'an index of sheets': () => {
      const [relations, , ...others] = xlsxEntries({ rows })
      const index = `<workbook><sheets>${filling('<sheet r:id="s"/>')}</sheets></workbook>`
      const { type } = xlsx({})
      return { type, bytes: zipOf([relations!, { name: 'xl/workbook.xml', bytes: index }, ...others]) }
    },
    'repeated columns': () => {
      const cell = '<t:table-cell table:number-columns-repeated="16384"><p> </p></t:table-cell>'
      return odsTable(filling(`<t:table-row>${cell}</t:table-row>`))
    },
    'repeated rows': () => {
      const cell = '<t:table-cell><p>x</p></t:table-cell>'
      return odsTable(`<t:table-row table:number-rows-repeated="1000000">${cell}</t:table-row>`)
    },
    'repeated blanks': () => odsTable(filling(odsRow('<text:s text:c="16384"/>'.repeat(100)))),
    'empty paragraphs': () => odsTable(odsRow(filling('</p><p>'))),
    'empty tables': () => ods(filling('<t:table/>')),
    'empty lines': () => csv(`text\n${'\n'.repeat((1 << 20) - 5)}`),
    'empty columns': () => csv(`text\n${`${','.repeat(16_000)}\n`.repeat(65)}`),
    headings: () => csv(`${'ä,'.repeat(16_000)}text\n${'A\n'.repeat(400_000)}`),
    'quotes that close nowhere': () => csv(`text\n${';=","\r\nä""\r\n'.repeat(65_000)}`),
    quotes: () => csv(`text\n${'"""'.repeat(349_000)}`),
  }
}

export const name = 'workbooks of a few KB'

/** Each of these tables as a body of labels. */
export function* requests(): Iterable<{ method: string; path: string; headers: object; body: Uint8Array }> {
  for (const table of Object.values(tablesOf(8 << 20))) {
    const { type, bytes } = table()
    yield { method: 'POST', path: '/api/v1/labels?type=code128', headers: { 'Content-Type': type }, body: bytes }
  }
}
