/** What the GS1 symbols of a label show together, where nothing was told of symbols that contradict each other. */

import { judgedLabel, labelRules } from '../check/gs1/label.ts'
import { messageIn } from '../check/gs1/message.ts'
import type { ExpectedLabel } from './expected.ts'
import { VerificationFailure } from './failure.ts'
import type { ReadSymbol } from './symbols.ts'

/** The symbols that were read for one of the contents of a label. */
export interface ReadContents {
  readonly label: ExpectedLabel
  readonly read: readonly ReadSymbol[]
}

/**
 * Judges the symbols of one label together, as a check of its picture does. How far they are apart is what the layout says of them:
 * that is told, and no failure.
 *
 * @throws VerificationFailure if they say different things of one item
 */
export function verifyTogether(contents: readonly ReadContents[]): void {
  if (contents.length < 2 || !contents.every(({ label }) => label.agrees)) return
  const symbols = contents.flatMap(({ label, read }) => {
    const { symbology, append } = label.contents
    return read.flatMap(({ text, seen: { fnc1 } }) => {
      const message = append === undefined ? messageIn({ symbology, text, ...(fnc1 && { fnc1 }) }) : undefined
      return message === undefined ? [] : [{ symbology, form: message.form, elements: message.elements }]
    })
  })
  const flaw = judgedLabel(symbols, false).flaws.find(({ rule }) => rule !== 'distance')
  if (flaw === undefined) return
  const [clause, requirement] = labelRules[flaw.rule]
  throw new VerificationFailure('label', `not so: ${requirement}; ${clause}`, `label.${flaw.rule}`)
}
