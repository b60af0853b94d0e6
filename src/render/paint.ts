import { blitRow, darkenSpan, differentRow, type Matrix, scratchForRuns } from '../../symbologies/matrix/index.ts'
import type { Mark, ModulesMark, TextMark } from '../layout/scene.ts'
import { turnedMatrix } from '../layout/turn.ts'
import { type Bitmap, bitmapOf } from '../text/index.ts'
import { darkEdges } from './edges.ts'

/**
 * Makes the dots of a mark in row `y` dark.
 *
 * @param dots the row, one bit a dot, most significant bit first, dark 1
 * @param y not less than in the previous call
 * @returns the next row in which the dots of the mark may differ
 */
export type Painter = (dots: Uint32Array, y: number) => number

/** A row below every picture. Not Infinity: V8 computes fastest with small integers. */
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
  // equal rows are painted at once: a turned linear symbol has a row for each module
  let row = -1
  let next = 0
  return (dots, y) => {
    while (row < matrix.height && y >= ys[next]!) {
      row = next
      if (row < matrix.height) next = differentRow(matrix, row)
    }
    if (row < 0) return ys[0]!
    if (row === matrix.height) return noChange
    const edges = scratchForRuns(matrix.width)
    const count = darkEdges(mark, row, edges)
    for (let i = 0; i < count; i += 2) darkenSpan(dots, edges[i]!, edges[i + 1]!)
    return ys[next]!
  }
}

function textPainter(mark: TextMark): Painter {
  const { matrix, left, top } = dotsOf(mark)
  return bitmapPainter(matrix, left, top)
}

/** The dots of a text after its turn. */
export function dotsOf({ line, x, y, turn }: TextMark): Bitmap {
  const { matrix: upright, left, top } = bitmapOf(line)
  const matrix = turnedMatrix(upright, turn)
  const { width, height } = upright
  // the upper left corner of the turned bitmap, relative to the line's origin
  const [dx, dy] = {
    N: [left, top],
    R: [-top - height, left],
    I: [-left - width, -top - height],
    L: [top, -left - width],
  }[turn] as [number, number]
  return { matrix, left: x + dx, top: y + dy }
}

/** Paints a bitmap whose upper left corner is at (left, top). */
export function bitmapPainter({ height, stride, words }: Matrix, left: number, top: number): Painter {
  return (dots, y) => {
    if (y < top) return top
    if (y >= top + height) return noChange
    blitRow(dots, left, words, (y - top) * stride, stride)
    return y + 1
  }
}
