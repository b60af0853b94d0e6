/**
 * Workbooks of Excel (.xlsx): SpreadsheetML of ISO/IEC 29500-1:2016 (ECMA-376), 18, in a package by part 2.
 *
 * A number is shown by its format, a formula by the value that the program has saved of it.
 */

import { attributesOf, type XmlToken, xmlTokens } from '../../xml.ts'
import { builtIn, formatted, type NumberStyle } from './number-format.ts'
import { unreadable } from './unreadable.ts'
import {
  type CellText,
  mostColumns,
  mostRows,
  type SheetRow,
  type WorkbookReader,
  type Worksheet,
} from './worksheet.ts'
import type { ZipFile } from './zip.ts'

interface Sheet extends Worksheet {
  readonly part: string
}

/** What stands in place of the value of a formula that no program has worked out. */
const notCalculated = '#GETTING_DATA'

export class Xlsx implements WorkbookReader {
  readonly worksheets: readonly Sheet[]
  readonly #zip: ZipFile
  readonly #style: NumberStyle
  readonly #sharedPart: string | undefined
  readonly #stylesPart: string | undefined
  /** The texts that cells share, and the codes of the formats of cells, once they are needed. */
  #shared: readonly string[] | undefined
  #formats: readonly string[] | undefined

  /** @throws TableError */
  constructor(zip: ZipFile, decimalSign: NumberStyle['decimalSign']) {
    this.#zip = zip
    const [workbook] = relationsOf(zip, '').filter(({ type }) => type === 'officeDocument')
    if (workbook === undefined) throw unreadable('it has no worksheets', 'emptyWorkbook')
    const relations = relationsOf(zip, workbook.part)
    const partOf = (type: string): string | undefined => relations.find((relation) => relation.type === type)?.part
    this.#sharedPart = partOf('sharedStrings')
    this.#stylesPart = partOf('styles')
    const sheets: Sheet[] = []
    let from1904 = false
    for (const token of this.#tokens(workbook.part)) {
      if (token.kind !== 'start') continue
      const attributes = attributesOf(token.attributes)
      if (token.name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '')
      if (token.name !== 'sheet') continue
      const id = [...attributes].find(([name]) => name.endsWith(':id'))?.[1]
      const relation = relations.find((relation) => relation.id === id)
      // sheets of charts and of old dialogs have no cells
      if (relation?.type !== 'worksheet') continue
      const isHidden = /hidden/i.test(attributes.get('state') ?? '')
      sheets.push({ name: attributes.get('name') ?? '', isHidden, part: relation.part })
    }
    this.worksheets = sheets
    this.#style = { from1904, decimalSign }
  }

  *rows({ name }: Worksheet): Generator<SheetRow> {
    this.#shared ??= this.#sharedPart === undefined ? [] : [...this.#sharedTexts(this.#sharedPart)]
    this.#formats ??= this.#stylesPart === undefined ? [] : this.#formatsIn(this.#stylesPart)
    const { part } = this.worksheets.find((sheet) => sheet.name === name)!
    let number = 0
    let cells: (CellText | undefined)[] = []
    let cell: OpenCell | undefined
    let column = -1
    let into: 'value' | 'inline' | undefined
    let isPhonetic = false
    for (const token of this.#tokens(part)) {
      if (token.kind === 'text') {
        if (cell !== undefined && into !== undefined) cell[into] += token.text
        continue
      }
      const { kind, name: element } = token
      if (kind === 'end' && element === 'sheetData') return
      if (element === 'row') {
        if (kind === 'start') {
          number = numberOf(attributesOf(token.attributes).get('r'), number + 1, mostRows)
          cells = []
          column = -1
        }
        if ((kind === 'end' || token.isEmpty) && cells.length > 0) yield { number, cells }
      } else if (element === 'c' && kind === 'start') {
        const attributes = attributesOf(token.attributes)
        const reference = attributes.get('r')
        column = reference === undefined ? column + 1 : columnOf(reference)
        if (column >= mostColumns) throw unreadable('it is damaged')
        const { isEmpty } = token
        const type = attributes.get('t') ?? 'n'
        cell = isEmpty
          ? undefined
          : { type, style: Number(attributes.get('s') ?? 0), value: '', inline: '', isFormula: false }
      } else if (element === 'c') {
        const text = cell && this.#textOf(cell)
        if (text !== undefined) cells[column] = text
        cell = undefined
      } else if (cell !== undefined) {
        if (element === 'f') cell.isFormula = true
        // how an East Asian word is read aloud is not a part of it
        if (element === 'rPh') isPhonetic = kind === 'start' && !token.isEmpty
        into = kind === 'end' ? undefined : element === 'v' ? 'value' : element === 't' && !isPhonetic ? 'inline' : into
      }
    }
  }

