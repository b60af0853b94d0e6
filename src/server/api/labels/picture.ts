/** A picture of the first of many labels: what a design in a body looks like. */

import { type Answer, type Body, errorAnswer, faultsAnswer, type Step } from '../../../answer.ts'
import type { DesignRequest } from '../../../design/compose.ts'
import { drawDesign } from '../../../design/label.ts'
import type { Limits } from '../../../drawing-size.ts'
import type { Given } from '../../../request/parameter.ts'
import type { Reading } from '../../../request/reader.ts'
import { madeOf } from '../../../request/refusals.ts'
import { withState } from '../counters/next-numbers.ts'
import { image } from '../images.ts'
import { judgedRows } from './judge.ts'
import type { Asked } from './rows.ts'

export interface Pictured {
  /** Of the design. */
  readonly name: string
  readonly read: (given: Given) => Reading<DesignRequest>
  readonly limits: Limits
  /** Whether it is read back. */
  readonly isVerified: boolean
}

/** The picture of the first row, as GET /api/v1/label answers with it; other rows are read, and no more. */
export function* firstPicture(
  body: Body,
  asked: Asked,
  { name, read, limits, isVerified }: Pictured,
): Generator<Step, Answer> {
  const judged = yield* judgedRows(body, asked, { read, from: 1 })
  if ('status' in judged) return judged
  const [first] = judged.rows
  const unreadable = first?.faults.find(({ parameter }) => parameter === 'row')
  if (first === undefined || unreadable !== undefined)
    return errorAnswer('bad_request', unreadable?.sentence ?? 'there is no row to draw')
  return withState(() => {
    const found = madeOf(first.given, read, (request): Answer => {
      const drawing = drawDesign(isVerified ? { ...request, verify: true } : request, limits)
      const { headers, ...answer } = image(`label-${name}`, drawing)
      return { ...answer, maxAge: 0, headers: [...headers, ...judged.headers] }
    })
    return 'made' in found ? found.made : faultsAnswer(found.code, found.message, found.faults)
  })
}
