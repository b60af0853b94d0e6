import { type Levels, levelsAfter, levelsOf } from './bidi.ts'
import { chooseFrom, type Face, resolveUndecided, undecided } from './font-choice.ts'
import { isLatin } from './latin.ts'
import { keepingRecent } from './recent.ts'

export interface FacedText {
  /** As returned by `clean`. */
  readonly text: string
  readonly face: Face
}

export const isSameText = (a: FacedText, b: FacedText): boolean => a.text === b.text && a.face === b.face

/** A text with its fonts, directions and graphemes. */
export interface PreparedText {
  /** The text as returned by `clean`. */
  readonly text: string
  readonly levels: Levels
  /** The number of the glyph source of each UTF-16 unit: see `source`. */
  readonly sources: Uint8Array
  /** `sources` before neutral characters were given the font of the text around them. */
  readonly chosen: Uint8Array
  /** The units at which graphemes start, and the text's length at the end. */
  readonly graphemes: readonly number[]
  /** Whether all of it is shaped by latin.ts. */
  readonly isLatin?: true
}

/**
 * Neutral characters and digits are given the font of the text around them.
 *
 * @param text  as returned by `clean`
 */
export const prepared = (text: string, face: Face): PreparedText => recentlyPrepared({ text, face })

/** A label is laid out with the same texts in several sizes. */
const recentlyPrepared = keepingRecent(32, isSameText, prepare)

/** The same, made anew. */
export function prepare({ text, face }: FacedText): PreparedText {
  if (face === 'sans' && isLatin(text)) return latin(text)
  const chosen = new Uint8Array(text.length).fill(undecided)
  return resolved(text, levelsOf(text), chosen, chooseFrom(text, 0, chosen, face))
}

/**
 * The units of a prepared text before `end`, followed by `more`: the same result as `prepared` for the new text, but only its
 * end, from the last grapheme before `end` on, is analysed.
 */
export const continued = (whole: PreparedText, end: number, more: string, face: Face): PreparedText =>
  recentlyContinued({ whole, end, more, face })

interface Continuation {
  readonly whole: PreparedText
  readonly end: number
  readonly more: string
  readonly face: Face
}

/** A title that is too long ends at the same place in many labels of a plan. */
const recentlyContinued = keepingRecent(32, isSameContinuation, continuation)

function isSameContinuation(a: Continuation, b: Continuation): boolean {
  return a.whole === b.whole && a.end === b.end && a.more === b.more && a.face === b.face
}

function continuation({ whole, end, more, face }: Continuation): PreparedText {
  const text = whole.text.slice(0, end) + more
  if (face === 'sans' && isLatin(text)) return latin(text)
  const levels = levelsAfter(whole.levels, text, end)
  const kept = whole.graphemes.filter((start) => start < end)
  const last = kept.pop() ?? 0
  const chosen = new Uint8Array(text.length).fill(undecided)
  chosen.set(whole.chosen.subarray(0, last))
  return resolved(text, levels, chosen, [...kept, ...chooseFrom(text, last, chosen, face)])
}

function resolved(text: string, levels: Levels, chosen: Uint8Array, graphemes: readonly number[]): PreparedText {
  const sources = chosen.slice()
  resolveUndecided(text, sources, graphemes)
  return { text, levels, sources, chosen, graphemes }
}

function latin(text: string): PreparedText {
  const graphemes = Array.from({ length: text.length + 1 }, (_, index) => index)
  const sources = new Uint8Array(text.length)
  return { text, levels: levelsOf(text), sources, chosen: sources, graphemes, isLatin: true }
}
