/** The AIs that a search lists. */

import { identifiers } from '../../../../symbologies/gs1/index.ts'
import { nameOf } from './names.ts'

export interface Entry {
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

let all: readonly Entry[] | undefined

/** One entry for each AI, and one for the AIs that differ in their decimals alone. */
export function entries(): readonly Entry[] {
  if (all !== undefined) return all
  const byName = new Map<string, Entry>()
  for (const { ai, title } of identifiers()) {
    const { ai: shown, name, words } = nameOf(ai, title)
    if (byName.has(shown)) continue
    byName.set(shown, { ai, shown, name, title, words: wordsOf(`${name} ${title} ${words}`) })
  }
  const rank = ({ shown }: Entry): number => (common.includes(shown) ? common.indexOf(shown) : common.length)
  all = [...byName.values()].sort((a, b) => rank(a) - rank(b))
  return all
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}²³°%]+/gu) ?? []

/** The entries that have all words of a query, the best first. */
export function found(query: string): readonly Entry[] {
  const wanted = wordsOf(query)
  const scored = entries().map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

/** How well an entry matches, 0 if a word is not in it. Each word counts by its worst match. */
function scoreOf(entry: Entry, wanted: readonly string[]): number {
  return wanted.reduce((least, word) => Math.min(least, wordScore(entry, word)), Number.POSITIVE_INFINITY)
}

function wordScore({ shown, name, words }: Entry, word: string): number {
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
