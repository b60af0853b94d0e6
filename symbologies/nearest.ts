/** The word that was meant by one with mistakes in it. */

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

/** The one of `words` that is near enough to what is written in normal form; undefined if there is none, or more than one. */
export function nearestWord(form: string, words: readonly string[]): string | undefined {
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

/** Longer names are not those of options, which bounds the time that it takes to find the nearest. */
const longestName = 40

/**
 * The one of some names of options that `given` means: the same without case, blanks, hyphens and underscores, or the nearest that
 * one mistake in up to seven letters, or two in more, makes of it. Between two as near, a letter that was left out, doubled or
 * swapped is likelier than a wrong one. Undefined if there is none, or more than one.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > longestName) return undefined
  const form = normalForm(given)
  let found: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const name of names) {
    const other = normalForm(name)
    const most = other.length < 8 ? 1 : 2
    if (Math.abs(form.length - other.length) > most) continue
    const distance = editDistance(form, other, likelihoods)
    // what is left of the name is more than its mistakes
    if (distance > most * likelihoods.substitution || distance >= other.length || distance > least) continue
    found = distance < least ? name : undefined
    least = distance
  }
  return found
}

/** What kinds of mistakes count beside a letter left out or doubled; two of any are more than one of another. */
const likelihoods = { substitution: 1.25, transposition: 0.75 }

function mostMistakes(word: string): number {
  const letters = word.replace(/[^a-z]/g, '').length
  if (letters < 3) return 0
  return letters < 8 ? 1 : 2
}

function digitsIn(text: string): string {
  return text.replace(/[^0-9]/g, '')
}

/**
 * Insertions, deletions, substitutions, and transpositions of neighbours that turn `a` into `b`.
 *
 * @param counts  what a substitution and a transposition count; the others count 1
 */
function editDistance(a: string, b: string, counts = { substitution: 1, transposition: 1 }): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : counts.substitution)
      const isTransposed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const transposed = isTransposed ? before[j - 2]! + counts.transposition : substituted
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, substituted, transposed))
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}
