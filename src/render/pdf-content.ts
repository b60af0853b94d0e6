/** Operators of PDF that draw marks, in dots, y down (ISO 32000-1:2008, 8.5 and 9.4). */

import type { ModulesMark, TextMark, Turn } from '../layout/scene.ts'
import type { Line, Outlines, Pen, SharedOutline } from '../text/index.ts'
import { darkRectangles, type Rectangle } from './dark-rectangles.ts'
import { kerningOf, winAnsiBytes } from './helvetica.ts'
import { unitsPerDot } from './outline-units.ts'
import { shortNumber } from './short-number.ts'

/** The name of Helvetica in the resources of pages. */
export const helveticaName = 'F1'

/**
 * How far the sides of a shape are inside its dots, in dots. Renderers without anti-aliasing paint every dot that a shape touches:
 * a shape that ends exactly between two dots would be one dot wider in some of them.
 */
const inset = 0.05

/**
 * The dark modules as one shape of rectangles (8.5.2).
 *
 * The unit is a module, where all are equally wide. So the corners of rectangles are small whole numbers, and few different sizes occur,
 * one after another: a compressor has to write little more than the corners.
 */
export function modulesContent({ matrix, xs, ys }: ModulesMark): string {
  const [across, down] = [unitOf(xs), unitOf(ys)]
  let content = `q ${across} 0 0 ${down} ${shortNumber(xs[0]! + inset)} ${shortNumber(ys[0]! + inset)} cm\n`
  const [wide, high] = [sizes(across), sizes(down)]
  for (const { left, right, top, bottom } of [...darkRectangles(matrix)].sort(bySize)) {
    const [x, y] = [(xs[left]! - xs[0]!) / across, (ys[top]! - ys[0]!) / down]
    content += `${x} ${y} ${wide((xs[right]! - xs[left]!) / across)} ${high((ys[bottom]! - ys[top]!) / down)} re\n`
  }
  return `${content}f\nQ\n`
}

const bySize = (a: Rectangle, b: Rectangle): number =>
  a.right - a.left - (b.right - b.left) || a.bottom - a.top - (b.bottom - b.top)

/** The largest number of dots of which all distances between edges are multiples. */
function unitOf(edges: readonly number[]): number {
  let unit = 0
  for (let i = 1; i < edges.length && unit !== 1; i++) {
    let step = edges[i]! - edges[i - 1]!
    while (step > 0) [unit, step] = [step, unit % step]
  }
  return unit
}

/** How sizes of so many units are written: exact to a thousandth of a dot. */
function sizes(unit: number): (count: number) => string {
  const known = new Map<number, string>()
  const decimals = 3 + Math.ceil(Math.log10(unit))
  return (count) => {
    const size = known.get(count) ?? shortNumber(count - (2 * inset) / unit, decimals)
    known.set(count, size)
    return size
  }
}

