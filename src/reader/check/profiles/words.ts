/** Which words of a label stand beside which of its symbols. */

import { gapBetween, type Shape } from '../gs1/label.ts'
import type { LabelWords, ProfiledSymbol } from './profile.ts'

/** Words with their place. */
export interface PlacedWords extends LabelWords {
  /** Around their ink, in mm. */
  readonly shape: Shape
  /** The symbol that they are drawn with, by its index. */
  readonly of?: number | undefined
}

/** In mm: words that are farther from a symbol than this are not its. */
const reach = 5

/** The symbols, each with the words that are nearest to it, and the words that are near none. */
export function withWords(
  symbols: readonly ProfiledSymbol[],
  words: readonly PlacedWords[],
): { readonly symbols: readonly ProfiledSymbol[]; readonly words: readonly LabelWords[] } {
  const owners = words.map(({ shape, of }) => of ?? nearestTo(shape, symbols))
  const ownedBy = (at: number | undefined): readonly LabelWords[] =>
    words.flatMap(({ height, text }, i) => (owners[i] === at ? [{ height, text }] : []))
  return {
    symbols: symbols.map((symbol, at) => (symbol.corners === undefined ? symbol : { ...symbol, words: ownedBy(at) })),
    words: ownedBy(undefined),
  }
}

function nearestTo(shape: Shape, symbols: readonly ProfiledSymbol[]): number | undefined {
  let nearest: { readonly at: number; readonly gap: number } | undefined
  symbols.forEach(({ corners }, at) => {
    const gap = corners === undefined ? Infinity : gapBetween(corners, shape)
    if (gap <= reach && (nearest === undefined || gap < nearest.gap)) nearest = { at, gap }
  })
  return nearest?.at
}
