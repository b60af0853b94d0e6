/** The dots of a drawing with its words; the same as lines of characters. */

import { bitsInside, blitRow, isDark, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
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

/** How a character shows two dots: one above the other, or side by side. */
type Halves = 'above' | 'beside'

/** The characters for two light dots, for the first or the second alone dark, and for both: Unicode, block elements. */
const blocks: { readonly [H in Halves]: string } = { above: ' ▀▄█', beside: ' ▌▐█' }

/**
 * A scene as lines of characters, two dots each, which are squares in a terminal whose cells are twice as high as wide if they are
 * one above the other. Ink stands for dark dots.
 */
export function characters(scene: Scene, halves: Halves): readonly string[] {
  const dots = paint(scene)
  const { width, height } = dots
  const [across, down] = halves === 'above' ? [1, 2] : [2, 1]
  const dark = (x: number, y: number): number => (x < width && y < height && isDark(dots, x, y) ? 1 : 0)
  const character = (x: number, y: number): string =>
    blocks[halves][dark(x, y) + 2 * dark(x + across - 1, y + down - 1)]!
  return Array.from({ length: Math.ceil(height / down) }, (_, line) =>
    Array.from({ length: Math.ceil(width / across) }, (_, column) => character(column * across, line * down)).join(''),
  )
}
