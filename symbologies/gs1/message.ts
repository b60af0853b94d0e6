/**
 * GS1 messages: element strings of application identifiers and values.
 *
 * A message is written in one of three forms: bracketed, as a GS1 Digital Link URI, or raw, and any of them as a reader sends it.
 * It is read and judged by the GS1 Barcode Syntax Dictionary, and written in the others.
 */

import { codePoints, notAString, quoted } from '../messages.ts'
import { aisOfMeasure } from './decimals.ts'
import { type Element, type Parsed, type RawElement, valueFlaws } from './element.ts'
import {
  type Gs1ErrorCode,
  type Gs1Fault,
  type Gs1Rule,
  mostFaults,
  placeIn,
  type Repair,
  type RepairableFault,
  told,
} from './fault.ts'
import { parse } from './forms.ts'
import { type Group, type Identifier, identifierOf } from './identifiers.ts'
import { elementRepair, messagesMeant } from './repairs.ts'

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
  const { elements, faults } = judged(text)
  return { elements, faults: told(faults) }
}

interface Judged {
  readonly elements: readonly Element[]
  readonly faults: readonly RepairableFault[]
}

function judged(text: string): Judged {
  const parsed = parsedMessage(text)
  const elements: Element[] = []
  const found: RepairableFault[] = []
  for (const element of parsed.elements) {
    const { ai, value, aiRange, at } = element
    const identifier = identifierOf(ai)
    if (identifier !== undefined) elements.push({ ai, value, aiRange, at, identifier })
    if (found.length < mostFaults) found.push(...elementFaults(text, element, parsed.form, identifier))
  }
  const inText = [...parsed.faults, ...found].sort((a, b) => a.from - b.from)
  const faults = inText.length < mostFaults ? [...inText, ...pairingFaults(text, elements)] : inText
  return { elements, faults: faults.length > mostFaults ? mostSevere(faults) : faults }
}

/** As many faults as are told, those that no symbology excuses first. */
function mostSevere(faults: readonly RepairableFault[]): readonly RepairableFault[] {
  const excusable = faults.filter(({ code }) => code === 'gs1_missing_ai')
  return [...faults.filter((fault) => !excusable.includes(fault)), ...excusable].slice(0, mostFaults)
}

function parsedMessage(text: string): Parsed {
  if (typeof text !== 'string') throw new TypeError(notAString(text))
  return text.length > longest ? tooLong(text) : (parse(text) ?? noForm(text))
}

function noForm(text: string): Parsed {
  const forms = '(01)09506000134352, https://id.gs1.org/01/09506000134352, or ^0109506000134352 with ^ for FNC1'
  const message = `${quoted(text)} is not a GS1 message; accepted: ${forms}`
  const place = placeIn(text, { start: 0, end: text.length })
  const repair = (): Repair | undefined => {
    const meant = messagesMeant(text).find(isMeant)
    return meant === undefined ? undefined : { text: meant, said: quoted(meant) }
  }
  return { form: 'raw', elements: [], faults: [{ code: 'gs1_syntax', message, ...place, repair }] }
}

