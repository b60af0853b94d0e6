/** The rows of a batch: read from its table, drawn one by one, and written in their order. */

import type { Suggestion } from '../../../symbologies/index.ts'
import { cutAt, quoted } from '../../../symbologies/messages.ts'
import type { ErrorCode } from '../../answer.ts'
import type { Warning } from '../../plan/warning.ts'
import { firstOf, type GivenValues } from '../../request/parameter.ts'
import {
  type Cells,
  type Delimiter,
  type EncodingName,
  listed,
  type RowFault,
  type RowPlace,
  TableError,
  TableReader,
  type TableRow,
} from '../../table/index.ts'
import type { Malformed } from '../../utf8.ts'
import { withoutLineFeed } from '../arguments.ts'
import { exit, Failure, Refused } from '../command.ts'
import { type Endpoint, rowEndpoints } from '../endpoints.ts'
import { printMessage } from '../output.ts'
import type { Shell } from '../shell.ts'

/** A row: the values of its cells, and those that the command line gives for all rows. */
export interface BatchRow {
  /** As the spreadsheet numbers it. */
  readonly number: number
  readonly given: GivenValues
  /** Whether a line feed at the end of the text was removed. */
  readonly hasLostLineFeed: boolean
  /** The cell of the column `file`, if it is not empty. */
  readonly file: string | undefined
}

/** The column with the names of the images. */
const fileColumn = 'file'

/** How the table of a batch is read. */
export interface TableReading {
  readonly endpoint: Endpoint
  /** Values for rows whose cell is empty or missing. */
  readonly forAll: GivenValues
  readonly delimiter: Delimiter | undefined
  /** Whether the first line names the columns. */
  readonly header: boolean
  readonly encoding: EncodingName | undefined
  /** Whether the table is made of a workbook. */
  readonly isOfWorkbook?: boolean
  /** Of a workbook; undefined if it is the first. */
  readonly worksheet: string | undefined
  /** What the user chose for a parameter: headings, or numbers of columns, with `+` between. */
  readonly columns: { readonly [name: string]: string }
}

/** Rows that have arrived together. */
interface Arrival {
  /** Each is read when it is asked for: all of them, once, before the next arrival. */
  readonly rows: Iterable<TableRow>
  /** What does not go together of its columns and what they could give. */
  readonly notes: readonly string[]
}

/** The rows as they arrive; the first array may be empty, and arrives with the header. @throws Failure if no row can be valid */
export async function* rowsOf(
  shell: Shell,
  chunks: AsyncIterable<Uint8Array>,
  reading: TableReading,
): AsyncGenerator<Arrival> {
  try {
    const reader = readerOf(reading)
    const read = (rows: Iterable<TableRow>) => ({ rows, notes: columnNotes(reader, reading) })
    for await (const chunk of chunks) {
      const pieces = piecesOf(chunk)
      let first: readonly TableRow[] = []
      while (reader.header === undefined) {
        const piece = pieces.next()
        if (piece.done) break
        first = reader.push(piece.value)
      }
      if (reader.header !== undefined) yield read(rowsIn(pieces, first, reader))
    }
    const last = reader.end()
    tellEncoding(shell, reader)
    yield read(last)
  } catch (error) {
    throw tableFailure(error)
  }
}

/** Tells an encoding that was guessed. */
export function tellEncoding(shell: Shell, { encodingNote }: TableReader): void {
  if (encodingNote === undefined) return
  const { encoding, word } = encodingNote
  printMessage(shell, `read as ${encoding}, in which the first word beyond ASCII is ${word}; --encoding says another`)
}

/** Bytes of the table that are read at a time: of rows that wait long to be drawn, only a full collection frees the memory. */
const pieceBytes = 1 << 10

function* piecesOf(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes)
}

/** The first rows, and those of the pieces. */
function* rowsIn(pieces: Iterable<Uint8Array>, first: readonly TableRow[], reader: TableReader): Generator<TableRow> {
  yield* first
  for (const piece of pieces) yield* reader.push(piece)
}

