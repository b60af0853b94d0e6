/** Workbooks of LibreOffice (.ods): OpenDocument 1.3, part 3, 9 (tables), 6.1 (text). Each cell has what it shows as a text. */

import { childrenOf, type XmlElement } from './elements.ts'
import { inexact } from './number-format.ts'
import type { Parts } from './parts.ts'
import { unreadable } from './unreadable.ts'
import {
  type CellText,
  countOf,
  mostColumns,
  mostRows,
  narrowCell,
  numberCell,
  type SheetRow,
  type Stepwise,
  type WorkbookReader,
  type Worksheet,
} from './worksheet.ts'

const content = 'content.xml'

export class Ods implements WorkbookReader {
  readonly worksheets: readonly Worksheet[]
  readonly kept = 0
  readonly #parts: Parts

  private constructor(parts: Parts, worksheets: readonly Worksheet[]) {
    this.#parts = parts
    this.worksheets = worksheets
  }

  /** @throws TableError */
  static *opened(parts: Parts): Stepwise<Ods> {
    const sheets: Worksheet[] = []
    const hidden = new Set<string>()
    for (const event of parts.elements(content, within)) {
      if (event.kind === 'pause') yield
      else if (event.kind === 'whole') {
        if (isHiding(event.element)) hidden.add(event.element.attributes.get('style:name') ?? '')
      } else if (event.kind === 'enter' && event.name === 'table') {
        const { attributes } = event
        const isHidden = hidden.has(attributes.get('table:style-name') ?? '')
        sheets.push({ name: attributes.get('table:name') ?? '', isHidden })
      }
    }
    return new Ods(parts, sheets)
  }

  *rows({ name }: Worksheet): Generator<SheetRow | undefined> {
    let isWanted = false
    let number = 0
    let repeated = 1
    let column = 0
    let cells: (CellText | undefined)[] = []
    for (const event of this.#parts.elements(content, within)) {
      if (event.kind === 'pause') yield
      else if (event.kind !== 'whole' && event.name === 'table') {
        if (isWanted) return
        isWanted = event.kind === 'enter' && event.attributes.get('table:name') === name
      } else if (!isWanted) continue
      else if (event.kind === 'whole') {
        if (/^(?:shapes|style)$/.test(event.element.name)) continue
        const count = countOf(event.element.attributes.get('table:number-columns-repeated'), mostColumns)
        const text = textOf(event.element)
        if (column + count > mostColumns && text !== undefined) throw unreadable('it is damaged')
        if (text !== undefined) for (let i = 0; i < count; i++) cells[column + i] = text
        column += count
      } else if (event.name === 'table-row' && event.kind === 'enter') {
        repeated = countOf(event.attributes.get('table:number-rows-repeated'), mostRows)
        column = 0
        cells = []
      } else if (event.name === 'table-row') {
        if (number + repeated > mostRows && cells.length > 0) throw unreadable('it is damaged')
        for (let i = 1; cells.length > 0 && i <= repeated; i++) yield { number: number + i, cells }
        number += repeated
        cells = []
      }
    }
  }
}

/** The elements that come whole: cells, with the notes and the tables in them, drawings, which may have tables too, and styles. */
const within = ['table-cell', 'covered-table-cell', 'shapes', 'style']

/** Whether a style hides the tables that have it (17.15, 20.289 of part 3). */
const isHiding = (style: XmlElement): boolean =>
  childrenOf(style, 'table-properties').some(({ attributes }) => attributes.get('table:display') === 'false')

/** What a cell shows; undefined if that is nothing. */
function textOf(cell: XmlElement): CellText | undefined {
  const text = childrenOf(cell, 'p').map(paragraphText).join('\n')
  const { attributes } = cell
  const type = attributes.get('calcext:value-type') ?? attributes.get('office:value-type')
  // LibreOffice has errors that Excel has not, such as Err:502
  if (type === 'error') return { text, isText: false, fault: 'spreadsheetError' }
  if (type === undefined && attributes.has('table:formula')) return { text, isText: false, fault: 'notCalculated' }
  if (text.trim() === '') return undefined
  if (type === 'string') return { text, isText: true }
  if (/^#{3,}$/.test(text)) return { text: narrowCell, isText: false, fault: 'tooNarrow' }
  const value = Number(attributes.get('office:value') ?? NaN)
  if (type !== 'float' || Number.isNaN(value)) return { text, isText: false }
  // a number that is shown with an exponent because it is long
  const isLong = /E\+/i.test(text) && Number.isInteger(value) && Math.abs(value) < inexact
  return numberCell(isLong ? String(value) : text, value, true)
}

/** The text of a paragraph, with that of the elements in it (6.1.1 to 6.1.5). */
function paragraphText({ content }: XmlElement): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part
      if (part.name === 's') return ' '.repeat(countOf(part.attributes.get('text:c'), mostBlanks))
      if (part.name === 'tab') return '\t'
      if (part.name === 'line-break') return '\n'
      return part.name === 'annotation' ? '' : paragraphText(part)
    })
    .join('')
}

/** Blanks that one element stands for, as far as they are read. */
const mostBlanks = 1000
