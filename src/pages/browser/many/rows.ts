/** Rows of which labels are made, those of a table or the texts of a series, and the parts of them that one request takes. */

import type { EncodingNote } from '../../../spreadsheet/encoding.ts'
import { type Column, TableError } from '../../../spreadsheet/header.ts'
import { type TableHeader, type TableOptions, TableReader, type TableRow } from '../../../spreadsheet/reader.ts'
import type { Body } from '../service.ts'
import { columnsQuery } from './columns.ts'

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

/** A series of texts as it is typed: numbers from the first to the last, with what stands before and after each. */
export interface SeriesFields {
  readonly prefix: string
  readonly first: string
  readonly last: string
  readonly step: string
  /** Digits of each number at least, filled with zeros; empty: as many as the first one has, if it starts with a zero. */
  readonly digits: string
  readonly suffix: string
}

/** The fields that are numbers. */
type NumberField = 'first' | 'last' | 'step' | 'digits'

interface Series {
  readonly length: number
  /** @param index  0 to length - 1 */
  text(index: number): string
}

/** The values that each number accepts. A number has at most 18 digits, which is more than any serial number of GS1's keys. */
export const ranges: { readonly [Name in NumberField]: { readonly least: bigint; readonly most: bigint } } = {
  first: { least: 0n, most: 10n ** 18n - 1n },
  last: { least: 0n, most: 10n ** 18n - 1n },
  step: { least: 1n, most: 10n ** 18n - 1n },
  digits: { least: 1n, most: 18n },
}

const names = Object.keys(ranges) as readonly NumberField[]

/** Texts of one series at most. */
export const longestSeries = 50_000

/** Why the fields are no series: numbers that are missing or out of range, or the length of a series that is too long. */
export type SeriesFault =
  | { readonly kind: 'numbers'; readonly fields: readonly NumberField[] }
  | { readonly kind: 'too long'; readonly length: bigint }

/** The series of the fields; it counts down if the last number is below the first. */
export function seriesOf(fields: SeriesFields): Series | SeriesFault {
  const first = numberIn('first', fields.first)
  const last = numberIn('last', fields.last)
  const step = numberIn('step', fields.step.trim() || '1')
  const digits = numberIn('digits', fields.digits.trim() || impliedDigits(fields.first))
  if (first === undefined || last === undefined || step === undefined || digits === undefined) {
    const numbers = { first, last, step, digits }
    return { kind: 'numbers', fields: names.filter((name) => numbers[name] === undefined) }
  }
  const length = (first < last ? last - first : first - last) / step + 1n
  if (length > longestSeries) return { kind: 'too long', length }
  const difference = first < last ? step : -step
  return {
    length: Number(length),
    text: (index) => {
      const number = `${first + BigInt(index) * difference}`
      return `${fields.prefix}${number.padStart(Number(digits), '0')}${fields.suffix}`
    },
  }
}

/** The whole number that a field has; undefined if it has none, or one out of range. */
function numberIn(name: NumberField, typed: string): bigint | undefined {
  const text = typed.trim()
  if (!/^\d{1,40}$/.test(text)) return undefined
  const number = BigInt(text)
  const { least, most } = ranges[name]
  return number >= least && number <= most ? number : undefined
}

/** A first number such as 0001 says how many digits all have. */
function impliedDigits(first: string): string {
  const text = first.trim()
  return text.startsWith('0') && text.length <= Number(ranges.digits.most) ? `${text.length}` : '1'
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

/** What one request takes: labels with their copies, and bytes. */
export interface Bounds {
  readonly labels: number
  readonly bytes: number
}

/** The rows from `from` up to, but not including, `to`, and their labels. */
export interface Part {
  readonly from: number
  readonly to: number
  readonly labels: number
}

/**
 * The rows in parts of as many as one request takes, in their order. A row that is too much by itself is a part of its own: the
 * service says why it refuses it.
 *
 * @param copies  of a row that does not say how many
 */
export function partsOf(rows: Rows, copies: number, most: Bounds): Part[] {
  const parts: Part[] = []
  let from = 0
  let labels = 0
  for (let index = 0; index < rows.count; index++) {
    const more = rows.copies(index) ?? copies
    const isTooMuch = labels + more > most.labels || rows.size(from, index + 1) > most.bytes
    if (isTooMuch && index > from) {
      parts.push({ from, to: index, labels })
      from = index
      labels = 0
    }
    labels += more
  }
  if (rows.count > from) parts.push({ from, to: rows.count, labels })
  return parts
}
