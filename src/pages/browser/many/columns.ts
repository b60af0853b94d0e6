/** The columns of a table: what people choose that they mean, and headings for tables that are pasted without the row above them. */

import type { Column } from '../../../spreadsheet/header.ts'
import {
  type Delimiter,
  delimiters,
  type TableHeader,
  type TableOptions,
  TableReader,
} from '../../../spreadsheet/reader.ts'

/** For a parameter, what stands above its column; empty: it has none. */
export type Chosen = { readonly [parameter: string]: string }

/** The choice after a person has said that a column means `parameter`, or nothing if that is empty. */
export function choice(chosen: Chosen, column: Column, parameter: string): Chosen {
  const others = column.parameters.filter((name) => name !== parameter)
  const own = parameter === '' ? {} : { [parameter]: column.text }
  return { ...chosen, ...Object.fromEntries(others.map((name) => [name, ''])), ...own }
}

/** The part of a choice that a table with these headings can have: another table may be like the last one, or not. */
export function possible(chosen: Chosen, headings: readonly string[]): Chosen {
  return Object.fromEntries(Object.entries(chosen).filter(([, text]) => text === '' || headings.includes(text)))
}

/** The choice as parameters of a request. */
export function columnsQuery(chosen: Chosen): { readonly columns?: string } {
  const columns = Object.entries(chosen).map(([name, text]) => `${name}=${quoted(text)}`)
  return columns.length === 0 ? {} : { columns: columns.join(',') }
}

/** As in CSV, and where a plus sign would part two columns. */
function quoted(text: string): string {
  return /^"|[,+]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The header of a table; undefined if it has none. */
function headerOf(bytes: Uint8Array, options: TableOptions): TableHeader | undefined {
  try {
    const reader = new TableReader({ ...options, required: [], columns: {} })
    reader.push(bytes)
    if (reader.header === undefined) reader.end()
    return reader.header
  } catch {
    return undefined
  }
}

/** What stands above the columns of a table; none if it has no header. */
export function headingsOf(bytes: Uint8Array, options: TableOptions): readonly string[] {
  return headerOf(bytes, options)?.columns.map(({ text }) => text) ?? []
}

/** Whether the first row seems to be a label already: no column of it means anything, and there is a number among its cells. */
export function seemsWithoutHeadings(bytes: Uint8Array, options: TableOptions): boolean {
  const columns = headerOf(bytes, options)?.columns ?? []
  return columns.every(({ parameters }) => parameters.length === 0) && columns.some(({ text }) => /\d/.test(text))
}

/** Whether headings can be put above: the table is not in UTF-16, whose mark begins with one of these bytes. */
export function canHaveHeadings(bytes: Uint8Array): boolean {
  return bytes[0] !== 0xfe && bytes[0] !== 0xff
}

/**
 * The table with headings above it.
 *
 * @param heading  of the column with this number, from 1
 */
export function withHeadings(
  bytes: Uint8Array,
  options: TableOptions,
  heading: (column: number) => string,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly delimiter: Delimiter } {
  const { length } = headingsOf(bytes, options)
  const names = ['tab', 'semicolon', 'comma'] as const satisfies readonly Delimiter[]
  // of a single column, a tab: it is the rarest within a cell
  const delimiter = names.find((name) => headingsOf(bytes, { ...options, delimiter: name }).length === length) ?? 'tab'
  const line = Array.from({ length }, (_, i) => heading(i + 1)).join(String.fromCharCode(delimiters[delimiter]))
  const head = new TextEncoder().encode(`${line}\n`)
  // a byte order mark stays the first thing
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const all = new Uint8Array(head.length + bytes.length)
  all.set(bytes.subarray(0, mark))
  all.set(head, mark)
  all.set(bytes.subarray(mark), mark + head.length)
  return { bytes: all, delimiter }
}
