/**
 * The judge: an encoder of others is given cases, and each answer is classed by what check finds and by the size of our shortest
 * symbol. Equality is not the measure: the standards leave choices, and two right encoders choose differently.
 */

import type { Symbology } from '../../../symbologies/index.ts'
import type { Answer } from './answer.ts'
import { type Case, isOfStandard, sameCase } from './case.ts'
import { type Class, classes, type Judgement, judged } from './judgement.ts'
import { smaller } from './shrink.ts'

/** Classes for which an encoder fails. */
export const failing: readonly Class[] = ['wrong', 'refusesWhatItMustDraw', 'noAnswer']
/** Classes for which it fails where all that is not right counts. */
export const failingStrictly: readonly Class[] = [...failing, 'drawsWhatItMustRefuse', 'largerThanNeeded']

/** Whatever makes symbols. */
export type Encoder = (asked: Case) => Promise<Answer>

/** Cases of one kind of failure: the smallest of them that was found. */
export interface JudgedFailure {
  readonly class: Class
  readonly type: Symbology
  readonly text: string
  readonly options: Case['options']
  /** What the first case of the kind was for. */
  readonly kind: string
  /** Standard, edition and clause; `none` where no standard is broken. */
  readonly clause: string
  /** The code of check's finding, of the refusal, or of the failure. */
  readonly code: string
  readonly message: string
  /** In how many cases. */
  readonly cases: number
}

export interface JudgeReport {
  readonly seed: number
  readonly cases: number
  readonly classes: Readonly<Record<Class, number>>
  /** By symbology, those that occur. */
  readonly types: Readonly<Partial<Record<Symbology, Readonly<Record<Class, number>>>>>
  readonly failures: readonly JudgedFailure[]
}

/** What is not right, in the order in which it is told. */
const told: readonly Class[] = [
  'wrong',
  'refusesWhatItMustDraw',
  'noAnswer',
  'drawsWhatItMustRefuse',
  'largerThanNeeded',
]

/** The most kinds of failures that are told. */
const mostFailures = 200

export interface JudgeOptions {
  /** Of the cases, for the report. */
  readonly seed: number
  /** Aborted where no more cases are asked; what is judged by then is told. */
  readonly ended?: AbortSignal
  /** How often the encoder is asked at most to make one failing case smaller. */
  readonly attempts?: number
}

export async function judge(
  encoder: Encoder,
  cases: readonly Case[],
  { seed, ended, attempts = usualAttempts }: JudgeOptions,
): Promise<JudgeReport> {
  const found = new Map<string, { asked: Case; judgement: Judgement; cases: number }>()
  const types: Partial<Record<Symbology, Record<Class, number>>> = {}
  let count = 0
  for (const asked of cases) {
    if (ended?.aborted) break
    const judgement = await judged(asked, await encoder(asked))
    count++
    types[asked.type] ??= zeros()
    types[asked.type]![judgement.class]++
    if (!told.includes(judgement.class)) continue
    const key = [judgement.class, asked.type, judgement.code].join(' ')
    const known = found.get(key)
    if (known !== undefined) known.cases++
    else if (found.size < mostFailures) found.set(key, { asked, judgement, cases: 1 })
  }
  const failures: JudgedFailure[] = []
  for (const { asked, judgement, cases } of found.values()) {
    const least = ended?.aborted ? { asked, judgement } : await smallest(encoder, { asked, judgement }, attempts)
    const { type, text, options } = least.asked
    failures.push({ ...least.judgement, type, text, options, kind: asked.kind, cases })
  }
  failures.sort((a, b) => told.indexOf(a.class) - told.indexOf(b.class) || b.cases - a.cases)
  const sums = zeros()
  for (const counts of Object.values(types)) for (const name of classes) sums[name] += counts[name]
  return { seed, cases: count, classes: sums, types, failures }
}

const zeros = (): Record<Class, number> => Object.fromEntries(classes.map((name) => [name, 0])) as Record<Class, number>

/** How often an encoder is asked at most to make one failing case smaller. */
const usualAttempts = 150

interface JudgedCase {
  readonly asked: Case
  readonly judgement: Judgement
}

/** The smallest case that was found with the same failure: each step is the first smaller case that still fails so. */
async function smallest(encoder: Encoder, first: JudgedCase, most: number): Promise<JudgedCase> {
  let best = first
  const { judgement } = first
  // an encoder that does not answer takes its whole time for each attempt
  let attempts = judgement.class === 'noAnswer' ? 0 : most
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const next of smaller(best.asked)) {
      if (attempts-- <= 0) return best
      if (sameCase(next, best.asked) || !isOfStandard(next.type, next.text)) continue
      const found = await judged(next, await encoder(next))
      if (found.class !== judgement.class || found.code !== judgement.code) continue
      best = { asked: next, judgement: found }
      isSmaller = true
      break
    }
  }
  return best
}
