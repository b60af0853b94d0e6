/** Pictures of many labels: of the first, which is what a design in a body looks like, or of the first page. */

import { type Answer, type AnswerStep, type Body, errorAnswer, faultsAnswer } from '../../../answer.ts'
import { drawingDesign } from '../../../design/label.ts'
import type { LabelReader } from '../../../design/request.ts'
import { FirstPage } from '../../../draw/document.ts'
import type { Limits } from '../../../drawing-size.ts'
import type { Interruptible } from '../../../interruptible.ts'
import type { Filling } from '../../../layout/sheets/placing.ts'
import { making } from '../../../request/refusals.ts'
import { notTaken, withStateInTurns } from '../counters/next-numbers.ts'
import { inSteps } from '../endpoint.ts'
import { image } from '../images.ts'
import { type Composing, composeRows } from './compose.ts'
import { type JudgedRow, judgedRows } from './judge.ts'
import type { RowsQuery } from './rows.ts'

export interface Pictured {
  /** Of the design. */
  readonly name: string
  readonly read: LabelReader
  /** Of which it has numbers. */
  readonly counters: readonly string[]
  readonly limits: Limits
  /** Whether it is read back. */
  readonly isVerified: boolean
}

/** The picture of the first row, as GET /api/v1/label answers with it; other rows are read, and no more. */
export function* firstPicture(
  body: Body,
  asked: RowsQuery,
  { name, read, counters, limits, isVerified }: Pictured,
): Generator<AnswerStep, Answer> {
  const judged = yield* judgedRows(body, asked, { read, from: 1 })
  if ('status' in judged) return judged
  const [first] = judged.rows
  const unreadable = first?.faults.find(({ parameter }) => parameter === 'row')
  if (first === undefined || unreadable !== undefined)
    return errorAnswer('bad_request', unreadable?.sentence ?? 'there is no row to draw')
  const work = making(first.given, read, function* (request): Interruptible<Answer> {
    const drawing = yield* drawingDesign(isVerified ? { ...request, verify: true } : request, limits)
    const { headers, ...answer } = image(`label-${name}`, drawing)
    return { ...answer, maxAge: 0, headers: [...headers, ...judged.headers] }
  })
  const found = yield* inSteps(withStateInTurns(work), () => 0)
  if ('status' in found) return found
  return 'made' in found ? notTaken(found.made, counters) : faultsAnswer(found.code, found.message, found.faults)
}

/** Formats that have one page. */
export const pictureFormats = ['png', 'svg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export const isPicture = (format: string): format is PictureFormat => pictureFormats.some((each) => each === format)

/** The first page of these rows. All of them are composed: what is wrong with a document is wrong with its picture. */
export function* firstPage(
  rows: readonly JudgedRow[],
  style: {
    readonly format: PictureFormat
    /** How sheets are filled; undefined if a page has one label. */
    readonly filling: Filling | undefined
    /** Whether it is read back. */
    readonly isVerified: boolean
  },
  composing: Composing,
): Generator<AnswerStep, Answer> {
  const page = new FirstPage(style)
  const composed = yield* composeRows(rows, composing, {
    add: (label) => void page.add(label),
    discard() {},
    kept: () => 0,
  })
  if ('status' in composed) return composed
  const { headers, ...answer } = image('labels', yield* inSteps(page.end(), () => 0))
  return { ...answer, maxAge: 0, headers: [...headers, ...composed.headers] }
}
