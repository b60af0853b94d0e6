/** Messages as symbols carry them, `^` or GS for FNC1: `^010950600013435210AB-12^17261231`. */

import { quoted } from '../messages.ts'
import type { Parsed } from './bracketed.ts'
import type { RawElement } from './element.ts'
import { type Found, isSecondHalf, mostFaults, placeIn, type Repair } from './fault.ts'
import { fnc1 } from './fnc1.ts'
import { type Identifier, identifierAt, identifierOf, lengthsOf } from './identifiers.ts'

/** @param start  of the first AI: readers send no FNC1 before it */
export function parseRaw(text: string, start: number): Parsed {
  const elements: RawElement[] = []
  const faults: Found[] = []
  for (let at = start; at < text.length && faults.length < mostFaults; ) {
    const identifier = identifierAt(text, at)
    if (identifier === undefined) {
      faults.push(notAnAi(text, at, start))
      at = separatorFrom(text, at) + 1
      continue
    }
    const element = elementAt(text, at, identifier)
    elements.push(element)
    at = element.at.at(-1)!
    // one may stand at the end too
    if (isSeparator(text[at])) at++
  }
  if (start >= text.length) faults.push(noElement(text))
  return { form: 'raw', elements, faults }
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

const isSeparator = (character: string | undefined): boolean => character === '^' || character === fnc1

/** The index of the next separator, or of the end. */
function separatorFrom(text: string, index: number): number {
  let at = index
  while (at < text.length && !isSeparator(text[at])) at++
  return at
}

function notAnAi(text: string, at: number, start: number): Found {
  const end = separatorFrom(text, at)
  const [begin = ''] = /^.{0,4}/su.exec(text.slice(at, end))!
  const place = placeIn(text, { start: at, end: at + begin.length })
  if (end === at) {
    const message = `^ at position ${place.from} has no element before it; accepted: one ^ after an element`
    const repair = (): Repair | undefined =>
      /\d/.test(text) ? { text: text.slice(0, at) + text.slice(at + 1) } : undefined
    return { code: 'gs1_syntax', message, ...place, repair }
  }
  const said = `${quoted(begin)} at position ${place.from} does not begin with an AI`
  const message = `${said}; accepted: AIs with their values, ^ after a value whose length its AI does not determine`
  const repair = (): Repair | undefined => {
    // people leave a blank for FNC1
    const meant = text.replace(/[ \t]+/g, '^')
    const isRight = meant !== text && parseRaw(meant, start).faults.length === 0
    return isRight ? { text: meant, said: quoted(meant) } : undefined
  }
  return { code: 'gs1_unknown_ai', message, ...place, repair }
}

function noElement(text: string): Found {
  const place = placeIn(text, { start: Math.max(0, text.length - 1), end: text.length })
  return { code: 'gs1_syntax', message: `^ at position ${place.from} has no element after it`, ...place }
}

/** Whether FNC1 must follow the element if it is not the last. */
export const needsSeparator = (ai: string): boolean => identifierOf(ai)?.hasPredefinedLength !== true

export function rawText(elements: readonly Pick<RawElement, 'ai' | 'value'>[]): string {
  const last = elements.length - 1
  return `^${elements.map(({ ai, value }, i) => ai + value + (i < last && needsSeparator(ai) ? '^' : '')).join('')}`
}
