/** The rows of labels in a body, a table or an array in JSON, as they are sent: before their values are judged. */

import { type Answer, type AnswerStep, type Body, errorAnswer, faultsAnswer } from '../../../answer.ts'
import { type FormFault, Refusal } from '../../../request/form-faults.ts'
import { type GivenValues, kindOf, type Request, valueText } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import type { OtherNames, Query } from '../../../request/query.ts'
import type { Others } from '../../../request/reader.ts'
import { forAllIn } from '../../../request/rows.ts'
import {
  advised,
  chosenColumns,
  type EncodingNote,
  isWorkbook,
  piecesOf,
  type Row,
  type RowForm,
  type TableAdvice,
  TableError,
  TableReader,
  type TableReading,
  type TableRow,
  tableOfWorkbook,
  Workbook,
  withoutPlace,
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

/** What a query says of the rows in a body. */
export interface RowsQuery extends TableReading {
  /** Values for rows that leave them out. */
  readonly forAll: GivenValues
  /** Names that are not parameters, to which those of the rows are added. */
  readonly others: OtherNames
}

/** A parameter, and what stands above its columns: in quotes, or as it is. One begins where another ends. */
const columnForm = /([A-Za-z0-9_-]+)=((?:"(?:[^"]|"")*"|[^",+][^,+]*|)(?:\+(?:"(?:[^"]|"")*"|[^",+][^,+]*|))*)(?:,|$)/gy

/** What says in a query how its table is read; nothing of it in one with faults. */
type TableRequest = Partial<
  Pick<Request<typeof parameters.labels>, 'columns' | 'delimiter' | 'header' | 'encoding' | 'worksheet'>
>

/** What a query says of the rows in a body, and its fault if `columns` names a parameter twice. */
export function rowsQuery(
  query: Query,
  form: RowForm,
  { columns: list = '', header = true, delimiter, encoding, worksheet }: TableRequest = {},
): { readonly rows: RowsQuery; readonly faults: readonly FormFault[] } {
  const pairs = [...list.matchAll(columnForm)].map(([, name = '', chosen = '']) => [name, chosen] as const)
  const { columns, twice } = chosenColumns(pairs)
  const refusal = new Refusal('invalid_parameter', `${twice} is given twice; once is accepted`)
  const { others } = query
  return {
    rows: { form, forAll: forAllIn(query, form), columns, header, delimiter, encoding, worksheet, others },
    faults: twice === undefined ? [] : [refusal.fault('columns')],
  }
}

/** A row as it is sent, in a table or in an array from 1. */
export type SentRow = Row & {
  /** Names in it that are not parameters. */
  readonly unknown?: readonly string[]
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
    return yield* tableRows(piecesOf(bytes, chunkLength), { ...asked, delimiter: asked.delimiter ?? own })
  } catch (error) {
    if (error instanceof UnreadableBody) return errorAnswer(error.code, error.message)
    if (error instanceof TableError) return unreadableTable(error)
    throw error
  }
}

/** How a query says what a table leaves open. */
const advice: TableAdvice = {
  column: (name, by) => `columns=${name}=${by} in the query`,
  forAll: (name) => `give ${name} there for all rows`,
  bare: 'header=false',
}

function unreadableTable(error: TableError): Answer {
  const { code, parameter } = error
  const message = advised(error, advice)
  return parameter === undefined
    ? errorAnswer(code, message)
    : faultsAnswer(code, message, [{ parameter, code, message }])
}

/** Bytes that are read in one step. */
const chunkLength = 1 << 12

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
    else yield* piecesOf(piece, chunkLength)
  }
}

/** The rows of a table, CSV or TSV, in steps. @throws TableError if no row can be read */
function* tableRows(pieces: Iterable<Uint8Array>, asked: RowsQuery): Generator<AnswerStep, SentRows> {
  const reader = new TableReader(asked)
  const rows: SentRow[] = []
  let count = 0
  let kept = 0
  const take = (found: readonly TableRow[]): void => {
    count += found.length
    for (const row of found.slice(0, mostLabels - rows.length)) {
      // a spreadsheet may have columns for other uses, which are no fault of a row
      rows.push(withoutPlace(row))
      kept += bytesOfRow(row)
    }
  }
  for (const piece of pieces) {
    if (piece.length > 0) take(reader.push(piece))
    yield { kept }
  }
  take(reader.end())
  const { unfilled, encodingNote: note } = reader
  return { rows, bytes: kept, count, others: othersOf(reader.ignored), note, unfilled }
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
  const others = othersOf(rows.flatMap(({ unknown = [] }) => unknown))
  return { rows, bytes: kept, count, others, note: undefined, unfilled: [] }
}

function jsonRow(element: unknown, number: number, names: readonly string[]): SentRow {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    const message = `${kindOf(element)} in place of an object`
    return { number, index: number, fault: { code: 'bad_request', message } }
  }
  const cells: Record<string, string | Malformed> = {}
  const unknown: string[] = []
  const unknownValues = new Map<string, string>()
  for (const [name, value] of Object.entries(element)) {
    const text = value === null ? undefined : valueText(value)
    if (!names.includes(name)) {
      unknown.push(name)
      if (typeof text === 'string' && text.length <= longestSuggested) unknownValues.set(name, text)
    } else if (text !== undefined) cells[name] = text
  }
  return { number, index: number, cells, unknown, unknownValues }
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
function bytesOfRow(row: SentRow): number {
  return bytesOf('fault' in row ? { ...row.fault } : { ...Object.fromEntries(row.unknownValues ?? []), ...row.cells })
}

/** Bytes that a row takes besides the characters of its values, at most: 36 values, and the list of them. */
const bytesBesides = 1024

/** The memory that the values of a row take, in bytes. */
export function bytesOf(values: { readonly [name: string]: unknown }): number {
  let characters = 0
  for (const value of Object.values(values)) if (typeof value === 'string') characters += value.length
  return bytesBesides + 2 * characters
}
