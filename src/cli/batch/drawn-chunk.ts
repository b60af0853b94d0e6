import type { FoundRow } from './columns.ts'
import { type DrawnRow, outcomeOf, type RowDrawing, type RowOutcome } from './drawn-row.ts'

/** Rows that one thread draws one after another. */
export interface DrawnChunk {
  /** Of the first rows of the chunk; those that are missing are drawn later. */
  readonly outcomes: readonly RowOutcome<DrawnRow>[]
  /** An error that ends the batch, after these rows. */
  readonly error?: unknown
}

/** Bytes of drawings, and milliseconds, from which on a chunk has no further row: they bound memory and the wait for a row. */
const [longChunk, slowChunk] = [1 << 20, 250] as const

/** Draws the rows, or as many of the first as are enough at a time; one at least. */
export function drawChunk(rows: readonly FoundRow[], { forAll, draw }: RowDrawing): DrawnChunk {
  const outcomes: RowOutcome<DrawnRow>[] = []
  const start = performance.now()
  let bytes = 0
  try {
    for (const row of rows) {
      const outcome = outcomeOf(row, forAll, draw)
      outcomes.push(outcome)
      bytes += bytesIn(outcome)
      if (bytes >= longChunk || performance.now() - start >= slowChunk) break
    }
    return { outcomes }
  } catch (error) {
    return { outcomes, error }
  }
}

/** The length of all arrays of bytes in plain data. */
export function bytesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (value instanceof Uint8Array) return value.length
  let sum = 0
  for (const key in value) sum += bytesIn((value as Record<string, unknown>)[key])
  return sum
}
