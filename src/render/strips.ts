import { areWordsEqual } from '../../symbologies/matrix/index.ts'
import type { Box } from '../text/index.ts'

/** A mark as dots. */
export interface Painter {
  /** Its columns [left, right) and rows [top, bottom), in dots; it may reach beyond the edge of the picture. */
  readonly box: Box
  /**
   * Makes the dots of the mark in row `y` dark.
   *
   * @param dots the row, one bit a dot, most significant bit first, dark 1
   * @param y a row of the box, not less than in the previous call
   * @returns the next row in which the dots of the mark may differ
   */
  readonly paint: (dots: Uint32Array, y: number) => number
}

/** Marks that share words of a row: when one of them changes, all of them are painted again. */
export interface Strip {
  /** The words [from, to) of a row. */
  readonly from: number
  to: number
  /** The highest first. */
  readonly painters: Painter[]
  /** Those before this one have ended. */
  first: number
  /** The next row in which one of them may differ. */
  next: number
  /** Whether the words of the strip are the same in both rows, that which is painted next and that above. */
  isSettled: boolean
}

/** The strips of a picture whose rows have so many words, from left to right. They share no word. */
export function stripsOf(painters: readonly Painter[], words: number): readonly Strip[] {
  const strips: Strip[] = []
  // most pictures have one mark
  const ordered = painters.length > 1 ? [...painters].sort((a, b) => a.box.left - b.box.left) : painters
  for (const painter of ordered) {
    const from = Math.max(0, painter.box.left >> 5)
    const to = Math.min(words, (painter.box.right + 31) >> 5)
    if (from >= to) continue
    const last = strips.at(-1)
    if (last !== undefined && from < last.to) {
      last.painters.push(painter)
      last.to = Math.max(last.to, to)
    } else strips.push({ from, to, painters: [painter], first: 0, next: 0, isSettled: true })
  }
  for (const { painters } of strips) if (painters.length > 1) painters.sort((a, b) => a.box.top - b.box.top)
  return strips
}

/** A row below every picture. Not Infinity: V8 computes fastest with small integers. */
const noChange = 2 ** 30 - 1

/** Paints row `y` of a strip, and tells whether it differs from the row above. */
export function paintStrip(strip: Strip, y: number, dots: Uint32Array, above: Uint32Array): boolean {
  const { from, to } = strip
  if (y < strip.next) {
    if (!strip.isSettled) for (let i = from; i < to; i++) dots[i] = above[i]!
    strip.isSettled = true
    return false
  }
  clear(dots, from, to)
  strip.next = paintMarks(strip, y, dots)
  // rows with a text are painted one by one, and some of them are equal
  strip.isSettled = areWordsEqual(dots, from, above, from, to - from)
  return !strip.isSettled
}

/** Paints the marks that are in row `y`. Returns the next row in which one of them may differ. */
function paintMarks(strip: Strip, y: number, dots: Uint32Array): number {
  const { painters } = strip
  let next = noChange
  for (let i = strip.first; i < painters.length; i++) {
    const painter = painters[i]!
    const { top, bottom } = painter.box
    if (y < top) return Math.min(top, next)
    if (y < bottom) {
      const change = painter.paint(dots, y)
      if (change < next) next = change
    } else if (i === strip.first) strip.first++
  }
  return next
}

/** Up to so many words a loop is faster than a call of fill(). */
const fewWords = 32

/** Makes the words [from, to) light. */
export function clear(row: Uint32Array, from: number, to: number): void {
  if (to - from > fewWords) row.fill(0, from, to)
  else for (let i = from; i < to; i++) row[i] = 0
}
