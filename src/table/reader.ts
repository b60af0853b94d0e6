/** A table of text as it arrives, CSV or TSV: bytes -> rows of values by parameter. */

import { type Malformed, utf8Value } from '../utf8.ts'
import { blank, carriageReturn, lineEnds, lineFeed, longestRecord, PendingBytes, quote } from './bytes.ts'
import { type CellFault, type CellReading, cellValue, isBlank, type Source, valuesIn } from './cells.ts'
import { type Decision, Decoder, type EncodingNote } from './encoding.ts'
import type { EncodingName } from './encoding-names.ts'
import {
  columnsOf,
  expectedNames,
  type HeaderReading,
  headerTexts,
  leftToRows,
  mostHeadings,
  partsOf,
  type TableColumn,
  TableError,
} from './header.ts'
import { type Problem, problem } from './problems.ts'
import { isFault, RecordParser, type RecordPlace, type TableRecord } from './records.ts'

/** The delimiters by name; of several that divide a header equally well, the first is taken. */
export const delimiters = { comma: 0x2c, semicolon: 0x3b, tab: 0x09, '|': 0x7c } as const

export type Delimiter = keyof typeof delimiters

/** How a table is read; what is not said is found in it. */
export interface TableReading extends HeaderReading {
  readonly delimiter?: Delimiter | undefined
  readonly encoding?: EncodingName | undefined
  /** Of a workbook; the first if it is not said. */
  readonly worksheet?: string | undefined
  /** Whether the table is made of a workbook, whose cells have marks. */
  readonly isOfWorkbook?: boolean
}

export interface TableHeader {
  readonly columns: readonly TableColumn[]
  /** Bytes of the input up to its end; without a header, up to the first row. */
  readonly end: number
}

/** Where a row begins. */
export interface TablePlace extends RecordPlace {
  /** Rows before it. */
  readonly rows: number
  /** The encoding, as far as it is known there. */
  readonly encoding: Decision | undefined
}

/** The values of a row by parameter; an empty cell gives none. */
export type Cells = { readonly [name: string]: string | Malformed }

/** Why a row has no cells. */
export interface RowFault {
  readonly code: 'bad_request'
  readonly message: string
  readonly problem: Problem
}

/** A row: its values, or why it has none. */
export type Row = RowNumber & ({ readonly cells: Cells } | { readonly fault: Pick<RowFault, 'code' | 'message'> })

export type TableRow = RowPlace & ({ readonly cells: Cells } | { readonly fault: RowFault })

export interface RowNumber {
  /** As a spreadsheet numbers it, from 1: the header and empty rows count. */
  readonly number: number
  /** From 1, without the header and empty rows. */
  readonly index: number
}

export interface RowPlace extends RowNumber {
  /** The line of the input on which it starts, from 1. */
  readonly line: number
  /** Bytes of the input up to its end. */
  readonly end: number
  /** Its cells as they are, in UTF-8: views of the input; undefined if they cannot be told apart. */
  readonly content: readonly Uint8Array[] | undefined
}

/** The row without its place in the input, and without views of that, which would keep it. */
export function withoutPlace(row: TableRow): Row {
  const { number, index } = row
  return 'fault' in row ? { number, index, fault: row.fault } : { number, index, cells: row.cells }
}

/**
 * Reads a table as it arrives: CSV or TSV. Its delimiter is found from the line `sep=;` or from the header, which is the first line with
 * anything in it; its encoding from the byte order mark, or else from the first line beyond ASCII.
 *
 * A fault of a row costs that row only; rows and columns without anything are passed over. Memory is bounded by the longest row, 128 KB.
 */
export class TableReader {
  readonly #reading: TableReading
  readonly #hasHeader: boolean
  readonly #finder: StartFinder
  readonly #decoder: Decoder
  #parser: RecordParser | undefined
  /** Bytes of the input before the first record. */
  #begin = 0
  #found: TableHeader | undefined
  /** What gives each parameter. */
  #sources: ReadonlyMap<string, Source> = new Map()
  readonly #printed: ReadonlySet<string>
  #rows = 0
  readonly #cells: CellReading

