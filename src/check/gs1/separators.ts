/** FNC1 between elements. GS1 General Specifications, 7.8 */

import { type Element, type Gs1Fault, gs1Message, lengthsOf, needsSeparator } from '../../../symbologies/gs1/index.ts'
import { codePoints, quoted } from '../../../symbologies/messages.ts'
import type { Flaw } from '../report.ts'
import type { SymbolMessage } from './message.ts'

/** FNC1 where no reader needs it: behind an element of predefined length, or behind the last. */
export function superfluousSeparators({ source, elements }: SymbolMessage): Flaw[] {
  return elements.flatMap(({ ai, value, at, identifier }): Flaw[] => {
    const end = at.at(-1)!
    if (source[end] !== '^') return []
    const isLast = end === source.length - 1
    const isWhole = identifier.hasPredefinedLength && value.length === lengthsOf(identifier).most
    if (!isLast && !isWhole) return []
    const place = codePoints(source.slice(0, end)) + 1
    const reason = isLast ? 'is at the end' : `is behind AI (${ai}), whose length is predefined`
    const message = `the separator at position ${place} ${reason}; it separates nothing, and the message is shorter without it`
    return [{ kind: 'note', message, gs1: { ai, from: place, to: place } }]
  })
}

/** The most characters of a value in which the next element is looked for. */
const longestSearched = 200

/** Where FNC1 may be missing in a value that is too long, for the end of the message: before an element that is right. */
export function missingSeparator({ code, rule, from }: Gs1Fault, elements: readonly Element[], source: string): string {
  if (code !== 'gs1_invalid_value' || rule !== 'length') return ''
  const element = elements.find(
    ({ at }) => from > codePoints(source.slice(0, at[0])) && from <= codePoints(source.slice(0, at.at(-1))),
  )
  if (element === undefined || !needsSeparator(element.ai) || element.value.length > longestSearched) return ''
  const { ai, value, identifier } = element
  const { least, most } = lengthsOf(identifier)
  for (let length = Math.min(most, value.length - 1); length >= least; length--) {
    const rest = gs1Message(`^${value.slice(length)}`)
    if (rest.elements[0]?.identifier.hasPredefinedLength !== true || !isRight(rest.faults)) continue
    if (!isRight(gs1Message(`^${ai}${value.slice(0, length)}`).faults)) continue
    return `; FNC1 may be missing behind ${quoted(value.slice(0, length))}, before AI (${rest.elements[0].ai})`
  }
  return ''
}

const isRight = (faults: readonly Gs1Fault[]): boolean => faults.every(({ code }) => code === 'gs1_missing_ai')
