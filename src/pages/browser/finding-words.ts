/** Findings of checks in the words of the page's language, with their values. */

import type { Finding } from '../../reader/check/index.ts'
import { findings } from '../words/findings/en.ts'
import { sentenceFor } from '../words/findings/sentence.ts'
import { valueFaultText } from './fault-words.ts'

/** What is said of a finding. */
export interface Said {
  readonly text: string
  /** Whether it is as the report has it, in English. */
  readonly isEnglish: boolean
}

/** What the page says of a finding: a sentence of its own, or of a GS1 message what its rule says; else what the report says. */
export function findingText({ message, gs1 }: Pick<Finding, 'message' | 'gs1'>): Said {
  const said = sentenceFor(message, findings)
  if (said !== undefined) return { text: said, isEnglish: false }
  if (findings.length === 0 || gs1?.code === undefined) return { text: message, isEnglish: true }
  const { code, ai, rule } = gs1
  const fault = { code, ...(ai !== undefined && { ai }), ...(rule !== undefined && { rule }) }
  return { text: `${ai === undefined ? '' : `(${ai}): `}${valueFaultText(fault)}`, isEnglish: false }
}
