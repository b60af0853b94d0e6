/** An AI and its value as a text has them, and what is wrong with the value by the table of AIs. */

import { quoted } from '../messages.ts'
import { type CharacterRule, type Gs1Rule, isSecondHalf, type RepairableFault, type TextRange } from './fault.ts'
import { type AiCharacterSet, type AiComponent, type Identifier, identifierOf, lengthsOf } from './identifiers.ts'
import { flaw, type LinterFlaw, linters } from './linters.ts'

/** An AI and its value as a text has them. */
export interface RawElement {
  /** Digits; not necessarily those of an AI that there is. */
  readonly ai: string
  readonly value: string
  /** Where the AI stands in the text. */
  readonly aiRange: TextRange
  /** Where each unit of the value stands in the text, and where the value ends. */
  readonly at: readonly number[]
}

export interface Element extends RawElement {
  readonly identifier: Identifier
}

/** A text read in one of the forms of messages. */
export interface Parsed {
  readonly form: 'round' | 'square' | 'raw' | 'link'
  /** Those before the last of `mostFaults` faults. */
  readonly elements: readonly RawElement[]
  readonly faults: readonly RepairableFault[]
}

/** Whether an index is in an element whose value has no flaw. */
export function isFlawlessAt({ elements }: Pick<Parsed, 'elements'>, index: number): boolean {
  const element = elements.findLast(({ aiRange }) => aiRange.start <= index)
  const identifier = element && identifierOf(element.ai)
  if (identifier === undefined || index > element!.at.at(-1)!) return false
  return valueFlaws(identifier, element!.value).length === 0
}

/** A component with what a value has for it. */
export interface ComponentValue {
  readonly component: AiComponent
  readonly value: string
  /** Where it starts in the element's value. */
  readonly start: number
}

/** The value cut into its components. What is missing or left over is for `valueFlaws` to find. */
export function partsOf({ components }: Identifier, value: string): readonly ComponentValue[] {
  const parts: ComponentValue[] = []
  let start = 0
  for (const component of components) {
    if (start >= value.length && (component.isOptional || parts.length > 0)) break
    const end = Math.min(value.length, start + component.most)
    parts.push({ component, value: value.slice(start, end), start })
    start = end
  }
  return parts
}

/** A flaw by the name of its rule. */
export interface RuledFlaw extends LinterFlaw {
  readonly rule: Gs1Rule
}

/** What is wrong with a value: characters that are not accepted, otherwise its length, otherwise the first flaw of each component. */
export function valueFlaws(identifier: Identifier, value: string): readonly RuledFlaw[] {
  const parts = partsOf(identifier, value)
  const length = lengthFlaw(identifier, value, parts)
  const flaws: RuledFlaw[] = []
  parts.forEach((part, i) => {
    // what is left over is judged as the last component
    const end = i === parts.length - 1 ? value.length : part.start + part.value.length
    const { set } = part.component
    const character = characterFlaw(value, set, part.start, end)
    if (character !== undefined) flaws.push({ rule: characterSets[set].rule, ...character })
    // a character that begins in the component before is told of there
    else if (length === undefined && !isSecondHalf(value, part.start)) flaws.push(...ruleFlaws(part))
  })
  return flaws.length === 0 && length !== undefined ? [{ rule: 'length', ...length }] : flaws
}

function lengthFlaw(identifier: Identifier, value: string, parts: readonly ComponentValue[]): LinterFlaw | undefined {
  const { least, most } = lengthsOf(identifier)
  const { component, value: last, start } = parts.at(-1)!
  const isWhole = value.length >= least && value.length <= most && last.length >= component.least
  if (isWhole) return undefined
  const count = value.length === 1 ? '1 character' : `${value.length} characters`
  const from = value.length > most ? most : Math.min(start, Math.max(0, value.length - 1))
  return flaw(`has ${count}; accepted: ${acceptedLengths(identifier)}`, from, Math.max(from, value.length - 1))
}

/** `14`, `1 to 20`, `3, 6, 9, 12 or 15`, `13 to 30`, `6 or 7`. */
function acceptedLengths({ components }: Identifier): string {
  const lengths: { least: number; most: number }[] = []
  let total = 0
  components.forEach(({ least, most, isOptional }, i) => {
    const isLastOfRequired = components[i + 1]?.isOptional !== false
    const before = lengths.at(-1)
    if (before?.most === total + least - 1 && least < most) before.most = total + most
    else if (isOptional || isLastOfRequired) lengths.push({ least: total + least, most: total + most })
    total += most
  })
  const named = lengths.map(({ least, most }) => (least === most ? `${least}` : `${least} to ${most}`))
  return named.length === 1 ? named[0]! : `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`
}

/** The first flaw of a component whose characters are of its set. */
function ruleFlaws({ component: { set, rules }, value, start }: ComponentValue): readonly RuledFlaw[] {
  const placed = (rule: Gs1Rule, { message, from, to }: LinterFlaw): RuledFlaw[] => [
    { rule, message, from: from + start, to: to + start },
  ]
  const padding = set === 'Z' ? paddingFlaw(value) : undefined
  if (padding !== undefined) return placed(characterSets[set].rule, padding)
  for (const rule of rules) {
    const found = linters[rule](value)
    if (found !== undefined) return placed(rule, found)
  }
  return []
}

interface SetOfCharacters {
  readonly rule: CharacterRule
  readonly name: string
  readonly other: RegExp
}

/** GS1 General Specifications, 7.11; base64url is RFC 4648, 5. */
const characterSets: { readonly [S in AiCharacterSet]: SetOfCharacters } = {
  N: { rule: 'csetnumeric', name: 'digits 0 to 9', other: /[^0-9]/u },
  X: { rule: 'cset82', name: 'letters, digits and !"%&\'()*+,-./:;<=>?_', other: /[^!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]/u },
  Y: { rule: 'cset39', name: 'capital letters, digits and # - /', other: /[^#\-/0-9A-Z]/u },
  Z: { rule: 'cset64', name: 'letters, digits, - and _, = at the end', other: /[^0-9A-Z_a-z=-]/u },
}

/** The first character from `start` up to `end` of a value that is not of the set; one that begins before `start` is not among them. */
function characterFlaw(value: string, set: AiCharacterSet, start: number, end: number): LinterFlaw | undefined {
  const { name, other } = characterSets[set]
  for (let at = start; at < end; at++) {
    const found = value.slice(at, end).search(other)
    if (found < 0) return undefined
    at += found
    if (isSecondHalf(value, at)) continue
    const character = String.fromCodePoint(value.codePointAt(at)!)
    return flaw(`has ${named(character)}; accepted: ${name}`, at, at + character.length - 1)
  }
  return undefined
}

/** With its code point, if it looks like another one. */
function named(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return plainCharacters(character) === character ? quoted(character) : `${quoted(character)} (U+${code})`
}

/** The characters of ASCII that look like others of a text: hyphens, blanks, quotation marks, digits, full-width characters. */
export function plainCharacters(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(
      /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g,
      (digit) => `${(digit.charCodeAt(0) & 15) - (digit >= '\u0966' ? 6 : 0)}`,
    )
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
}

/** GS1's reference wants one or two signs of padding that make the length a multiple of three. */
function paddingFlaw(value: string): LinterFlaw | undefined {
  const at = value.indexOf('=')
  if (at < 0) return undefined
  const isRight = /^[^=]+={1,2}$/.test(value) && value.length % 3 === 0
  return isRight ? undefined : flaw('is not padded with one or two = to a multiple of three', at, value.length - 1)
}
