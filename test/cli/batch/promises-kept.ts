import { queryObjects } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { composeRow, printerOutput } from '../../../src/cli/batch/targets.ts'
import { endpoints } from '../../../src/cli/endpoints.ts'
import { labelsOf } from '../../../src/cli/printers.ts'
import { provideFonts } from '../../../src/text/font-source.ts'
import { installedFonts } from '../../../src/text/installed-fonts.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../printing/printers/example-jobs.ts'
import { piped } from '../quietzone.ts'

/**
 * A thread that prints rows, and then tells how many promises there were after 20 rows and after 220, and how many labels came out. It is
 * one because tap follows every promise of its own thread.
 */
provideFonts(installedFonts)
const loopback = await loopbackPrinter()
const printer = printerAt(loopback, { stock: '50x30' })
const labels = labelsOf(printer, {})
const limits = { maxPixels: 25_000_000 }
const output = printerOutput(piped().shell, { printer, labels, isReadBack: true, commandFrom: String })
const given = { type: 'qr', text: 'QZ' }

async function promisesAfter(first: number, last: number): Promise<number> {
  for (let number = first; number <= last; number++) {
    const row = { number, given, hasLostLineFeed: false, file: undefined }
    await output.put(number, composeRow(row, { labels, endpoint: endpoints.label, limits }))
  }
  return queryObjects(Promise, { format: 'count' })
}

const before = await promisesAfter(1, 20)
const after = await promisesAfter(21, 220)
await output.finish()
await loopback.close()
parentPort!.postMessage({ before, after, labels: loopback.printed[0]!.split('^XZ').length - 1 })
