/** A thread that draws rows; thread-pool.ts starts it. */

import { parentPort, workerData } from 'node:worker_threads'
import { loadProducts } from '../../layout/sheets/products.ts'
import type { Row } from '../../table/index.ts'
import { provideFonts } from '../../text/font-source.ts'
import { installedFonts, loadHarfBuzz } from '../../text/installed-fonts.ts'
import { drawChunk, drawRow, endpointFor, packed, type ThreadTask } from './drawn-rows.ts'

const { forAll, style } = workerData as ThreadTask
provideFonts(installedFonts)
await loadHarfBuzz()
await loadProducts()
const drawing = { forAll, draw: drawRow(endpointFor(style.kind), style) }

parentPort!.on('message', (rows: readonly Row[]) => {
  const { chunk, buffer } = packed(drawChunk(rows, drawing))
  parentPort!.postMessage(chunk, [buffer])
})
