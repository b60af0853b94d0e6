/** The table of a batch: what its command line says of it, its text as it arrives or as it is made of a workbook, and its rows. */

import { cutAt, quoted } from '../../../symbologies/messages.ts'
import type { GivenValues } from '../../request/parameter.ts'
import {
  advised,
  type ChosenColumns,
  chosenColumns,
  guessText,
  isWorkbook,
  listed,
  piecesOf,
  type TableAdvice,
  TableError,
  TableReader,
  type TableReading,
  type TableRow,
  tableOfWorkbook,
  unfilledText,
  Workbook,
} from '../../table/index.ts'
import { exit, Failure } from '../command.ts'
import { type DrawingEndpoint, rowEndpoints } from '../endpoints.ts'
import { printMessage } from '../output.ts'
import type { Shell } from '../shell.ts'
import { fileColumn } from './rows.ts'

/** How the table of a batch is read. */
export interface BatchReading extends TableReading {
  /** Values for rows whose cell is empty or missing. */
  readonly forAll: GivenValues
}

/** What the rows of a batch can give: the parameters of what draws them, and the names of images. */
export function batchRows({ rows: { names, printed, ...form } }: DrawingEndpoint): TableReading['form'] {
  return { ...form, names: [...names, fileColumn], printed: [...printed, fileColumn] }
}

/** The columns that the values of --column choose. @throws Failure for another form, or a parameter given twice */
export function columnsChosen(values: readonly string[]): ChosenColumns {
  const pairs = values.map((value) => {
    const [, name, header] = /^([^=]+)=(.*)$/s.exec(value) ?? []
    if (name !== undefined && header !== undefined) return [name, header] as const
    throw new Failure(exit.usage, `--column: ${quoted(value)} is not of the form NAME=HEADER, such as text=SKU`)
  })
  const { columns, twice } = chosenColumns(pairs)
  if (twice !== undefined) throw new Failure(exit.usage, `--column: ${cutAt(twice, 40)} is given twice`)
  return columns
}

/** A table that begins to arrive. */
export interface TableInput {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly reading: BatchReading
  /** Whether the chunks are made of a workbook, so that they are not the bytes of the file. */
  readonly isMade: boolean
}

/** Bytes of a file that is a workbook, and bytes of a part of it, unpacked, or of its table. */
const [largestFile, mostUnpacked] = [64 << 20, 256 << 20] as const

/** A table from the chunks of a file. @throws Failure if it is a workbook that cannot be read */
export async function tableInput(chunks: AsyncIterable<Uint8Array>, reading: BatchReading): Promise<TableInput> {
  const iterator = chunks[Symbol.asyncIterator]()
  const arrived: Uint8Array[] = []
  let size = 0
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    arrived.push(next.value)
    size += next.value.length
    // as many bytes as a ZIP file is known by
    if (size < 4) continue
    const start = arrived.length === 1 ? next.value : Buffer.concat(arrived)
    if (!isWorkbook(start)) break
    if (size > largestFile) throw tooLarge()
  }
  const start = Buffer.concat(arrived)
  if (!isWorkbook(start)) return { chunks: rejoined(start, iterator), reading, isMade: false }
  return { chunks: eachOf(workbookTable(start, reading)), reading: { ...reading, ...tableOfWorkbook }, isMade: true }
}

/** The table of a workbook in pieces. @throws Failure if it cannot be read */
export function* workbookTable(bytes: Uint8Array, reading: BatchReading): Generator<Uint8Array> {
  if (bytes.length > largestFile) throw tooLarge()
  try {
    yield* Workbook.at(bytes, { mostBytes: mostUnpacked }).table(reading.worksheet)
  } catch (error) {
    throw tableFailure(error, reading)
  }
}

function tooLarge(): Failure {
  return new Failure(exit.usage, `a workbook has at most ${largestFile >> 20} MiB: save its sheet as "CSV UTF-8"`)
}

async function* rejoined(start: Uint8Array, others: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (start.length > 0) yield start
    for (let next = await others.next(); !next.done; next = await others.next()) yield next.value
  } finally {
    await others.return?.()
  }
}

async function* eachOf(made: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* made
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
  reading: BatchReading,
): AsyncGenerator<Arrival> {
  try {
    const reader = new TableReader(reading)
    const read = (rows: Iterable<TableRow>) => ({ rows, notes: columnNotes(reader, reading) })
    for await (const chunk of chunks) {
      const pieces = piecesOf(chunk, pieceBytes)
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
    throw tableFailure(error, reading)
  }
}

/** Tells an encoding that was guessed. */
export function tellEncoding(shell: Shell, { encodingNote }: TableReader): void {
  if (encodingNote !== undefined) printMessage(shell, `${guessText(encodingNote)}; --encoding says another`)
}

/** Bytes of the table that are read at a time: of rows that wait long to be drawn, only a full collection frees the memory. */
const pieceBytes = 1 << 10

/** The first rows, and those of the pieces. */
function* rowsIn(pieces: Iterable<Uint8Array>, first: readonly TableRow[], reader: TableReader): Generator<TableRow> {
  yield* first
  for (const piece of pieces) yield* reader.push(piece)
}

/** The rows of the first arrival, and then all others. */
export async function* rowsAfter(
  first: IteratorResult<Arrival>,
  others: AsyncGenerator<Arrival>,
): AsyncGenerator<Iterable<TableRow>> {
  if (!first.done) yield first.value.rows
  for await (const { rows } of others) yield rows
}

/** What is said of a table of these rows that leaves something open. */
const adviceFor = ({ form: { fields } }: TableReading): TableAdvice => ({
  column: (name, by) => `--column ${name}=${by}`,
  // a text for all rows is no table
  forAll: (name) =>
    fields?.has(name) ? `--field ${name}=VALUE for all rows` : name === 'text' ? undefined : `--${name} for all rows`,
  bare: '--header false',
})

/** A Failure with the message of a TableError; other errors as they are. */
export function tableFailure(error: unknown, reading: TableReading): unknown {
  return error instanceof TableError ? new Failure(exit.usage, advised(error, adviceFor(reading))) : error
}

/**
 * What is said of the columns of a table: those that are ignored, and the fields of a design that none fills.
 *
 * @throws Failure for a column that only the other endpoint has: that is a mistake, not a column for other uses
 */
export function columnNotes({ ignored, unfilled }: TableReader, { form }: TableReading): readonly string[] {
  // a design has fields of any name, and leaves the columns of others alone
  const isOfSymbols = form.fields === undefined
  for (const [kind, { parameters }] of isOfSymbols ? Object.entries(rowEndpoints) : []) {
    const other = ignored.find((text) => Object.hasOwn(parameters, text))
    if (other !== undefined) throw new Failure(exit.usage, `the column ${other} works only with --as ${kind}`)
  }
  return [
    ...(ignored.length > 0 ? [`ignored columns: ${listed(ignored)}`] : []),
    ...(unfilled.length > 0 ? [unfilledText(unfilled)] : []),
  ]
}
