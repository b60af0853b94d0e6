/** What the elements of a design cost, known before any is drawn: how many dots they cover, and how many pixels are scaled for them. */

import type { Limits } from '../drawing-size.ts'
import { FitError } from '../layout/fit.ts'
import type { Resolution } from '../layout/resolution.ts'
import type { DesignElement, TextElement } from './design.ts'
import { sizeInDots } from './images.ts'
import { dotsOfLine, type Rect, rectOf } from './shapes.ts'
import { lengthOf, type TemplateFilling } from './template.ts'
import { largestSize } from './text-element.ts'

/** The most dots of ellipses, slanted lines and pictures of a label, together: as a PNG of the usual limit has. */
const mostBitmapDots = 25_000_000

/** Letters are drawn 32 dots at a time, others one by one. */
const lettersADot = 8

/** Pixels of pictures are added up, which takes a quarter of the time of drawing a dot. */
const pixelsADot = 4

/** What is counted: of bitmaps, of letters, and of pixels that are scaled. */
interface Costs {
  readonly bitmaps: number
  readonly letters: number
  readonly pixels: number
}

const nothing: Costs = { bitmaps: 0, letters: 0, pixels: 0 }

/** @throws FitError that names the first element with which a label has too much to draw */
export function refuseCostly(
  elements: readonly DesignElement[],
  filling: TemplateFilling,
  resolution: Resolution,
  { maxPixels }: Limits,
): void {
  const dots = Math.max(maxPixels, mostBitmapDots)
  const most: Costs = { bitmaps: dots, letters: lettersADot * dots, pixels: pixelsADot * dots }
  let sum = nothing
  for (const element of elements) {
    const { bitmaps, letters, pixels } = costsOf(element, filling, resolution)
    sum = { bitmaps: sum.bitmaps + bitmaps, letters: sum.letters + letters, pixels: sum.pixels + pixels }
    for (const [kind, { things, unit, advice }] of Object.entries(words) as [
      keyof Costs,
      (typeof words)[keyof Costs],
    ][]) {
      if (sum[kind] <= most[kind]) continue
      const reached = `with ${element.label} the ${things} of the design have ${sum[kind]} ${unit}`
      throw new FitError('size', `${reached}; at most ${most[kind]} are drawn: ${advice} would fit`)
    }
  }
}

const words = {
  bitmaps: { things: 'ellipses, slanted lines and pictures', unit: 'dots', advice: 'a lower dpi' },
  letters: { things: 'texts', unit: 'dots', advice: 'smaller boxes or a lower dpi' },
  pixels: { things: 'pictures', unit: 'pixels', advice: 'smaller or fewer pictures' },
} as const

function costsOf(element: DesignElement, filling: TemplateFilling, resolution: Resolution): Costs {
  const { left, top, right, bottom } = boxed(element, resolution)
  const [width, height] = [right - left, bottom - top]
  switch (element.kind) {
    case 'text':
      return { ...nothing, letters: Math.min(width * height, dotsOfLetters(element, filling, resolution, height)) }
    case 'line':
      return { ...nothing, bitmaps: dotsOfLine(element, resolution) }
    case 'ellipse':
      return { ...nothing, bitmaps: width * height }
    case 'image': {
      const box = element.turn % 180 === 0 ? { width, height } : { width: height, height: width }
      const drawn = sizeInDots(element, box)
      const { picture } = element
      return { ...nothing, bitmaps: drawn.width * drawn.height, pixels: picture.width * picture.height }
    }
    case 'symbol':
    case 'label':
    case 'box':
      return nothing
  }
}

function boxed(element: DesignElement, resolution: Resolution): Rect {
  const { at, size } = element.kind === 'line' ? { at: undefined, size: undefined } : element
  return at === undefined || size === undefined ? noBox : rectOf({ at, size }, resolution)
}

const noBox = { left: 0, top: 0, right: 0, bottom: 0 }

/** Dots of so many squares of an em as a text has letters; those of most are narrower. @param most  the height of the box in dots */
function dotsOfLetters(
  { value, height }: TextElement,
  filling: TemplateFilling,
  { perMillimetre }: Resolution,
  most: number,
): number {
  const em = Math.min(largestSize, height === undefined ? most : Math.round(height * perMillimetre))
  return lengthOf(value, filling) * em ** 2
}
