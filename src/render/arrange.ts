/** Drawings as a printer is fed with their labels: turned, moved, and side by side across the roll. */

import type { Gain } from '../layout/compensation.ts'
import { type Mark, type Scene, turns, upright } from '../layout/scene.ts'
import type { Scale } from '../layout/stock.ts'
import type { FedLabel } from './language.ts'
import { paint } from './paint.ts'

/** Degrees clockwise. */
export const quarterTurns = [0, 90, 180, 270] as const
export type QuarterTurn = (typeof quarterTurns)[number]

/** How labels lie on the roll of a printer. */
export interface RollArrangement {
  /** Of the whole label, as it is fed otherwise; 0 by default. */
  readonly turn?: QuarterTurn | undefined
  /** To the right and down, in mm; what leaves the label is not printed. */
  readonly offset?: readonly [x: number, y: number] | undefined
  /** Labels side by side, 1 by default, and from one to the next in mm. */
  readonly across?: number | undefined
  readonly pitch?: number | undefined
  /** How much wider dark is printed than it is drawn. */
  readonly gain?: Gain | undefined
  /** How much longer all is printed than it is drawn, across and along the feed: 1.015 for 1.5 %. */
  readonly scale?: Scale | undefined
}

/** The scene turned as the arrangement says. */
export function turnedFor(scene: Scene, { turn = 0 }: RollArrangement): Scene {
  const quarters = turns.indexOf(scene.turn) + quarterTurns.indexOf(turn)
  return { ...scene, turn: turns[quarters % turns.length]! }
}

/**
 * The bitmap of labels side by side, from the left.
 *
 * @param scenes  as they are fed, 1 to `across`, of one resolution
 * @param copies  how often the row of labels is printed
 */
export function arranged(scenes: readonly Scene[], copies: number, arrangement: RollArrangement = {}): FedLabel {
  const { offset = [0, 0], across = 1, pitch = 0 } = arrangement
  const all = scenes.map((scene) => turnedFor(scene, arrangement))
  const [first] = all as [Scene, ...Scene[]]
  const { resolution, stock } = first
  const dotsOf = (mm: number): number => Math.round(mm * resolution.perMillimetre)
  const [right, down] = offset.map(dotsOf) as [number, number]
  const extents = all.map(upright)
  const width = dotsOf((across - 1) * pitch) + extents[0]!.width
  const height = Math.max(...extents.map((each) => each.height))
  const size = paperOf(first)
  const paper = { across: size.across + (across - 1) * pitch, along: size.along }
  if (across === 1 && right === 0 && down === 0) {
    return { dots: paint(first), resolution, paper, copies, stock, sides: sidesOfSymbols(first) }
  }
  const marks = all.map((scene, i): Mark => ({ kind: 'placed', scene, x: dotsOf(i * pitch) + right, y: down }))
  const dots = paint({ ...first, turn: 'N', width, height, marks })
  const sides = sidesOfSymbols(first).map((x) => Math.min(width, Math.max(0, x + right)))
  return { dots, resolution, paper, copies, stock, ...(across === 1 && { sides }) }
}

/** In mm, as the label lies after its turn. */
function paperOf({ paper, turn }: Scene): FedLabel['paper'] {
  const [width, height] = [paper.width, paper.height].map((points) => (points * 25.4) / 72) as [number, number]
  return turn === 'R' || turn === 'L' ? { across: height, along: width } : { across: width, along: height }
}

/**
 * The columns where the symbols begin and end. Rows of a symbol repeat, but not those of a text beside it, as on a label that is fed
 * sideways: in graphics of their own, the symbols need a quarter of the run lengths.
 */
function sidesOfSymbols(scene: Scene): readonly number[] {
  const edges = upright(scene).marks.flatMap((mark) => (mark.kind === 'modules' ? [mark.xs[0]!, mark.xs.at(-1)!] : []))
  return edges.length === 0 ? [] : [Math.min(...edges), Math.max(...edges)]
}
