import { quoted } from '../../symbologies/messages.ts'
import { type Malformed, utf8Value } from '../utf8.ts'

/** The parameter with the data of the symbol. */
const data = 'text'

/** A number with blanks around it, which are not meant. */
const spacedNumber = /^\s*(\d+)\s*$/

/** A number as spreadsheets show it if the column is narrow or the number long: 5.90123E+11. */
const scientific = /^\s*\d([.,]\d+)?E\+\d+\s*$/i

/**
 * What a cell gives for a parameter; undefined if it is empty or blank.
 *
 * @param isPrinted  whether its value is a text, in which blanks count; in the text of a symbol they do not around a number
 */
export function cellValue(cell: Uint8Array, name: string, isPrinted: boolean): string | Malformed | undefined {
  if (cell.length === 0) return undefined
  const value = utf8Value(cell)
  if (typeof value !== 'string') return { fault: `${value.fault}; save the file as "CSV UTF-8"` }
  const trimmed = value.trim()
  if (trimmed === '') return undefined
  if (name === data) return scientific.test(value) ? rounded(trimmed) : (spacedNumber.exec(value)?.[1] ?? value)
  return isPrinted ? value : trimmed
}

function rounded(number: string): Malformed {
  const advice = 'format the column as text, and enter the number again'
  return {
    fault: `${quoted(number)} is a number that a spreadsheet has rounded; ${advice}`,
    code: 'invalid_parameter',
  }
}

/** Whether a row has nothing: no cells but those with blanks. */
export function isBlank(cells: readonly Uint8Array[]): boolean {
  return cells.every((cell) => cell.every(isBlankByte))
}

/** Blank, tab, or one of the line ends. */
export const isBlankByte = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
