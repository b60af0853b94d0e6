import { bitsInside, blitRow, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import { type Scene, type TextMark, turnedMatrix, upright } from '../layout/scene.ts'
import { type Bitmap, bitmapOf } from '../text/index.ts'
import { paintModules } from './paint-modules.ts'

/** The dots of a scene, as it lies after its turn. What of a mark is beyond the edge is left out. */
export function paint(scene: Scene): Matrix {
  const { width, height, marks } = upright(scene)
  const dots = lightMatrix(width, height)
  for (const mark of marks) {
    switch (mark.kind) {
      case 'modules':
        paintModules(dots, mark)
        break
      case 'text':
        paintText(dots, mark)
    }
  }
  return dots
}

function paintText(dots: Matrix, mark: TextMark): void {
  const { matrix, left, top } = dotsOf(mark)
  const last = dots.stride - 1
  const bottom = Math.min(dots.height, top + matrix.height)
  for (let y = Math.max(0, top); y < bottom; y++) {
    const row = dots.words.subarray(dots.stride * y, dots.stride * (y + 1))
    blitRow(row, left, matrix.words, matrix.stride * (y - top), matrix.stride)
    row[last]! &= bitsInside(last, dots.width)
  }
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
