/** The dots of a drawing with its words; the same as lines of characters. */

import { bitsInside, blitRow, darken, isDark, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import { type LineMark, type Scene, type TextMark, turnedMatrix, upright } from '../layout/scene.ts'
import { type Bitmap, bitmapOf, type Line } from '../text/index.ts'
import { paintModules } from './paint-modules.ts'

/** The dots of a scene, as it lies after its turn. What of a mark is beyond the edge is left out. */
export function paint(scene: Scene): Matrix {
  const { width, height, marks } = upright(scene)
  const dots = lightMatrix(width, height)
  /** What is there several times is painted once. */
  const placed = new Map<Scene, Matrix>()
  for (const mark of marks) {
    switch (mark.kind) {
      case 'modules':
        paintModules(dots, mark)
        break
      case 'text':
        paintText(dots, mark)
        break
      case 'line':
        paintLine(dots, mark)
        break
      case 'placed': {
        const painted = placed.get(mark.scene) ?? paint(mark.scene)
        placed.set(mark.scene, painted)
        copyInto(dots, painted, mark.x, mark.y)
      }
    }
  }
  return dots
}

/** Copies what is dark to (x, y), which may be negative; what is beyond the edges is left out. */
function copyInto(onto: Matrix, from: Matrix, x: number, y: number): void {
  const last = onto.stride - 1
  for (let row = Math.max(0, y); row < Math.min(onto.height, y + from.height); row++) {
    const words = onto.words.subarray(onto.stride * row, onto.stride * (row + 1))
    blitRow(words, x, from.words, from.stride * (row - y), from.stride)
    words[last]! &= bitsInside(last, onto.width)
  }
}

/** Darkens the dots whose middle is on the line, one dot thick at least. */
function paintLine(dots: Matrix, mark: LineMark): void {
  const half = Math.max(1, mark.thickness) / 2
  const [outer, inner] = [grown(mark, half), grown(mark, -half)]
  const bottom = Math.min(dots.height, Math.ceil(outer.y + outer.height))
  for (let y = Math.max(0, Math.floor(outer.y)); y < bottom; y++) {
    const across = spanAt(outer, y + 0.5)
    if (across === undefined) continue
    const hollow = spanAt(inner, y + 0.5) ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const right = Math.min(dots.width, Math.ceil(across[1]))
    for (let x = Math.max(0, Math.floor(across[0])); x < right; x++) {
      const middle = x + 0.5
      const isOnLine = middle >= across[0] && middle < across[1] && !(middle >= hollow[0] && middle < hollow[1])
      if (isOnLine) darken(dots, x, y)
    }
  }
}

const grown = (mark: LineMark, by: number): LineMark => ({
  ...mark,
  x: mark.x - by,
  y: mark.y - by,
  width: mark.width + 2 * by,
  height: mark.height + 2 * by,
  corner: mark.corner === 0 ? 0 : Math.max(0, mark.corner + by),
})

/** Where a row, by its middle, begins and ends to be inside of the shape; undefined if it is outside. */
function spanAt({ shape, x, y, width, height, corner }: LineMark, middle: number): [number, number] | undefined {
  if (width <= 0 || height <= 0 || middle < y || middle >= y + height) return undefined
  if (shape === 'ellipse') {
    const half = (width / 2) * Math.sqrt(1 - ((middle - y - height / 2) / (height / 2)) ** 2)
    return [x + width / 2 - half, x + width / 2 + half]
  }
  const rise = Math.min(middle - y, y + height - middle)
  const cut = rise >= corner ? 0 : corner - Math.sqrt(corner ** 2 - (corner - rise) ** 2)
  return [x + cut, x + width - cut]
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
export function dotsOf(mark: TextMark): Bitmap {
  const { left, top } = inkOf(mark)
  return { matrix: turnedMatrix(bitmapOf(mark.line).matrix, mark.turn), left, top }
}

/** Where the dots of a text are after its turn, right and bottom not included; nothing is drawn for that. */
export function inkOf({ line, x, y, turn }: TextMark): Line['ink'] {
  const { left, top } = line.ink
  const [width, height] = [line.ink.right - left, line.ink.bottom - top]
  // the upper left corner of the turned bitmap, relative to the line's origin
  const [dx, dy] = {
    N: [left, top],
    R: [-top - height, left],
    I: [-left - width, -top - height],
    L: [top, -left - width],
  }[turn] as [number, number]
  const [across, down] = turn === 'N' || turn === 'I' ? [width, height] : [height, width]
  return { left: x + dx, top: y + dy, right: x + dx + across, bottom: y + dy + down }
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
