import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Exit, exit } from '../command.ts'
import { limitsOf } from '../endpoints.ts'
import { putRow } from './batch-output.ts'
import { ignoredColumns, type Reading, readerOf, rowsAfter, rowsOf } from './columns.ts'
import { drawnByThreads } from './draw-threads.ts'
import { drawnHere } from './drawn-row.ts'
import type { Progress } from './progress.ts'
import type { Target } from './targets.ts'

export interface BatchPlan extends Reading {
  readonly target: Target
  /** Threads that draw, the main thread among them. */
  readonly jobs: number
  readonly progress: Progress
  /** Aborted when the user stops the batch. */
  readonly signal: AbortSignal
}

/** Bytes of the shortest row, and of a table that has so few rows that nobody waits long for the failure. */
const [shortestRow, shortTable] = [2, 100_000] as const

/**
 * Counts the rows of a table that may have too many, before any is drawn. What can be read only once is counted as it is drawn.
 *
 * @throws Failure if there are more than the target has room for
 */
export async function refuseTooMany(file: string, reading: Reading, { tooManyRows }: Target): Promise<void> {
  const found = file === '-' ? undefined : await stat(file).catch(() => undefined)
  if (!found?.isFile() || found.size < shortTable || tooManyRows(found.size / shortestRow) === undefined) return
  const reader = readerOf(reading)
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) reader.pass(chunk)
    reader.end()
  } catch {
    // what is wrong with the file, or the table, is told where its rows are read
    return
  }
  const refusal = tooManyRows(reader.rowCount)
  if (refusal !== undefined) throw refusal
}

/** Draws and writes all rows, and reports on them. @throws Failure */
export async function drawAll(chunks: AsyncIterable<Uint8Array>, plan: BatchPlan): Promise<Exit> {
  const { progress, signal, target, forAll, jobs } = plan
  const arrived = rowsOf(chunks, plan)
  // nothing is created before the columns are known
  const first = await arrived.next()
  if (!first.done && first.value.unused.length > 0) progress.printMessage(ignoredColumns(first.value.unused))
  const limits = limitsOf(process.env)
  const { draw, output } = await target.open(limits)
  const rest = rowsAfter(first, arrived)
  const style = jobs > 1 ? target.style(limits) : undefined
  const drawn = style ? drawnByThreads(rest, { forAll, style, jobs, signal }) : drawnHere(rest, { forAll, draw })
  try {
    for await (const rows of drawn) {
      for (const row of rows) {
        if (signal.aborted) break
        if (row.place.number < target.from) {
          progress.skip()
          continue
        }
        const refusal = target.tooManyRows(progress.rows + 1)
        if (refusal !== undefined) throw refusal
        progress.tell(row.place, await putRow(row, output))
      }
      if (signal.aborted) break
      await output.flush()
    }
    await (signal.aborted && target.whenStopped === 'abandon' ? output.abandon() : output.finish())
  } catch (error) {
    progress.clear()
    await output.abandon()
    throw error
  }
  if (signal.aborted && target.isWhole) {
    progress.printMessage(`stopped after ${progress.rows} rows: nothing was written`)
    return exit.interrupted
  }
  progress.summary(target.name)
  if (signal.aborted) {
    progress.printMessage('stopped before the last row')
    return exit.interrupted
  }
  return progress.failed === 0 ? exit.done : exit.refused
}
