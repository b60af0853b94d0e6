/** The thread that checks and grades pictures; checker.ts starts it. */

import { parentPort } from 'node:worker_threads'
import { gradesPdf } from '../../../draw/grades/report.ts'
import { graded } from '../../../grade/index.ts'
import { checkedFile } from '../../../picture-file.ts'
import type { Answered, Asked } from './checker.ts'

parentPort!.on('message', async (asked: Asked) => {
  parentPort!.postMessage(await answerTo(asked))
})

async function answerTo({ file, options, dpi, grading, day }: Asked): Promise<Answered> {
  try {
    const { report, picture } = await checkedFile(file, options, dpi)
    if (grading === undefined) return { report }
    const grades = picture && graded(picture, grading)
    if (day === undefined) return { report: { ...report, ...(grades && { grades }) } }
    return { pdf: gradesPdf([{ ...(picture && { picture }), report: grades ?? nothing }], day) }
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** The grades of a file that is no picture. */
const nothing = { estimate: true, light: 'grey', symbols: [] } as const
