/**
 * The judge of encoders: one of others is given cases, and each answer is classed by what check finds and by the size of our shortest
 * symbol. Equality is not the measure: the standards leave choices, and two right encoders choose differently.
 */

import type { Answer } from './answer.ts'
import { type Case, expectationOf } from './case.ts'
import { judged } from './judgement.ts'
import { type JudgeOptions, type JudgeReport, measured } from './measure.ts'
import { type Class, classes } from './report.ts'
import { smallerCases } from './shrink.ts'

/** Classes for which an encoder fails. */
export const failing: readonly Class[] = ['wrong', 'refusesWhatItMustDraw', 'noAnswer']
/** Classes for which it fails where all that is not right counts. */
export const failingStrictly: readonly Class[] = [...failing, 'drawsWhatItMustRefuse', 'largerThanNeeded']

/** Whatever makes symbols. */
export type Encoder = (asked: Case) => Promise<Answer>

/** An encoder, measured. */
export function judge(
  encoder: Encoder,
  cases: readonly Case[],
  options: JudgeOptions,
): Promise<JudgeReport<Case, Class>> {
  const judgementOf = async (asked: Case) => judged(asked, await encoder(asked))
  const measure = {
    judgementOf,
    classes,
    told: failingStrictly,
    smaller: smallerCases,
    groupOf,
  }
  return measured(measure, cases, options)
}

function groupOf(asked: Case): string {
  if (expectationOf(asked).refusal !== undefined) return 'to be refused'
  if (asked.options.gs1 !== undefined) return 'GS1 messages'
  return Object.keys(asked.options).length > 0 ? 'texts with options' : 'texts alone'
}