/** A Failure with the message of a TableError; other errors as they are. */
export function tableFailure(error: unknown): unknown {
  if (!(error instanceof TableError)) return error
  const bare = error.by === '1' ? '' : '; --header false if the first row is a label already'
  const advice = error.parameter === undefined ? '' : `, with --column ${error.parameter}=${error.by}${bare}`
  return new Failure(exit.usage, `${error.message}${advice}`)
}

/** The rows of the first arrival, and then all others. */
export async function* rowsAfter(
  first: IteratorResult<Arrival>,
  others: AsyncGenerator<Arrival>,
): AsyncGenerator<Iterable<TableRow>> {
  if (!first.done) yield first.value.rows
  for await (const { rows } of others) yield rows
}

export function readerOf({
  endpoint,
  forAll,
  delimiter,
  columns,
  header,
  encoding,
  isOfWorkbook,
}: TableReading): TableReader {
  const parameters = Object.entries(endpoint.parameters)
  const texts = parameters.filter(([, { kind }]) => kind === 'text').map(([name]) => name)
  return new TableReader({
    names: [...Object.keys(endpoint.parameters), fileColumn],
    required: endpoint.required.filter((name) => forAll[name] === undefined),
    titles: titlesOf(endpoint),
    printed: [...texts, fileColumn],
    columns,
    header,
    ...(delimiter && { delimiter }),
    ...(encoding && { encoding }),
    ...(isOfWorkbook && { isOfWorkbook }),
  })
}

/** What forms call the fields of a design, where that is another name. */
function titlesOf({ fields = new Map() }: Endpoint): { readonly [name: string]: string } {
  return Object.fromEntries([...fields].flatMap(([name, title]) => (title === undefined ? [] : [[name, title]])))
}

/**
 * What is said of the columns of a table: those that are ignored, and the fields of a design that none fills.
 *
 * @throws Failure for a column that only the other endpoint has: that is a mistake, not a column for other uses
 */
export function columnNotes(reader: TableReader, { endpoint, forAll }: TableReading): readonly string[] {
  const { ignored } = reader
  // a design has fields of any name, and leaves the columns of others alone
  const isOfSymbols = Object.values(rowEndpoints).includes(endpoint)
  for (const [kind, { parameters }] of isOfSymbols ? Object.entries(rowEndpoints) : []) {
    const other = ignored.find((text) => Object.hasOwn(parameters, text))
    if (other !== undefined) throw new Failure(exit.usage, `the column ${other} works only with --as ${kind}`)
  }
  const fields = [...(endpoint.fields?.keys() ?? [])].filter((name) => forAll[name] === undefined)
  const unfilled = reader.unfilled(fields)
  return [
    ...(ignored.length > 0 ? [`ignored columns: ${listed(ignored)}`] : []),
    ...(unfilled.length > 0 ? [`fields that no column fills: ${listed(unfilled)}`] : []),
  ]
}

/** The columns that the values of --column choose. @throws Failure for another form, or a parameter given twice */
export function columnsOf(values: readonly string[]): TableReading['columns'] {
  const columns = new Map<string, string>()
  for (const value of values) {
    const [, name, header] = /^([^=]+)=(.*)$/s.exec(value) ?? []
    if (name === undefined || header === undefined) {
      throw new Failure(exit.usage, `--column: ${quoted(value)} is not of the form NAME=HEADER, such as text=SKU`)
    }
    if (columns.has(name)) throw new Failure(exit.usage, `--column: ${cutAt(name, 40)} is given twice`)
    columns.set(name, header)
  }
  return Object.fromEntries(columns)
}

/** As much of a row of the table as is drawn. */
export type FoundRow = Pick<TableRow, 'number' | 'index'> & ({ readonly cells: Cells } | { readonly fault: RowFault })

