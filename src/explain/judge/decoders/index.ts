/** Decoders of others, judged: symbols sound, damaged up to the limit and beyond, turned, mirrored and inverted. */

import { type JudgeOptions, type JudgeReport, measured } from '../measure.ts'
import { type DecoderClass, decoderClasses } from '../report.ts'
import type { DecoderAnswer } from './answer.ts'
import type { DecoderCase } from './case.ts'
import { shownOf, smallerSymbols } from './cases.ts'
import { decoderJudgement } from './judgement.ts'

export { type DecoderAnswer, decoderAnswerIn } from './answer.ts'
export type { DecoderCase } from './case.ts'
export { decoderCasesOf } from './cases.ts'

/** Classes for which a decoder fails. */
export const failingDecoders: readonly DecoderClass[] = ['readsOtherwise', 'misses', 'noAnswer']
/** Classes for which it fails where all that is not read counts. */
export const failingDecodersStrictly: readonly DecoderClass[] = [...failingDecoders, 'missesByChoice']

/**
 * Whatever reads symbols.
 *
 * @param shown  a PNG, and the symbology that is in it
 */
export type Decoder = (shown: ShownSymbol) => Promise<DecoderAnswer>

export interface ShownSymbol {
  readonly type: DecoderCase['type']
  readonly png: Uint8Array<ArrayBuffer>
}

/** A decoder, measured. */
export function judgeDecoder(
  decoder: Decoder,
  cases: readonly DecoderCase[],
  options: JudgeOptions,
): Promise<JudgeReport<DecoderCase, DecoderClass>> {
  const judgementOf = async (asked: DecoderCase) => {
    const png = shownOf(asked)!
    return decoderJudgement(asked, await decoder({ type: asked.type, png }), png)
  }
  const groupOf = ({ treatment }: DecoderCase): string => treatment
  return measured(
    { judgementOf, classes: decoderClasses, told: failingDecodersStrictly, smaller: smallerSymbols, groupOf },
    cases,
    options,
  )
}
