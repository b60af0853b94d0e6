/** A thread that draws rows; draw-threads.ts starts it. */

import { parentPort, workerData } from 'node:worker_threads'
import type { FoundRow } from './columns.ts'
import type { ThreadTask } from './draw-threads.ts'
import { drawChunk, packed } from './drawn-chunk.ts'
import { drawRow } from './outputs.ts'

const { forAll, style } = workerData as ThreadTask
const drawing = { forAll, draw: drawRow(style) }

parentPort!.on('message', (rows: readonly FoundRow[]) => {
  const { chunk, buffer } = packed(drawChunk(rows, drawing))
  parentPort!.postMessage(chunk, [buffer])
})
