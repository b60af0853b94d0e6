/** Cells of a table: the value that one gives for a parameter, and what spreadsheets write in place of one. */

import { quoted } from '../../symbologies/messages.ts'
import { type Malformed, utf8Value } from '../utf8.ts'
import { equals, quote } from './bytes.ts'
import { type Problem, problem } from './problems.ts'

/** Why a cell gives no value. */
export interface CellFault extends Malformed {
  readonly problem: Problem
}

/** How cells are read. */
export interface CellReading {
  /** What the encoding of the table says against a text. */
  readonly faultOf: (text: string) => string | undefined
  /** Whether the table is made of a workbook, so that cells may have marks. */
  readonly isOfWorkbook: boolean
}

/**
 * In a table that is made of a workbook: behind what a cell shows stands this character, which no text of it has, and then the whole
 * number that the cell is, or why it shows no value.
 */
export const mark = '\uffff'

/** Why a cell of a workbook shows no value. */
export type CellFaultKind = 'spreadsheetError' | 'roundedNumber' | 'notCalculated' | 'tooNarrow' | 'otherFormat'

/** What a cell of a workbook shows, and what its mark says. */
interface MarkedText {
  readonly shown: string
  readonly amount?: string
  readonly fault?: CellFaultKind
}

export function withoutMark(text: string): MarkedText {
  const at = text.indexOf(mark)
  if (at < 0) return { shown: text }
  const known = text.slice(at + 1)
  const shown = text.slice(0, at)
  return /^\d+$/.test(known) ? { shown, amount: known } : { shown, fault: known as CellFaultKind }
}

/**
 * What a cell gives for a parameter; undefined if it is empty or blank.
 *
 * @param isPrinted  whether its value is a text, in which blanks count; in the text of a symbol they do not around a number
 */
export function cellValue(
  cell: Uint8Array,
  name: string,
  isPrinted: boolean,
  { faultOf, isOfWorkbook }: CellReading,
): string | CellFault | undefined {
  if (cell.length === 0) return undefined
  const formula = formulaText(cell)
  const decoded = utf8Value(formula ?? cell)
  if (typeof decoded !== 'string') return { fault: `${decoded.fault}; ${savedAsUtf8}`, ...problem('notUtf8') }
  const { shown: value, amount, fault: kind }: MarkedText = isOfWorkbook ? withoutMark(decoded) : { shown: decoded }
  const trimmed = value.trim()
  if (kind !== undefined) return cellFault(kind, trimmed)
  if (trimmed === '') return undefined
  const fault = faultOf(value)
  if (fault !== undefined) return { fault, ...problem('otherEncoding', value) }
  if (formula === undefined && isSpreadsheetError(trimmed)) return cellFault('spreadsheetError', trimmed)
  if (formula === undefined && narrow.test(trimmed)) return cellFault('tooNarrow', trimmed)
  if (name !== data) return isPrinted ? value : (amount ?? trimmed)
  return formula === undefined && scientific.test(value)
    ? cellFault('roundedNumber', trimmed)
    : (spacedNumber.exec(value)?.[1] ?? value)
}

/** What gives a parameter: columns by their index from 0, and texts around them. */
export interface Source {
  readonly parts: readonly (string | number)[]
  /** What stands between the values of several columns. */
  readonly between: string
}

/**
 * The values of a row by parameter. Of several columns those that have anything are joined; what is wrong with one is wrong with all.
 *
 * @param read  what a cell gives for a parameter; undefined if it is empty or blank
 */
export function valuesIn(
  cells: readonly Uint8Array[],
  sources: Iterable<readonly [name: string, source: Source]>,
  read: (cell: Uint8Array, name: string) => string | CellFault | undefined,
): { readonly [name: string]: string | CellFault } {
  const values: Record<string, string | CellFault> = {}
  for (const [name, { parts, between }] of sources) {
    const texts: string[] = []
    // texts around columns that have nothing are no value
    let hasValue = parts.length > 0 && parts.every((part) => typeof part === 'string')
    for (const part of parts) {
      const cell = typeof part === 'string' ? undefined : cells[part]
      const value = typeof part === 'string' ? part : cell && read(cell, name)
      if (typeof value === 'object') values[name] ??= value
      else if (value !== undefined) texts.push(value)
      hasValue ||= typeof part === 'number' && value !== undefined
    }
    if (hasValue) values[name] ??= texts.join(between)
  }
  return values
}

/** What a cell shows, however it gives that. */
export function shownText(cell: Uint8Array): string {
  return withoutMark(decoder.decode(formulaText(cell) ?? cell)).shown
}

const decoder = new TextDecoder()

/** The parameter with the data of the symbol. */
const data = 'text'

