import { Refused } from '../command.ts'
import type { DrawnRow, PendingRow, RowOutcome } from './drawn-row.ts'

/** The output of a batch. */
export interface BatchOutput<D extends DrawnRow> {
  /** Writes a row; rows come in their order. @throws Refused for a fault of this row, Failure if no row can be written */
  put(number: number, drawn: D): Promise<void>
  /** Hands over to the system what rows have left in memory, as when no further row has arrived. @throws Failure */
  flush(): Promise<void>
  finish(): Promise<void>
  /** Deletes what is incomplete. */
  abandon(): Promise<void>
}

/** Draws a row, if it is not yet, and writes it. The outcome has a fault of either. @throws Failure */
export async function putRow(
  { place, outcome }: PendingRow,
  output: BatchOutput<DrawnRow>,
): Promise<RowOutcome<DrawnRow>> {
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
