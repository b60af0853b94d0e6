/** Where a field's drawing comes to stand: turned, and moved so that its corner or its baseline is at the origin (`^FO`, `^FT`). */

import { type DotArea, type ModulesMark, moved, type Turn, turned } from '../layout/scene.ts'
import type { FieldOrientation } from './field.ts'
import type { Origin } from './label.ts'

/** A drawing, upright, with the upper left corner of its area at (0, 0). Marks may be beyond the area. */
export interface LocalDrawing {
  readonly marks: readonly ModulesMark[]
  readonly width: number
  readonly height: number
  /** From the top of the area to what `^FT` places: a baseline, or the lower edge. */
  readonly baseline: number
}

export const turnOf: { readonly [O in FieldOrientation]: Turn } = { N: 'N', R: 'R', I: 'I', B: 'L' }

/** The marks and the area of a drawing on its label, in dots. */
export interface PlacedDrawing {
  readonly marks: readonly ModulesMark[]
  readonly area: DotArea
}

export function placedAt(drawing: LocalDrawing, orientation: FieldOrientation, origin: Origin): PlacedDrawing {
  const { marks, width, height } = drawing
  const turn = turnOf[orientation]
  const isSideways = turn === 'R' || turn === 'L'
  const [across, down] = isSideways ? [height, width] : [width, height]
  const { x, y } = cornerOf(drawing, orientation, origin, across)
  return {
    marks: marks.map((mark) => moved(turned(mark, { width, height, turn }), x, y)),
    area: { left: x, top: y, right: x + across, bottom: y + down },
  }
}

/** The upper left corner of the turned area. @param across  its width */
function cornerOf(
  { width, height, baseline }: LocalDrawing,
  orientation: FieldOrientation,
  { x, y, anchor, side }: Origin,
  across: number,
): { readonly x: number; readonly y: number } {
  if (anchor === 'corner') return { x: side === 1 ? x - across : x, y }
  // the baseline begins at the left of the text, or at its right
  const start = side === 1 ? width : 0
  switch (orientation) {
    case 'N':
      return { x: x - start, y: y - baseline }
    case 'R':
      return { x: x - (height - baseline), y: y - start }
    case 'I':
      return { x: x - (width - start), y: y - (height - baseline) }
    case 'B':
      return { x: x - baseline, y: y - (width - start) }
  }
}

/** The area around the ink of marks; undefined if there is none. */
export function inkArea(marks: readonly ModulesMark[]): DotArea | undefined {
  const areas = marks.map(({ xs, ys }) => ({ left: xs[0]!, top: ys[0]!, right: xs.at(-1)!, bottom: ys.at(-1)! }))
  if (areas.length === 0) return undefined
  return areas.reduce((a, b) => ({
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }))
}

export const isWithin = (a: DotArea, b: DotArea): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom

export const meet = (a: DotArea, b: DotArea): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