/** @throws Refused if the row is not valid */
function rowOf(row: FoundRow, forAll: GivenValues): BatchRow {
  if ('fault' in row) throw new Refused(row.fault.code, row.fault.message)
  // designs may show how many rows there were
  const values = { ...forAll, ...row.cells, row: `${row.index}` }
  const given = withoutLineFeed(values)
  return { number: row.number, given, hasLostLineFeed: given !== values, file: fileIn(row.cells[fileColumn]) }
}

function fileIn(value: string | Malformed | undefined): string | undefined {
  if (typeof value === 'object') throw new Refused(value.code ?? 'invalid_encoding', `${fileColumn}: ${value.fault}`)
  return value
}

/** A row that is drawn, and not written yet. */
export interface DrawnRow {
  readonly warnings: readonly Warning[]
}

/** Draws a row, and nothing else. @throws Refused */
export type DrawRow = (row: BatchRow) => DrawnRow

/** What became of a row: its drawing, or why there is none; `skipped`: its qty is 0, so that no label of it is wanted. */
export type RowOutcome = Success | RowRefusal | 'skipped'

export interface Success {
  readonly drawn: DrawnRow
  /** Whether a line feed at the end of its text was removed. */
  readonly hasLostLineFeed: boolean
}

/** What the API would answer for a row that cannot be drawn. */
export interface RowRefusal {
  readonly code: ErrorCode
  readonly message: string
  /** Values of the row with which it would be drawn, where they are known. */
  readonly suggestion?: Suggestion | undefined
}

export function outcomeOf(found: FoundRow, { forAll, draw }: RowDrawing): RowOutcome {
  try {
    const row = rowOf(found, forAll)
    const qty = firstOf(row.given.qty)
    if (typeof qty === 'string' && /^0+$/.test(qty)) return 'skipped'
    return { drawn: draw(row), hasLostLineFeed: row.hasLostLineFeed }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { code, message, suggestion } = error
    return { code, message, suggestion }
  }
}

/** A row of the table. */
export interface PendingRow {
  readonly place: Pick<RowPlace, 'number' | 'index' | 'line' | 'end'>
  /** Draws the row, if it is not yet. */
  outcome(): RowOutcome
}

/** How the rows of a table are drawn. */
export interface RowDrawing {
  /** The values of the command line. */
  readonly forAll: GivenValues
  readonly draw: DrawRow
}

/** The rows as they arrive, each drawn in this thread when its outcome is asked for. */
export async function* drawnHere(
  arrived: AsyncIterable<Iterable<TableRow>>,
  drawing: RowDrawing,
): AsyncGenerator<Iterable<PendingRow>> {
  for await (const rows of arrived) yield pendingRows(rows, drawing)
}

function* pendingRows(rows: Iterable<TableRow>, drawing: RowDrawing): Generator<PendingRow> {
  for (const row of rows) yield pendingRow(row, drawing)
}

/** A row that is drawn in this thread when its outcome is asked for. */
export function pendingRow(row: TableRow, drawing: RowDrawing): PendingRow {
  return { place: row, outcome: () => outcomeOf(row, drawing) }
}

/** The output of a batch. */
export interface BatchOutput<D extends DrawnRow = DrawnRow> {
  /** Writes a row; rows come in their order. @throws Refused for a fault of this row, Failure if no row can be written */
  put(number: number, drawn: D): Promise<void>
  /** Hands over to the system what rows have left in memory, as when no further row has arrived. @throws Failure */
  flush(): Promise<void>
  finish(): Promise<void>
  /** Deletes what is incomplete. */
  abandon(): Promise<void>
}

/** Draws a row, if it is not yet, and writes it. The outcome has a fault of either. @throws Failure */
export async function putRow({ place, outcome }: PendingRow, output: BatchOutput): Promise<RowOutcome> {
  const found = outcome()
  if (found === 'skipped' || 'code' in found) return found
  try {
    await output.put(place.number, found.drawn)
    return found
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { code: error.code, message: error.message }
  }
}
