/** Cells of a table: the value that one gives for a parameter, and what spreadsheets write in place of one. */

import { quoted } from '../../symbologies/messages.ts'
import { type Malformed, utf8Value } from '../utf8.ts'
import { equals, quote } from './bytes.ts'
import { type Problem, problem } from './problems.ts'

/** Why a cell gives no value. */
export interface CellFault extends Malformed {
  readonly problem: Problem
}

/**
 * What a cell gives for a parameter; undefined if it is empty or blank.
 *
 * @param isPrinted  whether its value is a text, in which blanks count; in the text of a symbol they do not around a number
 * @param faultOf  what the encoding of the table says against a text
 */
export function cellValue(
  cell: Uint8Array,
  name: string,
  isPrinted: boolean,
  faultOf: (text: string) => string | undefined,
): string | CellFault | undefined {
  if (cell.length === 0) return undefined
  const formula = formulaText(cell)
  const value = utf8Value(formula ?? cell)
  if (typeof value !== 'string') return { fault: `${value.fault}; ${savedAsUtf8}`, ...problem('notUtf8') }
  const trimmed = value.trim()
  if (trimmed === '') return undefined
  const fault = faultOf(value)
  if (fault !== undefined) return { fault, ...problem('otherEncoding', value) }
  if (formula === undefined && spreadsheetErrors.has(trimmed)) return notAValue(trimmed)
  if (name !== data) return isPrinted ? value : trimmed
  return formula === undefined && scientific.test(value) ? rounded(trimmed) : (spacedNumber.exec(value)?.[1] ?? value)
}

/** The parameter with the data of the symbol. */
const data = 'text'

/** A number with blanks around it, which are not meant. */
const spacedNumber = /^\s*(\d+)\s*$/

/** A number as spreadsheets show it if the column is narrow or the number long: 5.90123E+11. */
const scientific = /^\s*\d([.,]\d+)?E\+\d+\s*$/i

/** What spreadsheets show in place of a value, in English, German and Spanish. */
const spreadsheetErrors = new Set(
  [
    '#N/A #NAME? #REF! #VALUE! #DIV/0! #NULL! #NUM! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #UNKNOWN! #GETTING_DATA',
    '#NV #WERT! #BEZUG! #ZAHL! #ÜBERLAUF! #KALK! #FELD!',
    '#N/D #¡REF! #¡VALOR! #¡DIV/0! #¡NULO! #¡NUM! #¿NOMBRE? #¡DESBORDAMIENTO! #¡CALC!',
  ].flatMap((row) => row.split(' ')),
)

const savedAsUtf8 = 'save the file as "CSV UTF-8", or say which encoding it has'

function notAValue(error: string): CellFault {
  return {
    fault: `${quoted(error)} is an error of the spreadsheet in place of a value; correct the formula of the cell`,
    code: 'invalid_parameter',
    ...problem('spreadsheetError', error),
  }
}

function rounded(number: string): CellFault {
  const advice = 'format the column as text, and enter the number again'
  return {
    fault: `${quoted(number)} is a number that a spreadsheet has rounded; ${advice}`,
    code: 'invalid_parameter',
    ...problem('roundedNumber', number),
  }
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
