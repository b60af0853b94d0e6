/** Messages as symbols carry them, `^` for FNC1: `^010950600013435210AB-12^17261231`. */

import { quoted } from '../messages.ts'
import type { Parsed } from './bracketed.ts'
import type { RawElement } from './element.ts'
import { type Gs1Fault, isSecondHalf, mostFaults, placeIn } from './fault.ts'
import { type Identifier, identifierAt, identifierOf, lengthsOf } from './identifiers.ts'

export function parseRaw(text: string): Parsed {
  const elements: RawElement[] = []
  const faults: Gs1Fault[] = []
  for (let at = 1; at < text.length && faults.length < mostFaults; ) {
    const identifier = identifierAt(text, at)
    if (identifier === undefined) {
      faults.push(notAnAi(text, at))
      at = separatorFrom(text, at) + 1
      continue
    }
    const element = elementAt(text, at, identifier)
    elements.push(element)
    at = element.at.at(-1)!
    if (text[at] !== '^') continue
    at++
    if (at === text.length) faults.push(separatorAtEnd(text))
  }
  if (text.length === 1) faults.push(separatorAtEnd(text))
  return { elements, faults }
}

/** The element whose AI starts at an index: of its own length, or up to the next separator. */
function elementAt(text: string, index: number, identifier: Identifier): RawElement {
  const { ai, hasPredefinedLength } = identifier
  const start = index + ai.length
  const separator = separatorFrom(text, start)
  const predefined = start + lengthsOf(identifier).most
  const isWhole = !isSecondHalf(text, predefined)
  const end = hasPredefinedLength ? Math.min(separator, isWhole ? predefined : predefined + 1) : separator
  const at = Array.from({ length: end - start + 1 }, (_, i) => start + i)
  return { ai, value: text.slice(start, end), aiRange: { start: index, end: start }, at }
}

/** The index of the next separator, or of the end. */
function separatorFrom(text: string, index: number): number {
  const found = text.indexOf('^', index)
  return found < 0 ? text.length : found
}

function notAnAi(text: string, at: number): Gs1Fault {
  const end = separatorFrom(text, at)
  const [begin = ''] = /^.{0,4}/su.exec(text.slice(at, end))!
  const place = placeIn(text, { start: at, end: at + begin.length })
  if (end === at) {
    const message = `^ at position ${place.from} has no element before it; accepted: one ^ after an element that is not the last`
    return { code: 'gs1_syntax', message, ...place }
  }
  const said = `${quoted(begin)} at position ${place.from} does not begin with an AI`
  const message = `${said}; accepted: AIs with their values, ^ after a value whose length its AI does not determine`
  return { code: 'gs1_unknown_ai', message, ...place }
}

function separatorAtEnd(text: string): Gs1Fault {
  const place = placeIn(text, { start: text.length - 1, end: text.length })
  return { code: 'gs1_syntax', message: `^ at position ${place.from} has no element after it`, ...place }
}

/** Whether FNC1 must follow the element if it is not the last. */
export const needsSeparator = (ai: string): boolean => identifierOf(ai)?.hasPredefinedLength !== true

export function rawText(elements: readonly Pick<RawElement, 'ai' | 'value'>[]): string {
  const last = elements.length - 1
  return `^${elements.map(({ ai, value }, i) => ai + value + (i < last && needsSeparator(ai) ? '^' : '')).join('')}`
}
