/** Answers whose bytes are read back before they leave: what is said of them, and what becomes of those that are not what was asked for. */

import { createHash } from 'node:crypto'
import {
  type Answer,
  type Answering,
  type AnswerStep,
  type Body,
  errorAnswer,
  type LongAnswer,
  type Steps,
} from '../../answer.ts'
import { VerificationFailure } from '../../reader/verify/failure.ts'
import type { VerifyPolicy } from '../../reader/verify/policy.ts'
import type { VerificationRecord } from '../log.ts'

/** What the service reads back by itself, and who is told of a failure. */
export interface ServedProof {
  readonly policy: VerifyPolicy
  readonly failed: (record: VerificationRecord) => void
}

/** What a service does unless it is told otherwise. */
export const usualProof: ServedProof = { policy: 'print', failed() {} }

/** The header of one image. Names and values alternate. @param xDimension  in mm, as X-Dimension says it */
export const verifiedImage = (xDimension: string): readonly string[] => [
  'Quietzone-Verified',
  `text, quiet-zones, x=${xDimension}`,
]

/** The header of a document or a job. */
export const verifiedLabels = (labels: number): readonly string[] => [
  'Quietzone-Verified',
  `text, quiet-zones, labels=${labels}`,
]

/** The endpoint, which answers 500 in place of bytes that are not what was asked for. */
export function proved<Rest extends readonly unknown[], A extends Answering>(
  endpoint: (query: string, ...rest: Rest) => A,
  { route, failed }: Pick<ServedProof, 'failed'> & { readonly route: string },
): (query: string, ...rest: Rest) => A {
  return (query, ...rest) => {
    const refusal = (error: unknown): Answer => {
      if (!(error instanceof VerificationFailure)) throw error
      const { rule, finding, label } = error
      failed({ route, rule, finding, label, request: hashOf(query, rest[0]) })
      return refusalFor(error)
    }
    try {
      return refusing(endpoint(query, ...rest), refusal) as A
    } catch (error) {
      return refusal(error) as A
    }
  }
}

function refusing(answering: Answering, refusal: (error: unknown) => Answer): Answering {
  if (answering instanceof Promise) return answering.catch(refusal)
  return 'next' in answering ? stepping(answering, refusal) : answering
}

function* stepping(
  steps: Steps,
  refusal: (error: unknown) => Answer,
): Generator<AnswerStep, Answer | LongAnswer | Promise<Answer>> {
  try {
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value instanceof Promise ? step.value.catch(refusal) : step.value
      yield step.value
    }
  } catch (error) {
    return refusal(error)
  }
}

function refusalFor({ rule, finding, label }: VerificationFailure): Answer {
  const where = label === undefined ? '' : `, label ${label}`
  const what = finding === undefined ? rule : `${rule}, ${finding}`
  const message = `what was drawn was read back and is not what was asked for (${what}${where}); nothing was sent: this is a fault of the service`
  return errorAnswer('verification_failed', message)
}

/** SHA-256 of the query and the body, shortened: tells requests apart, and says nothing of their texts. */
function hashOf(query: string, body: unknown): string {
  const hash = createHash('sha256').update(query)
  const { bytes } = Object(body) as Partial<Body>
  if (bytes instanceof Uint8Array) hash.update('\0').update(bytes)
  return hash.digest('hex').slice(0, 16)
}
