/** Workbooks of LibreOffice (.ods): OpenDocument 1.3, part 3, 9 (tables), 6.1 (text). Each cell has what it shows as a text. */

import { attributesOf, xmlTokens } from '../../xml.ts'
import { unreadable } from './unreadable.ts'
import {
  type CellText,
  countOf,
  mostColumns,
  mostRows,
  type SheetRow,
  type WorkbookReader,
  type Worksheet,
} from './worksheet.ts'
import type { ZipFile } from './zip.ts'

const content = 'content.xml'

/** Where in a table the reader is. */
interface OpenCell {
  readonly repeated: number
  readonly type: string
  /** Of a number, as it is computed. */
  readonly value: string | undefined
  /** Its paragraphs. */
  readonly lines: string[]
}

export class Ods implements WorkbookReader {
  readonly worksheets: readonly Worksheet[]
  readonly #zip: ZipFile

  /** @throws TableError */
  constructor(zip: ZipFile) {
    this.#zip = zip
    const sheets: Worksheet[] = []
    for (const token of xmlTokens(zip.unpacked(content), unreadable)) {
      if (token.kind !== 'start' || token.name !== 'table') continue
      sheets.push({ name: attributesOf(token.attributes).get('table:name') ?? '', isHidden: false })
    }
    this.worksheets = sheets
  }

  *rows({ name }: Worksheet): Generator<SheetRow> {
    let isWanted = false
    let number = 0
    let repeated = 1
    let cells: (CellText | undefined)[] = []
    let column = 0
    let cell: OpenCell | undefined
    // notes stand within cells, and tables may stand within tables
    let passed: string | undefined
    for (const token of xmlTokens(this.#zip.unpacked(content), unreadable)) {
      if (token.kind === 'text') {
        if (cell !== undefined && passed === undefined && cell.lines.length > 0)
          cell.lines[cell.lines.length - 1] += token.text
        continue
      }
      const { kind, name: element } = token
      if (passed !== undefined) {
        if (kind === 'end' && element === passed) passed = undefined
        continue
      }
      const isOpen = kind === 'start' && !token.isEmpty
      if (element === 'table' && cell === undefined) {
        if (isWanted) return
        isWanted = kind === 'start' && attributesOf(token.attributes).get('table:name') === name
        continue
      }
      if (!isWanted) continue
      if ((element === 'annotation' || element === 'table' || element === 'shapes') && isOpen) passed = element
      else if (element === 'table-row') {
        if (kind === 'start') {
          repeated = countOf(attributesOf(token.attributes).get('table:number-rows-repeated'), mostRows)
          cells = []
          column = 0
        }
        if (isOpen) continue
        const isEmpty = cells.every((cell) => cell === undefined)
        if (number + repeated > mostRows && !isEmpty) throw unreadable('it is damaged')
        for (let i = 1; !isEmpty && i <= repeated; i++) yield { number: number + i, cells }
        number += repeated
      } else if (element === 'table-cell' || element === 'covered-table-cell') {
        if (kind === 'start') {
          const attributes = attributesOf(token.attributes)
          const type = attributes.get('calcext:value-type') ?? attributes.get('office:value-type') ?? ''
          const count = countOf(attributes.get('table:number-columns-repeated'), mostColumns)
          cell = { repeated: count, type, value: attributes.get('office:value'), lines: [] }
        }
        if (isOpen || cell === undefined) continue
        const text = textOf(cell)
        if (column + cell.repeated > mostColumns && text !== undefined) throw unreadable('it is damaged')
        if (text !== undefined) for (let i = 0; i < cell.repeated; i++) cells[column + i] = text
        column += cell.repeated
        cell = undefined
      } else if (cell !== undefined && kind === 'start') addTo(cell, element, token.attributes)
    }
  }
}

/** What an element within a cell adds to its text (6.1.1 to 6.1.5). */
function addTo({ lines }: OpenCell, element: string, attributes: string): void {
  const last = lines.length - 1
  if (element === 'p') lines.push('')
  else if (last < 0) return
  else if (element === 's') lines[last] += ' '.repeat(countOf(attributesOf(attributes).get('text:c'), mostColumns))
  else if (element === 'tab') lines[last] += '\t'
  else if (element === 'line-break') lines[last] += '\n'
}

function textOf({ type, value, lines }: OpenCell): CellText | undefined {
  const text = lines.join('\n')
  if (text === '') return undefined
  // LibreOffice has errors of its own, such as Err:502
  if (type === 'error') return { text: text.startsWith('#') ? text : '#VALUE!', isText: false }
  if (type === 'string') return { text, isText: true }
  // a number that is shown with an exponent because it is long
  if (/^(?:float|)$/.test(type) && value !== undefined && /E\+/i.test(text))
    return { text: longNumber(value, text), isText: false }
  return { text, isText: false }
}

function longNumber(value: string, shown: string): string {
  const number = Number(value)
  return Number.isSafeInteger(number) && Math.abs(number) < 1e15 ? String(number) : shown
}
