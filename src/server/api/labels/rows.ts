/** The rows of labels in a body, a table or an array in JSON, as they are sent: before their values are judged. */

import { type Answer, type AnswerStep, type Body, errorAnswer, type Fault, faultsAnswer } from '../../../answer.ts'
import { type FormFault, Refusal } from '../../../request/form-faults.ts'
import { firstOf, type GivenValues, kindOf, valueText } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import type { OtherNames, Query } from '../../../request/query.ts'
import type { Others } from '../../../request/reader.ts'
import {
  type Delimiter,
  type EncodingName,
  type EncodingNote,
  isWorkbook,
  TableError,
  TableReader,
  type TableRow,
  tableOfWorkbook,
  Workbook,
} from '../../../table/index.ts'
import type { Malformed } from '../../../utf8.ts'
import { jsonArray, UnreadableBody } from '../json-body.ts'

/** The bodies of many labels. */
export const labelsBody = {
  limit: 1 << 20,
  mediaTypes: [
    'text/csv',
    'text/tab-separated-values',
    'application/json',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.oasis.opendocument.spreadsheet',
  ],
} as const

/** Labels in one document, copies included. */
export const mostLabels: number = parameters.row.qty.most

/** What rows can give. */
export interface RowForm {
  /** The names of all of it. */
  readonly names: readonly string[]
  /** Those without which a label cannot be drawn. */
  readonly required: readonly string[]
  /** Those whose values are texts: blanks count in them. */
  readonly printed: readonly string[]
  /** The fields of a design, each with what forms call it. */
  readonly fields?: ReadonlyMap<string, string | undefined>
}

/** Rows for labels with a symbol. */
export const symbolRows: RowForm = {
  names: Object.keys(parameters.row),
  required: ['text', 'type'],
  printed: Object.entries(parameters.row).flatMap(([name, { kind }]) => (kind === 'text' ? [name] : [])),
}

/** What a query says of the rows in a body. */
export interface RowsQuery {
  readonly form: RowForm
  /** Values for rows that leave them out. */
  readonly forAll: GivenValues
  /** What is chosen for a parameter: headings as they are or in quotes, with `+` between. */
  readonly columns: { readonly [name: string]: string }
  /** Undefined if it is found in the table. */
  readonly delimiter: Delimiter | undefined
  /** Whether the first line of a table names its columns. */
  readonly header: boolean
  /** Undefined if it is found in the table. */
  readonly encoding: EncodingName | undefined
  /** Whether the table is made of a workbook. */
  readonly isOfWorkbook?: boolean
  /** Of a workbook; undefined if it is the first. */
  readonly worksheet: string | undefined
  /** Names that are not parameters, to which those of the rows are added. */
  readonly others: OtherNames
}

/** The values of a query that rows may leave out: the first, where one is given several times. */
export function forAllIn({ given }: Query, form: RowForm): GivenValues {
  const names = form.names.filter((name) => given[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, firstOf(given[name])]))
}

/** A parameter, and what stands above its columns: in quotes, or as it is. One begins where another ends. */
const columnForm = /([A-Za-z0-9_-]+)=((?:"(?:[^"]|"")*"|[^",+][^,+]*|)(?:\+(?:"(?:[^"]|"")*"|[^",+][^,+]*|))*)(?:,|$)/gy

/** What the parameter `columns` chooses, and its fault if it names a parameter twice. */
export function columnsIn(list = ''): {
  readonly columns: RowsQuery['columns']
  readonly faults: readonly FormFault[]
} {
  const pairs = [...list.matchAll(columnForm)].map(([, name = '', chosen = '']) => [name, chosen] as const)
  const columns = Object.fromEntries(pairs)
  const isTwice = Object.keys(columns).length < pairs.length
  const refusal = new Refusal('invalid_parameter', 'names a parameter twice; once is accepted')
  return { columns, faults: isTwice ? [refusal.fault('columns')] : [] }
}

