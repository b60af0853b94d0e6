/** The thread that checks and grades pictures; checker.ts starts it. */

import { parentPort } from 'node:worker_threads'
import { graded } from '../../../grade/index.ts'
import { checkedFile } from '../../../picture-file.ts'
import type { Answered, Asked } from './checker.ts'

parentPort!.on('message', async (asked: Asked) => {
  parentPort!.postMessage(await answerTo(asked))
})

async function answerTo({ file, options, dpi, grading }: Asked): Promise<Answered> {
  try {
    const { report, picture } = await checkedFile(file, options, dpi)
    if (grading === undefined || picture === undefined) return { report }
    return { report: { ...report, grades: graded(picture, grading) } }
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
