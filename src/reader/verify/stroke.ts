/** Thin lines that are stroked: where a label is cut. Their ink is gathered as dots, each whose middle is near the line. */

import { darken, type Matrix } from '../../../symbologies/matrix/index.ts'
import { unreadable } from './failure.ts'

export type DotPoint = readonly [x: number, y: number]

/** A line as thick as it is drawn: in dots, which have fractions. */
export interface Stroke {
  /** Of straight pieces, from point to point. */
  readonly points: readonly DotPoint[]
  readonly thickness: number
}

/** The thickest line that is known as one, in mm: what is thicker could be a bar. */
const thickest = 0.11

/** The longest piece of a curve, in dots: boxes around pieces are not much larger than the line. */
const longestPiece = 4

/** The most pieces of a curve. */
const mostPieces = 10_000

/** @throws VerificationFailure for a line that is not thin, or has no end */
export function paintStroke(dots: Matrix, { points, thickness }: Stroke, perMillimetre: number): void {
  if (!(thickness > 0 && thickness <= thickest * perMillimetre)) throw unreadable('a line is not a thin one')
  // a line is drawn one dot thick at least
  const half = Math.max(1, thickness) / 2
  for (const [i, to] of points.entries()) {
    const from = points[i - 1] ?? to
    const isSound = [...from, ...to].every((each) => Number.isFinite(each))
    if (!isSound) throw unreadable('a line without an end')
    paintPiece(dots, [from, to], half)
  }
}

/** Dots whose middle is in the box around a piece; those beyond the page are not printed. */
function paintPiece(dots: Matrix, [[x, y], [toX, toY]]: readonly [DotPoint, DotPoint], half: number): void {
  const first = Math.max(0, Math.ceil(Math.min(x, toX) - half - 0.5))
  const last = Math.min(dots.width - 1, Math.floor(Math.max(x, toX) + half - 0.5))
  const bottom = Math.min(dots.height - 1, Math.floor(Math.max(y, toY) + half - 0.5))
  for (let row = Math.max(0, Math.ceil(Math.min(y, toY) - half - 0.5)); row <= bottom; row++) {
    for (let column = first; column <= last; column++) darken(dots, column, row)
  }
}

/** A cubic curve as straight pieces, without its first point. @throws VerificationFailure for one that is longer than any page */
export function curvePoints(from: DotPoint, a: DotPoint, b: DotPoint, to: DotPoint): readonly DotPoint[] {
  const length = distance(from, a) + distance(a, b) + distance(b, to)
  const count = Math.max(1, Math.ceil(length / longestPiece))
  if (!(count <= mostPieces)) throw unreadable('a curve is longer than a page')
  const at = (t: number, i: 0 | 1): number => {
    const s = 1 - t
    return s * s * s * from[i] + 3 * s * s * t * a[i] + 3 * s * t * t * b[i] + t * t * t * to[i]
  }
  return Array.from({ length: count }, (_, i) => [at((i + 1) / count, 0), at((i + 1) / count, 1)] as const)
}

const distance = ([x, y]: DotPoint, [toX, toY]: DotPoint): number => Math.hypot(toX - x, toY - y)

/** A box with corners that are quarters of ellipses. In dots. */
export interface RoundedBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly rx: number
  readonly ry: number
}

/** The line around it. */
export function roundedPoints({ left, top, right, bottom, rx, ry }: RoundedBox): readonly DotPoint[] {
  const pieces = Math.max(1, Math.min(mostPieces, Math.ceil((2 * Math.max(rx, ry)) / longestPiece)))
  const corner = (x: number, y: number, quarter: number): readonly DotPoint[] =>
    Array.from({ length: pieces + 1 }, (_, i) => {
      const angle = ((quarter + i / pieces) * Math.PI) / 2
      return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)] as const
    })
  const points = [
    ...corner(right - rx, bottom - ry, 0),
    ...corner(left + rx, bottom - ry, 1),
    ...corner(left + rx, top + ry, 2),
    ...corner(right - rx, top + ry, 3),
  ]
  return [...points, points[0]!]
}