/** A row as it is sent. */
export interface SentRow {
  /** In a table as a spreadsheet numbers it, in an array from 1. */
  readonly number: number
  /** From 1, without the header and the empty rows of a table. */
  readonly index: number
  /** Its values; nothing if it is unreadable. */
  readonly given: { readonly [name: string]: string | Malformed }
  /** Why it has no values. */
  readonly unreadable?: Pick<Fault, 'code' | 'message'>
  /** Names in it that are not parameters. */
  readonly unknown: readonly string[]
  /** Short values of these, for suggestions. */
  readonly unknownValues?: ReadonlyMap<string, string>
}

export interface SentRows {
  /** At most `mostLabels`. */
  readonly rows: readonly SentRow[]
  /** The memory that they take, in bytes. */
  readonly bytes: number
  /** How many there are. */
  readonly count: number
  /** Names that are not parameters. */
  readonly others: Others
  /** The encoding of a table, if it was guessed and is not UTF-8. */
  readonly note: EncodingNote | undefined
  /** The fields of a design that no column of a table fills, nor the query. */
  readonly unfilled: readonly string[]
}

/** The rows in a body, in steps, or the error if it cannot be read. */
export function* sentRows({ mediaType, bytes }: Body, asked: RowsQuery): Generator<AnswerStep, SentRows | Answer> {
  try {
    if (mediaType === 'application/json') return yield* jsonRows(bytes, asked.form)
    if (isWorkbook(bytes)) return yield* workbookRows(bytes, asked)
    const own = mediaType === 'text/tab-separated-values' ? 'tab' : undefined
    return yield* tableRows(piecesOf(bytes), { ...asked, delimiter: asked.delimiter ?? own })
  } catch (error) {
    if (error instanceof UnreadableBody) return errorAnswer(error.code, error.message)
    if (error instanceof TableError) return unreadableTable(error)
    throw error
  }
}

function unreadableTable({ code, message, parameter, by }: TableError): Answer {
  if (parameter === undefined) return errorAnswer(code, message)
  const bare = by === '1' ? '' : '; header=false if the first row is a label already'
  const advised = `${message}, with columns=${parameter}=${by} in the query, or give ${parameter} there for all rows${bare}`
  return faultsAnswer(code, advised, [{ parameter, code, message: advised }])
}

/** Bytes that are read in one step. */
const chunkLength = 1 << 12

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkLength) yield bytes.subarray(at, at + chunkLength)
}

/** Bytes of a part of a workbook, unpacked, and of the table that is made of it. The most rows with every text as long as may be have 4 MB. */
const mostUnpacked = 8 << 20

/** Tags and texts of a workbook: of a sheet with 100,000 cells, in less than a second. */
const mostTokens = 1 << 19

/** The rows of a worksheet, in steps. @throws TableError if no row can be read */
function* workbookRows(bytes: Uint8Array, asked: RowsQuery): Generator<AnswerStep, SentRows> {
  const opening = Workbook.opened(bytes, { mostBytes: mostUnpacked, mostTokens })
  let opened = opening.next()
  for (; !opened.done; opened = opening.next()) yield { kept: 0 }
  const workbook = opened.value
  const reading = tableRows(smaller(workbook.table(asked.worksheet)), { ...asked, ...tableOfWorkbook })
  let step = reading.next()
  for (; !step.done; step = reading.next()) yield { kept: step.value.kept + workbook.kept }
  return step.value
}

function* smaller(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const piece of pieces) {
    if (piece.length === 0) yield piece
    else yield* piecesOf(piece)
  }
}

