/** Words in all of the room that a symbol leaves. */

import type { Barcode } from '../../symbologies/barcode.ts'
import { heightOf, paragraph } from '../text/index.ts'
import { elementLines, smallestPrint } from './captions.ts'
import {
  captionSize,
  isBetter,
  type LabelWords,
  labelWords,
  largerPrint,
  oneLine,
  type Wording,
  type WordRoom,
  type WordSetter,
} from './label-words.ts'

/** The most lines of a caption: nobody reads more on a label, and the limit bounds the work. */
const mostLines = 60

/**
 * Words as large as they fit in the whole of a room: the title gives way to a caption that would be cut otherwise.
 *
 * @param largest  the size of the title at the most, in dots an em
 */
export function filledWords(barcode: Barcode, wording: Wording, room: WordRoom, largest: number): LabelWords {
  const sizes = titleSizes(largest, smallestPrint(room.resolution))
  const setAt = (index: number): LabelWords => labelWords(barcode, wording, room, filling(sizes[index]!))
  const first = setAt(0)
  if (first.cut.length === 0 || wording.title === undefined || sizes.length === 1) return first
  const last = setAt(sizes.length - 1)
  // a title that is cut is in the smallest print already
  if (first.cut.includes('title')) return isBetter(last, first) ? last : first
  const isGood = (words: LabelWords): boolean =>
    last.cut.length === 0 ? words.cut.length === 0 : !isBetter(last, words)
  let [low, high, best] = [0, sizes.length - 1, last]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const words = setAt(middle)
    // a smaller title leaves no less room
    if (isGood(words)) [high, best] = [middle, words]
    else low = middle
  }
  return isBetter(best, first) ? best : first
}

/** Sizes of titles from `largest` down to the first that is not above the smallest print. */
function titleSizes(largest: number, smallest: number): readonly number[] {
  const sizes = [largest]
  while (sizes.at(-1)! > smallest) sizes.push((sizes.at(-1)! * 2) / 3)
  return sizes
}

/** Sets words as large as they fit, with a title of `largest` dots an em at the most. */
function filling(largest: number): WordSetter {
  return {
    title: (title, room) => oneLine(title, room, largest),
    caption({ texts, starts }, room, title) {
      const { width, height, resolution } = room
      const minSize = smallestPrint(resolution)
      const wanted = Math.max(minSize, Math.round(largest / largerPrint))
      const size = captionSize(texts, title, { size: wanted, minSize }, room)
      const lines = starts === undefined ? mostLines : Math.min(starts.length, elementLines)
      const left = Math.max(0, height - heightOf(title))
      return paragraph(texts, { face: 'sans', size, minSize, width, lines, height: left, starts })
    },
  }
}
