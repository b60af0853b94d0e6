/** The rows of a batch: drawn one by one, and written in their order. */

import type { Suggestion } from '../../../symbologies/index.ts'
import type { ErrorCode } from '../../answer.ts'
import type { Warning } from '../../plan/warning.ts'
import type { GivenValues } from '../../request/parameter.ts'
import { isUnwanted, type Row, type RowPlace, type TableRow } from '../../table/index.ts'
import type { Malformed } from '../../utf8.ts'
import { withoutLineFeed } from '../arguments.ts'
import { Refused } from '../command.ts'

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
export const fileColumn = 'file'

/** @throws Refused if the row is not valid */
function rowOf(row: Row, forAll: GivenValues): BatchRow {
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

export function outcomeOf(found: Row, { forAll, draw }: RowDrawing): RowOutcome {
  try {
    if ('cells' in found && isUnwanted(found.cells)) return 'skipped'
    const row = rowOf(found, forAll)
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
