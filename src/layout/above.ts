/** A symbol with words above it. */

import { lineHeight } from '../text/index.ts'
import {
  type Arrangement,
  type LabelContent,
  largestModule,
  lowestWish,
  space,
  symbolSize,
  type Wish,
  wishes,
} from './arrangement.ts'
import { smallestPrint } from './captions.ts'
import { filledWords } from './filled-words.ts'
import {
  hasWords,
  isBetter,
  type LabelWords,
  labelWords,
  linesBelow,
  noWords,
  tightest,
  type Wording,
  wordSetters,
} from './label-words.ts'
import type { Room } from './stock.ts'
import { isLinear } from './symbol.ts'

/** The largest title, as a share of the height of the room. */
const largestTitle = 0.1

/**
 * The first arrangement with a comfortable module, or else the one with the largest. If an application is given, arrangements
 * that keep its limits come first.
 *
 * @returns undefined if not even one dot a module fits, or not the module wanted
 */
export function bestArrangement(content: LabelContent, room: Room): Arrangement | undefined {
  if (!holdsWith(noWords, content, room)) return undefined
  const best = firstOrLargest(content, room)
  if (best === undefined || (content.module !== undefined && best.module !== content.module)) return undefined
  return isOwn(content) ? withLargerWords(content, best) : best
}

/** Whether a label has words other than the encoded text. */
const isOwn = ({ caption, title, showtext }: Wording): boolean =>
  title !== undefined || (showtext && caption !== undefined)

function firstOrLargest(content: LabelContent, room: Room): PlannedArrangement | undefined {
  // each way is set only when it is needed: most labels use the first
  const set: LabelWords[] = []
  let best: PlannedArrangement | undefined
  for (const wish of wishes(content, room)) {
    best = undefined
    for (const isTurned of isLinear(content.barcode) ? [false, true] : [false]) {
      let comfortable: PlannedArrangement | undefined
      for (let way = 0; way < (hasWords(content) ? wordSetters.length : 1); way++) {
        set[way] ??= hasWords(content) ? labelWords(content.barcode, content, room, wordSetters[way]!) : noWords
        const words = set[way]!
        const module = largestModule(content, { words, room, isTurned }, wish)
        const arrangement = { words, room, isTurned, module, wish, isPreferred: way === 0 }
        if (module > (best?.module ?? 0)) best = arrangement
        if (module < wish.module) continue
        if (comfortable === undefined || isBetter(words, comfortable.words)) comfortable = arrangement
        // the symbol carries the encoded text, but nothing carries other words that are cut
        if (words.cut.length === 0 || !isOwn(content)) return comfortable
      }
      if (comfortable !== undefined) return comfortable
    }
  }
  return best
}

/** An arrangement with what it was made for. */
interface PlannedArrangement extends Arrangement {
  readonly wish: Wish
  /** Whether the words have their preferred size. */
  readonly isPreferred: boolean
}

/** The same symbol with words in all of the room that it leaves, if more of them can be read or they are larger. */
function withLargerWords(content: LabelContent, best: PlannedArrangement): Arrangement {
  const { words, room, wish, isTurned, isPreferred } = best
  if (isPreferred && words.cut.length === 0) return best
  const needed = symbolSize(content, room, best.module, wish)[isTurned ? 0 : 1]
  const largest = Math.max(Math.round(largestTitle * room.height), smallestPrint(room.resolution))
  const gaps = Math.ceil(lineHeight('sans', largest) / 6) * (linesBelow(words).length > 0 && content.title ? 2 : 1)
  const height = room.height - needed - gaps
  if (height <= 0) return best
  const larger = { ...best, words: filledWords(content.barcode, content, { ...room, height }, largest) }
  const { along, across } = space(content.barcode, larger)
  const isInRoom = needed <= (isTurned ? along : across)
  return isInRoom && isBetter(larger.words, words) ? larger : best
}

/** Whether a symbol fits, with the caption in its smallest form. */
export function fits(content: LabelContent, room: Room): boolean {
  if (!holdsWith(noWords, content, room)) return false
  return !hasWords(content) || holdsWith(labelWords(content.barcode, content, room, tightest), content, room)
}

/** The largest module that fits, whatever is wanted; 0 if none does. */
export function largestFitting(content: LabelContent, room: Room): number {
  return firstOrLargest({ ...content, module: Number.POSITIVE_INFINITY }, room)?.module ?? 0
}

/** Whether the module wanted, or else one dot a module, fits between these words. */
function holdsWith(words: LabelWords, content: LabelContent, room: Room): boolean {
  const wish = lowestWish(room)
  return [false, isLinear(content.barcode)].some(
    (isTurned) => largestModule(content, { words, room, isTurned }, wish) >= (content.module ?? 1),
  )
}
