/** The table of application identifiers, read. */

import { memoize } from '../memoize.ts'
import type { RuleName } from './linters.ts'
import { type Row, rows } from './rows.ts'

/** N: digits; X: character set 82; Y: character set 39; Z: base64url. GS1 General Specifications, 7.11. */
export type CharacterSet = 'N' | 'X' | 'Y' | 'Z'

/** A part of a value. Only the last part of a value varies in length. */
export interface Component {
  readonly set: CharacterSet
  readonly least: number
  readonly most: number
  readonly isOptional: boolean
  readonly rules: readonly RuleName[]
}

/** AIs that belong together on one item; `n` stands for any digit. */
export type Group = readonly string[]

export interface Identifier {
  /** 2 to 4 digits. */
  readonly ai: string
  /** The data title. */
  readonly title: string
  readonly components: readonly Component[]
  /** The least and the greatest length of its values. */
  readonly lengths: { readonly least: number; readonly most: number }
  /** Whether readers know its length from its first two digits, so that no FNC1 is needed behind it. */
  readonly hasPredefinedLength: boolean
  /** One group of each list must be on the same item. */
  readonly needs: readonly (readonly Group[])[]
  /** Patterns of AIs that must not be on the same item; one that it matches itself does not count. */
  readonly excludes: readonly string[]
  /** For a key of GS1 Digital Link URIs: the sequences of qualifiers that may follow it; empty if none may. */
  readonly qualifiers: readonly (readonly string[])[] | undefined
  /** Whether it may be an attribute in a GS1 Digital Link URI. */
  readonly isLinkAttribute: boolean
}

/** The first two digits of the AIs of predefined length (GS1 General Specifications, figure 7.8.5-2). */
function hasPredefinedLength(ai: string): boolean {
  const first = Number(ai.slice(0, 2))
  return first <= 4 || (first >= 11 && first <= 20) || (first >= 31 && first <= 36) || first === 41
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const listed = (text: string | undefined, separator: string): string[] => text?.split(separator).filter(Boolean) ?? []

function component(text: string): Component {
  const isOptional = text.startsWith('[')
  const [, set, , dots, most, rules] = /^\[?([NXYZ])((\.\.)?(\d+))\]?((?::\w+)*)\]?$/.exec(text)!
  return {
    set: set as CharacterSet,
    least: dots === undefined ? Number(most) : 1,
    most: Number(most),
    isOptional,
    rules: listed(rules, ':') as RuleName[],
  }
}

/** The AIs of a row with their titles. */
function members([range, title]: Row): { ai: string; title: string }[] {
  const [first, last = first] = range.split('-') as [string, string?]
  const count = Number(last) - Number(first) + 1
  return Array.from({ length: count }, (_, i) => ({
    ai: `${Number(first) + i}`.padStart(first.length, '0'),
    title: title.replace(/(?<=# )\d+$/, (number) => `${Number(number) + i}`),
  }))
}

function identifiersOf(row: Row): Identifier[] {
  const [, , format, { needs = [], excludes, key, inLink = true } = {}] = row
  const components = format.split(' ').map(component)
  const shared = {
    components,
    lengths: {
      least: sumOf(components.map(({ isOptional, least }) => (isOptional ? 0 : least))),
      most: sumOf(components.map(({ most }) => most)),
    },
    needs: needs.map((list) => list.split(',').map((group) => group.split('+'))),
    excludes: listed(excludes, ','),
    qualifiers: key?.split('|').map((sequence) => listed(sequence, ',')),
    isLinkAttribute: inLink,
  }
  return members(row).map(({ ai, title }) => ({ ai, title, hasPredefinedLength: hasPredefinedLength(ai), ...shared }))
}

const byAi = memoize((_: 'all'): ReadonlyMap<string, Identifier> => {
  const all = rows.flatMap(identifiersOf).toSorted((a, b) => (a.ai < b.ai ? -1 : 1))
  return new Map(all.map((identifier) => [identifier.ai, identifier]))
})

/** All, in the order of their AIs. */
export const identifiers = (): readonly Identifier[] => [...byAi('all').values()]

/** Undefined if there is none, as for all that is not a string. */
export const identifierOf = (ai: string): Identifier | undefined => byAi('all').get(ai)

/** The identifier that a string of digits starts with: no AI is the start of another. */
export function identifierAt(text: string, index: number): Identifier | undefined {
  for (const length of [2, 3, 4]) {
    const found = identifierOf(text.slice(index, index + length))
    if (found !== undefined && found.ai.length === length) return found
  }
  return undefined
}

/** The least and the greatest length of its values. */
export const lengthsOf = ({ lengths }: Identifier): Identifier['lengths'] => lengths
