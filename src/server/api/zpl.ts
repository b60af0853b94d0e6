/** POST /api/v1/zpl: a program in ZPL as a picture, as pages, in the language of another printer, or as a report. */

import { type Answer, type Body, type BodyEndpoint, jsonAnswer, type Steps } from '../../answer.ts'
import type { Limits } from '../../drawing-size.ts'
import { parameters } from '../../request/params.ts'
import { type Finding, readingProgram, reporting, writingProgram, zplLimits } from '../../zpl/index.ts'
import { drawn } from '../route.ts'
import { inSteps, type Operation, plainEndpoint, unprocessable } from './endpoint.ts'
import { mediaTypeOf } from './images.ts'

/** curl sends what it is given as a form if nothing else is said. */
const zplBody = {
  limit: zplLimits.bytes,
  mediaTypes: ['application/zpl', 'text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'],
} as const

export const zplOperation = (limits: Limits): Operation => ({
  path: '/api/v1/zpl',
  ...drawn,
  parameters: parameters.zpl,
  body: zplBody,
  endpoint: zpl(limits),
})

/** Answers in steps of a label, or of a part of one. */
function zpl(limits: Limits): BodyEndpoint {
  return plainEndpoint(parameters.zpl, function* (request, { bytes }: Body): Steps {
    const { dpi, size, format, index, zpl: packing } = request
    const kept = (): number => bytes.length
    const program = yield* inSteps(readingProgram(bytes, { dpi, size, now: new Date() }), kept)
    if (format === 'json') return jsonAnswer(yield* inSteps(reporting(program), kept))
    try {
      const file = yield* inSteps(writingProgram(program, { format, packing, index }, limits), kept)
      return fileAnswer(file as Uint8Array<ArrayBuffer>, format, program.findings())
    } catch (error) {
      return unprocessable(error)
    }
  })
}

function fileAnswer(
  body: Uint8Array<ArrayBuffer>,
  format: Parameters<typeof mediaTypeOf>[0],
  findings: readonly Finding[],
): Answer {
  const headers = ['Content-Disposition', `inline; filename="label.${format}"`]
  for (const finding of findings.filter(isTold).slice(0, mostTold)) {
    headers.push('Quietzone-Warning', `${finding.code}; ${asciiText(finding)}`)
  }
  return { status: 200, type: mediaTypeOf(format), body, maxAge: 0, headers }
}

/** Findings that headers tell. */
const mostTold = 20

const isTold = ({ kind }: Finding): boolean => kind !== 'note'

/** A finding with its place, in ASCII without a line feed. */
const asciiText = ({ command, offset, message }: Finding): string =>
  `${command} at byte ${offset}: ${message}`.replace(/[^ -~]/gu, '?').slice(0, 300)
