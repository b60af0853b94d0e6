/** What a client probably meant by a value or a name that is not accepted. */

import type { Suggestion } from '../../symbologies/index.ts'

/** From another spelling of a word, in normal form, to the word, which need not be accepted. */
export type Spellings = (spelling: string) => string | undefined

/** What a word means that is none of those accepted. */
export interface Meaning {
  /** The end of the message. */
  readonly advice?: string
  /** Values of this and other parameters; undefined if the service has nothing alike. */
  readonly suggestion?: Suggestion
}

/** From a word in normal form to what it means. @param words  those that are accepted */
export type Meanings = (form: string, words: readonly string[]) => Meaning | undefined

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
  if (meant === undefined) return nearest(form, words)
  return words.includes(meant) || accepts(meant) ? meant : undefined
}

/** The end of a message with a proposal; empty without one. */
export function didYouMean(proposal: string | undefined): string {
  return proposal === undefined ? '' : `; did you mean ${proposal}?`
}

/** Without case, blanks, hyphens and underscores; a hyphen at the beginning stays, because it may be a sign. */
export function normalForm(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll('×', 'x')
    .replace(/(?<=.)[\s_\u2010-\u2015\u2212-]/gu, '')
}

function nearest(form: string, words: readonly string[]): string | undefined {
  let found: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const word of words) {
    const other = normalForm(word)
    const most = mostMistakes(other)
    // another digit is another value, not a mistake: code93 is not code39
    if (most === 0 || Math.abs(form.length - other.length) > most || digitsIn(other) !== digitsIn(form)) continue
    const distance = editDistance(form, other)
    if (distance > most || distance > least) continue
    found = distance < least ? word : undefined
    least = distance
  }
  return found
}

function mostMistakes(word: string): number {
  const letters = word.replace(/[^a-z]/g, '').length
  if (letters < 3) return 0
  return letters < 8 ? 1 : 2
}

function digitsIn(text: string): string {
  return text.replace(/[^0-9]/g, '')
}

/** Insertions, deletions, substitutions, and transpositions of neighbours that turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isTransposed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const transposed = isTransposed ? before[j - 2]! + 1 : substituted
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, substituted, transposed))
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
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