  /** @throws TableError if a column is chosen for what is no parameter */
  constructor(reading: TableReading) {
    const { form, columns = {}, delimiter, encoding, header = true, isOfWorkbook = false } = reading
    const { names } = form
    const unknown = Object.keys(columns).find((name) => !names.includes(name))
    if (unknown !== undefined) {
      throw new TableError('invalid_parameter', `no column can be ${unknown}; it can be one of ${names.join(', ')}`)
    }
    this.#reading = reading
    this.#printed = new Set(form.printed)
    this.#hasHeader = header
    this.#decoder = new Decoder(encoding)
    this.#cells = { faultOf: (text) => this.#decoder.faultOf(text), isOfWorkbook }
    const chosen = Object.values(columns).flatMap((text) => (text === '' ? [] : [text, ...partsOf(text)]))
    const expected = expectedNames(form, chosen)
    this.#finder = new StartFinder(header ? expected : () => false, delimiter)
  }

  /** The columns, once their line has arrived. */
  get header(): TableHeader | undefined {
    return this.#found
  }

  /** What stands above columns that nothing takes; of a table without headings none. */
  get ignored(): readonly string[] {
    const columns = this.#hasHeader ? (this.#found?.columns ?? []) : []
    return columns.flatMap(({ text, parameters }) => (parameters.length === 0 && text.trim() !== '' ? [text] : []))
  }

  /** The fields of a design that nothing gives, once the columns are known. */
  get unfilled(): readonly string[] {
    const { form, forAll } = this.#reading
    const fields = leftToRows(form.fields?.keys() ?? [], forAll)
    return this.#found === undefined ? [] : fields.filter((name) => !this.#sources.has(name))
  }

  /** The encoding, as far as it is known: undefined if all was ASCII. */
  get encoding(): EncodingName | undefined {
    return this.#decoder.decision?.name
  }

  /** The encoding that was guessed and is not UTF-8. */
  get encodingNote(): EncodingNote | undefined {
    return this.#decoder.note
  }

