import type { Mark, TextMark, Turn } from '../layout/scene.ts'
import type { Line, Outlines, Pen, SharedOutline } from '../text/index.ts'
import type { ByteWriter } from './bytes.ts'
import { type KernedText, kerned, winAnsiBytes } from './helvetica.ts'
import { unitsPerDot } from './outline-units.ts'
import { helveticaName } from './page-tree.ts'
import { writeModules } from './pdf-modules.ts'
import { shortNumber } from './short-number.ts'

/** A text drawn as an image mask, which the page's resources list as `name`. */
export interface MaskMark {
  readonly kind: 'mask'
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Writes the operators that draw a mark, in dots, y down (ISO 32000-1:2008, 8.5 and 9.4). */
export function writeMark(out: ByteWriter, mark: Mark | MaskMark, outlines?: Outlines): void {
  switch (mark.kind) {
    case 'modules':
      writeModules(out, mark)
      break
    case 'text':
      writeText(out, mark, outlines)
      break
    case 'mask':
      writeMask(out, mark)
  }
}

/**
 * Whether a mark is a text that is drawn glyph by glyph. If Helvetica has all its characters, the text is set in that font
 * instead, so that it can be selected and searched.
 */
export function isDrawnText(mark: Mark): mark is TextMark {
  return mark.kind === 'text' && winAnsiBytes(mark.line.text) === undefined
}

/**
 * An image fills the unit square, its first row at the top (8.9.5.1). It is inset by a twentieth of a dot, because some viewers
 * extend an image to every dot that it touches.
 */
function writeMask(out: ByteWriter, { name, x, y, width, height }: MaskMark): void {
  const inset = 0.05
  const box = `${width - 2 * inset} 0 0 ${2 * inset - height} ${x + inset} ${y + height - inset}`
  out.ascii(`q ${box} cm /${name} Do Q\n`)
}

function writeText(out: ByteWriter, mark: TextMark, outlines?: Outlines): void {
  const { line, x, y, turn } = mark
  const bytes = winAnsiBytes(line.text)
  if (bytes !== undefined) {
    writeInHelvetica(out, mark, kerned(bytes))
    return
  }
  const { cos, sin } = turns[turn]
  out.ascii(`q ${cos} ${sin} ${-sin} ${cos} ${x} ${y} cm\n`)
  writeOutlines(out, line, outlines)
  out.ascii('Q\n')
}

/** Of the angle by which a text is turned, clockwise. */
const turns: Record<Turn, { readonly cos: number; readonly sin: number }> = {
  N: { cos: 1, sin: 0 },
  R: { cos: 0, sin: 1 },
  I: { cos: -1, sin: 0 },
  L: { cos: 0, sin: -1 },
}

/** Centres the text on the line's ink, and condenses it if it would be wider. In text space y points up. */
function writeInHelvetica(out: ByteWriter, mark: TextMark, { bytes, kerning, width }: KernedText): void {
  const { size, ink } = mark.line
  const available = ink.right - ink.left
  const natural = (width * size) / 1000
  const stretch = natural === 0 ? 1 : Math.min(1, available / natural)
  const left = ink.left + (available - stretch * natural) / 2
  const { cos, sin } = turns[mark.turn]
  const matrix = [stretch * cos, stretch * sin, sin, -cos].map((each) => shortNumber(each, 4)).join(' ')
  const [x, y] = [shortNumber(mark.x + left * cos), shortNumber(mark.y + left * sin)]
  out.ascii(`BT ${matrix} ${x} ${y} Tm/${helveticaName} ${size} Tf[<`)
  for (let i = 0; i < bytes.length; i++) {
    out.ascii(hexadecimal[bytes[i]!]!)
    if (kerning[i]) out.ascii(`>${-kerning[i]!}<`)
  }
  out.ascii('>]TJ ET\n')
}

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Writes the outlines of a line: those that are not shared as one path, then references to the others. */
function writeOutlines(out: ByteWriter, line: Line, outlines?: Outlines): void {
  out.ascii(`${1 / unitsPerDot} 0 0 ${1 / unitsPerDot} 0 0 cm\n`)
  const pen = outlinePen(out)
  const unshared = line.glyphs.filter((placed) => outlines?.sharedBy(placed, line) === undefined)
  for (const { source, glyph, x, y } of unshared) source.draw(glyph, line.size, x, y, pen)
  if (unshared.length > 0) out.ascii('f\n')
  let [penX, penY] = [0, 0]
  for (const placed of line.glyphs) {
    const outline = outlines?.sharedBy(placed, line)
    if (outline === undefined) continue
    out.ascii('1 0 0 1 ')
    out.spaced(unitsPerDot * (placed.x - penX))
    out.spaced(unitsPerDot * (placed.y - penY))
    out.ascii(`cm /${outline.id} Do\n`)
    ;[penX, penY] = [placed.x, placed.y]
  }
}

/** Writes the content of a form XObject that draws a shared outline, the glyph's origin at (0, 0) (8.10). */
export function writeShared(out: ByteWriter, { source, glyph, size }: SharedOutline): void {
  source.draw(glyph, size, 0, 0, outlinePen(out))
  out.ascii('f\n')
}

/** The bounding box of that form, a dot larger than the outline on every side: left, bottom, right, top. */
export function boundsOf({ source, glyph, size }: SharedOutline): number[] {
  const { left, top, right, bottom } = source.box(glyph, size, 0)!
  return [left - 1, top - 1, right + 1, bottom + 1].map((edge) => unitsPerDot * edge)
}

function outlinePen(out: ByteWriter): Pen {
  let [penX, penY] = [0, 0]
  const to = (x: number, y: number): void => {
    out.spaced(Math.round(x * unitsPerDot))
    out.spaced(Math.round(y * unitsPerDot))
    penX = x
    penY = y
  }
  const cubic = (ax: number, ay: number, bx: number, by: number, x: number, y: number): void => {
    to(ax, ay)
    to(bx, by)
    to(x, y)
    out.ascii('c\n')
  }
  return {
    move(x, y) {
      to(x, y)
      out.ascii('m\n')
    },
    line(x, y) {
      to(x, y)
      out.ascii('l\n')
    },
    // PDF has only cubic curves: their control points are two thirds of the way to the quadratic one
    quadratic: (cx, cy, x, y) =>
      cubic((penX + 2 * cx) / 3, (penY + 2 * cy) / 3, (x + 2 * cx) / 3, (y + 2 * cy) / 3, x, y),
    cubic,
    close: () => out.ascii('h\n'),
  }
}
