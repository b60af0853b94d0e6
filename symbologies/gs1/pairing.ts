/** Which AIs must and which must not be together on one item. GS1 General Specifications, 4.13 and 4.14. */

import type { Element } from './element.ts'
import { type Gs1ErrorCode, type Gs1Fault, mostFaults, placeIn } from './fault.ts'
import type { Group } from './identifiers.ts'

/** Whether a pattern such as `31nn` stands for an AI. */
function matches(pattern: string, ai: string): boolean {
  if (pattern.length !== ai.length) return false
  for (let i = 0; i < ai.length; i++) if (pattern[i] !== 'n' && pattern[i] !== ai[i]) return false
  return true
}

export function pairingFaults(text: string, elements: readonly Element[]): readonly Gs1Fault[] {
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

function faultAt(text: string, element: Element, code: Gs1ErrorCode, rule: string, message: string): Gs1Fault {
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