  /** The delimiter, once it is found, if it has a name. */
  get delimiter(): Delimiter | undefined {
    const names = Object.keys(delimiters) as Delimiter[]
    return names.find((name) => delimiters[name] === this.#parser?.delimiter)
  }

  /** What a cell of a row gives for a parameter; undefined if it is empty or blank. */
  valueOf(cell: Uint8Array, name: string): string | CellFault | undefined {
    return cellValue(cell, name, this.#printed.has(name), this.#cells)
  }

  /** The rows that are complete with `chunk`, which must not change afterwards. @throws TableError if no row can be read */
  push(chunk: Uint8Array): TableRow[] {
    return this.#rowsOf(this.#records(chunk, false))
  }

  /** The rows that the end of the input completes. @throws TableError if no row could be read */
  end(): TableRow[] {
    const rows = this.#rowsOf(this.#records(new Uint8Array(0), true))
    if (this.#found === undefined) {
      throw new TableError(
        'bad_request',
        `the table is empty${this.#hasHeader ? '; its first line names the columns' : ''}`,
        problem('emptyTable'),
      )
    }
    return rows
  }

  /** Passes over the rows that are complete with `chunk`, which must not change afterwards: they are counted, but not read. */
  pass(chunk: Uint8Array): void {
    if (this.#parser === undefined || this.#found === undefined) this.push(chunk)
    else this.#rows += this.#parser.pass(this.#decoder.push(chunk, false))
  }

  /** How many rows there were so far. */
  get rowCount(): number {
    return this.#rows
  }

  /**
   * Where the next row begins, with which another reader can go on; undefined before the header, inside of a row with a fault, and in
   * encodings whose characters have several bytes.
   */
  get place(): TablePlace | undefined {
    const place = this.#found && this.#decoder.hasSizes ? this.#parser?.place : undefined
    return place && { rows: this.#rows, ...place, encoding: this.#decoder.decision }
  }

  /** Goes on with a place that a reader of the same input gave. What is pushed next must begin with its byte; the header must be known. */
  resume({ rows, encoding, ...place }: TablePlace): void {
    if (this.#found === undefined || this.#parser === undefined)
      throw new Error('a table resumes only after its header')
    this.#decoder.resume(encoding)
    this.#parser = this.#parserFrom(this.#parser.delimiter, place)
    this.#rows = rows
  }

  #records(chunk: Uint8Array, isLast: boolean): TableRecord[] {
    const { parser, rest } = this.#started(this.#decoder.push(chunk, isLast), isLast)
    if (parser === undefined) return []
    const records = parser.push(rest)
    return isLast ? [...records, ...parser.end()] : records
  }

  /** The parser, once the delimiter is known, and what it has not seen yet. */
  #started(bytes: Uint8Array, isLast: boolean): { parser?: RecordParser; rest: Uint8Array } {
    if (this.#parser !== undefined) return { parser: this.#parser, rest: bytes }
    const start = this.#finder.push(bytes, isLast)
    if (start === undefined) return { rest: bytes }
    const { delimiter, before, isNamed } = start
    this.#begin = this.#decoder.mark + this.#decoder.sizeOf(before)
    const lines = lineEnds(before)
    // the line that names the delimiter is not a row
    const records = isNamed ? lines - 1 : lines
    this.#parser = this.#parserFrom(delimiter, { records, line: 1 + lines, byte: this.#begin })
    return { parser: this.#parser, rest: start.bytes }
  }

  #parserFrom(delimiter: number, begins: RecordPlace): RecordParser {
    return new RecordParser(delimiter, (utf8) => this.#decoder.sizeOf(utf8), begins)
  }

  #rowsOf(records: readonly TableRecord[]): TableRow[] {
    const rows: TableRow[] = []
    for (const record of records) {
      const { number, line, end } = record
      const content = isFault(record.content) ? undefined : record.content
      if (content !== undefined && isBlank(content)) continue
      if (this.#found === undefined) {
        this.#readColumns(record)
        if (this.#hasHeader) continue
      }
      const values = this.#row(record.content, this.#found!.columns.length)
      rows.push({ number, index: ++this.#rows, line, end, content, ...values })
    }
    return rows
  }

  #readColumns({ content, end }: TableRecord): void {
    const { columns, sources } = columnsOf(headerTexts(content, this.#hasHeader), this.#reading)
    this.#found = { columns, end: this.#hasHeader ? end : this.#begin }
    this.#sources = sources
  }

  #row(content: TableRecord['content'], width: number): { cells: Cells } | { fault: RowFault } {
    if (isFault(content)) return { fault: { code: 'bad_request', message: content.fault, problem: content.problem } }
    if (!isBlank(content.slice(width))) {
      const message = `${content.length} cells; the ${this.#hasHeader ? 'header' : 'first row'} has ${width}`
      return { fault: { code: 'bad_request', message, ...problem('tooWide', width) } }
    }
    return { cells: valuesIn(content, this.#sources, (cell, name) => this.valueOf(cell, name)) }
  }
}

const isDelimiter = (byte: number): boolean => Object.values<number>(delimiters).includes(byte)

const emptyBytes: readonly number[] = [0x20, lineFeed, carriageReturn, ...Object.values(delimiters)]

/** Whether a line of such bytes is empty, whatever the delimiter: blanks, delimiters and line ends. */
function isEmpty(byte: number): boolean {
  return emptyBytes.includes(byte)
}

/** The first line of a file that names its delimiter, for Excel. */
const separatorLine = /^"?sep=([!#-~\t])"?\r?\n?$/i

/** How a table begins. */
interface Start {
  /** One byte. */
  readonly delimiter: number
  /** What has arrived from the header on, or after the line `sep=;`. */
  readonly bytes: Uint8Array
  /** Lines before that. */
  readonly before: Uint8Array
  /** Whether the last of these names the delimiter. */
  readonly isNamed: boolean
}

/** Collects the beginning of a table, in UTF-8, until its delimiter is certain: up to the end of the first line that is not empty. */
class StartFinder {
  readonly #isExpected: (name: string) => boolean
  readonly #delimiter: number | undefined
  readonly #arrived = new PendingBytes()
  #at = 0
  #lineFrom = 0
  #isQuoted = false
  /** Where the last quote is that closed a cell. */
  #closed = -2

  /**
   * @param isExpected  whether a column may have this name
   * @param delimiter  if it is known
   */
  constructor(isExpected: (name: string) => boolean, delimiter: Delimiter | undefined) {
    this.#isExpected = isExpected
    this.#delimiter = delimiter === undefined ? undefined : delimiters[delimiter]
  }

  /** The start, once it is complete. */
  push(chunk: Uint8Array, isLast: boolean): Start | undefined {
    const arrived = this.#arrived
    arrived.append(chunk)
    for (; this.#at < arrived.length; this.#at++) {
      const byte = arrived.at(this.#at)
      const isReturn = byte === carriageReturn && !this.#isQuoted
      if (isReturn && this.#at + 1 === arrived.length && !isLast) return undefined
      if (byte === quote) this.#readQuote()
      const isEnd = isReturn ? arrived.at(this.#at + 1) !== lineFeed : byte === lineFeed && !this.#isQuoted
      if (!isEnd && this.#at - this.#lineFrom < longestRecord) continue
      const line = arrived.view(this.#lineFrom, this.#at + 1)
      if (!isEnd || !line.every(isEmpty)) return this.#start(line)
      this.#lineFrom = this.#at + 1
    }
    return isLast ? this.#start(arrived.view(this.#lineFrom, arrived.length)) : undefined
  }

  /** A quote opens where a cell may begin, and behind one that closed it: two are one in the cell. */
  #readQuote(): void {
    if (this.#isQuoted) this.#closed = this.#at
    this.#isQuoted = !this.#isQuoted && (this.#closed === this.#at - 1 || this.#isCellStart())
  }

  /** Whether nothing but blanks stands between a delimiter, or the start of the line, and this byte. */
  #isCellStart(): boolean {
    let from = this.#at
    while (from > this.#lineFrom && this.#arrived.at(from - 1) === blank) from--
    return from === this.#lineFrom || isDelimiter(this.#arrived.at(from - 1))
  }

  #start(line: Uint8Array): Start {
    const given = line.length > 10 ? undefined : separatorLine.exec(String.fromCharCode(...line))?.[1]
    const from = this.#lineFrom + (given === undefined ? 0 : line.length)
    return {
      delimiter: this.#delimiter ?? given?.charCodeAt(0) ?? likeliest(line, this.#isExpected),
      bytes: this.#arrived.view(from, this.#arrived.length),
      before: this.#arrived.view(0, from),
      isNamed: given !== undefined,
    }
  }
}

/** The delimiter that divides a header into the most expected names, or else into the most columns. */
function likeliest(header: Uint8Array, isExpected: (name: string) => boolean): number {
  const found = Object.values(delimiters).map((delimiter) => {
    const parser = new RecordParser(delimiter)
    const content = parser.only(header)?.content ?? []
    const cells = isFault(content) ? [] : content
    const expected = cells.slice(0, mostHeadings).filter((cell) => {
      const name = utf8Value(cell)
      return typeof name === 'string' && isExpected(name)
    })
    return { delimiter, columns: cells.length, expected: expected.length }
  })
  found.sort((a, b) => b.expected - a.expected || b.columns - a.columns)
  return found[0]!.delimiter
}
