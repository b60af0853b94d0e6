/**
 * GS1 messages: element strings of application identifiers and values.
 *
 * A message is written in one of three forms: bracketed, as a GS1 Digital Link URI, or raw. Any of them is read and judged by the
 * GS1 Barcode Syntax Dictionary, and written in the others.
 */

import { codePoints, notAString, quoted } from '../messages.ts'
import { bracketedText, type Parsed, parseBracketed } from './bracketed.ts'
import { type Element, type RawElement, valueFlaws } from './element.ts'
import { type Gs1Fault, mostFaults, placeIn } from './fault.ts'
import { type Identifier, identifierOf } from './identifiers.ts'
import { isLink, linkText, parseLink } from './link.ts'
import { pairingFaults } from './pairing.ts'
import { parseRaw, rawText } from './raw.ts'

/** The longest message that is read, in code units: as many digits as the largest QR symbol holds. */
const longest = 7089

export interface Gs1Message {
  /** In the order of the text; of a URI, the key, its qualifiers and its attributes. Without the elements of unknown AIs. */
  readonly elements: readonly Element[]
  /** By their place in the text, but what is wrong between elements last; empty if the message is right. */
  readonly faults: readonly Gs1Fault[]
}

/**
 * A message of any form, and what is wrong with it: all of it, or the first `mostFaults` faults.
 *
 * @throws TypeError for what is not a string
 */
export function gs1Message(text: string): Gs1Message {
  const parsed = parse(text)
  const elements: Element[] = []
  const found: Gs1Fault[] = []
  for (const element of parsed.elements) {
    const { ai, value, aiRange, at } = element
    const identifier = identifierOf(ai)
    if (identifier !== undefined) elements.push({ ai, value, aiRange, at, identifier })
    if (found.length < mostFaults) found.push(...elementFaults(text, element, identifier))
  }
  const inText = [...parsed.faults, ...found].sort((a, b) => a.from - b.from)
  const faults = inText.length < mostFaults ? [...inText, ...pairingFaults(text, elements)] : inText
  return { elements, faults: faults.length > mostFaults ? mostSevere(faults) : faults }
}

/** As many faults as are told, those that no symbology excuses first. */
function mostSevere(faults: readonly Gs1Fault[]): readonly Gs1Fault[] {
  const excusable = faults.filter(({ code }) => code === 'gs1_missing_ai')
  return [...faults.filter((fault) => !excusable.includes(fault)), ...excusable].slice(0, mostFaults)
}

function parse(text: string): Parsed {
  if (typeof text !== 'string') throw new TypeError(notAString(text))
  if (text.length > longest) return tooLong(text)
  if (text.startsWith('(')) return parseBracketed(text)
  if (text.startsWith('^')) return parseRaw(text)
  if (isLink(text)) return parseLink(text)
  const forms = '(01)09506000134352, https://id.gs1.org/01/09506000134352, or ^0109506000134352 with ^ for FNC1'
  const message = `${quoted(text)} is not a GS1 message; accepted: ${forms}`
  return { elements: [], faults: [{ code: 'gs1_syntax', message, ...placeIn(text, { start: 0, end: text.length }) }] }
}

/** More than any symbol holds, which is not read. */
function tooLong(text: string): Parsed {
  const message = `the message has ${codePoints(text)} characters, more than any symbol holds`
  return { elements: [], faults: [{ code: 'gs1_syntax', message, ...placeIn(text, { start: 0, end: text.length }) }] }
}

function elementFaults(
  text: string,
  { ai, value, aiRange, at }: RawElement,
  identifier: Identifier | undefined,
): readonly Gs1Fault[] {
  if (identifier === undefined) {
    const message = `${quoted(ai)} is not an AI of GS1`
    return [{ code: 'gs1_unknown_ai', ai, message, ...placeIn(text, aiRange) }]
  }
  return valueFlaws(identifier, value).map(({ rule, message, from, to }) => {
    const range = value === '' ? aiRange : { start: at[from]!, end: at[to + 1] ?? at.at(-1)! }
    const place = placeIn(text, range)
    const title = identifier.title === '' ? '' : ` ${identifier.title}`
    return { code: 'gs1_invalid_value', ai, rule, message: `AI (${ai})${title}: ${quoted(value)} ${message}`, ...place }
  })
}

export { bracketedText, linkText, rawText }

/** What people read under a symbol: brackets round AIs that the symbol does not carry; each element stays whole. */
export function humanReadable(elements: readonly Pick<RawElement, 'ai' | 'value'>[]): readonly string[] {
  return elements.map(({ ai, value }) => `(${ai})${value}`)
}
