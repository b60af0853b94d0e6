/**
 * Workbooks of Excel (.xlsx): SpreadsheetML of ISO/IEC 29500-1:2016 (ECMA-376), 18, in a package by part 2.
 *
 * A number is shown by its format, a formula by the value that the program has saved of it.
 */

import { childrenOf, textIn, type XmlElement } from './elements.ts'
import { builtIn, NumberFormat, type NumberStyle } from './number-format.ts'
import type { Parts } from './parts.ts'
import { unreadable } from './unreadable.ts'
import {
  type CellText,
  mostColumns,
  mostRows,
  narrowCell,
  numberCell,
  type SheetRow,
  type Stepwise,
  type WorkbookReader,
  type Worksheet,
} from './worksheet.ts'

interface Sheet extends Worksheet {
  readonly part: string
}

/** A formula that no program has worked out. */
const notCalculated: CellText = { text: '', isText: false, fault: 'notCalculated' }

export class Xlsx implements WorkbookReader {
  readonly worksheets: readonly Worksheet[]
  kept = 0
  readonly #parts: Parts
  readonly #sheets: readonly Sheet[]
  readonly #style: NumberStyle
  /** Whether the values of formulas are none yet: they are worked out when the file is opened (18.2.2). */
  readonly #isUncalculated: boolean
  readonly #sharedPart: string | undefined
  readonly #stylesPart: string | undefined
  /** The texts that cells share, and the codes of the formats of cells, once they are needed. */
  #shared: readonly (CellText | undefined)[] = []
  #formats: readonly NumberFormat[] = []

  private constructor(parts: Parts, { sheets, style, isUncalculated, relations }: Index) {
    const partOf = (type: string): string | undefined => relations.find((relation) => relation.type === type)?.part
    this.#parts = parts
    this.#sheets = sheets
    this.worksheets = sheets
    this.#style = style
    this.#isUncalculated = isUncalculated
    this.#sharedPart = partOf('sharedStrings')
    this.#stylesPart = partOf('styles')
  }

  /** @throws TableError */
  static *opened(parts: Parts, decimalSign: NumberStyle['decimalSign']): Stepwise<Xlsx> {
    const [workbook] = (yield* relationsOf(parts, '')).filter(({ type }) => type === 'officeDocument')
    if (workbook === undefined) throw unreadable('it has no worksheets', 'emptyWorkbook')
    const relations = yield* relationsOf(parts, workbook.part)
    const sheets: Sheet[] = []
    let from1904 = false
    let isUncalculated = false
    for (const element of parts.wholes(workbook.part, ['workbookPr', 'sheet', 'calcPr'])) {
      if (element === undefined) {
        yield
        continue
      }
      const { name, attributes } = element
      if (name === 'workbookPr') from1904 = isTrue(attributes.get('date1904'))
      else if (name === 'calcPr') isUncalculated = isTrue(attributes.get('fullCalcOnLoad'))
      else sheets.push(...sheetOf(attributes, relations))
    }
    return new Xlsx(parts, { sheets, style: { from1904, decimalSign }, isUncalculated, relations })
  }

