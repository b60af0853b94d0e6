/** Text in its box: as large as it was asked for, or as it fits. */

import { centred, linesIn } from '../layout/barcode.ts'
import { type Resolution, smallestPrint } from '../layout/resolution.ts'
import type { TextMark } from '../layout/scene.ts'
import { type Face, heightOf, isCut, type Line, paragraph } from '../text/index.ts'
import type { Align, TextElement, Valign } from './design.ts'

/** A rectangle with its upper left corner at the origin, in dots. */
export interface TextExtent {
  readonly width: number
  readonly height: number
}

/** The largest size of letters, in dots an em, that text is set in. */
export const largestSize = 4095

/** What the letters of a text are drawn in. */
export function faceOf({ face, isBold }: TextElement): Face {
  if (!isBold || face === 'ocrb') return face
  return face === 'condensed' ? 'condensed-bold' : 'sans-bold'
}

/** The lines of a text in a box that is not turned; undefined if the box is too small for all of them. */
export function textMarks(
  element: TextElement,
  value: string,
  box: TextExtent,
  resolution: Resolution,
): readonly TextMark[] | undefined {
  const { height, lines: most, align, valign } = element
  const face = faceOf(element)
  const texts = linesIn(value)!
  const smallest = smallestPrint(resolution)
  const wanted = height === undefined ? Math.max(smallest, box.height) : Math.round(height * resolution.perMillimetre)
  const size = Math.min(largestSize, Math.max(1, wanted))
  const style = { face, size, minSize: Math.min(size, smallest), width: box.width, lines: most, height: box.height }
  const given = texts.length === 1 ? texts[0]! : texts
  const lines = paragraph(given, style)
  if (isCut(given, lines)) return undefined
  let top = startIn(valign, box.height - heightOf(lines))
  return lines.map((line) => {
    const mark: TextMark = {
      kind: 'text',
      line,
      ...(align !== 'center' && { align }),
      x: leftOf(line, align, box.width),
      y: top + line.ascent,
      turn: 'N',
    }
    top += heightOf([line])
    return mark
  })
}

/** Where a line starts whose ink stands at the left, in the middle or at the right of a box. */
function leftOf(line: Line, align: Align, width: number): number {
  switch (align) {
    case 'left':
      return -line.ink.left
    case 'center':
      return centred(line, 0, width)
    case 'right':
      return width - line.ink.right
  }
}

/** Where something begins that leaves the given number of dots of its box. */
export function startIn(place: Align | Valign, left: number): number {
  switch (place) {
    case 'left':
    case 'top':
      return 0
    case 'center':
    case 'middle':
      return Math.floor(left / 2)
    case 'right':
    case 'bottom':
      return left
  }
}

/** Whether letters are smaller than people read with ease: 6 points. */
export function isTooSmall(marks: readonly TextMark[], resolution: Resolution): boolean {
  return marks.some(({ line }) => line.glyphs.length > 0 && line.size < smallestPrint(resolution))
}
