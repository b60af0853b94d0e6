/** The measure of a program: each answer is classed, failures are counted by their kind, and one case of each is made small. */

import type { Symbology } from '../../../symbologies/index.ts'
import type { Answer } from './answer.ts'
import type { Case } from './case.ts'
import type { DecoderCase } from './decoders/case.ts'
import type { Failure, Report } from './report.ts'

/** The class of an answer, and why. */
export interface Judgement<Name extends string = string> {
  readonly class: Name
  /** The code of check's finding, of the refusal, or of the failure; `none` where nothing failed. */
  readonly code: string
  /** Standard, edition and clause; `none` where no standard is broken. */
  readonly clause: string
  readonly message: string
  /** The symbol that it is about: what an encoder drew, or what a decoder was shown. */
  readonly symbol?: Extract<Answer, { kind: 'matrix' | 'file' }>
}

/** Cases of one kind of failure: the smallest of them that was found. */
export interface JudgedFailure<Asked extends Case = Case, Name extends string = string> extends Judgement<Name> {
  readonly asked: Asked
  /** In how many cases. */
  readonly cases: number
}

export interface JudgeReport<Asked extends Case = Case, Name extends string = string> {
  readonly seed: number
  readonly cases: number
  readonly classes: Readonly<Record<Name, number>>
  /** By symbology, those that occur. */
  readonly types: Readonly<Partial<Record<Symbology, Readonly<Record<Name, number>>>>>
  /** By what the cases are for, those that occur. */
  readonly kinds: ReadonlyMap<string, number>
  readonly failures: readonly JudgedFailure<Asked, Name>[]
}

/** The most kinds of failures that are told. */
const mostFailures = 200

export interface JudgeOptions {
  /** Of the cases, for the report. */
  readonly seed: number
  /** Aborted where no more cases are asked; what is judged by then is told. */
  readonly ended?: AbortSignal
  /** How often the encoder or decoder is asked at most to make one failing case smaller; 150 if undefined. */
  readonly attempts?: number
}

/** How answers to cases are judged, and which of them are told. */
export interface Measure<Asked extends Case, Name extends string> {
  /** Asks for an answer, and classes it. */
  readonly judgementOf: (asked: Asked) => Promise<Judgement<Name>>
  readonly classes: readonly Name[]
  /** What is not right, in the order in which it is told. */
  readonly told: readonly Name[]
  /** Smaller cases than a failing one, the largest steps first. */
  readonly smaller: (asked: Asked) => Iterable<Asked>
  /** What cases are counted by, for `kinds`. */
  readonly groupOf: (asked: Asked) => string
}

export async function measured<Asked extends Case, Name extends string>(
  measure: Measure<Asked, Name>,
  cases: readonly Asked[],
  { seed, ended, attempts = usualAttempts }: JudgeOptions,
): Promise<JudgeReport<Asked, Name>> {
  const { judgementOf, classes, told, groupOf } = measure
  const zeros = (): Record<Name, number> => Object.fromEntries(classes.map((name) => [name, 0])) as Record<Name, number>
  const found = new Map<string, JudgedFailure<Asked, Name>>()
  const types: Partial<Record<Symbology, Record<Name, number>>> = {}
  const kinds = new Map<string, number>()
  let count = 0
  for (const asked of cases) {
    if (ended?.aborted) break
    const judgement = await judgementOf(asked)
    count++
    kinds.set(groupOf(asked), 1 + (kinds.get(groupOf(asked)) ?? 0))
    types[asked.type] ??= zeros()
    types[asked.type]![judgement.class]++
    if (!told.includes(judgement.class)) continue
    const key = [judgement.class, asked.type, judgement.code].join(' ')
    const known = found.get(key)
    if (known !== undefined) found.set(key, { ...known, cases: known.cases + 1 })
    else if (found.size < mostFailures) found.set(key, { ...judgement, asked, cases: 1 })
  }
  const failures: JudgedFailure<Asked, Name>[] = []
  for (const each of found.values()) failures.push(ended?.aborted ? each : await smallest(measure, each, attempts))
  failures.sort((a, b) => told.indexOf(a.class) - told.indexOf(b.class) || b.cases - a.cases)
  const sums = zeros()
  for (const counts of Object.values(types)) for (const name of classes) sums[name] += counts[name]
  return { seed, cases: count, classes: sums, types, kinds, failures }
}

/** How often an encoder is asked at most to make one failing case smaller. */
const usualAttempts = 150

/** The smallest case that was found with the same failure: each step is the first smaller case that still fails so. */
async function smallest<Asked extends Case, Name extends string>(
  { judgementOf, smaller }: Measure<Asked, Name>,
  first: JudgedFailure<Asked, Name>,
  most: number,
): Promise<JudgedFailure<Asked, Name>> {
  let best = first
  // a program that does not answer takes its whole time for each attempt
  let attempts = first.class === 'noAnswer' ? 0 : most
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const asked of smaller(best.asked)) {
      if (attempts-- <= 0) return best
      const found = await judgementOf(asked)
      if (found.class !== first.class || found.code !== first.code) continue
      best = { ...found, asked, cases: first.cases }
      isSmaller = true
      break
    }
  }
  return best
}

/** As programs take it: each failure with all that belongs to it. */
export function reportOf<Name extends string>({
  seed,
  cases,
  classes,
  types,
  failures,
}: JudgeReport<Case | DecoderCase, Name>): Report<Name> {
  return {
    ...{ seed, cases, classes, types },
    failures: failures.map(({ asked, symbol, class: found, clause, code, message, cases }): Failure<Name> => {
      const { type, text, options, kind } = asked
      const png = 'treatment' in asked && symbol?.kind === 'file' ? { png: symbol.file } : {}
      const shown = 'treatment' in asked ? { treatment: asked.treatment, ...png } : {}
      return { class: found, type, text, options, kind, ...shown, clause, code, message, cases }
    }),
  }
}
