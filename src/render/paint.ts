import { blitRow, type Matrix } from '../../symbologies/matrix/index.ts'
import type { Mark, TextMark } from '../layout/scene.ts'
import { turnedMatrix } from '../layout/turn.ts'
import { type Bitmap, bitmapOf } from '../text/index.ts'
import { modulesPainter } from './paint-modules.ts'
import type { Painter } from './strips.ts'

export function painterOf(mark: Mark): Painter {
  switch (mark.kind) {
    case 'modules':
      return modulesPainter(mark)
    case 'text':
      return textPainter(mark)
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
export function bitmapPainter({ width, height, stride, words }: Matrix, left: number, top: number): Painter {
  return {
    box: { left, top, right: left + width, bottom: top + height },
    paint: (dots, y) => {
      blitRow(dots, left, words, (y - top) * stride, stride)
      return y + 1
    },
  }
}
