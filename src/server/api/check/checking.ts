/** The thread that checks pictures; checker.ts starts it. */

import { parentPort } from 'node:worker_threads'
import { reportOnFile } from '../../../picture-file.ts'
import type { Answered, Asked } from './checker.ts'

parentPort!.on('message', async (asked: Asked) => {
  parentPort!.postMessage(await answerTo(asked))
})

async function answerTo({ file, options, dpi }: Asked): Promise<Answered> {
  try {
    return { report: await reportOnFile(file, options, dpi) }
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
