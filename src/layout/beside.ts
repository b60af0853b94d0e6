/** A symbol with words to its right. */

import { usualApplication } from '../../symbologies/specification.ts'
import { type Arrangement, type LabelContent, largestModule, symbolSize, type Wish, wishes } from './arrangement.ts'
import { smallestPrint } from './captions.ts'
import { filledWords } from './filled-words.ts'
import { type LabelWords, longestWords, noWords } from './label-words.ts'
import type { Room } from './stock.ts'
import { isLinear } from './symbol.ts'

/** A symbol, and the room to its right with the words. */
export interface BesideArrangement extends Arrangement {
  readonly column: { readonly words: LabelWords; readonly room: Room }
}

/** The shares of the width that words have: as much as is wanted, or else as little as is of use. */
const wantedShare = 0.4
const leastShare = 0.25
/** What words with a long part have at the most. */
const mostShare = 0.6

/** The largest title: a share of the height of the room, but no more than so many times the smallest print. */
const largestTitle = { share: 0.3, times: 8 }

/** A symbol whose words are not set yet. */
type BareArrangement = Arrangement & { readonly wish: Wish }

/**
 * The largest symbol that leaves the words their width; if it is not comfortable to scan, the words have less.
 *
 * @returns undefined if not even one dot a module fits, or not the module wanted
 */
export function besideSymbol(content: LabelContent, room: Room): BareArrangement | undefined {
  const best = largestBeside(content, room)
  return content.module !== undefined && best?.module !== content.module ? undefined : best
}

/** The same with its words, in the room to its right. The bars of a turned symbol are as long as they can be without words being cut. */
export function withWordsBeside(content: LabelContent, symbol: BareArrangement, room: Room): BesideArrangement {
  const { wish, isTurned, module } = symbol
  const [along, across] = symbolSize(content, room, module, wish)
  const setBeside = (width: number): BesideArrangement => {
    const x = room.x + width + gapOf(room)
    const column = { ...room, x, width: room.x + room.width - x }
    const words = filledWords(content.barcode, content, column, largestTitleIn(room))
    return { words: noWords, room: { ...room, width }, isTurned, module, column: { words, room: column } }
  }
  if (!isTurned) return setBeside(along)
  const longest = setBeside(symbol.room.width)
  const cutIn = ({ column }: BesideArrangement): number => column.words.cut.length
  if (cutIn(longest) === 0) return longest
  let best = setBeside(across)
  const fewest = cutIn(best)
  if (fewest >= cutIn(longest)) return longest
  let [low, high] = [across, symbol.room.width]
  while (high - low > gapOf(room)) {
    const middle = (low + high) >> 1
    const shorter = setBeside(middle)
    if (cutIn(shorter) > fewest) high = middle
    else [low, best] = [middle, shorter]
  }
  return best
}

function largestTitleIn({ height, resolution }: Room): number {
  const { share, times } = largestTitle
  const smallest = smallestPrint(resolution)
  return Math.max(smallest, Math.round(Math.min(share * height, times * smallest)))
}

/** The largest module, whatever is wanted; 0 if none fits. */
export function largestModuleBeside(content: LabelContent, room: Room): number {
  return largestBeside(content, room)?.module ?? 0
}

function largestBeside(content: LabelContent, room: Room): BareArrangement | undefined {
  let best: BareArrangement | undefined
  // in narrow rooms EAN and UPC keep the limits of their usual application as well
  const application = content.application ?? usualApplication(content.barcode.symbology)
  const widths = columnWidths(content, room)
  for (const wish of wishes({ ...content, application }, room)) {
    best = undefined
    for (const isTurned of isLinear(content.barcode) ? [false, true] : [false]) {
      for (const columnWidth of widths) {
        const left = { ...room, width: room.width - gapOf(room) - columnWidth }
        const module = largestModule(content, { words: noWords, room: left, isTurned }, wish)
        if (module > (best?.module ?? 0)) best = { words: noWords, room: left, isTurned, module, wish }
        if (module >= wish.module) return best
      }
    }
  }
  return best
}

/** The widths that the words have at the least, the wanted one first. */
function columnWidths(content: LabelContent, { width, resolution }: Room): readonly number[] {
  const longest = Math.ceil(longestWords(content.barcode, content) * smallestPrint(resolution))
  const wanted = Math.min(Math.max(Math.round(wantedShare * width), longest), Math.round(mostShare * width))
  return [wanted, Math.round(leastShare * width)]
}

/** Between the symbol with its quiet zone and the words. */
function gapOf({ resolution }: Room): number {
  return Math.ceil(smallestPrint(resolution) / 3)
}
