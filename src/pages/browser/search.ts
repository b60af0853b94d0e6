/** The search through the documents: pure, so that it can be tested without a page. */

/** A page that can be found. */
export interface Searched {
  /** Its path in the service. */
  readonly address: string
  readonly title: string
  /** The anchor of the first is empty: it is the beginning of the page. */
  readonly sections: readonly (readonly [anchor: string, heading: string, text: string])[]
}

/** A section that has every word that is looked for. */
export interface SearchHit {
  readonly page: Searched
  readonly anchor: string
  readonly heading: string
  readonly text: string
}

/** Characters of an extract before and after the beginning of its first word. */
const [before, after] = [60, 140] as const

/** The words of a query, in lower case. */
const wordsIn = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** How much a word tells of a section that has it in its heading, in the title of its page, in its text. */
const [inHeading, inTitle, inText] = [8, 4, 1] as const

/** The types of the package are a reference: what is explained elsewhere comes before it. */
const weightOf = ({ address }: Searched): number => (address.includes('docs/api/') ? 0.25 : 1)

/**
 * The sections that have all words of a query, as whole words or within others, the best first: those that have them in their heading,
 * then those of pages that have them in their title. No word finds nothing.
 */
export function search(pages: readonly Searched[], query: string): readonly SearchHit[] {
  const words = wordsIn(query)
  if (words.length === 0) return []
  const found = pages.flatMap((page) => {
    const title = page.title.toLowerCase()
    return page.sections.flatMap(([anchor, heading, text]) => {
      const [head, body] = [heading.toLowerCase(), text.toLowerCase()]
      const scores = words.map(
        (word) =>
          (head.includes(word) ? inHeading : 0) +
          (title.includes(word) ? inTitle : 0) +
          (body.includes(word) ? inText : 0),
      )
      if (scores.includes(0)) return []
      return [{ page, anchor, heading, text, score: weightOf(page) * scores.reduce((sum, each) => sum + each, 0) }]
    })
  })
  return found.sort((a, b) => b.score - a.score)
}

/** The part of a text round the first of the words of a query: pieces of which every second is one of the words. */
export function extractOf(text: string, query: string): readonly string[] {
  const words = wordsIn(query)
  const first = nextOf(words, text.toLowerCase(), 0)?.at ?? 0
  const start = first <= before ? 0 : text.indexOf(' ', first - before) + 1
  const end = first + after >= text.length ? text.length : Math.max(first, text.lastIndexOf(' ', first + after))
  const part = text.slice(start, end)
  const lower = part.toLowerCase()
  const pieces: string[] = []
  let from = 0
  for (let next = nextOf(words, lower, 0); next !== undefined; next = nextOf(words, lower, from)) {
    const to = next.at + next.word.length
    pieces.push(part.slice(from, next.at), part.slice(next.at, to))
    from = to
  }
  pieces.push(part.slice(from) + (end < text.length ? ' …' : ''))
  return start > 0 ? [`… ${pieces[0]}`, ...pieces.slice(1)] : pieces
}

/** The first place of any of the words in a text from a place on, and the longest of those that are there. */
function nextOf(words: readonly string[], text: string, from: number) {
  const places = words.map((word) => ({ word, at: text.indexOf(word, from) })).filter(({ at }) => at >= 0)
  return places.sort((a, b) => a.at - b.at || b.word.length - a.word.length)[0]
}
