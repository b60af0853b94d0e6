/** POST /api/v1/zpl: a program in ZPL as a picture, as pages, in the language of another printer, or as a report. */

import { type Answer, type Body, type BodyEndpoint, jsonAnswer, type Steps } from '../../answer.ts'
import type { Limits } from '../../drawing-size.ts'
import type { VerifyPolicy } from '../../reader/verify/policy.ts'
import { parameters } from '../../request/params.ts'
import { type Finding, readingProgram, reporting, writingProgram, zplLimits } from '../../zpl/index.ts'
import { drawn } from '../route.ts'
import { inSteps, type Operation, plainEndpoint, unprocessable } from './endpoint.ts'
import { mediaTypeOf } from './images.ts'
import { verifiedLabels } from './proof.ts'

/** curl sends what it is given as a form if nothing else is said. */
export const zplBody = {
  limit: zplLimits.bytes,
  mediaTypes: ['application/zpl', 'text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'],
} as const

/** @param policy  what is read back unasked */
export const zplOperation = (limits: Limits, policy: VerifyPolicy): Operation => ({
  path: '/api/v1/zpl',
  ...drawn,
  parameters: parameters.zpl,
  body: zplBody,
  endpoint: zpl(limits, policy),
})

/** Answers in steps of a label, or of a part of one. */
function zpl(limits: Limits, policy: VerifyPolicy): BodyEndpoint {
  return plainEndpoint(parameters.zpl, function* (request, { bytes }: Body): Steps {
    const { dpi, size, format, index, zpl: packing } = request
    const kept = (): number => bytes.length
    const program = yield* inSteps(readingProgram(bytes, { dpi, size, now: new Date() }), kept)
    if (format === 'json') return jsonAnswer(yield* inSteps(reporting(program), kept))
    const isVerified = request.verify || policy === 'all'
    try {
      const file = yield* inSteps(writingProgram(program, { format, packing, index, isVerified }, limits), kept)
      const labels = index === undefined && format !== 'png' && format !== 'svg' ? program.count : 1
      return fileAnswer(file as Uint8Array<ArrayBuffer>, format, [
        ...findingHeaders(program.findings()),
        ...(isVerified ? verifiedLabels(labels) : []),
      ])
    } catch (error) {
      return unprocessable(error)
    }
  })
}

function fileAnswer(
  body: Uint8Array<ArrayBuffer>,
  format: Parameters<typeof mediaTypeOf>[0],
  own: readonly string[],
): Answer {
  const headers = ['Content-Disposition', `inline; filename="label.${format}"`, ...own]
  return { status: 200, type: mediaTypeOf(format), body, maxAge: 0, headers }
}

/** A warning for each of the first findings that are not notes. Names and values alternate. */
export const findingHeaders = (findings: readonly Finding[]): readonly string[] =>
  findings
    .filter(isTold)
    .slice(0, mostTold)
    .flatMap((finding) => ['Quietzone-Warning', `${finding.code}; ${asciiText(finding)}`])

/** Findings that headers tell. */
const mostTold = 20

const isTold = ({ kind }: Finding): boolean => kind !== 'note'

/** A finding with its place, in ASCII without a line feed. */
const asciiText = ({ command, offset, message }: Finding): string =>
  `${command} at byte ${offset}: ${message}`.replace(/[^ -~]/gu, '?').slice(0, 300)
