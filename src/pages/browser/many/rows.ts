/** Rows of which labels are made: those of a table, or the texts of a series. */

import {
  type Column,
  type EncodingNote,
  TableError,
  type TableHeader,
  type TableOptions,
  TableReader,
  type TableRow,
} from '../../../table/index.ts'
import type { Body } from '../service.ts'
import { columnsQuery } from './columns.ts'
import type { Series } from './series.ts'

/** One row, as it is shown and asked for. */
export interface Row {
  /** From 1; empty rows of a table do not count. */
  readonly number: number
  /** Its parameters. */
  readonly values: { readonly [parameter: string]: string }
  /** What stands in its columns. */
  readonly texts: readonly string[]
  /** Why it can be no label, as far as that is known without the service. */
  readonly fault: string | undefined
}

export interface Rows {
  readonly columns: readonly Column[]
  readonly count: number
  /** @param index  0 to count - 1 */
  row(index: number): Row
  /** How many copies a row asks for; undefined if it says nothing about them. */
  copies(index: number): number | undefined
  /** The rows from `from` up to, but not including, `to`, as the service takes them. */
  body(from: number, to: number): Body
  /** Bytes of that body, nearly. */
  size(from: number, to: number): number
  /** The rows that can be no labels as far as that is known without the service, by index. */
  readonly faulty: readonly number[]
  /** Parameters of the request that the rows need. */
  readonly query: { readonly [parameter: string]: string }
  /** The encoding, if it was guessed and is not UTF-8, with a word that shows it. */
  readonly note: EncodingNote | undefined
}

/** The rows of a table. @throws TableError if it is none */
export function tableRows(bytes: Uint8Array<ArrayBuffer>, options: TableOptions): Rows {
  const reader = new TableReader({ ...options, required: [] })
  const rows = [...reader.push(bytes), ...reader.end()]
  const { columns, end } = reader.header as TableHeader
  const { encodingNote } = reader
  if (rows.length === 0) throw new TableError('bad_request', 'there is no row below the header')
  const endOf = (index: number): number => (index === 0 ? end : rows[index - 1]!.end)
  return {
    columns,
    count: rows.length,
    row: (index) => shownRow(rows[index]!),
    copies: (index) => {
      const row = rows[index]!
      const { qty } = 'cells' in row ? row.cells : {}
      return typeof qty === 'string' && /^\d{1,9}$/.test(qty) ? Number(qty) : undefined
    },
    body: (from, to) => {
      // the same bytes, if it is the whole table
      if (from === 0 && to === rows.length) return { type: 'text/csv', bytes }
      return { type: 'text/csv', bytes: joined(bytes.subarray(0, end), bytes.subarray(endOf(from), endOf(to))) }
    },
    size: (from, to) => end + endOf(to) - endOf(from),
    faulty: [...rows.keys()].filter((index) => faultOf(rows[index]!) !== undefined),
    query: {
      ...columnsQuery(options.columns ?? {}),
      ...(options.delimiter === undefined ? {} : { delimiter: options.delimiter }),
      // each part is read as the whole was
      ...(encodingNote === undefined ? {} : { encoding: encodingNote.encoding }),
    },
    note: encodingNote,
  }
}

/** The rows of a series: each has its text alone. */
export function seriesRows(series: Series): Rows {
  const longest = Math.max(...[0, series.length - 1].map((index) => series.text(index).length))
  return {
    columns: [{ text: '', parameters: ['text'] }],
    count: series.length,
    row: (index) => {
      const text = series.text(index)
      return { number: index + 1, values: { text }, texts: [text], fault: undefined }
    },
    copies: () => undefined,
    body: (from, to) => {
      const rows = Array.from({ length: to - from }, (_, i) => ({ text: series.text(from + i) }))
      return { type: 'application/json', bytes: new TextEncoder().encode(JSON.stringify(rows)) }
    },
    // as many as JSON can make of a character, and what stands around it
    size: (from, to) => (to - from) * (6 * longest + 12),
    faulty: [],
    query: {},
    note: undefined,
  }
}

function shownRow(row: TableRow): Row {
  const values =
    'cells' in row ? Object.entries(row.cells).filter((cell): cell is [string, string] => isText(cell[1])) : []
  const { number, content } = row
  return { number, values: Object.fromEntries(values), texts: content?.map(readable) ?? [], fault: faultOf(row) }
}

function faultOf(row: TableRow): string | undefined {
  if ('fault' in row) return row.fault.message
  const faults = Object.entries(row.cells).flatMap(([name, value]) =>
    isText(value) ? [] : [`${name}: ${value.fault}`],
  )
  return faults.length === 0 ? undefined : faults.join('; ')
}

const isText = (value: unknown): value is string => typeof value === 'string'

const decoder = new TextDecoder()
const readable = (cell: Uint8Array): string => decoder.decode(cell)

function joined(head: Uint8Array, rows: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(head.length + rows.length)
  both.set(head)
  both.set(rows, head.length)
  return both
}
