/** The thread that checks and grades pictures; checker.ts starts it. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { gradesPdf } from '../../../draw/grades/report.ts'
import { type GradeOptions, type GradeReport, graded } from '../../../reader/grade/index.ts'
import { checkedFile } from '../../../reader/picture-file.ts'
import type { ThreadAnswer } from '../file-thread.ts'
import type { CheckRequest, JudgedBody } from './checker.ts'

setFlagsFromString('--expose-gc')
/** Collects the garbage of this thread. */
const collect = runInNewContext('gc') as () => void

parentPort!.on('message', async (asked: CheckRequest) => {
  parentPort!.postMessage(await answerTo(asked))
  // the planes of a picture, 250 MB at most, are outside of V8's heap, which does not make it collect them: two checks took 590 MB
  collect()
})

async function answerTo({
  file,
  options,
  dpi,
  page,
  isMatrix,
  grading,
  isPictured = false,
  filed,
}: CheckRequest): Promise<ThreadAnswer<JudgedBody | Uint8Array>> {
  try {
    const { report, picture } = await checkedFile(file, options, { dpi, page, isMatrix })
    if (grading === undefined) return { result: report }
    const { drawn } = report
    const grades = picture && graded(picture, { ...grading, ...(drawn && { drawn }) })
    if (filed === undefined) {
      return { result: { ...report, ...(grades && { grades }), ...(isPictured && picture && { picture }) } }
    }
    const { name, ...reader } = filed
    const sheet = {
      ...(name !== undefined && { name }),
      ...(picture && { picture }),
      report: grades ?? nothingBy(grading),
    }
    return { result: gradesPdf([sheet], reader) }
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** The grades of a file that is not a picture. */
const nothingBy = ({ asked }: GradeOptions): GradeReport => ({
  estimate: true,
  ...(asked && { asked }),
  light: 'grey',
  symbols: [],
})
