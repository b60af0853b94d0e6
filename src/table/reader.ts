import type { Malformed } from '../utf8.ts'
import { cellValue, isBlank } from './cells.ts'
import { type Delimiter, StartFinder } from './delimiter.ts'
import { type Encoding, encodingOf } from './encoding.ts'
import { type Column, columnsOf, headerTexts, type Meanings, TableError } from './header.ts'
import { expectedNames } from './names.ts'
import { isFault, lineFeeds, RecordParser, type TableRecord } from './records.ts'

export interface TableOptions extends Meanings {
  /** Parameters whose values are texts: blanks count in them. In all others, those around a value do not. */
  readonly printed: readonly string[]
  /** The table's delimiter, if it shall not be found. */
  readonly delimiter?: Delimiter
}

export interface TableHeader {
  readonly columns: readonly Column[]
  /** Bytes of the input up to its end. */
  readonly end: number
}

/** Where a row begins. */
export interface TablePlace {
  /** Rows before it. */
  readonly rows: number
  /** From 1. */
  readonly line: number
  /** Bytes of the input before it. */
  readonly byte: number
}

/** The values of a row by parameter; an empty cell gives none. */
export type Cells = { readonly [name: string]: string | Malformed }

/** Why a row has no cells. */
export interface RowFault {
  readonly code: 'bad_request'
  readonly message: string
}

export type TableRow = RowPlace & ({ readonly cells: Cells } | { readonly fault: RowFault })

export interface RowPlace {
  /** From 1, without the header; empty rows do not count. */
  readonly number: number
  /** The line of the input on which it starts, from 1. */
  readonly line: number
  /** Bytes of the input up to its end. */
  readonly end: number
  /** Its cells as they are, in UTF-8: views of the input; undefined if they cannot be told apart. */
  readonly content: readonly Uint8Array[] | undefined
}

/**
 * Reads a table as it arrives: CSV or TSV, in UTF-8 or in UTF-16 with a byte order mark. Its delimiter is found from the line `sep=;`
 * or from the header, which is the first line with anything in it.
 *
 * A fault of a row costs that row only; rows and columns without anything are passed over. Memory is bounded by the longest row, 128 KB.
 */
export class TableReader {
  private readonly options: TableOptions
  private readonly finder: StartFinder
  private mark: Uint8Array = new Uint8Array(0)
  private encoding: Encoding | undefined
  private parser: RecordParser | undefined
  private found: TableHeader | undefined
  /** The column that gives each parameter. */
  private sources: (readonly [name: string, column: number, isPrinted: boolean])[] = []
  private rows = 0

  /** @throws TableError if a column is chosen for what is no parameter */
  constructor(options: TableOptions) {
    const { names, columns = {}, delimiter } = options
    const unknown = Object.keys(columns).find((name) => !names.includes(name))
    if (unknown !== undefined) {
      throw new TableError('invalid_parameter', `no column can be ${unknown}; it can be one of ${names.join(', ')}`)
    }
    this.options = options
    const expected = expectedNames([...names, ...Object.values(columns).filter((text) => text !== '')])
    this.finder = new StartFinder(expected, delimiter)
  }

  /** The columns, once their line has arrived. */
  get header(): TableHeader | undefined {
    return this.found
  }

  /** The rows that are complete with `chunk`, which must not change afterwards. @throws TableError if no row can be read */
  push(chunk: Uint8Array): TableRow[] {
    return this.rowsOf(this.records(chunk, false))
  }

  /** The rows that the end of the input completes. @throws TableError if no row could be read */
  end(): TableRow[] {
    const rows = this.rowsOf(this.records(new Uint8Array(0), true))
    if (this.found === undefined) {
      throw new TableError('bad_request', 'the table is empty; its first line names the columns')
    }
    return rows
  }

  /** Passes over the rows that are complete with `chunk`, which must not change afterwards: they are counted, but not read. */
  pass(chunk: Uint8Array): void {
    if (this.parser === undefined || this.found === undefined) this.push(chunk)
    else this.rows += this.parser.pass(this.decoded(chunk, false)!)
  }

