/** As much of a text as people can read on a label, and can be drawn. */

import { graphemesFrom } from './prepared-text.ts'
import { keepingRecent } from './recent.ts'
import { isSlow } from './shape.ts'

export interface ShownText {
  /** As returned by `clean`, without space at its ends. */
  readonly text: string
  /** Whether an ellipsis at the end of `text` stands for the rest. */
  readonly isCut: boolean
}

/** A text as it is shown; of a longer one the first graphemes, and an ellipsis. What is shown of that is the same. */
export function shownOf(text: string): ShownText {
  const cleaned = clean(text).trim()
  return cleaned.length > mostUnitsOf(cleaned) ? recentlyCut(cleaned) : { text: cleaned, isCut: false }
}

/**
 * The most UTF-16 units that are shown of a text, and of one with characters that take long to shape: nobody reads more on a label,
 * and the limit bounds the work.
 */
const mostUnits = 1000
const mostSlowUnits = 500

const mostUnitsOf = (text: string): number => (isSlow(text.slice(0, mostUnits)) ? mostSlowUnits : mostUnits)

/** A label is laid out with the same text in several ways. */
const recentlyCut = keepingRecent(2, (a: string, b) => a === b, cut)

function cut(text: string): ShownText {
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

/**
 * `text` as it is drawn: in Unicode normalisation form C, with a space for every control character and line or paragraph
 * separator, and at most 30 marks on a letter. Lone surrogates are kept.
 */
export function clean(text: string): string {
  return ascii.test(text) ? text : recentlyCleaned(text)
}

const ascii = /^[\x20-\x7e]*$/

/** A label is laid out with the same texts in several ways. */
const recentlyCleaned = keepingRecent(32, (a: string, b) => a === b, cleaned)

function cleaned(text: string): string {
  const tooMany = (text.match(bidiControls)?.length ?? 0) > maxBidiControls
  return (tooMany ? text.replace(bidiControls, '') : text)
    .replace(control, ' ')
    .replace(normalised, (part) => part.normalize('NFC'))
    .replace(excessMarks, '$1')
}

const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A text with more bidi controls than this is drawn without them: no caption needs as many, and the time to resolve them grows
 * with their square.
 */
const maxBidiControls = 256

const control = /[\p{Cc}\u2028\u2029]/gu

/** All characters but compatibility ideographs, whose normal form has a different shape. */
const normalised = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu

/** More than 30 marks on one letter. No script needs more: Unicode Standard Annex #15, 13, Stream-Safe Text Format. */
const excessMarks = /(\p{M}{30})\p{M}+/gu
