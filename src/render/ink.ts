import { endOfDark, firstDark, type Matrix } from '../../symbologies/matrix/index.ts'
import type { Mark, Scene } from '../layout/scene.ts'
import type { Box } from '../text/index.ts'
import type { Rows } from './dot-rows.ts'
import { bitmapPainter, dotsOf } from './paint.ts'
import { modulesPainter } from './paint-modules.ts'
import type { Painter } from './strips.ts'

/** A picture, and the part of it that is not light. */
export interface Ink {
  readonly rows: Rows
  /** Columns [left, right), rows [top, bottom), in dots. */
  readonly box: Box
}

/** The marks of a scene, which is upright, and the box around what is dark of them; undefined if nothing is. */
export function inkOf({ width, height, marks }: Scene): Ink | undefined {
  const painted = marks.map(paintedMark)
  const box = painted.reduce<Box>((all, { box }) => (box === undefined ? all : around(all, box)), nothing)
  // a mark may reach beyond the edge
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)]
  const [right, bottom] = [Math.min(width, box.right), Math.min(height, box.bottom)]
  if (left >= right || top >= bottom) return undefined
  return {
    rows: { width, height, painters: painted.map(({ painter }) => painter) },
    box: { left, top, right, bottom },
  }
}

const nothing: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }

const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})

interface PaintedMark {
  readonly painter: Painter
  /** The box around its dark dots; undefined if it has none. */
  readonly box: Box | undefined
}

function paintedMark(mark: Mark): PaintedMark {
  switch (mark.kind) {
    case 'modules': {
      const box = darkBox(mark.matrix)
      const { xs, ys } = mark
      return {
        painter: modulesPainter(mark),
        box: box && { left: xs[box.left]!, top: ys[box.top]!, right: xs[box.right]!, bottom: ys[box.bottom]! },
      }
    }
    case 'text': {
      const { matrix, left, top } = dotsOf(mark)
      const box = darkBox(matrix)
      return {
        painter: bitmapPainter(matrix, left, top),
        box: box && { left: left + box.left, top: top + box.top, right: left + box.right, bottom: top + box.bottom },
      }
    }
  }
}

/** The box around the dark modules of a matrix; undefined if there is none. */
function darkBox(matrix: Matrix): Box | undefined {
  let [left, top, right, bottom] = [matrix.width, matrix.height, 0, 0]
  for (let y = 0; y < matrix.height; y++) {
    const end = endOfDark(matrix, y)
    if (end === 0) continue
    left = Math.min(left, firstDark(matrix, y))
    right = Math.max(right, end)
    top = Math.min(top, y)
    bottom = y + 1
  }
  return bottom === 0 ? undefined : { left, top, right, bottom }
}
