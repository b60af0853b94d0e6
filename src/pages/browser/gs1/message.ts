/** A message in the text field as elements to edit, and back: what the text has besides them is kept. And what a message lacks. */

import {
  bracketedText,
  gs1Message,
  type Identifier,
  identifierOf,
  isLink,
  parseBracketed,
  type RawElement,
} from '../../../../symbologies/gs1/index.ts'
import type { Fault } from '../service.ts'
import type { AiValue } from './values.ts'

export interface ElementRow extends AiValue {
  /** Undefined for an AI that there is not. */
  readonly identifier: Identifier | undefined
  /** Where its AI and value stand in the text, by code units, `end` not included. */
  readonly start: number
  readonly end: number
}

export interface MessageRows {
  readonly rows: readonly ElementRow[]
  /** Whether they can be changed: not if the text has more than they say and is not in brackets. */
  readonly isEditable: boolean
}

export function rowsOf(text: string): MessageRows {
  if (text === '') return { rows: [], isEditable: true }
  if (text.startsWith('(')) return { rows: parseBracketed(text).elements.map(rowOf), isEditable: true }
  const { elements, faults } = gs1Message(text)
  const isWhole = elements.length > 0 && !faults.some(({ code }) => code === 'gs1_unknown_ai') && !saysMore(text)
  return { rows: elements.map(rowOf), isEditable: isWhole }
}

/** Whether a link has what no element is: a fragment, or a parameter whose name is not an AI, such as linkType. */
function saysMore(text: string): boolean {
  if (!isLink(text)) return false
  const [, query = ''] = /\?([^#]*)/.exec(text) ?? []
  return text.includes('#') || query.split(/[&;]/).some((parameter) => /^(?!\d+(=|$))./.test(parameter))
}

function rowOf({ ai, value, aiRange, at }: RawElement): ElementRow {
  return { ai, value, identifier: identifierOf(ai), start: aiRange.start, end: at.at(-1)! }
}

/** The text in brackets, if that loses nothing. */
export function inBrackets(text: string): string {
  if (text.startsWith('(')) return text
  const { rows, isEditable } = rowsOf(text)
  return isEditable ? bracketedText(rows) : text
}

/** The text, in brackets, with another element, or none, in place of a row. */
export function replaced(text: string, index: number, element: AiValue | undefined): string {
  const bracketed = inBrackets(text)
  const { start, end } = rowsOf(bracketed).rows[index]!
  return bracketed.slice(0, start) + (element === undefined ? '' : bracketedText([element])) + bracketed.slice(end)
}

/** The text with one more element. A text that is not a message becomes its value: one has said now what it is. */
export function extended(text: string, ai: string): string {
  const isMessage = text === '' || text.startsWith('(') || rowsOf(text).rows.length > 0
  if (!isMessage) return bracketedText([{ ai, value: text }])
  return inBrackets(text) + bracketedText([{ ai, value: '' }])
}

/** The prefixes with which readers announce a GS1 symbol (ISO/IEC 15424), and those of symbols that hold a URI. */
const gs1Prefix = /^\](C1|d2|Q3|e0|J1)\^?/
const linkPrefix = /^\][dQ]1(?=https?:\/\/)/i

/** A message as a reader sends it: with its prefix, and with GS for FNC1. Other texts stay as they are. */
export function fromReader(text: string): string {
  const separated = text.replaceAll('\u001d', '^')
  if (gs1Prefix.test(separated)) return separated.replace(gs1Prefix, '^')
  if (linkPrefix.test(separated)) return separated.replace(linkPrefix, '')
  // GS is in no value: a text with it that begins with digits is a raw message without its first FNC1
  return separated !== text && /^\d/.test(separated) ? `^${separated}` : separated
}

/** A pasted text, if it is a message in one of the three forms. */
export function pastedMessage(pasted: string): string | undefined {
  const text = fromReader(pasted.trim())
  const isForm = /^[(^]/.test(text) || isLink(text)
  return isForm && gs1Message(text).elements.length > 0 ? text : undefined
}

/** What stands before the key in a GS1 Digital Link URI: scheme, domain and perhaps a path. */
export function domainIn(text: string): string | undefined {
  if (!isLink(text)) return undefined
  const [key] = rowsOf(text).rows
  return key === undefined ? undefined : text.slice(0, key.start - 1)
}

/** What is missing: for which AIs, and what would do; each group of AIs joined by `+`. */
export interface Missing {
  readonly ais: readonly string[]
  readonly groups: readonly string[]
}

/** What the elements lack. Where the same AI can help several elements, it is what they lack together. */
export function missingFor(
  rows: readonly ElementRow[],
  faults: readonly Pick<Fault, 'code' | 'ai'>[],
): readonly Missing[] {
  const needy = new Set(faults.flatMap(({ code, ai }) => (code === 'gs1_missing_ai' && ai !== undefined ? [ai] : [])))
  const isThere = (pattern: string): boolean => {
    const form = new RegExp(`^${pattern.replaceAll('n', '\\d')}$`)
    return rows.some(({ ai }) => form.test(ai))
  }
  let all: readonly Missing[] = []
  for (const ai of needy) {
    for (const list of identifierOf(ai)?.needs ?? []) {
      if (list.some((group) => group.every(isThere))) continue
      all = joined(all, { ais: [ai], groups: list.map((group) => group.filter((each) => !isThere(each)).join('+')) })
    }
  }
  return all
}

function joined(all: readonly Missing[], next: Missing): readonly Missing[] {
  for (const one of all) {
    const groups = one.groups.filter((group) => next.groups.includes(group))
    if (groups.length === 0) continue
    const both = { ais: [...new Set([...one.ais, ...next.ais])], groups }
    return all.map((each) => (each === one ? both : each))
  }
  return [...all, next]
}