/** A number with blanks around it, which are not meant. */
const spacedNumber = /^\s*(\d+)\s*$/

/** A number as spreadsheets show it if the column is narrow or the number long: 5.90123E+11. */
const scientific = /^\s*\d([.,]\d+)?E\+\d+\s*$/i

/** What spreadsheets show in place of a value, in the languages of Excel that use Latin letters, and LibreOffice's own. */
const spreadsheetErrors = new Set(
  [
    // English, and what every language has
    '#N/A #NAME? #REF! #VALUE! #DIV/0! #NULL! #NUM! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #UNKNOWN! #GETTING_DATA',
    '#BUSY! #EXTERNAL! #PYTHON! #DATA! #ERROR!',
    // German
    '#NV #WERT! #BEZUG! #ZAHL! #ÜBERLAUF! #KALK! #FELD! #BLOCKIERT! #VERBINDEN! #UNBEKANNT! #DATEN_ABRUFEN',
    // Spanish
    '#N/D #¡REF! #¡VALOR! #¡DIV/0! #¡NULO! #¡NUM! #¿NOMBRE? #¡DESBORDAMIENTO! #¡CALC! #¡CAMPO! #¡BLOQUEADO! #¡CONECTAR!',
    // French, Italian, Portuguese, Dutch, Swedish, Polish
    '#NOM? #VALEUR! #NOMBRE! #NUL! #PROPAGATION! #EXCÉDÉ! #CHAMP! #NOME? #VALORE! #RIF! #NULLO! #VALOR! #NÚM! #NULO!',
    '#NAAM? #WAARDE! #VERW! #GETAL! #DEEL/0! #LEEG! #NAMN? #VÄRDEFEL! #REFERENS! #OGILTIGT! #SAKNAS! #NAZWA? #ARG! #ADR! #LICZBA! #ZERO!',
  ].flatMap((row) => row.split(' ')),
)

/** Errors of LibreOffice that have a number. */
const numberedError = /^Err:5\d\d$/

const isSpreadsheetError = (text: string): boolean => spreadsheetErrors.has(text) || numberedError.test(text)

/** What fills a cell that is too narrow for its number, or has a date before the first. */
const narrow = /^#{3,}$/

const savedAsUtf8 = 'save the file as "CSV UTF-8", or say which encoding it has'

/** What is said of a cell that shows `value` in place of one. */
const faults: { readonly [kind in CellFaultKind]: (value: string) => string } = {
  spreadsheetError: (value) =>
    `${quoted(value)} is an error of the spreadsheet in place of a value; correct the formula of the cell`,
  roundedNumber: (value) =>
    `${quoted(value)} is a number that a spreadsheet has rounded; format the column as text, and enter the number again`,
  notCalculated: () =>
    'its formula is not calculated: no program has saved the value; open the file in a spreadsheet and save it there',
  tooNarrow: (value) =>
    `${quoted(value)} stands in place of a value; make the column wider, or correct a date before the first`,
  otherFormat: () =>
    'its number has a format that is not read here, such as fractions; choose another, or format it as text',
}

function cellFault(kind: CellFaultKind, value: string): CellFault {
  return { fault: faults[kind](value), code: 'invalid_parameter', ...problem(kind, value) }
}

/** Whether a row has nothing: no cells but those with blanks. */
export function isBlank(cells: readonly Uint8Array[]): boolean {
  return cells.every((cell) => cell.every(isBlankByte))
}

/** Blank, tab, or one of the line ends. */
export const isBlankByte = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

/**
 * The text of a cell that is a formula of a text alone, by which a spreadsheet keeps zeros: `="00417"`, or `=""00417""` from programs
 * that double the quotes without any around them. Undefined if it is anything else.
 */
export function formulaText(cell: Uint8Array): Uint8Array | undefined {
  if (cell.length < 3 || cell[0] !== equals || cell[1] !== quote || cell.at(-1) !== quote) return undefined
  const inner = cell.subarray(2, -1)
  if (hasDoublesOnly(inner)) return withoutDoubles(inner)
  const core = inner.subarray(1, -1)
  return inner[0] === quote && inner.at(-1) === quote && !core.includes(quote) ? core : undefined
}

function hasDoublesOnly(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(quote); at >= 0; at = bytes.indexOf(quote, at + 2)) {
    if (bytes[at + 1] !== quote) return false
  }
  return true
}

/** The cell with each doubled quote as one. */
export function withoutDoubles(cell: Uint8Array): Uint8Array {
  const value = new Uint8Array(cell.length)
  let length = 0
  for (let at = 0; at < cell.length; at++) {
    value[length++] = cell[at]!
    if (cell[at] === quote) at++
  }
  return value.subarray(0, length)
}
