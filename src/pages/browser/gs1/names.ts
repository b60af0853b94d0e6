/** What people call the AIs, in the words of the page's language. */

import { languages } from '../../words/index.ts'
import { language } from '../words.ts'

const { names, measures, units, weightPerArea, logisticUnit, logisticWords, itemWords } =
  await languages[language].ais()

export interface Name {
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
