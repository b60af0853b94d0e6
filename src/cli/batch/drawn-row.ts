/** The first half of the work for a row: it is drawn, in any thread and in any order. Rows are written in their order. */

import type { Suggestion } from '../../../symbologies/index.ts'
import type { ErrorCode } from '../../answer.ts'
import type { Given } from '../../api/request-reader.ts'
import type { Warning } from '../../plan/warning.ts'
import type { RowPlace, TableRow } from '../../table/index.ts'
import { Refused } from '../command.ts'
import { type FoundRow, type Row, rowOf } from './columns.ts'

/** A row that is drawn, and not written yet. */
export interface DrawnRow {
  readonly warnings: readonly Warning[]
}

/** Draws a row, and nothing else. @throws Refused */
export type DrawRow<D extends DrawnRow> = (row: Row) => D

/** What became of a row: its drawing, or why there is none; `skipped`: its qty is 0, so that no label of it is wanted. */
export type RowOutcome<D extends DrawnRow> = Success<D> | RowRefusal | 'skipped'

export interface Success<D extends DrawnRow> {
  readonly drawn: D
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

/** @param forAll  the values of the command line */
export function outcomeOf<D extends DrawnRow>(found: FoundRow, forAll: Given, draw: DrawRow<D>): RowOutcome<D> {
  try {
    const row = rowOf(found, forAll)
    const [qty] = row.given.qty ?? []
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
  readonly place: Pick<RowPlace, 'number' | 'line' | 'end'>
  /** Draws the row, if it is not yet. */
  outcome(): RowOutcome<DrawnRow>
}

/** How the rows of a table are drawn. */
export interface RowDrawing {
  /** The values of the command line. */
  readonly forAll: Given
  readonly draw: DrawRow<DrawnRow>
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
export function pendingRow(row: TableRow, { forAll, draw }: RowDrawing): PendingRow {
  return { place: row, outcome: () => outcomeOf(row, forAll, draw) }
}
