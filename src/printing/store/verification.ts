/** A look at all that is kept, in steps, while the service runs: what is not as it was written is known before somebody needs it. */

import type { PieceHead } from './piece.ts'
import { StateError } from './state-error.ts'
import type { JobStore } from './store.ts'

/** Bytes that are read in one step, about. */
const atOnce = 1 << 20

/**
 * Compares each job and each of its pieces with their checksums, job by job. What does not match is in the store's `damage`, and its job
 * says so.
 *
 * @throws StateError, if the database cannot be read at all
 */
export function* verification(store: JobStore): Generator<void> {
  let bytes = 0
  for (let id = store.after(0); id !== undefined; id = store.after(id)) {
    store.get(id)
    for (const { number } of headsOf(store, id)) {
      bytes += bytesOf(store, id, number)
      if (bytes < atOnce) continue
      bytes = 0
      yield
    }
    // a row is as much work as a few kilobytes
    bytes += 1 << 13
    if (bytes >= atOnce) {
      bytes = 0
      yield
    }
  }
}

function headsOf(store: JobStore, id: number): readonly PieceHead[] {
  return read(store, id, () => store.heads(id)) ?? []
}

/** Bytes of a piece, which is read; 0 of one that is damaged, or has gone meanwhile. */
function bytesOf(store: JobStore, id: number, number: number): number {
  if (!store.hasPiece(id, number)) return 0
  return read(store, id, () => store.piece(id, number).bytes.length) ?? 0
}

/** What `work` reads of a job; undefined if it is damaged, which the job is marked as. */
function read<T>(store: JobStore, id: number, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof StateError && error.kind === 'damaged')) throw error
    store.markDamaged(id)
    return undefined
  }
}