/** Whether a text is surely meant as a message: brackets say so, or all of it is right, with a check digit if it is all of digits. */
function isMeant(text: string): boolean {
  const { elements, faults } = judged(text)
  if (/^[([]/.test(text)) return faults.every(({ code }) => code !== 'gs1_syntax' && code !== 'gs1_unknown_ai')
  const isRight = faults.every(({ code }) => code === 'gs1_missing_ai' && elements.length > 1)
  const isChecked = elements.some(({ identifier }) => identifier.components.some(({ rules }) => rules.includes('csum')))
  return elements.length > 0 && isRight && (isChecked || /[^\d^]/.test(text))
}

/** More than any symbol holds, which is not read. */
function tooLong(text: string): Parsed {
  const message = `the message has ${codePoints(text)} characters, more than any symbol holds`
  const place = placeIn(text, { start: 0, end: text.length })
  return { form: 'raw', elements: [], faults: [{ code: 'gs1_syntax', message, ...place }] }
}

function elementFaults(
  text: string,
  element: RawElement,
  form: Parsed['form'],
  identifier: Identifier | undefined,
): readonly RepairableFault[] {
  const { ai, value, aiRange, at } = element
  if (identifier === undefined) {
    const [first, last] = aisOfMeasure(ai) ?? []
    const meant = first && `; ${first} to ${last} are, and their fourth digit is the number of decimals of the value`
    const message = `${quoted(ai)} is not an AI of GS1${meant ?? ''}`
    return [{ code: 'gs1_unknown_ai', ai, message, ...placeIn(text, aiRange) }]
  }
  return valueFlaws(identifier, value).map((flaw) => {
    const { rule, message, from, to } = flaw
    const range = value === '' ? aiRange : { start: at[from]!, end: at[to + 1] ?? at.at(-1)! }
    const place = placeIn(text, range)
    const title = identifier.title === '' ? '' : ` ${identifier.title}`
    const said = `AI (${ai})${title}: ${quoted(value)} ${message}`
    const repair = () => elementRepair(text, { ...element, identifier }, form, flaw)
    return { code: 'gs1_invalid_value', ai, rule, message: said, ...place, repair }
  })
}

/** Which AIs must and which must not be together on one item. GS1 General Specifications, 4.13 and 4.14. */
function pairingFaults(text: string, elements: readonly Element[]): readonly Gs1Fault[] {
  // of an AI that is there more than once, the first speaks for all
  const first = new Map<string, Element>()
  const faults: Gs1Fault[] = []
  for (const element of elements) {
    const known = first.get(element.ai)
    if (known === undefined) first.set(element.ai, element)
    else if (known.value !== element.value && faults.length < mostFaults) faults.push(repeatFault(text, element))
  }
  const present = [...first.values()]
  for (const element of present) {
    for (const groups of element.identifier.needs) {
      if (!isAnyThere(groups, first)) faults.push(missingFault(text, element, groups))
    }
    if (element.identifier.excludes.length > 0) faults.push(...excluded(text, element, present))
  }
  return faults
}

function faultAt(text: string, element: Element, code: Gs1ErrorCode, rule: Gs1Rule, message: string): Gs1Fault {
  const { ai, aiRange, at } = element
  const place = placeIn(text, { start: aiRange.start, end: at.at(-1)! })
  return { code, ai, rule, message: `AI ${named(element)} ${message}`, ...place }
}

const named = ({ ai, identifier: { title } }: Element): string => (title === '' ? `(${ai})` : `(${ai}) ${title}`)

function repeatFault(text: string, element: Element): Gs1Fault {
  return faultAt(
    text,
    element,
    'gs1_excluded_ai',
    'repeat',
    'occurs more than once, with different values; accepted: once',
  )
}

type First = ReadonlyMap<string, Element>

const isAnyThere = (groups: readonly Group[], first: First): boolean =>
  groups.some((group) => group.every((pattern) => isThere(pattern, first)))

function isThere(pattern: string, first: First): boolean {
  if (!pattern.includes('n')) return first.has(pattern)
  for (const ai of first.keys()) if (matches(pattern, ai)) return true
  return false
}

function missingFault(text: string, element: Element, groups: readonly Group[]): Gs1Fault {
  const wanted = alternatives(groups.map((group) => group.map((ai) => `(${ai})`).join(' with ')))
  return faultAt(text, element, 'gs1_missing_ai', 'req', `needs ${wanted} on the same item`)
}

function excluded(text: string, element: Element, present: readonly Element[]): readonly Gs1Fault[] {
  const { excludes } = element.identifier
  return (
    present
      .filter(({ ai }) => ai !== element.ai && excludes.some((pattern) => matches(pattern, ai)))
      // where both exclude each other, the one that comes first says it
      .filter((other) => !isToldBy(other, element))
      .map((other) =>
        faultAt(text, element, 'gs1_excluded_ai', 'ex', `must not be on the same item as ${named(other)}`),
      )
  )
}

function isToldBy(other: Element, element: Element): boolean {
  const isMutual = other.identifier.excludes.some((pattern) => matches(pattern, element.ai))
  return isMutual && other.aiRange.start < element.aiRange.start
}

const alternatives = (all: readonly string[]): string =>
  all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`

/** Whether a pattern such as `31nn` stands for an AI. */
function matches(pattern: string, ai: string): boolean {
  if (pattern.length !== ai.length) return false
  for (let i = 0; i < ai.length; i++) if (pattern[i] !== 'n' && pattern[i] !== ai[i]) return false
  return true
}

/** What people read under a symbol: brackets round AIs that the symbol does not carry; each element stays whole. */
export function humanReadable(elements: readonly Pick<RawElement, 'ai' | 'value'>[]): readonly string[] {
  return elements.map(({ ai, value }) => `(${ai})${value}`)
}
