/** Names of options that callers without types, or with a slip of the finger, give to a function that does not have them. */

import { quoted } from './messages.ts'
import { didYouMean, nearestName } from './nearest.ts'

/** What is wrong with a name that is not among `names`: the name, those that are accepted, and the nearest of them. */
export function unknownName(name: string, names: readonly string[]): string {
  const accepted = names.length === 0 ? 'no options' : names.join(', ')
  return `${quoted(name)} is not an option here; accepted: ${accepted}${didYouMean(nearestName(name, names))}`
}

/**
 * Refuses options that a function does not have. Options that are left out are not checked.
 *
 * @param taker  the function, as messages name it
 * @throws TypeError for what is not an object, RangeError for an unknown name
 */
export function requireNames(taker: string, options: object, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${taker}: the options are ${quoted(String(options))}; accepted: an object`)
  for (const name in options) if (!names.includes(name)) throw new RangeError(`${taker}: ${unknownName(name, names)}`)
}
