import { areWordsEqual, type Matrix } from '../../../symbologies/matrix/index.ts'
import type { Effort } from './effort.ts'
import { type Ink, invertedInk } from './picture.ts'

/** Lines with the same dark pixels. */
export interface LineGroup {
  readonly count: number
  readonly first: number
  readonly last: number
}

interface Kind extends LineGroup {
  count: number
  last: number
}

/** A picture with its groups of equal lines. */
export interface LinePicture {
  readonly ink: Ink
  readonly kinds: readonly LineGroup[]
}

/** Undefined if it takes more steps than the search for bars may. */
export function linesOf(ink: Ink, effort: Effort): LinePicture | undefined {
  return effort.affords(ink.width * ink.height) ? { ink, kinds: kindsOf(ink, effort) } : undefined
}

/** Dark and light exchanged: equal lines are still equal. */
export const invertedLines = ({ ink, kinds }: LinePicture): LinePicture => ({ ink: invertedInk(ink), kinds })

/** The most groups of lines to keep: bars have fewer. */
const mostKinds = 5000

/** Groups lines by a hash of their pixels, and compares them in full as well, because collisions can be constructed. */
function kindsOf({ height, bits }: Ink, effort: Effort): readonly LineGroup[] {
  const kinds = new Map<number, Kind>()
  const { stride, words } = bits
  const isLike = (one: number, other: number): boolean =>
    areWordsEqual(words, one * stride, words, other * stride, stride)
  const kindWith = (y: number): Kind | undefined => {
    const hash = hashOfRow(bits, y)
    const known = kinds.get(hash)
    if (known !== undefined) return isLike(known.first, y) ? known : undefined
    if (kinds.size === mostKinds) {
      effort.skipped++
      return undefined
    }
    const kind = { count: 0, first: y, last: y }
    kinds.set(hash, kind)
    return kind
  }
  // that of the line above: most lines are like it
  let kind: Kind | undefined
  for (let y = 0; y < height; y++) {
    if (kind === undefined || !isLike(y - 1, y)) kind = kindWith(y)
    if (kind === undefined) continue
    kind.count++
    kind.last = y
  }
  return [...kinds.values()]
}

/** FNV-1a over the words of a row. */
function hashOfRow({ stride, words }: Matrix, y: number): number {
  let hash = 0x811c9dc5 | 0
  for (let at = y * stride; at < (y + 1) * stride; at++) {
    const word = words[at]!
    hash = Math.imul(hash ^ (word & 0xffff), 0x01000193)
    hash = Math.imul(hash ^ (word >>> 16), 0x01000193)
  }
  return hash
}
