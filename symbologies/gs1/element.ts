import { isSecondHalf, type TextRange } from './fault.ts'
import { type Component, type Identifier, lengthsOf } from './identifiers.ts'
import { characterFlaw, characterSets, paddingFlaw } from './linters/character-sets.ts'
import { type Flaw, flaw } from './linters/flaw.ts'
import { linters } from './linters.ts'

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

/** A component with what a value has for it. */
export interface Part {
  readonly component: Component
  readonly value: string
  /** Where it starts in the element's value. */
  readonly start: number
}

/** The value cut into its components. What is missing or left over is for `valueFlaws` to find. */
export function partsOf({ components }: Identifier, value: string): readonly Part[] {
  const parts: Part[] = []
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
export interface RuledFlaw extends Flaw {
  readonly rule: string
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

function lengthFlaw(identifier: Identifier, value: string, parts: readonly Part[]): Flaw | undefined {
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
function ruleFlaws({ component: { set, rules }, value, start }: Part): readonly RuledFlaw[] {
  const placed = (rule: string, { message, from, to }: Flaw): RuledFlaw[] => [
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