  /** How many rows there were so far. */
  get rowCount(): number {
    return this.rows
  }

  /** Where the next row begins, with which another reader can go on; undefined before the header and inside of a row with a fault. */
  get place(): TablePlace | undefined {
    const place = this.found && this.parser?.place
    return place && { rows: this.rows, ...place }
  }

  /** Goes on with a place that a reader of the same input gave. What is pushed next must begin with its byte; the header must be known. */
  resume({ rows, line, byte }: TablePlace): void {
    if (this.found === undefined || this.parser === undefined) throw new Error('a table resumes only after its header')
    this.encoding = encodingOf(this.mark, true)!
    this.parser = new RecordParser(this.parser.delimiter, this.encoding.sizeOf, { line, byte })
    this.rows = rows
  }

  private records(chunk: Uint8Array, isLast: boolean): TableRecord[] {
    const bytes = this.decoded(chunk, isLast)
    if (bytes === undefined) return []
    const { parser, rest } = this.started(bytes, isLast)
    if (parser === undefined) return []
    const records = parser.push(rest)
    return isLast ? [...records, ...parser.end()] : records
  }

  /** The chunk in UTF-8, once the encoding is known. */
  private decoded(chunk: Uint8Array, isLast: boolean): Uint8Array | undefined {
    let bytes = chunk
    if (this.encoding === undefined) {
      const begun = joined(this.mark, chunk)
      this.encoding = encodingOf(begun, isLast)
      this.mark = begun.slice(0, this.encoding?.mark ?? begun.length)
      if (this.encoding === undefined) return undefined
      bytes = begun.subarray(this.encoding.mark)
    }
    const decoded = this.encoding.utf8(bytes)
    return isLast ? joined(decoded, this.encoding.rest()) : decoded
  }

  /** The parser, once the delimiter is known, and what it has not seen yet. */
  private started(bytes: Uint8Array, isLast: boolean): { parser?: RecordParser; rest: Uint8Array } {
    if (this.parser !== undefined) return { parser: this.parser, rest: bytes }
    const start = this.finder.push(bytes, isLast)
    if (start === undefined) return { rest: bytes }
    const { sizeOf } = this.encoding!
    const { delimiter, before } = start
    const begins = { line: 1 + lineFeeds(before), byte: this.mark.length + sizeOf(before) }
    this.parser = new RecordParser(delimiter, sizeOf, begins)
    return { parser: this.parser, rest: start.bytes }
  }

  private rowsOf(records: readonly TableRecord[]): TableRow[] {
    const rows: TableRow[] = []
    for (const record of records) {
      const { line, end } = record
      const content = isFault(record.content) ? undefined : record.content
      if (content !== undefined && isBlank(content)) continue
      if (this.found === undefined) this.readHeader(record)
      else {
        const values = this.row(record.content, this.found.columns.length)
        rows.push({ number: ++this.rows, line, end, content, ...values })
      }
    }
    return rows
  }

  private readHeader({ content, end }: TableRecord): void {
    const columns = columnsOf(headerTexts(content), this.options)
    const { printed } = this.options
    this.found = { columns, end }
    this.sources = columns.flatMap(({ parameters }, i) =>
      parameters.map((name) => [name, i, printed.includes(name)] as const),
    )
  }

  private row(content: TableRecord['content'], width: number): { cells: Cells } | { fault: RowFault } {
    if (isFault(content)) return { fault: { code: 'bad_request', message: content.fault } }
    if (!isBlank(content.slice(width))) {
      const message = `${content.length} cells; the header has ${width}`
      return { fault: { code: 'bad_request', message } }
    }
    const cells: Record<string, string | Malformed> = {}
    for (const [name, column, isPrinted] of this.sources) {
      const cell = content[column]
      const value = cell && cellValue(cell, name, isPrinted)
      if (value !== undefined) cells[name] = value
    }
    return { cells }
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