  /** What a cell shows; undefined if that is nothing. */
  #textOf({ type, style, value, inline, isFormula }: OpenCell): CellText | undefined {
    if (type === 'inlineStr') return textCell(inline)
    if (value === '') return isFormula ? { text: notCalculated, isText: false } : undefined
    switch (type) {
      case 's': {
        const shared = this.#shared![Number(value)]
        if (shared === undefined) throw unreadable('it is damaged')
        return textCell(shared)
      }
      case 'str':
        return textCell(value)
      case 'b':
        return { text: value === '1' ? 'true' : 'false', isText: false }
      case 'e':
        return { text: value, isText: false }
      case 'd':
        return { text: value.replace(/T00:00(?::00(?:\.0+)?)?$/, ''), isText: false }
      default: {
        const number = Number(value)
        if (value.trim() === '' || Number.isNaN(number)) throw unreadable('it is damaged')
        return { text: formatted(number, this.#formats![style] ?? '', this.#style), isText: false }
      }
    }
  }

  *#tokens(part: string): Generator<XmlToken> {
    yield* xmlTokens(this.#zip.unpacked(part), unreadable)
  }

  *#sharedTexts(part: string): Generator<string> {
    let text = ''
    let isText = false
    let isPhonetic = false
    for (const token of this.#tokens(part)) {
      if (token.kind === 'text') {
        if (isText && !isPhonetic) text += token.text
        continue
      }
      const isOpen = token.kind === 'start' && !token.isEmpty
      if (token.name === 'si' && token.kind === 'start') text = ''
      if (token.name === 'si' && !isOpen) yield text
      if (token.name === 't') isText = isOpen
      if (token.name === 'rPh') isPhonetic = isOpen
    }
  }

  /** The codes of the formats by the styles of cells (18.8.10). */
  #formatsIn(part: string): readonly string[] {
    const custom = new Map<number, string>()
    const ids: number[] = []
    let isOfCells = false
    for (const token of this.#tokens(part)) {
      if (token.kind === 'text') continue
      if (token.name === 'cellXfs') isOfCells = token.kind === 'start' && !token.isEmpty
      if (token.kind === 'end') continue
      const attributes = attributesOf(token.attributes)
      if (token.name === 'numFmt') custom.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '')
      if (token.name === 'xf' && isOfCells) ids.push(Number(attributes.get('numFmtId') ?? 0))
    }
    return ids.map((id) => custom.get(id) ?? builtIn[id] ?? '')
  }
}

/** A cell whose end has not come. */
interface OpenCell {
  /** As 18.18.11 names it. */
  readonly type: string
  readonly style: number
  value: string
  inline: string
  isFormula: boolean
}

function textCell(text: string): CellText | undefined {
  return text === '' ? undefined : { text: withCharacters(text), isText: true }
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
function relationsOf(zip: ZipFile, part: string): readonly Relation[] {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const file = `${folder}_rels/${part.slice(folder.length)}.rels`
  if (!zip.has(file)) return []
  const relations: Relation[] = []
  for (const token of xmlTokens(zip.unpacked(file), unreadable)) {
    if (token.kind !== 'start' || token.name !== 'Relationship') continue
    const attributes = attributesOf(token.attributes)
    const target = attributes.get('Target') ?? ''
    const type = attributes.get('Type') ?? ''
    relations.push({
      id: attributes.get('Id') ?? '',
      type: type.slice(type.lastIndexOf('/') + 1),
      part: resolved(folder, target),
    })
  }
  return relations
}

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
