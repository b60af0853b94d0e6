/** The elements of a logistic label: their order, their groups in symbols, and their values as people write them. */

import type { Element } from './element.ts'
import { needsSeparator } from './forms.ts'
import { meaningOf } from './meaning.ts'
import { longestGs1128 } from './symbol.ts'

/** Who a part of the label is for, from the top of the label to its bottom. GS1 Logistic Label Guideline, release 1.3. */
const segments = ['carrier', 'customer', 'supplier'] as const
type Segment = (typeof segments)[number]

/** The elements by their importance: the SSCC, what is in the unit and how much of it, dates, batch, then where it goes. */
const kinds: readonly (readonly [ai: RegExp, segment: Segment])[] = [
  [/^00$/, 'supplier'],
  [/^(0[123]|8006|8026)$/, 'supplier'],
  [/^(30|37)$/, 'supplier'],
  [/^(1[1-7]|7003|700[67])$/, 'supplier'],
  [/^(10|21|235)$/, 'supplier'],
  [/^(40[123]|42[01]|43..)$/, 'carrier'],
  [/^(400|41.)$/, 'customer'],
  [/^3[1-6]..$/, 'supplier'],
  [/^/, 'supplier'],
]

const kindOf = ({ ai }: Element): number => kinds.findIndex(([pattern]) => pattern.test(ai))
const segmentOf = (element: Element): number => segments.indexOf(kinds[kindOf(element)]![1])

/** The elements from the most to the least important, each once: one that is repeated has the same value. */
export function byImportance(elements: readonly Element[]): readonly Element[] {
  const each = new Map(elements.map((element) => [element.ai, element]))
  return [...each.values()].toSorted((a, b) => kindOf(a) - kindOf(b))
}

/** Elements or groups of them, from the top of a label to its bottom: by their segments. */
export function topToBottom<T>(all: readonly T[], elementOf: (one: T) => Element): readonly T[] {
  return all.toSorted((a, b) => segmentOf(elementOf(a)) - segmentOf(elementOf(b)))
}

/** The elements in the order of one symbol: those that need no FNC1 behind them first. */
export function inSymbol(elements: readonly Element[]): readonly Element[] {
  return elements.toSorted((a, b) => Number(needsSeparator(a.ai)) - Number(needsSeparator(b.ai)))
}

/** What one symbol can carry. */
export interface SymbolRoom {
  /** How many characters of Code 128 for data the symbol has room for. */
  readonly characters: number
  /** Whether it has room for a group; if so, also for fewer elements of it. */
  holds(group: readonly Element[]): boolean
}

/** The most groups that are tried for one number of symbols; the search ends there, so that it is bounded. */
const mostTries = 200

/**
 * The elements in as few groups as can be, each for one symbol.
 *
 * @param most  the most groups
 * @returns undefined if more groups are needed
 */
export function symbolGroups(
  elements: readonly Element[],
  most: number,
  room: SymbolRoom,
): readonly (readonly Element[])[] | undefined {
  for (let count = 0; count <= most; count++) {
    const groups = inGroups(elements, count, room)
    if (groups !== undefined) return groups
  }
  return undefined
}

/** Each element in turn goes into the first group with room, and into a later one if the rest then finds no place. */
function inGroups(
  elements: readonly Element[],
  count: number,
  room: SymbolRoom,
): readonly (readonly Element[])[] | undefined {
  const sizes = elements.map(leastCharacters)
  const groups: { readonly elements: Element[]; size: number }[] = []
  if (sizes.reduce((sum, size) => sum + size, 0) > count * room.characters) return undefined
  if (leastLength(elements) > count * longestGs1128) return undefined
  let tries = 0
  const placed = (index: number): boolean => {
    if (index === elements.length) return true
    const size = sizes[index]!
    for (let i = 0; i < count && i <= groups.length && tries < mostTries; i++) {
      const isNew = i === groups.length
      if (isNew) groups.push({ elements: [], size: 0 })
      const group = groups[i]!
      group.elements.push(elements[index]!)
      group.size += size
      if (group.size <= room.characters && ++tries <= mostTries && room.holds(group.elements) && placed(index + 1))
        return true
      group.elements.pop()
      group.size -= size
      // one empty group is as good as the next
      if (isNew) {
        groups.pop()
        break
      }
    }
    return false
  }
  return placed(0) ? groups.map((group) => group.elements) : undefined
}

/** The characters of elements without separators. */
export function leastLength(elements: readonly Element[]): number {
  return elements.reduce((sum, { ai, value }) => sum + ai.length + value.length, 0)
}

/** The characters of Code 128 that an element takes at the least: one for two digits, or for anything else. */
function leastCharacters({ ai, value }: Element): number {
  let halves = ai.length
  for (let i = 0; i < value.length; i++) halves += isDigit(value.charCodeAt(i)) ? 1 : 2
  return halves / 2
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Between these years two digits say the same century for the years 00 to 76 of a century. */
const [firstYear, lastYear] = [2026, 2049]

/**
 * A value as people write it: `2026-12-31`, `1.234 kg`. A drawing must not depend on the day on which it is made: where the
 * century of a date does, the value is as the symbol has it.
 */
export function writtenValue(element: Element): string {
  const written = writtenIn(element, firstYear)
  return written === writtenIn(element, lastYear) ? written : element.value
}

const isOfTime = (kind: string): boolean => kind === 'minute' || kind === 'second'

function writtenIn(element: Element, year: number): string {
  const parts = meaningOf(element, year)
  if (parts.every(({ meaning }) => meaning === undefined)) return element.value
  return parts
    .filter(({ kind }) => kind !== 'sign')
    .map(({ kind, value, meaning = value }, i) => `${i === 0 ? '' : isOfTime(kind) ? ':' : ' '}${meaning}`)
    .join('')
}
