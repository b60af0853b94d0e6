/** Where objects of gLabels are: in a box of their own, which a matrix turns about its upper left corner. */

import type { Degrees, LabelPoint } from '../design.ts'
import { attribute, length, type Node, plainNumber } from './tree.ts'

/** A box in mm, from its own origin. */
export interface MillimetreBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Where an object's own coordinates, in mm, are on the label. */
export interface Placement {
  /** A point of the object on the label. */
  placed(point: LabelPoint): LabelPoint
  /** The nearest quarter turn, clockwise. */
  readonly turn: Degrees
  /** Degrees clockwise, 0 to below 360. */
  readonly angle: number
  /** Whether it is not as large as it says, or slanted. */
  readonly isDistorted: boolean
  readonly isMirrored: boolean
}

/** @throws GlabelsError */
export function placeOf(node: Node): Placement {
  const [x, y] = [length(node, 'x'), length(node, 'y')]
  const [a0, a1, a2, a3] = matrixOf(node)
  const [e, f] = ['a4', 'a5'].map((name) => plainNumber(node, name, 0) * (25.4 / 72)) as [number, number]
  const determinant = a0 * a3 - a1 * a2
  const angle = ((Math.atan2(a1, a0) * 180) / Math.PI + 360) % 360
  const sides = [Math.hypot(a0, a1), Math.hypot(a2, a3)]
  const isSquare = Math.abs(a0 * a2 + a1 * a3) < tolerance
  return {
    placed: ([px, py]) => [x + a0 * px + a2 * py + e, y + a1 * px + a3 * py + f],
    turn: (90 * (Math.round(angle / 90) % 4)) as Degrees,
    angle: Math.round(angle * 100) / 100,
    isDistorted: !isSquare || sides.some((side) => Math.abs(side - 1) > tolerance),
    isMirrored: determinant < 0,
  }
}

/** Matrices are written with six digits. */
const tolerance = 1e-3

/** The four numbers that turn; none are no turn, and so is a matrix that leaves nothing. */
function matrixOf(node: Node): readonly [number, number, number, number] {
  const names = ['a0', 'a1', 'a2', 'a3'] as const
  const none = [1, 0, 0, 1] as const
  if (names.every((name) => attribute(node, name) === undefined)) return none
  const [a0, a1, a2, a3] = names.map((name) => plainNumber(node, name, 0)) as [number, number, number, number]
  return Math.abs(a0 * a3 - a1 * a2) < tolerance ? none : [a0, a1, a2, a3]
}

/** Whether a place is a quarter turn, or none. */
export const isQuarter = ({ turn, angle }: Placement): boolean =>
  Math.min(Math.abs(angle - turn), 360 - Math.abs(angle - turn)) < 0.1

/** The box on the label that a box of an object takes, about the same middle if its turn is not a quarter. */
export function boxOnLabel({ placed, turn }: Placement, { left, top, width, height }: MillimetreBox): MillimetreBox {
  const [x, y] = placed([left + width / 2, top + height / 2])
  const [wide, high] = turn % 180 === 0 ? [width, height] : [height, width]
  return { left: x - wide / 2, top: y - high / 2, width: wide, height: high }
}

/** A box with a margin around it, or less of it if the margin is negative. */
export function withMargin({ left, top, width, height }: MillimetreBox, across: number, down = across): MillimetreBox {
  return { left: left - across, top: top - down, width: width + 2 * across, height: height + 2 * down }
}

/** In mm, to the thousandth. */
export const rounded = (mm: number): number => Math.round(mm * 1000) / 1000

/** How a box stands in a design. */
export const inDesign = ({ left, top, width, height }: MillimetreBox) => ({
  at: [rounded(left), rounded(top)],
  size: [rounded(Math.max(width, leastSide)), rounded(Math.max(height, leastSide))],
})

/** Of elements of designs. */
const leastSide = 0.1
