import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TableRow } from '../../table/index.ts'
import { ChunkQueue } from './chunk-queue.ts'
import { ChunkSource } from './chunk-source.ts'
import type { PendingRow } from './drawn-row.ts'
import type { ThreadedDrawing } from './thread-pool.ts'

/**
 * The rows as they arrive, drawn by this thread and others. They keep their order; if the signal aborts, they end early.
 *
 * What is drawn is written first; then this thread draws, and only what other threads have begun is waited for.
 */
export async function* drawnByThreads(
  arrived: AsyncIterable<Iterable<TableRow>>,
  drawing: ThreadedDrawing,
): AsyncGenerator<readonly PendingRow[]> {
  const queue = new ChunkQueue(drawing)
  const source = new ChunkSource(arrived, () => queue.wake())
  try {
    for (;;) {
      if (drawing.signal.aborted) return
      if (queue.hasRoom) source.pull()
      for (const rows of source.take()) queue.add(rows)
      const drawn = queue.next()
      if (drawn.length > 0) yield drawn
      // the event loop has a turn for signals, arrivals, and what other threads have drawn
      else if (queue.draw()) await nextTurn()
      else if (!queue.isEmpty || source.isPulling) await queue.change()
      else if (source.isAtEnd) return source.end()
    }
  } finally {
    await queue.close()
  }
}
