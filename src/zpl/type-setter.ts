/**
 * Lines of text in Zebra's fonts as dots: the outlines of free fonts, each character fitted into the width that the printer's font gives it,
 * and capitals as high as there.
 */

import { blitRow, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import type { ModulesMark } from '../layout/scene.ts'
import { filledOutline, type Line, outlineOf, type Pen, typeset } from '../text/index.ts'
import { type DrawnFont, font0Advance } from './fonts.ts'
import type { Budget } from './limits.ts'
import { dotsMark } from './shapes.ts'

/** A line as dots, the upper left corner of its first cell at (0, 0). */
export interface SetLine {
  /** The advance of all, in dots. */
  readonly width: number
  readonly marks: readonly ModulesMark[]
}

/** A character, or several that are shaped together, with its origin on the baseline. */
interface Piece {
  readonly advance: number
  readonly dots: { readonly matrix: Matrix; readonly left: number; readonly top: number } | undefined
}

/** Units an em in which outlines are taken, before they are scaled. */
const em = 1000

/** The largest cells that are drawn, in dots. */
export const largestCell = 4000

/** Scripts whose letters are shaped together or from right to left. */
const shapedTogether =
  /[\u0300-\u036f\u0590-\u08ff\u0900-\u1aff\ua840-\uabff\ufb1d-\ufdff\ufe70-\ufeff\u{10a00}-\u{11fff}\u{1e800}-\u{1eeff}]/u

/** Sets the text of one program, and keeps the characters that it has drawn. */
export class TypeSetter {
  readonly #budget: Budget
  readonly #pieces = new Map<string, Piece>()

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** The advance of a text in dots, which need not be whole. @param gap  dots that are added between characters */
  width(text: string, font: DrawnFont, gap = 0): number {
    const pieces = this.#piecesOf(text, font)
    return pieces.reduce((sum, { advance }) => sum + advance + gap, 0)
  }

  /** A line of text. @throws LimitReached */
  line(text: string, font: DrawnFont, gap = 0): SetLine {
    const placed: { readonly dots: NonNullable<Piece['dots']>; readonly x: number }[] = []
    let pen = 0
    for (const { advance, dots } of this.#piecesOf(text, font)) {
      if (dots !== undefined) placed.push({ dots, x: Math.round(pen) + dots.left })
      pen += advance + gap
    }
    const width = Math.round(pen)
    if (placed.length === 0) return { width, marks: [] }
    const left = Math.min(...placed.map(({ x }) => x))
    const right = Math.max(...placed.map(({ x, dots }) => x + dots.matrix.width))
    const top = Math.min(...placed.map(({ dots }) => dots.top))
    const bottom = Math.max(...placed.map(({ dots }) => dots.top + dots.matrix.height))
    this.#budget.spend('painted', (right - left) * (bottom - top))
    const matrix = lightMatrix(right - left, bottom - top)
    for (const { dots, x } of placed) stamp(matrix, dots.matrix, x - left, dots.top - top)
    return { width, marks: [dotsMark(matrix, left, font.ascent + top)] }
  }

  /** Words whose ink fills a box of these dots, its upper left corner at (0, 0). @throws LimitReached */
  fitted(text: string, { width, height }: { readonly width: number; readonly height: number }): readonly ModulesMark[] {
    const line = typeset(text, { face: 'condensed-bold', size: em })
    const { left, top, right, bottom } = line.ink
    if (right <= left || width < 1 || height < 1) return []
    const scale = { x: width / (right - left), y: height / (bottom - top) }
    this.#budget.spend('painted', width * height)
    const box = { left: 0, top: 0, right: width, bottom: height }
    const matrix = filledOutline((pen) => outlineOf(line, scaled(pen, scale), -left, -top), box)
    return [dotsMark(matrix, 0, 0)]
  }

  /** @throws LimitReached */
  #piecesOf(text: string, font: DrawnFont): readonly Piece[] {
    this.#budget.spend('characters', text.length)
    return (font.font.kind === 'cells' ? cellsIn(text, font.font.isCapital) : partsOf(text)).map((part) => {
      const key = `${font.name} ${font.height} ${font.width} ${part}`
      const known = this.#pieces.get(key)
      if (known !== undefined) return known
      const piece = font.font.kind === 'cells' ? this.#cell(part, font) : this.#scaled(part, font)
      if (this.#pieces.size < mostPieces) this.#pieces.set(key, piece)
      return piece
    })
  }

  /** A character in a cell of fixed width. */
  #cell(character: string, font: DrawnFont): Piece {
    const cell = font.font as Extract<DrawnFont['font'], { kind: 'cells' }>
    const advance = font.width + (cell.gap * font.width) / cell.width
    const line = typeset(character, { face: 'ocrb', size: em })
    const { capitals, left, right } = measuresOf('ocrb')
    const scale = { x: (capitalPart * font.width) / (right - left), y: font.ascent / capitals }
    const dots = this.#dots(line, scale)
    // capitals fill the cell from its left edge on, before the gap
    return { advance, dots: dots && { ...dots, left: dots.left - Math.round(left * scale.x) } }
  }

  /** A character of font 0, or several that are shaped together, which keep their own widths. */
  #scaled(part: string, font: DrawnFont): Piece {
    const line = typeset(part, { face: 'condensed-bold', size: em })
    const y = (0.75 * font.height) / measuresOf('condensed-bold').capitals
    const wanted = font0Advance(part)
    const advance = wanted === undefined ? line.width * y * (font.width / font.height) : wanted * font.width
    return { advance, dots: this.#dots(line, { x: line.width === 0 ? 0 : advance / line.width, y }) }
  }

  #dots(line: Line, scale: { readonly x: number; readonly y: number }): Piece['dots'] {
    const { ink } = line
    const box = {
      left: Math.floor(ink.left * scale.x),
      right: Math.ceil(ink.right * scale.x),
      top: Math.floor(ink.top * scale.y),
      bottom: Math.ceil(ink.bottom * scale.y),
    }
    if (box.left >= box.right || box.top >= box.bottom) return undefined
    this.#budget.spend('painted', (box.right - box.left) * (box.bottom - box.top))
    const matrix = filledOutline((pen) => outlineOf(line, scaled(pen, scale)), box)
    return { matrix, left: box.left, top: box.top }
  }
}

