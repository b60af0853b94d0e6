/** Random messages of elements that may stand together. */

import type fc from 'fast-check'
import { type Identifier, identifierOf, identifiers } from '../../../symbologies/gs1/identifiers.ts'
import { drawn, type Random } from '../../random.ts'
import { validValue } from './values.ts'

export interface Pair {
  readonly ai: string
  readonly value: string
}

const matches = (pattern: string, ai: string): boolean => new RegExp(`^${pattern.replaceAll('n', '\\d')}$`).test(ai)

const excludes = (one: Identifier, other: Identifier): boolean =>
  one.ai !== other.ai && one.excludes.some((pattern) => matches(pattern, other.ai))

/** Elements with valid values, none of which excludes another; what they need may be missing. */
export function randomPairs(r: Random, most: number, from: readonly Identifier[] = identifiers()): Pair[] {
  return withValues(r, chosenFrom(r, most, from))
}

/** AIs that most others need, so that many messages have more than one element. */
const bases = [['01'], ['01'], ['01', '21'], ['00'], ['00', '02', '37'], ['8006'], ['8010'], ['8017'], ['414'], []]

/** A message without a fault: elements in any order, with the companions that they need. */
export function soundPairs(r: Random, most: number): Pair[] {
  for (;;) {
    const base = r.pick(bases).map((ai) => identifierOf(ai)!)
    let chosen = chosenFrom(r, most, identifiers(), base)
    for (let before = -1; before !== chosen.length; ) {
      before = chosen.length
      chosen = chosen.filter(({ needs }) => needs.every((groups) => isAnyThere(groups, chosen)))
    }
    if (chosen.length > 0) return withValues(r, shuffled(r, chosen))
  }
}

/** Messages without a fault, of up to `most` elements besides the companions that they need. */
export const soundMessages = (most: number): fc.Arbitrary<Pair[]> => drawn((r) => soundPairs(r, most))

function shuffled<T>(r: Random, all: readonly T[]): T[] {
  const left = [...all]
  return all.map(() => left.splice(r.between(0, left.length - 1), 1)[0]!)
}

const isAnyThere = (groups: Identifier['needs'][number], chosen: readonly Identifier[]): boolean =>
  groups.some((group) => group.every((pattern) => chosen.some(({ ai }) => matches(pattern, ai))))

function chosenFrom(r: Random, most: number, from: readonly Identifier[], base: Identifier[] = []): Identifier[] {
  const chosen = [...base]
  for (let i = r.between(1, most); i > 0; i--) {
    const next = r.pick(from)
    if (chosen.some((each) => each === next || excludes(each, next) || excludes(next, each))) continue
    chosen.push(next)
  }
  return chosen
}

const withValues = (r: Random, chosen: readonly Identifier[]): Pair[] =>
  chosen.map((identifier) => ({ ai: identifier.ai, value: validValue(r, identifier) }))
