import { clean } from './clean.ts'
import { isSlow } from './cut-run.ts'
import { graphemesFrom } from './graphemes.ts'
import { keepingRecent } from './recent.ts'

/** What people see of a text. */
export interface Shown {
  /** As returned by `clean`, without space at its ends. */
  readonly text: string
  /** Whether an ellipsis at the end of `text` stands for the rest. */
  readonly isCut: boolean
}

/**
 * The most UTF-16 units that are shown of a text, and of one with characters that take long to shape: nobody reads more on a label,
 * and the limit bounds the work.
 */
const mostUnits = 1000
const mostSlowUnits = 500

/** A text as it is shown; of a longer one the first graphemes, and an ellipsis. What is shown of that is the same. */
export function shownOf(text: string): Shown {
  const cleaned = clean(text).trim()
  return cleaned.length > mostUnitsOf(cleaned) ? recentlyCut(cleaned) : { text: cleaned, isCut: false }
}

const mostUnitsOf = (text: string): number => (isSlow(text.slice(0, mostUnits)) ? mostSlowUnits : mostUnits)

/** A label is laid out with the same text in several ways. */
const recentlyCut = keepingRecent(2, (a: string, b) => a === b, cut)

function cut(text: string): Shown {
  const most = mostUnitsOf(text) - 1
  // whether a grapheme starts at a unit is known from the character there
  const starts = graphemesFrom(firstUnits(text, most + 2), 0)
  const end = starts.findLast((start) => start <= most) || most
  return { text: `${firstUnits(text, end).trimEnd()}\u2026`, isCut: true }
}

/** The first `units` units of the text, or one fewer if a surrogate pair would be split. */
export function firstUnits(text: string, units: number): string {
  if (text.length <= units) return text
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? units - 1 : units)
}
