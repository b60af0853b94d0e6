import { blitRow, darkenSpan, type Matrix, scratchForRuns } from '../../symbologies/matrix/index.ts'
import type { Mark, ModulesMark, TextMark } from '../layout/scene.ts'
import { turnedMatrix } from '../layout/turn.ts'
import { type Bitmap, bitmapOf } from '../text/index.ts'
import { darkEdges } from './edges.ts'

/**
 * Paints its part of row `y` dark and says up to which row, not included, it stays the same.
 *
 * A row is one bit a dot, most significant bit first, dark 1. Rows are asked for from the top down.
 */
export type Painter = (dots: Uint32Array, y: number) => number

/** Below every picture. Not infinity: a number that is no integer would make all that is counted with it slow. */
const noChange = 2 ** 30 - 1

export function painterOf(mark: Mark): Painter {
  switch (mark.kind) {
    case 'modules':
      return modulesPainter(mark)
    case 'text':
      return textPainter(mark)
  }
}

function modulesPainter(mark: ModulesMark): Painter {
  const { matrix, ys } = mark
  let row = -1
  return (dots, y) => {
    while (row < matrix.height && y >= ys[row + 1]!) row++
    if (row < 0) return ys[0]!
    if (row === matrix.height) return noChange
    const edges = scratchForRuns(matrix.width)
    const count = darkEdges(mark, row, edges)
    for (let i = 0; i < count; i += 2) darkenSpan(dots, edges[i]!, edges[i + 1]!)
    return ys[row + 1]!
  }
}

/** Of a text its bitmap, whose modules are dots: whole words, shifted to their place. */
function textPainter(mark: TextMark): Painter {
  const { matrix, left, top } = dotsOf(mark)
  return bitmapPainter(matrix, left, top)
}

/** The dots of a text as it stands. */
export function dotsOf({ line, x, y, turn }: TextMark): Bitmap {
  const { matrix: upright, left, top } = bitmapOf(line)
  const matrix = turnedMatrix(upright, turn)
  const { width, height } = upright
  // the bitmap's upper left corner, as it stands around the line's origin after the turn
  const [dx, dy] = {
    N: [left, top],
    R: [-top - height, left],
    I: [-left - width, -top - height],
    L: [top, -left - width],
  }[turn] as [number, number]
  return { matrix, left: x + dx, top: y + dy }
}

/** Paints a bitmap whose upper left corner stands at (left, top). */
export function bitmapPainter({ height, stride, words }: Matrix, left: number, top: number): Painter {
  return (dots, y) => {
    if (y < top) return top
    if (y >= top + height) return noChange
    blitRow(dots, left, words, (y - top) * stride, stride)
    return y + 1
  }
}
