/** The thread that reads one file of gLabels; importer.ts starts it. */

import { parentPort, workerData } from 'node:worker_threads'
import { unpackedFile } from '../../../design/glabels/file.ts'
import { GlabelsError, importedDesign } from '../../../design/glabels/index.ts'
import { loadProducts } from '../../../layout/sheets/products.ts'
import type { ImportAnswer, ImportRequest } from './importer.ts'

await loadProducts()
parentPort!.postMessage(answerTo(workerData as ImportRequest))

function answerTo({ file, name }: ImportRequest): ImportAnswer {
  try {
    const { json, notes } = importedDesign(unpackedFile(file), { name, beside: () => undefined, hasFiles: false })
    return { design: JSON.parse(json) as object, notes }
  } catch (error) {
    if (error instanceof GlabelsError) return { refused: error.message }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
