/** Random messages of elements that may stand together. */

import { type Identifier, identifiers } from '../../symbologies/gs1/identifiers.ts'
import type { Random } from '../random.ts'
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
  const chosen: Identifier[] = []
  for (let i = r.between(1, most); i > 0; i--) {
    const next = r.pick(from)
    if (chosen.some((each) => each === next || excludes(each, next) || excludes(next, each))) continue
    chosen.push(next)
  }
  return chosen.map((identifier) => ({ ai: identifier.ai, value: validValue(r, identifier) }))
}
