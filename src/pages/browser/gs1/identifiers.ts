/** GS1's application identifiers by the names that people call them, and the search for one. */

import { identifiers } from '../../../../symbologies/gs1/index.ts'
import { ais } from '../../words/ais/en.ts'

/** In the language of the page, as with its other words. */
const { names, measures, units, weightPerArea, logisticUnit, logisticWords, itemWords } = ais

interface Name {
  /** As in the table: with `n` in place of a last digit that counts decimals. */
  readonly ai: string
  readonly name: string
  /** Further words for the search, in lower case. */
  readonly words: string
}

/** What a table has for a key that may be none of its own. */
const entryOf = <T>(table: { readonly [key: string]: T }, key: string): T | undefined => table[key]

/** Whether the fourth digit of an AI is the number of decimals of its value. */
export const hasDecimals = (ai: string): boolean => /^(3[1-6]|39)/.test(ai) && ai.length === 4

/** The name of an AI. @param title  GS1's data title of it */
export function nameOf(ai: string, title: string): Name {
  const open = `${ai.slice(0, -1)}n`
  const found = entryOf(names, ai) ?? entryOf(names, open)
  const key = hasDecimals(ai) ? open : ai
  if (found === undefined) return { ai: key, ...(title === '' ? { name: `AI ${ai}`, words: '' } : measureName(title)) }
  const [name, words] = found
  return { ai: key, name: name.replace('#', ai.slice(-1)), words }
}

/** A measure, named after its title: `NET WEIGHT (kg)`, `LENGTH (m), log` of a logistic unit. */
function measureName(title: string): Omit<Name, 'ai'> {
  const [, what = '', unit = '', logistic] = /^(.+?) \((.+)\)(, log)?$/.exec(title) ?? []
  const isLogistic = logistic !== undefined || what.startsWith('GROSS')
  const place = isLogistic ? logisticWords : itemWords
  const measured = entryOf(units, unit)
  if (measured === undefined) return { name: weightPerArea[0], words: `${weightPerArea[1]} ${place}` }
  const [short, words] = measured
  const name = `${entryOf(measures, what) ?? what}, ${short}`
  return { name: logistic === undefined ? name : `${name}, ${logisticUnit}`, words: `${words} ${place}` }
}

export interface IdentifierEntry {
  /** The AI that is added; of measures, the one without decimals. */
  readonly ai: string
  /** How the list shows it: `310n` for the AIs of one measure. */
  readonly shown: string
  readonly name: string
  /** GS1's data title. */
  readonly title: string
  /** All that a search looks at, in lower case. */
  readonly words: readonly string[]
}

/** What most labels have, in the order in which an empty search lists it. */
const common = [
  '01',
  '00',
  '10',
  '15',
  '17',
  '21',
  '11',
  '13',
  '310n',
  '37',
  '02',
  '30',
  '400',
  '401',
  '402',
  '410',
  '420',
]

/** One entry for each AI, and one for the AIs that differ in their decimals alone; those that most labels have come first. */
export function entries(): readonly IdentifierEntry[] {
  const byName = new Map<string, IdentifierEntry>()
  for (const { ai, title } of identifiers()) {
    const { ai: shown, name, words } = nameOf(ai, title)
    if (!byName.has(shown)) byName.set(shown, { ai, shown, name, title, words: wordsOf(`${name} ${title} ${words}`) })
  }
  const rank = ({ shown }: IdentifierEntry): number => (common.includes(shown) ? common.indexOf(shown) : common.length)
  return [...byName.values()].sort((a, b) => rank(a) - rank(b))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}²³°%]+/gu) ?? []

/** The entries that have all words of a query, the best first. */
export function found(query: string, all: readonly IdentifierEntry[] = entries()): readonly IdentifierEntry[] {
  const wanted = wordsOf(query)
  const scored = all.map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

/** How well an entry matches, 0 if a word is not in it. Each word counts by its worst match. */
function scoreOf(entry: IdentifierEntry, wanted: readonly string[]): number {
  return wanted.reduce((least, word) => Math.min(least, wordScore(entry, word)), Number.POSITIVE_INFINITY)
}

function wordScore({ shown, name, words }: IdentifierEntry, word: string): number {
  if (/^\d+$/.test(word)) {
    // all digits of 3103 lead to 310n
    if (shown === word || shown === `${word.slice(0, 3)}n`) return 6
    if (shown.startsWith(word)) return 5
  }
  const score = nameScore(name, words, word)
  // of names that match alike, and nearly alike, the common ones come first
  return score > 1 && common.includes(shown) ? score + 2 : score
}

function nameScore(name: string, words: readonly string[], word: string): number {
  const own = wordsOf(name)
  if (own[0]?.startsWith(word)) return own[0] === word ? 5 : 4
  if (own.some((each) => each.startsWith(word))) return 3
  if (words.some((each) => each.startsWith(word))) return 2
  return word.length > 2 && words.some((each) => each.includes(word)) ? 1 : 0
}
