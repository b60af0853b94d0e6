import type { PreparedText } from './prepared-text.ts'

/** Line break opportunities, after Unicode Standard Annex #14 as far as captions need it. */
export interface Breaks {
  /** For each grapheme whether it is a space, which is not drawn at the end of a line. */
  readonly isSpace: readonly boolean[]
  /** For each grapheme whether a line may start with it. */
  readonly mayStart: readonly boolean[]
}

const space = /^[\p{White_Space}\u200b]$/u
const glue = /^[\u00a0\u2007\u202f\u2060\ufeff]/u
const ideographic =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Yi}\p{Extended_Pictographic}]/u
const opening = /^[\p{Ps}\p{Pi}]/u
const closing =
  /^[\p{Pe}\p{Pf}!,.:;?%\u2026\u3001\u3002\u3005\u30fc\u30fb\uff01\uff05\uff0c\uff0e\uff1a\uff1b\uff1f\uff61\uff64\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee]/u
/** Characters in codes and addresses after which a line may break. */
const separator = /^[-/\\?&=_|\u2010\u2013\u2014]$/
/** Scripts without spaces between words: Intl.Segmenter has dictionaries for them. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

export function breaksOf({ text, graphemes }: PreparedText): Breaks {
  const words = unspaced.test(text) ? wordStarts(text) : undefined
  const isSpace: boolean[] = []
  const mayStart: boolean[] = []
  let before = ''
  for (let i = 0; i + 1 < graphemes.length; i++) {
    const grapheme = text.slice(graphemes[i]!, graphemes[i + 1]!)
    isSpace.push(space.test(grapheme) && !glue.test(grapheme))
    const isBreak = isSpace[i - 1] || breaksBetween(before, grapheme) || startsWord(words, graphemes[i]!, grapheme)
    mayStart.push(i > 0 && !isSpace[i] && isBreak)
    before = grapheme
  }
  return { isSpace, mayStart }
}

function breaksBetween(before: string, after: string): boolean {
  if (glue.test(before) || glue.test(after) || opening.test(before) || closing.test(after)) return false
  return ideographic.test(before) || ideographic.test(after) || (separator.test(before) && !separator.test(after))
}

const startsWord = (words: ReadonlySet<number> | undefined, at: number, grapheme: string): boolean =>
  words?.has(at) === true && unspaced.test(grapheme)

let segmenter: Intl.Segmenter | undefined

function wordStarts(text: string): ReadonlySet<number> {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  return new Set(Array.from(segmenter.segment(text), ({ index }) => index))
}
