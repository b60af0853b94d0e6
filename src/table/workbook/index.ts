/** Workbooks, .xlsx and .ods, as tables of text: the rows of a worksheet as CSV, each on the line of its number, for the one reader of tables. */

import { quoted } from '../../../symbologies/messages.ts'
import { longestRecord } from '../bytes.ts'
import { mark } from '../cells.ts'
import { listed, TableError } from '../header.ts'
import type { NumberStyle } from './number-format.ts'
import { Ods } from './ods.ts'
import { Parts } from './parts.ts'
import { unreadable } from './unreadable.ts'
import {
  atOnce,
  type CellText,
  type SheetRow,
  type Stepwise,
  type WorkbookReader,
  type Worksheet,
} from './worksheet.ts'
import { Xlsx } from './xlsx.ts'
import { ZipFile } from './zip.ts'

export interface WorkbookOptions {
  /** Bytes of each of its parts, unpacked, and of the table that is made of them, at most. */
  readonly mostBytes: number
  /** Tags and texts of the XML of all parts that are read, at most; as many as its bytes can have, if it is not said. */
  readonly mostTokens?: number
  /** What stands before the decimals of numbers; a point by default. */
  readonly decimalSign?: NumberStyle['decimalSign']
}

/** Bytes of the table that are made at a time, nearly. */
const pieceLength = 1 << 16

export class Workbook {
  readonly #reader: WorkbookReader
  readonly #mostBytes: number

  private constructor(reader: WorkbookReader, mostBytes: number) {
    this.#reader = reader
    this.#mostBytes = mostBytes
    if (this.worksheets.length === 0) throw unreadable('it has no worksheets', 'emptyWorkbook')
  }

  /** A workbook, in steps. @throws TableError if it cannot be read */
  static *opened(
    bytes: Uint8Array,
    { mostBytes, mostTokens = mostBytes, decimalSign = '.' }: WorkbookOptions,
  ): Stepwise<Workbook> {
    const file = new ZipFile(bytes, mostBytes)
    const parts = new Parts(file, mostTokens)
    const isOds = file.has('content.xml')
    return new Workbook(isOds ? yield* Ods.opened(parts) : yield* Xlsx.opened(parts, decimalSign), mostBytes)
  }

  /** A workbook, where nobody waits. @throws TableError if it cannot be read */
  static at(bytes: Uint8Array, options: WorkbookOptions): Workbook {
    return atOnce(Workbook.opened(bytes, options))
  }

  get worksheets(): readonly Worksheet[] {
    return this.#reader.worksheets
  }

  /** Bytes of memory that it keeps besides its file, nearly. */
  get kept(): number {
    return this.#reader.kept
  }

  /** The worksheet that is read if none is named: the first that is shown. */
  get first(): Worksheet {
    return this.worksheets.find(({ isHidden }) => !isHidden) ?? this.worksheets[0]!
  }

  /**
   * The rows of a worksheet as CSV in UTF-8, in pieces. Rows with nothing are empty lines. A piece without bytes is a pause: the work
   * between two pieces is bounded, however much of the workbook gives nothing.
   *
   * @param name  of the worksheet
   * @throws TableError if there is no such worksheet, or it cannot be read
   */
  *table(name?: string): Generator<Uint8Array<ArrayBuffer>> {
    const worksheet = name === undefined ? this.first : this.worksheets.find((sheet) => sheet.name === name)
    if (worksheet === undefined) throw this.#absent(name!)
    const encoder = new TextEncoder()
    let left = this.#mostBytes
    let next = 1
    let text = ''
    for (const row of this.#reader.rows(worksheet)) {
      if (row === undefined) {
        yield pause
        continue
      }
      const { number, cells } = row
      text += '\n'.repeat(number - next) + lineOf(cells)
      next = number + 1
      if (text.length < pieceLength) continue
      const piece = encoder.encode(text)
      left -= piece.length
      // a few texts may be in a million cells
      if (left < 0)
        throw unreadable(`its table has more than ${this.#mostBytes >> 20} MiB`, 'largeWorkbook', this.#mostBytes >> 20)
      yield piece
      text = ''
    }
    yield encoder.encode(text)
  }

  #absent(name: string): TableError {
    const names = this.worksheets.map((sheet) => sheet.name)
    return new TableError(
      'invalid_parameter',
      `no worksheet ${quoted(name)}; the workbook has ${listed(names, quoted)}`,
    )
  }
}

const pause = new Uint8Array(0)

/** A row as a record; of a row that is too long, as much as shows that. */
function lineOf(cells: SheetRow['cells']): string {
  let line = ''
  for (let i = 0; i < cells.length && line.length <= longestRecord; i++) {
    const cell = cells[i]
    line += (i === 0 ? '' : ',') + (cell === undefined ? '' : written(cell))
  }
  return `${line}\n`
}

/** A text that would be taken for a number that is rounded. */
const numberLike = /^\s*\d([.,]\d+)?E\+\d+\s*$/i

/** A text that would be taken for the line that names the separator of a table. */
const separatorLine = /^sep=[^"]?$/i

/** A cell of the table, with what is known of it besides what it shows (../cells.ts). */
function written({ text, isText, amount, fault }: CellText): string {
  const shown = quotedText(text.replaceAll(mark, '\ufffd'), isText)
  if (fault === undefined && amount === undefined) return shown
  const known = `${mark}${fault ?? amount}`
  return shown.endsWith('"') ? `${shown.slice(0, -1)}${known}"` : `${shown}${known}`
}

function quotedText(text: string, isText: boolean): string {
  if (isText && numberLike.test(text)) return `="${text}"`
  if (separatorLine.test(text)) return `"=""${text}"""`
  // a semicolon too: a line of separators alone is an empty one to readers of tables
  return /[",;\t\r\n]|^=/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