  *rows({ name }: Worksheet): Generator<SheetRow | undefined> {
    if (this.#sharedPart !== undefined) this.#shared = yield* this.#sharedTexts(this.#sharedPart)
    if (this.#stylesPart !== undefined) this.#formats = yield* this.#formatsIn(this.#stylesPart)
    const { part } = this.#sheets.find((sheet) => sheet.name === name)!
    let number = 0
    let isInRow = false
    let column = -1
    let cells: (CellText | undefined)[] = []
    for (const event of this.#parts.elements(part, ['c'])) {
      if (event.kind === 'pause') yield
      else if (event.kind === 'whole') {
        const reference = event.element.attributes.get('r')
        column = reference === undefined ? column + 1 : columnOf(reference)
        if (column >= mostColumns) throw unreadable('it is damaged')
        const text = this.#textOf(event.element)
        if (text !== undefined) cells[column] = text
      } else if (event.name === 'row' && event.kind === 'enter') {
        if (isInRow) throw unreadable('it is damaged')
        isInRow = true
        number = numberOf(event.attributes.get('r'), number + 1, mostRows)
        column = -1
        cells = []
      } else if (event.name === 'row') {
        isInRow = false
        if (cells.length > 0) yield { number, cells }
        cells = []
      } else if (event.name === 'sheetData' && event.kind === 'leave') return
    }
  }

  /** What a cell shows; undefined if that is nothing. */
  #textOf(cell: XmlElement): CellText | undefined {
    const type = cell.attributes.get('t') ?? 'n'
    const format = this.#formats[Number(cell.attributes.get('s') ?? 0)] ?? plain
    if (type === 'inlineStr') return shownText(textCell(childrenOf(cell, 'is').map(stringIn).join('')), format)
    const values = childrenOf(cell, 'v')
    const value = values.map(textIn).join('')
    const isFormula = childrenOf(cell, 'f').length > 0
    // the result of a formula of texts may be empty
    const hasResult = value !== '' || (type === 'str' && values.length > 0)
    if (isFormula && (this.#isUncalculated || !hasResult)) return notCalculated
    if (value === '') return undefined
    switch (type) {
      case 's': {
        const index = Number(value)
        if (!(index in this.#shared)) throw unreadable('it is damaged')
        return shownText(this.#shared[index], format)
      }
      case 'str':
        return shownText(textCell(value), format)
      case 'b':
        return { text: isTrue(value) ? 'TRUE' : 'FALSE', isText: false }
      case 'e':
        return { text: value, isText: false, fault: 'spreadsheetError' }
      case 'd':
        return { text: value.replace(/T00:00(?::00(?:\.0+)?)?$/, ''), isText: false }
      default: {
        const number = Number(value)
        if (value.trim() === '' || Number.isNaN(number)) throw unreadable('it is damaged')
        const text = format.shown(number, this.#style)
        if (typeof text === 'string') return numberCell(text, number, format.isOfAmounts)
        return { text: text.unshown === 'tooNarrow' ? narrowCell : '', isText: false, fault: text.unshown }
      }
    }
  }

  *#sharedTexts(part: string): Stepwise<(CellText | undefined)[]> {
    const texts: (CellText | undefined)[] = []
    for (const element of this.#parts.wholes(part, ['si'])) {
      if (element === undefined) yield
      else {
        const text = textCell(stringIn(element))
        texts.push(text)
        this.kept += bytesOfText + 2 * (text?.text.length ?? 0)
      }
    }
    return texts
  }

  /** The codes of the formats by the styles of cells (18.8.10). */
  *#formatsIn(part: string): Stepwise<readonly NumberFormat[]> {
    const custom = new Map<number, string>()
    const made = new Map<number, NumberFormat>()
    const formats: NumberFormat[] = []
    let isOfCells = false
    for (const event of this.#parts.elements(part, ['numFmt', 'xf'])) {
      if (event.kind === 'pause') yield
      else if (event.kind !== 'whole') isOfCells = event.kind === 'enter' && event.name === 'cellXfs'
      else {
        const { name, attributes } = event.element
        const id = Number(attributes.get('numFmtId') ?? 0)
        if (name === 'numFmt') custom.set(id, attributes.get('formatCode') ?? '')
        else if (isOfCells) {
          const format = made.get(id) ?? new NumberFormat(custom.get(id) ?? builtIn[id] ?? '')
          made.set(id, format)
          formats.push(format)
        }
      }
    }
    return formats
  }
}

/** What the part with the index of a workbook says. */
interface Index {
  readonly sheets: readonly Sheet[]
  readonly style: NumberStyle
  readonly isUncalculated: boolean
  readonly relations: readonly Relation[]
}

const plain = new NumberFormat('')

/** A text as its format shows it. */
function shownText(cell: CellText | undefined, format: NumberFormat): CellText | undefined {
  if (cell === undefined) return undefined
  const text = format.shownText(cell.text)
  return text.trim() === '' ? undefined : { ...cell, text }
}

/** Bytes that a text takes besides its characters. */
const bytesOfText = 64

const isTrue = (value = ''): boolean => /^(?:1|true)$/.test(value)

/** A worksheet by its entry in the index; sheets of charts and of old dialogs have no cells. */
function sheetOf(attributes: XmlElement['attributes'], relations: readonly Relation[]): Sheet[] {
  const id = [...attributes].find(([name]) => name.endsWith(':id'))?.[1]
  const relation = relations.find((relation) => relation.id === id)
  if (relation?.type !== 'worksheet') return []
  const isHidden = /hidden/i.test(attributes.get('state') ?? '')
  return [{ name: attributes.get('name') ?? '', isHidden, part: relation.part }]
}

/** A text of one or more runs (18.4.8); how an East Asian word is read aloud (rPh) is not a part of it. */
const stringIn = (element: XmlElement): string =>
  [element, ...childrenOf(element, 'r')].flatMap((run) => childrenOf(run, 't').map(textIn)).join('')

function textCell(text: string): CellText | undefined {
  const decoded = withCharacters(text)
  return decoded.trim() === '' ? undefined : { text: decoded, isText: true }
}

/** A text with the characters that XML cannot have and SpreadsheetML writes as `_x000D_` (22.9.2.19). */
const withCharacters = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    : text

interface Relation {
  readonly id: string
  /** The last name in its address. */
  readonly type: string
  /** Its target, from the root of the package. */
  readonly part: string
}

/** What a part refers to; '' is the package itself (ISO/IEC 29500-2:2021, 6.5). */
function* relationsOf(parts: Parts, part: string): Stepwise<readonly Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const file = `${folder}_rels/${part.slice(folder.length)}.rels`
  const relations: Relation[] = []
  if (!parts.has(file)) return relations
  for (const element of parts.wholes(file, ['Relationship'])) {
    if (element === undefined) {
      yield
      continue
    }
    if (relations.length === mostRelations) throw unreadable('it is damaged')
    const { attributes } = element
    const type = attributes.get('Type') ?? ''
    relations.push({
      id: attributes.get('Id') ?? '',
      type: type.slice(type.lastIndexOf('/') + 1),
      part: resolved(folder, attributes.get('Target') ?? ''),
    })
  }
  return relations
}

/** What a part refers to at most, as sheets are looked for in it. */
const mostRelations = 1000

function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const names: string[] = []
  for (const name of `${folder}${target}`.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '.' && name !== '') names.push(name)
  }
  return names.join('/')
}

function numberOf(value: string | undefined, usual: number, most: number): number {
  const number = value === undefined ? usual : Number(value)
  if (!Number.isSafeInteger(number) || number < usual || number > most) throw unreadable('it is damaged')
  return number
}

/** The index of the column of a reference such as `AB12`. */
function columnOf(reference: string): number {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(reference) ?? []
  if (letters === undefined) throw unreadable('it is damaged')
  return [...letters].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0) - 1
}
