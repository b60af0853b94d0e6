/** Tables without headings: rows that are pasted without the one above them. They get headings, so that columns have names. */

import { type Delimiter, delimiters, type TableHeader, type TableOptions, TableReader } from '../../../table/index.ts'

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