/** How much of its cell an H takes: with all of it figures would be wider than Zebra's. */
const capitalPart = 0.94

/** The most pieces that are kept; the others are drawn each time. */
const mostPieces = 2000

const cellsIn = (text: string, isCapital: boolean): readonly string[] => [...(isCapital ? text.toUpperCase() : text)]

/** The characters of font 0 one by one, and others as they come together. */
function partsOf(text: string): readonly string[] {
  if (shapedTogether.test(text)) return [text]
  const parts: string[] = []
  let others = ''
  for (const character of text) {
    const isOwn = font0Advance(character) !== undefined
    if (!isOwn) others += character
    else {
      if (others !== '') parts.push(others)
      others = ''
      parts.push(character)
    }
  }
  return others === '' ? parts : [...parts, others]
}

type FaceUsed = 'condensed-bold' | 'ocrb'

/** What is measured at an H, in thousandths of an em. */
interface Measures {
  /** The height of capitals. */
  readonly capitals: number
  /** Where its ink begins and ends. */
  readonly left: number
  readonly right: number
}

const measured = new Map<FaceUsed, Measures>()

function measuresOf(face: FaceUsed): Measures {
  const known = measured.get(face)
  if (known !== undefined) return known
  const { ink } = typeset('H', { face, size: em })
  const found = { capitals: -ink.top, left: ink.left, right: ink.right }
  measured.set(face, found)
  return found
}

/** A pen that draws as much wider and higher. */
function scaled(pen: Pen, { x: sx, y: sy }: { readonly x: number; readonly y: number }): Pen {
  return {
    move: (x, y) => pen.move(x * sx, y * sy),
    line: (x, y) => pen.line(x * sx, y * sy),
    quadratic: (cx, cy, x, y) => pen.quadratic(cx * sx, cy * sy, x * sx, y * sy),
    cubic: (ax, ay, bx, by, x, y) => pen.cubic(ax * sx, ay * sy, bx * sx, by * sy, x * sx, y * sy),
    close: () => pen.close(),
  }
}

function stamp(onto: Matrix, from: Matrix, x: number, y: number): void {
  const { height, stride, words } = from
  for (let row = 0; row < height; row++) {
    blitRow(onto.words, 32 * onto.stride * (y + row) + x, words, row * stride, stride)
  }
}
