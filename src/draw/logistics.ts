/** GS1 logistic labels: a message is divided among symbols, and laid out with its data titles. */

import { byImportance, carried, Gs1Error } from '../../symbologies/gs1/index.ts'
import { codePoints, type Doubt, withoutMark } from '../../symbologies/index.ts'
import { tooMuch } from './logistic-advice.ts'
import { drawnWith, isSscc, type LogisticDrawing, type LogisticRequest } from './logistic-drawing.ts'

export { type LogisticRequest, logistics } from './logistic-drawing.ts'

export interface LogisticLabel extends LogisticDrawing {
  /** What is doubtful about the message. */
  readonly doubts: readonly Doubt[]
}

/**
 * The label of a message: the symbol of the SSCC at the bottom, above it the other elements in as few symbols as they need.
 *
 * @throws Gs1Error if the message has faults or no SSCC
 * @throws FitError if the label has no room for all of it; the message says what to leave out
 */
export function logisticLabel(given: string, request: LogisticRequest): LogisticLabel {
  const { text, doubts: ofMark } = withoutMark(given)
  const { elements, doubts } = carried('code128', text, { form: 'elements' })
  if (!elements.some(isSscc)) throw withoutSscc(text)
  const all = byImportance(elements)
  const drawn = drawnWith(all, request)
  if (drawn === undefined) throw tooMuch(all, request)
  // the message stands in several symbols, each short enough
  return { doubts: [...ofMark, ...doubts.filter(({ code }) => code !== 'gs1_too_long')], ...drawn }
}

function withoutSscc(text: string): Gs1Error {
  const message = 'a logistic label needs an SSCC, AI (00), such as (00)195012340000000012'
  return new Gs1Error([{ code: 'gs1_missing_ai', ai: '00', rule: 'req', message, from: 1, to: codePoints(text) }])
}
