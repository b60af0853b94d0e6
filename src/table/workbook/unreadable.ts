/** What is said of workbooks that cannot be read. */

import { TableError } from '../header.ts'
import { type ProblemKind, problem } from '../problems.ts'

/** @param why  a clause about the workbook: `it is damaged` */
export function unreadable(why: string, kind: ProblemKind = 'damagedWorkbook', value?: number): TableError {
  const advice = 'save its sheet as "CSV UTF-8", and send that'
  return new TableError(
    'unsupported_media_type',
    `this workbook cannot be read, because ${why}: ${advice}`,
    problem(kind, value),
  )
}
