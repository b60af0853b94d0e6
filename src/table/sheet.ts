/** A table as cells, whatever they mean: its rows with anything in them, and where its headings seem to be. */

import { type CellFault, shownText } from './cells.ts'
import type { EncodingNote } from './encoding.ts'
import type { RowForm } from './form.ts'
import { expectedNames } from './header.ts'
import type { Problem } from './problems.ts'
import { type Delimiter, delimiters, TableReader, type TableReading, type TableRow } from './reader.ts'

/** What columns can mean. */
export interface Meanings extends RowForm {
  /** The values of parameters that take words, as `sameName` writes them. */
  readonly words: { readonly [name: string]: readonly string[] }
}

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly number: number
  /** Undefined if they cannot be told apart, by `problem`. */
  readonly cells: readonly Uint8Array[] | undefined
  readonly problem: Problem | undefined
}

export interface TableSheet {
  /** In their order; one or more. */
  readonly rows: readonly SheetRow[]
  /** The encoding, if it was guessed and is not UTF-8, with a word that shows it. */
  readonly note: EncodingNote | undefined
  /** What a cell gives for a parameter; undefined if it is empty or blank. */
  readonly value: (cell: Uint8Array, parameter: string) => string | CellFault | undefined
}

/** The rows of a table. @param known  how it is read, as far as that is known @throws TableError if it is not one */
export function sheetOf(
  bytes: Uint8Array,
  meanings: Meanings,
  known: Pick<TableReading, 'delimiter' | 'encoding' | 'isOfWorkbook'> = {},
): TableSheet {
  const form = { names: [], required: [], printed: meanings.printed }
  const readerOf = (delimiter: Delimiter | undefined): TableReader =>
    new TableReader({ ...known, form, header: false, delimiter })
  const isExpected = expectedNames(meanings)
  const reader = readerOf(known.delimiter ?? likeliest(bytes.subarray(0, headLength), readerOf, isExpected))
  const rows = [...reader.push(bytes), ...reader.end()]
  return { rows: rows.map(rowOf), note: reader.encodingNote, value: (cell, name) => reader.valueOf(cell, name) }
}

/** The width of rows is judged by the headings, which may not be the first row. */
function rowOf(row: TableRow): SheetRow {
  const problem = row.content === undefined && 'fault' in row ? row.fault.problem : undefined
  return { number: row.number, cells: row.content, problem }
}

const decoder = new TextDecoder()

/** Bytes of a table that show its delimiter, and rows among which its headings are. */
const [headLength, mostHeadRows] = [1 << 16, 12] as const

/** The delimiter that gives a row near the top the most headings that are known, or else the most rows as many cells; undefined if the file names it. */
function likeliest(
  head: Uint8Array,
  readerOf: (delimiter: Delimiter | undefined) => TableReader,
  isExpected: (name: string) => boolean,
): Delimiter | undefined {
  if (/^\ufeff?"?sep=/i.test(decoder.decode(head.subarray(0, 12)))) return undefined
  const names = Object.keys(delimiters) as Delimiter[]
  const found = names.map((delimiter) => {
    const rows = headRows(head, readerOf(delimiter)).map(({ content = [] }) => content)
    const expected = Math.max(0, ...rows.map((cells) => cells.map(readable).filter(isExpected).length))
    const widths = rows.map(({ length }) => length).filter((width) => width > 1)
    const alike = Math.max(0, ...widths.map((width) => widths.filter((other) => other === width).length))
    return { delimiter, expected, alike, widest: Math.max(0, ...widths) }
  })
  found.sort((a, b) => b.expected - a.expected || b.alike - a.alike || b.widest - a.widest)
  const [first] = found
  return first!.expected + first!.alike === 0 ? undefined : first!.delimiter
}

/** The rows near the top; none if they cannot be read so. */
function headRows(head: Uint8Array, reader: TableReader): readonly TableRow[] {
  try {
    const rows = reader.push(head)
    return (head.length < headLength ? [...rows, ...reader.end()] : rows).slice(0, mostHeadRows)
  } catch {
    return []
  }
}

/** What a cell shows. */
export const readable = (cell: Uint8Array): string => shownText(cell)

/** What the cells of a row show. */
export const textsOf = ({ cells = [] }: SheetRow): readonly string[] => cells.map(readable)

/** Where the headings of a sheet seem to be. */
export interface HeadingsGuess {
  /** The index of their row; undefined if the first row is a label already. */
  readonly row: number | undefined
  /** Whether one of them is known. */
  readonly isSure: boolean
}

/** The rows that may have the headings, and the one that seems to have them. */
export function headingsIn(
  { rows }: TableSheet,
  meanings: Meanings,
): HeadingsGuess & { readonly rows: readonly SheetRow[] } {
  const head = rows.slice(0, mostHeadRows)
  const isExpected = expectedNames(meanings)
  const texts = head.map(textsOf)
  const filled = texts.map((row) => row.filter((text) => text.trim() !== '').length)
  const expected = texts.map((row) => row.filter(isExpected).length)
  const best = expected.indexOf(Math.max(...expected))
  // what is above headings is a title, in fewer cells
  const isBelowTitles = filled.slice(0, best).every((count) => count < filled[best]!)
  if (expected[best]! > 0 && isBelowTitles) return { rows: head, row: best, isSure: true }
  if (expected[0]! > 0) return { rows: head, row: 0, isSure: true }
  const widest = filled.indexOf(Math.max(...filled))
  const isTitled = widest > 0 && filled.slice(0, widest).every((count) => count === 1)
  const row = isTitled ? widest : 0
  return { rows: head, row: texts[row]!.some((text) => /\d/.test(text)) ? undefined : row, isSure: false }
}
