/** POST /api/v1/check: a verdict on the symbol in a picture, clause by clause. */

import type { Symbology } from '../../../../symbologies/index.ts'
import { type Answer, type Body, type BodyEndpoint, type Caller, jsonAnswer, overloaded } from '../../../answer.ts'
import { reportSchema } from '../../../reader/check/index.ts'
import { askedGrade, type GradeOptions } from '../../../reader/grade/index.ts'
import { parameters } from '../../../request/params.ts'
import { counted, drawn } from '../../route.ts'
import { type Operation, plainEndpoint } from '../endpoint.ts'
import { Checker, type JudgedBody, NotChecked } from './checker.ts'

/** A picture, or modules in JSON; the contract's 8 MiB. */
const checkBody = {
  limit: 8 << 20,
  mediaTypes: ['image/png', 'image/jpeg', 'image/svg+xml', 'application/pdf', 'text/plain'],
} as const

export const checkOperations = (): readonly Operation[] => [
  { path: '/api/v1/check', ...drawn, parameters: parameters.check, body: checkBody, endpoint: check() },
  {
    path: '/api/v1/check/schema.json',
    ...counted,
    parameters: parameters.designs,
    endpoint: plainEndpoint(parameters.designs, () => schema),
  },
]

/** What of a request decides the verdict goes to a thread; what it answers is the report, of a file that is not a picture too. */
function check(checker = new Checker()): BodyEndpoint {
  return plainEndpoint(parameters.check, (request, { bytes, mediaType }: Body, { principal, left }: Caller) => {
    const { type, text, application, profile, dpi, page, modules, grade, format, language, name } = request
    const use = { ...(application && { application }), ...(profile && { profile }) }
    const known = { ...(type && { type }), ...(text !== undefined && { text }), ...use }
    const options = { thisYear: new Date().getUTCFullYear(), hasModules: modules, ...known }
    const isPdf = format === 'pdf'
    const grading = gradingOf(grade, type)
    const filed = isPdf ? { day: new Date().toISOString().slice(0, 10), language, name } : undefined
    // the bytes of a body may be part of a larger array, which would be copied whole
    const asked = {
      file: new Uint8Array(bytes),
      dpi,
      page,
      isMatrix: mediaType === 'text/plain',
      options,
      grading: isPdf ? (grading ?? {}) : grading,
      filed,
    }
    return checker.check(principal.key, asked, left).then(answerOf, (error: unknown) => {
      if (error instanceof NotChecked) return overloaded(error.message)
      throw error
    })
  })
}

const answerOf = (judged: JudgedBody | Uint8Array): Answer =>
  judged instanceof Uint8Array
    ? { status: 200, type: 'application/pdf', body: judged, maxAge: 0, headers: disposition }
    : jsonAnswer(judged)

const disposition = ['Content-Disposition', 'inline; filename="grades.pdf"']

/** @param grade  what is given for it: `true`, `false`, or the grade that is asked for */
function gradingOf(grade: string | undefined, type: Symbology | undefined): GradeOptions | undefined {
  if (grade === undefined || grade === 'false') return undefined
  const asked = askedGrade(grade)
  return { ...(type && { type }), ...(asked && { asked }) }
}

const hour = 3600

/** The JSON Schema of reports. */
const schema: Answer = { ...jsonAnswer(reportSchema), maxAge: hour }
