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
