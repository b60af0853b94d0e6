/** Whether a matrix symbol carries the expected text. */

import { decoded, eciNames } from '../../symbologies/eci/index.ts'
import { guesses } from './eci.ts'
import { carries } from './gs1/expected.ts'
import type { Fnc1 } from './gs1/fnc1.ts'
import { type Findings, otherText } from './report.ts'

/** The place of a symbol in a structured append, both from 1. */
export interface Part {
  readonly part: number
  readonly parts: number
}

export interface Carried {
  readonly text: string
  readonly fnc1: Fnc1 | undefined
  /** Undefined if the symbol stands alone. */
  readonly append?: Part | undefined
}

/** Judges the text of a symbol; that of a part may be expected alone or with all other parts. */
export function judgeText(findings: Findings<'text'>, carried: Carried, expected: string | undefined): void {
  if (expected === undefined) return
  const { text, append } = carried
  const isBytes = [...text].every((character) => character < '\u0100')
  const bytes = Uint8Array.from(isBytes ? text : '', (character) => character.charCodeAt(0))
  const meant = guesses.find((eci) => isBytes && decoded(eci, bytes) === expected)
  const reason = meant === undefined ? '' : `: its bytes are ${eciNames[meant]}, but no ECI declares that`
  const message = `${otherText(text, expected)}${reason}`
  const isSame = carries(carried, expected) || (append !== undefined && isPart(text, expected, append))
  findings.judge('text', isSame ? [] : [{ message }])
}

/** Whether a text is at the beginning of another, at its end or within it, as its place among the parts demands. */
function isPart(text: string, whole: string, { part, parts }: Part): boolean {
  if (part === 1) return whole.startsWith(text)
  return part === parts ? whole.endsWith(text) : whole.includes(text)
}