/** The rows of a table, CSV or TSV, in steps. @throws TableError if no row can be read */
function* tableRows(
  pieces: Iterable<Uint8Array>,
  { form, forAll, columns, delimiter, header, encoding, isOfWorkbook }: RowsQuery,
): Generator<AnswerStep, SentRows> {
  const reader = new TableReader({
    names: form.names,
    required: form.required.filter((name) => forAll[name] === undefined),
    printed: form.printed,
    titles: titlesOf(form),
    columns,
    header,
    ...(delimiter && { delimiter }),
    ...(encoding && { encoding }),
    ...(isOfWorkbook && { isOfWorkbook }),
  })
  const rows: SentRow[] = []
  let count = 0
  let kept = 0
  const take = (found: readonly TableRow[]): void => {
    count += found.length
    for (const row of found.slice(0, mostLabels - rows.length)) {
      // a spreadsheet may have columns for other uses, which are no fault of a row
      const values = 'fault' in row ? { given: {}, unreadable: row.fault } : { given: row.cells }
      rows.push({ number: row.number, index: row.index, ...values, unknown: [] })
      kept += bytesOfRow(rows.at(-1)!)
    }
  }
  for (const piece of pieces) {
    if (piece.length > 0) take(reader.push(piece))
    yield { kept }
  }
  take(reader.end())
  const fields = [...(form.fields?.keys() ?? [])].filter((name) => forAll[name] === undefined)
  const unfilled = reader.unfilled(fields)
  return { rows, bytes: kept, count, others: othersOf(reader.ignored), note: reader.encodingNote, unfilled }
}

/** What forms call the fields of a design, where that is another name. */
function titlesOf({ fields = new Map() }: RowForm): { readonly [name: string]: string } {
  return Object.fromEntries([...fields].flatMap(([name, title]) => (title === undefined ? [] : [[name, title]])))
}

const accepted = 'an array of objects is accepted, such as [{"type":"code128","text":"QZ-0001"}]'

/** The rows of a JSON array of objects, in steps. @throws UnreadableBody */
export function* jsonRows(bytes: Uint8Array, { names }: RowForm): Generator<AnswerStep, SentRows> {
  const rows: SentRow[] = []
  let count = 0
  let kept = 0
  yield* jsonArray(bytes, accepted, (element) => {
    if (++count > mostLabels) return kept
    rows.push(jsonRow(element, count, names))
    kept += bytesOfRow(rows.at(-1)!)
    return kept
  })
  const others = othersOf(rows.flatMap(({ unknown }) => unknown))
  return { rows, bytes: kept, count, others, note: undefined, unfilled: [] }
}

function jsonRow(element: unknown, number: number, names: readonly string[]): SentRow {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    const message = `${kindOf(element)} in place of an object`
    return { number, index: number, given: {}, unreadable: { code: 'bad_request', message }, unknown: [] }
  }
  const given: Record<string, string | Malformed> = {}
  const unknown: string[] = []
  const unknownValues = new Map<string, string>()
  for (const [name, value] of Object.entries(element)) {
    const text = value === null ? undefined : valueText(value)
    if (!names.includes(name)) {
      unknown.push(name)
      if (typeof text === 'string' && text.length <= longestSuggested) unknownValues.set(name, text)
    } else if (text !== undefined) given[name] = text
  }
  return { number, index: number, given, unknown, unknownValues }
}

/** UTF-16 units of a value of an unknown name that is kept for a suggestion. */
const longestSuggested = 200

const mostOthers = 20

/** Names that are not parameters, of a bounded number. */
export function othersOf(names: readonly string[]): Others {
  const all = [...new Set(names)]
  return { names: new Set(all.slice(0, mostOthers)), more: Math.max(0, all.length - mostOthers) }
}

/** The memory that a row takes, in bytes. */
function bytesOfRow({ given, unreadable, unknownValues = new Map() }: SentRow): number {
  return bytesOf(unreadable === undefined ? { ...Object.fromEntries(unknownValues), ...given } : { ...unreadable })
}

/** Bytes that a row takes besides the characters of its values, at most: 36 values, and the list of them. */
const bytesBesides = 1024

/** The memory that the values of a row take, in bytes. */
export function bytesOf(values: { readonly [name: string]: unknown }): number {
  let characters = 0
  for (const value of Object.values(values)) if (typeof value === 'string') characters += value.length
  return bytesBesides + 2 * characters
}