/** An image mask, which the page's resources list as `name`, over these dots. */
export interface Mask {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An image fills the unit square, its first row at the top (8.9.5.1). */
export function maskContent({ name, x, y, width, height }: Mask): string {
  const box = `${width - 2 * inset} 0 0 ${2 * inset - height} ${x + inset} ${y + height - inset}`
  return `q ${box} cm /${name} Do Q\n`
}

/** Of the angle by which a text is turned, clockwise. */
const turns: Record<Turn, { readonly cos: number; readonly sin: number }> = {
  N: { cos: 1, sin: 0 },
  R: { cos: 0, sin: 1 },
  I: { cos: -1, sin: 0 },
  L: { cos: 0, sin: -1 },
}

/** Whether Helvetica has all characters of a line, so that its text can be selected and searched. */
export const isInHelvetica = ({ text }: Line): boolean => winAnsiBytes(text) !== undefined

/** A text in Helvetica, centred on the line's ink, and condensed if it would be wider. In text space y points up. */
export function helveticaContent({ line, x, y, turn }: TextMark): string {
  const { text, size, ink } = line
  const { added, width } = kerningOf(text)
  const available = ink.right - ink.left
  const natural = (width * size) / 1000
  const stretch = natural === 0 ? 1 : Math.min(1, available / natural)
  const left = ink.left + (available - stretch * natural) / 2
  const { cos, sin } = turns[turn]
  const matrix = [stretch * cos, stretch * sin, sin, -cos].map((each) => shortNumber(each, 4)).join(' ')
  const start = `${shortNumber(x + left * cos)} ${shortNumber(y + left * sin)}`
  let shown = ''
  winAnsiBytes(text)!.forEach((byte, i) => {
    shown += byte.toString(16).padStart(2, '0')
    if (added[i]) shown += `>${-added[i]}<`
  })
  return `BT ${matrix} ${start} Tm/${helveticaName} ${size} Tf[<${shown}>]TJ ET\n`
}

/** A text glyph by glyph: outlines that are not shared as one path, then references to the others. */
export function outlinesContent({ line, x, y, turn }: TextMark, outlines: Outlines): string {
  const { cos, sin } = turns[turn]
  let content = `q ${cos} ${sin} ${-sin} ${cos} ${x} ${y} cm\n${1 / unitsPerDot} 0 0 ${1 / unitsPerDot} 0 0 cm\n`
  const path = new Path()
  for (const placed of line.glyphs) {
    const { source, glyph, x, y } = placed
    if (outlines.sharedBy(placed, line) === undefined) source.draw(glyph, line.size, x, y, path)
  }
  content += path.filled()
  let [penX, penY] = [0, 0]
  for (const placed of line.glyphs) {
    const outline = outlines.sharedBy(placed, line)
    if (outline === undefined) continue
    const [dx, dy] = [unitsPerDot * (placed.x - penX), unitsPerDot * (placed.y - penY)]
    content += `1 0 0 1 ${dx} ${dy} cm /${outline.id} Do\n`
    ;[penX, penY] = [placed.x, placed.y]
  }
  return `${content}Q\n`
}

/** The content of a form XObject that draws a shared outline, the glyph's origin at (0, 0) (8.10). */
export function sharedContent({ source, glyph, size }: SharedOutline): string {
  const path = new Path()
  source.draw(glyph, size, 0, 0, path)
  return path.filled()
}

/** The bounding box of that form, a dot larger than the outline on every side: left, bottom, right, top. */
export function boundsOf({ source, glyph, size }: SharedOutline): readonly number[] {
  const { left, top, right, bottom } = source.box(glyph, size, 0)!
  return [left - 1, top - 1, right + 1, bottom + 1].map((edge) => unitsPerDot * edge)
}

/** A path of outlines (8.5.2). */
class Path implements Pen {
  #content = ''
  #x = 0
  #y = 0

  /** The path, filled; nothing if it is empty. */
  filled(): string {
    return this.#content === '' ? '' : `${this.#content}f\n`
  }

  move(x: number, y: number): void {
    this.#to(x, y)
    this.#content += 'm\n'
  }

  line(x: number, y: number): void {
    this.#to(x, y)
    this.#content += 'l\n'
  }

  /** PDF has only cubic curves: their control points are two thirds of the way to the quadratic one. */
  quadratic(cx: number, cy: number, x: number, y: number): void {
    const [fromX, fromY] = [this.#x, this.#y]
    this.cubic((fromX + 2 * cx) / 3, (fromY + 2 * cy) / 3, (x + 2 * cx) / 3, (y + 2 * cy) / 3, x, y)
  }

  cubic(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    this.#to(ax, ay)
    this.#to(bx, by)
    this.#to(x, y)
    this.#content += 'c\n'
  }

  close(): void {
    this.#content += 'h\n'
  }

  #to(x: number, y: number): void {
    this.#content += `${Math.round(x * unitsPerDot)} ${Math.round(y * unitsPerDot)} `
    ;[this.#x, this.#y] = [x, y]
  }
}
