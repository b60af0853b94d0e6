/** The thread that heals documents; healer.ts starts it. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { DrawingRefusal } from '../../../drawing-refusal.ts'
import { type HealedLabel, healed } from '../../../heal/index.ts'
import { reportOf } from '../../../heal/reported.ts'
import { healedFile } from '../../../heal/written.ts'
import { PictureError } from '../../../reader/check/index.ts'
import { VerificationFailure } from '../../../reader/verify/index.ts'
import type { ThreadAnswer } from '../file-thread.ts'
import type { HealRequest, HealResult } from './healer.ts'

setFlagsFromString('--expose-gc')
/** Collects the garbage of this thread: pages and PDFium's memory are outside of V8's heap, which does not make it collect them. */
const collect = runInNewContext('gc') as () => void

parentPort!.on('message', async (asked: HealRequest) => {
  parentPort!.postMessage(await answerTo(asked))
  collect()
})

async function answerTo({ file, order, wanted }: HealRequest): Promise<ThreadAnswer<HealResult>> {
  try {
    if (typeof wanted === 'object') return { result: { written: await healedFile(file, order, wanted, collect) } }
    if (wanted !== 'labels') {
      const hasPictures = wanted === 'report with pictures'
      return { result: { report: await reportOf(file, order, hasPictures, collect) } }
    }
    const labels: HealedLabel[] = []
    for await (const label of healed(file, order)) {
      labels.push(label)
      collect()
    }
    return { result: { labels } }
  } catch (error) {
    return refusalOf(error)
  }
}

function refusalOf(error: unknown): ThreadAnswer<HealResult> {
  if (error instanceof VerificationFailure) {
    const { rule, finding, label } = error
    return { result: { unverified: { rule, finding, label } } }
  }
  if (error instanceof DrawingRefusal) {
    const { code, message, faults } = error
    return { result: { refused: { code, message, faults } } }
  }
  if (error instanceof PictureError) {
    const isMissing = error.code === 'picture.renderer'
    return { result: { refused: { code: isMissing ? 'not_served' : 'invalid_document', message: error.message } } }
  }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
