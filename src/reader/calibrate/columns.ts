/** Dots of the head that never print, or always do: each column of dots has a dash of its own. */

import type { CalibrationPattern } from './pattern.ts'
import { type LocatedPage, lightAt } from './sheet.ts'

/** Dots by their numbers, from 1 at the left of the label. */
export interface MarkColumns {
  readonly dead: readonly number[]
  readonly hot: readonly number[]
  /** How many at the left and at the right are not on the label, or may not be: of them nothing is known. */
  readonly unseen: readonly [left: number, right: number]
  /** The light that a usual dash takes, 0 to 1. */
  readonly dash: number
}

/** A dash has this share of what most have, or the dot is dead; a column between dashes has so much ink, or the dot is not hot. */
const leastDash = 0.35
const leastHot = 0.5
/** Dots beside the edge of the label that are not judged. */
const besideEdge = 1.2

/** @param edges  of the label, left and right, in dots of the page; undefined where they do not show */
export function columnsOf(
  sheet: LocatedPage,
  { stairs }: CalibrationPattern,
  [left, right]: readonly [number | undefined, number | undefined],
): MarkColumns {
  const { x, y, width, height, steps } = stairs
  const dash = height / steps
  /** The mean in a dot, over the middle of a step. */
  const lightIn = (u: number, step: number): number => {
    const v = y + (step + 0.5) * dash
    let sum = 0
    for (const down of [-0.28, -0.14, 0, 0.14, 0.28]) {
      for (const across of [-0.2, 0, 0.2]) sum += lightAt(sheet, u + across, v + down * dash)
    }
    return sum / 15
  }
  const inkAt = (column: number, step: number): number => {
    const middle = x + column + 0.5
    const dark = Math.min(...[-0.4, 0, 0.4].map((off) => lightIn(middle + off, step)))
    // the paper halfway to the next dashes, on the side that is on the label
    const beside = [middle - steps / 2, middle + steps / 2].filter(
      (u) => u > Math.max(x, left ?? x) + besideEdge && u < Math.min(x + width, right ?? x + width) - besideEdge,
    )
    return beside.length === 0 ? 0 : Math.max(...beside.map((u) => lightIn(u, step))) - dark
  }
  const dashes = Array.from({ length: width }, (_, column) => inkAt(column, column % steps))
  const usual = dashes.toSorted((a, b) => a - b)[width >> 1]!
  const prints = (column: number): boolean => dashes[column]! >= leastDash * usual
  const unseen = [
    left === undefined ? runFrom(width, (i) => !prints(i)) : runFrom(width, (i) => x + i + 0.5 < left + besideEdge),
    right === undefined
      ? runFrom(width, (i) => !prints(width - 1 - i))
      : runFrom(width, (i) => x + width - i - 0.5 > right - besideEdge),
  ] as const
  const seen = Array.from({ length: Math.max(0, width - unseen[0] - unseen[1]) }, (_, i) => unseen[0] + i)
  /** Between its dash and the next ones; halfway between them the ink of a dash on either side does not reach. */
  const isHot = (column: number): boolean =>
    [2, 4, 6].every((further) => {
      const step = (column + further) % steps
      if (further !== 4) return inkAt(column, step) > leastHot * usual
      const middle = x + column + 0.5
      return Math.min(lightIn(middle - 2, step), lightIn(middle + 2, step)) - lightIn(middle, step) > leastHot * usual
    })
  const dead = seen.filter((column) => !prints(column))
  const hot = seen.filter((column) => prints(column) && isHot(column))
  const numbered = (columns: readonly number[]): readonly number[] => columns.map((column) => column + 1)
  return { dead: numbered(dead), hot: numbered(hot), unseen, dash: usual }
}

/** How many of the first of `count` hold. */
function runFrom(count: number, holds: (i: number) => boolean): number {
  let run = 0
  while (run < count && holds(run)) run++
  return run
}
