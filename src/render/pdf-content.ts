/** Operators of PDF that draw marks, in dots, y down (ISO 32000-1:2008, 8.5 and 9.4). */

import { darkRuns, differentRow, type Matrix } from '../../symbologies/matrix/index.ts'
import { type LineMark, type ModulesMark, type TextMark, type Turn, unitOf } from '../layout/scene.ts'
import type { Line, Outlines, Pen, SharedOutline } from '../text/index.ts'
import { helveticaInk } from './helvetica-ink.ts'
import { type Measure, pdfkitMeasure } from './pdfkit.ts'

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

/** In modules; right and bottom are not included. */
export interface Rectangle {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/**
 * The rectangles of dark modules that are as wide as a dark run of a row, or as two runs of neighbouring rows meet, and as high as they
 * can be; none is there twice. They come from the top down.
 *
 * Together they cover all dark modules, and they overlap: if each is drawn a little smaller on all sides, what is connected stays so.
 */
export function darkRectangles(matrix: Matrix): readonly Rectangle[] {
  const bands = bandsOf(matrix)
  const found: Rectangle[] = []
  /** By left and right edge: the band below the last rectangle with these edges. */
  const taken = new Map<number, number>()
  const add = (left: number, right: number, band: number): void => {
    const key = left * matrix.width + right - 1
    if (taken.get(key)! > band) return
    const isDark = (i: number): boolean => bands[i] !== undefined && bands[i].ends[left]! >= right
    let [first, last] = [band, band]
    while (isDark(first - 1)) first--
    while (isDark(last + 1)) last++
    taken.set(key, last + 1)
    found.push({ left, right, top: bands[first]!.top, bottom: bands[last]!.bottom })
  }
  for (const [band, { runs }] of bands.entries()) {
    const above = bands[band - 1]?.ends
    for (let i = 0; i < runs.length; i += 2) {
      const [left, right] = [runs[i]!, runs[i + 1]!]
      if (above === undefined || above[left]! < right) add(left, right, band)
      for (let from = left; above !== undefined && from < right; from++) {
        const end = above[from]!
        if (end === 0) continue
        add(from, Math.min(end, right), band)
        from = end
      }
    }
  }
  return found
}

/** Equal rows below one another. */
interface Band {
  readonly top: number
  readonly bottom: number
  /** Where each dark run begins and ends. */
  readonly runs: Int32Array
  /** For each module the end of the dark run that it is in; 0 for a light one. */
  readonly ends: Int32Array
}

function bandsOf(matrix: Matrix): readonly Band[] {
  const bands: Band[] = []
  const edges = new Int32Array(matrix.width + 1)
  for (let top = 0; top < matrix.height; ) {
    const bottom = differentRow(matrix, top)
    const runs = edges.slice(0, darkRuns(matrix, top, edges))
    const ends = new Int32Array(matrix.width)
    for (let i = 0; i < runs.length; i += 2) ends.fill(runs[i + 1]!, runs[i], runs[i + 1])
    bands.push({ top, bottom, runs, ends })
    top = bottom
  }
  return bands
}

/** An image mask, which the page's resources list as `name`, over these dots. */
interface Mask {
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

/** A thin line around a box or an ellipse (8.5.2, 8.5.3). */
export function lineContent({ shape, x, y, width, height, corner, thickness }: LineMark): string {
  const start = `q ${shortNumber(thickness, 3)} w `
  const at = (across: number, down: number): string => `${shortNumber(x + across, 3)} ${shortNumber(y + down, 3)}`
  if (shape === 'rectangle' && corner === 0) {
    return `${start}${at(0, 0)} ${shortNumber(width, 3)} ${shortNumber(height, 3)} re S Q\n`
  }
  const [rx, ry] = shape === 'ellipse' ? [width / 2, height / 2] : [corner, corner]
  // the handles of a quarter of an ellipse
  const [hx, hy] = [rx * (1 - arc), ry * (1 - arc)]
  const curve = (...points: readonly (readonly [number, number])[]): string =>
    `${points.map(([across, down]) => at(across, down)).join(' ')} c `
  return [
    `${start}${at(rx, 0)} m ${at(width - rx, 0)} l `,
    curve([width - hx, 0], [width, hy], [width, ry]),
    `${at(width, height - ry)} l `,
    curve([width, height - hy], [width - hx, height], [width - rx, height]),
    `${at(rx, height)} l `,
    curve([hx, height], [0, height - hy], [0, height - ry]),
    `${at(0, ry)} l `,
    curve([0, hy], [hx, 0], [rx, 0]),
    's Q\n',
  ].join('')
}

/** The length of the handles of a curve that is nearest to a quarter of a circle, in radii. */
const arc = 0.5523

/** Whether Helvetica has all characters of a line, so that its text can be selected and searched. */
export const isInHelvetica = ({ text }: Line): boolean => winAnsiBytes(text) !== undefined

/** Whether a line is drawn with Helvetica: bold and condensed letters have their own outlines. */
export const isDrawnInHelvetica = (line: Line): boolean => line.face === undefined && isInHelvetica(line)

/** The text of a line whose ink is drawn otherwise, invisible in the same place, so that it can be selected and searched (9.3.6). */
export const invisibleContent = (mark: TextMark): string => `q 3 Tr ${helveticaContent(mark)}Q\n`

/**
 * A text in Helvetica, where the line's ink is, in its middle or at a side, and condensed if it would be wider. If it would be higher or
 * deeper, its baseline is moved, or it is lower too. In text space y points up.
 */
export function helveticaContent({ line, align, x, y, turn }: TextMark): string {
  const { text, size, ink } = line
  const { added, width } = kerningOf(text)
  const available = ink.right - ink.left
  const natural = (width * size) / 1000
  const stretch = natural === 0 ? 1 : Math.min(1, available / natural)
  const before = { left: 0, center: 0.5, right: 1 }[align ?? 'center']
  const left = ink.left + before * (available - stretch * natural)
  const { cos, sin } = turns[turn]
  const { rise, down } = heightIn(line)
  const matrix = [stretch * cos, stretch * sin, rise * sin, -rise * cos].map((each) => shortNumber(each, 4)).join(' ')
  const start = `${shortNumber(x + left * cos - down * sin)} ${shortNumber(y + left * sin + down * cos)}`
  let shown = ''
  winAnsiBytes(text)!.forEach((byte, i) => {
    shown += byte.toString(16).padStart(2, '0')
    if (added[i]) shown += `>${-added[i]}<`
  })
  return `BT ${matrix} ${start} Tm/${helveticaName} ${size} Tf[<${shown}>]TJ ET\n`
}

/** How much lower a line is in Helvetica, at most 1, and the dots by which its baseline is further down, so that its ink stays in the line's. */
function heightIn({ text, size, ink }: Line): { readonly rise: number; readonly down: number } {
  const natural = helveticaInk(text)
  if (natural === undefined) return { rise: 1, down: 0 }
  const [top, bottom] = [(-natural.top * size) / 1000, (-natural.bottom * size) / 1000]
  const rise = Math.min(1, (ink.bottom - ink.top) / (bottom - top))
  const down = Math.min(0, ink.bottom - rise * bottom) + Math.max(0, ink.top - rise * top)
  return { rise, down }
}

/** The name of Helvetica in the resources of pages. */
export const helveticaName = 'F1'

/** `text` in WinAnsiEncoding, or undefined if a character is not in it. */
export function winAnsiBytes(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const byte = winAnsi.get(text[i]!)
    if (byte === undefined) return undefined
    bytes[i] = byte
  }
  return bytes
}

/**
 * Bytes 0x80 to 0x8f and 0x90 to 0x9f of Windows code page 1252, which PDF calls WinAnsiEncoding (ISO 32000-1:2008, annex D.2).
 * A space stands for a byte without a character.
 *
 * They are listed because node 20 decodes 'windows-1252' as ISO 8859-1.
 */
const from80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž '
const from90 = ' ‘’“”•–—˜™š›œ žŸ'

const characters = Array.from({ length: 256 }, (_, byte) => {
  if (byte >> 4 === 8) return from80[byte & 15]!
  if (byte >> 4 === 9) return from90[byte & 15]!
  return String.fromCharCode(byte)
})
const winAnsi = new Map(characters.map((character, byte) => [character, byte]).slice(0x20) as [string, number][])
winAnsi.set(' ', 0x20).delete('\u007f')

/** How a text is set in Helvetica, in thousandths of an em. */
interface Kerning {
  /** Space added after each character but the last: mostly 0, negative if the next character is moved closer. */
  readonly added: readonly number[]
  readonly width: number
}

/** @param text  of characters that WinAnsiEncoding has */
export function kerningOf(text: string): Kerning {
  let width = text === '' ? 0 : widthOf(text[0]!)
  const added: number[] = []
  for (let i = 1; i < text.length; i++) {
    const [last, next] = [text[i - 1]!, text[i]!]
    const space = widthOf(last + next) - widthOf(last) - widthOf(next)
    added.push(space)
    width += widthOf(next) + space
  }
  return { added, width }
}

/** The widths of characters and pairs that were measured: at most 218 and their square. */
const widths = new Map<string, number>()
let measure: Measure | undefined

function widthOf(text: string): number {
  let width = widths.get(text)
  if (width === undefined) {
    measure ??= pdfkitMeasure()
    width = Math.round(measure(text))
    widths.set(text, width)
  }
  return width
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

/** Outlines are in whole hundredths of a dot, which are shorter than fractions and faster to write. */
const unitsPerDot = 100

/** Of the angle by which a text is turned, clockwise. */
const turns: Record<Turn, { readonly cos: number; readonly sin: number }> = {
  N: { cos: 1, sin: 0 },
  R: { cos: 0, sin: 1 },
  I: { cos: -1, sin: 0 },
  L: { cos: 0, sin: -1 },
}

/** A number with at most the given number of decimals, without zeros at its ends: .05 and 12. */
export function shortNumber(value: number, decimals = 2): string {
  const scale = 10 ** decimals
  const text = `${Math.round(value * scale) / scale}`
  return value < 1 && value > -1 ? text.replace('0.', '.') : text
}
