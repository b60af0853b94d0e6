/** What a client probably meant by a value or a name that is not accepted. */

import type { Suggestion } from '../../symbologies/index.ts'
import { nearestWord, normalForm } from '../../symbologies/nearest.ts'

export { didYouMean, normalForm } from '../../symbologies/nearest.ts'

/** From another spelling of a word, in normal form, to the word, which need not be accepted. */
export type Spellings = (spelling: string) => string | undefined

/** What a word means that is not among those accepted. */
export interface WordMeaning {
  /** The end of the message. */
  readonly advice?: string
  /** Values of this and other parameters; undefined if the service has nothing alike. */
  readonly suggestion?: Suggestion
}

/** From a word in normal form to what it means. @param words  those that are accepted */
export type WordMeanings = (form: string, words: readonly string[]) => WordMeaning | undefined

/** Longer values get no proposal, which bounds the time that it takes to find one. */
const longest = 40

/**
 * The only one of `words` that `given` can mean: the same without case, blanks, hyphens and underscores, or another spelling of
 * it, or the nearest if it is near enough. Undefined if there is none, or more than one.
 *
 * @param accepts  whether a value is accepted besides the words
 */
export function proposedWord(
  given: string,
  words: readonly string[],
  spellings: Spellings = () => undefined,
  accepts: (word: string) => boolean = () => false,
): string | undefined {
  if (given.length > longest) return undefined
  const form = normalForm(given)
  const [same, another] = words.filter((word) => normalForm(word) === form)
  if (same !== undefined) return another === undefined ? same : undefined
  const meant = spellings(form)
  if (meant === undefined) return nearestWord(form, words)
  return words.includes(meant) || accepts(meant) ? meant : undefined
}

/** A number with a decimal comma, with a sign, without digits before or after its point, or followed by a unit. */
const loose = /^\+?([0-9]*)(?:([.,])([0-9]*))?(\D*)$/

/**
 * The plain decimal number that `given` can only mean: with a point for a comma, without blanks, sign and `unit`, and without a
 * fraction that is zero.
 */
export function proposedNumber(given: string, unit = ''): string | undefined {
  if (given.length > longest) return undefined
  const [, whole = '', point, fraction = '', after = ''] = loose.exec(given.trim()) ?? []
  if (whole + fraction === '' || (after.trim() !== '' && after.trim().toLowerCase() !== unit)) return undefined
  // 1,500 may be a thousand and a half, or one and a half
  if (point === ',' && fraction.length === 3) return undefined
  const decimals = fraction.replace(/(?<!0)0+$/, '')
  return (whole.replace(/^0+(?=.)/, '') || '0') + (decimals === '' ? '' : `.${decimals}`)
}
