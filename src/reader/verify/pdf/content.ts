/** What the operators of a page paint (ISO 32000-1:2008, 8 and 9): rectangles as dots, all other ink as the box around it. */

import type { Matrix } from '../../../../symbologies/matrix/index.ts'
import type { Box } from '../../check/index.ts'
import { reachOf } from '../curve.ts'
import { RectanglePainter } from '../dots.ts'
import { unreadable } from '../failure.ts'
import { curvePoints, type DotPoint, paintStroke } from '../stroke.ts'
import { helvetica } from './helvetica.ts'

/** a b c d e f: x' = a x + c y + e, y' = b x + d y + f (8.3.3). */
export type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** What is done first, then what is done afterwards. */
export function composed(first: Transform, then: Transform): Transform {
  const [a, b, c, d, e, f] = first
  const [g, h, i, j, k, l] = then
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

/** What `Do` paints. */
export type XObject =
  | { readonly kind: 'form'; readonly boxes: readonly Box[] }
  | { readonly kind: 'mask'; readonly paint: (transform: Transform) => void }
  /** A label on a sheet. Paints its dots, and returns the boxes of its words, in dots of the page. */
  | { readonly kind: 'label'; readonly place: (transform: Transform) => readonly Box[] }

export interface Resources {
  /** By their names. @throws VerificationFailure for a name that the page does not have */
  xobject(name: string): XObject
  /** Whether the name is that of Helvetica in WinAnsiEncoding. */
  isHelvetica(name: string): boolean
}

/** What is painted so far. */
export interface PageCanvas {
  /** Undefined where no rectangle may be painted. */
  readonly dots: Matrix | undefined
  /** In dots. */
  readonly words: Box[]
  /** Of lines; undefined where none may be stroked. */
  readonly perMillimetre?: number
}

/** Numbers, names, strings in hexadecimal digits, the brackets of arrays, and operators (7.8.2). */
const token =
  /[ \n]*(?:(-?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})(?=[ \n\]<]))|\/([A-Za-z0-9.+_-]{1,60})|<([0-9a-f]*)>|([[\]])|([a-zA-Z]{1,3})(?=[ \n[/]|$))/y

/** The most numbers before an operator, and the most states that are kept at once. */
const [mostOperands, mostStates] = [10_000, 8]

/** How far an edge may be off the edge between two dots, in dots: shapes are a twentieth of a dot smaller at their sides. */
const edgeTolerance = 0.12

type Operand = number | { readonly name: string } | { readonly hex: string }

/**
 * Paints a content.
 *
 * @param transform  from its units to dots, y down
 * @throws VerificationFailure for an operator that no label has, and for rectangles that are not whole dots
 */
export function paintContent(text: string, transform: Transform, resources: Resources, canvas: PageCanvas): void {
  new Interpreter(transform, resources, canvas).run(text)
}

class Interpreter {
  #transform: Transform
  readonly #states: {
    readonly transform: Transform
    readonly thickness: number | undefined
    readonly isInvisible: boolean
  }[] = []
  readonly #resources: Resources
  readonly #canvas: PageCanvas
  readonly #painter: RectanglePainter | undefined
  #operands: Operand[] = []
  /** Of lines, in units of the content; undefined if nothing said it. */
  #thickness: number | undefined
  /** Whether text is not painted: it is only selected and searched. */
  #isInvisible = false
  /** Of the path: rectangles in dots, and the boxes of other subpaths. */
  #rectangles: Box[] = []
  #boxes: MutableBox[] = []
  /** The path as straight pieces, if lines may be stroked. */
  #line: DotPoint[] = []
  /** Where the last segment ended, in dots. */
  #pen: DotPoint = [0, 0]
  /** Undefined outside of a text object; the matrix of the text. */
  #text: { matrix: Transform; font: number | undefined } | undefined

  constructor(transform: Transform, resources: Resources, canvas: PageCanvas) {
    this.#transform = transform
    this.#resources = resources
    this.#canvas = canvas
    this.#painter = canvas.dots && new RectanglePainter(canvas.dots)
  }

  run(text: string): void {
    let at = 0
    token.lastIndex = 0
    for (;;) {
      token.lastIndex = at
      const found = token.exec(text)
      if (found === null) break
      at = token.lastIndex
      const [, number, name, hex, , operator] = found
      if (number !== undefined) this.#operands.push(Number(number))
      else if (name !== undefined) this.#operands.push({ name })
      else if (hex !== undefined) this.#operands.push({ hex })
      else if (operator !== undefined) this.#operator(operator)
      if (this.#operands.length > mostOperands) throw unreadable('the PDF has too many operands')
    }
    const isWhole = text.slice(at).trim() === '' && this.#operands.length === 0 && this.#states.length === 0
    const isPainted = this.#rectangles.length === 0 && this.#boxes.length === 0 && this.#text === undefined
    if (!isWhole || !isPainted) throw unreadable('the content of the PDF does not end as it should')
    this.#painter?.end()
  }

  #operator(name: string): void {
    switch (name) {
      case 're': {
        const [x, y, width, height] = this.#numbers(4)
        this.#rectangles.push(boxAround(this.#transform, [x!, y!, x! + width!, y! + height!]))
        break
      }
      case 'm': {
        const [x, y] = this.#numbers(2)
        this.#boxes.push(new MutableBox())
        this.#pen = this.#extend(x!, y!)
        this.#trace([this.#pen])
        break
      }
      case 'l': {
        const [x, y] = this.#numbers(2)
        this.#pen = this.#extend(x!, y!)
        this.#trace([this.#pen])
        break
      }
      case 'c': {
        const [a, b, c, d, x, y] = this.#numbers(6)
        this.#curve([a!, b!], [c!, d!], [x!, y!])
        break
      }
      case 'h':
        this.#numbers(0)
        if (this.#boxes.length === 0) throw unreadable('the PDF closes no path')
        break
      case 'f':
        this.#numbers(0)
        this.#fill()
        break
      case 'q': {
        this.#numbers(0)
        const kept = { transform: this.#transform, thickness: this.#thickness, isInvisible: this.#isInvisible }
        if (this.#states.push(kept) > mostStates) throw unreadable('the PDF keeps too many states')
        break
      }
      case 'Q': {
        this.#numbers(0)
        const kept = this.#states.pop()
        if (kept === undefined) throw unreadable('the PDF restores no state')
        this.#transform = kept.transform
        this.#thickness = kept.thickness
        this.#isInvisible = kept.isInvisible
        break
      }
      case 'cm':
        this.#transform = composed(this.#numbers(6) as unknown as Transform, this.#transform)
        break
      case 'Tr':
        this.#isInvisible = this.#isInvisibleMode()
        break
      case 'w':
        this.#thickness = this.#numbers(1)[0]!
        break
      case 'S':
      case 's':
        this.#numbers(0)
        this.#stroke(name === 's')
        break
      case 'Do':
        this.#draw(this.#name())
        break
      default:
        this.#textOperator(name)
    }
  }

  /** 9.3.6, table 106: text is filled, or not painted; no label has others. */
  #isInvisibleMode(): boolean {
    const [mode] = this.#numbers(1)
    if (mode !== 0 && mode !== 3) throw unreadable('a text of the PDF is painted in another way')
    return mode === 3
  }

  #fill(): void {
    if (this.#rectangles.length > 0 && this.#boxes.length > 0)
      throw unreadable('a path of the PDF has outlines and modules')
    for (const rectangle of this.#rectangles) {
      if (this.#painter === undefined) throw unreadable('a form of the PDF has modules')
      this.#painter.add(wholeDots(rectangle))
    }
    for (const box of this.#boxes) this.#canvas.words.push(box)
    this.#endPath()
  }

  /** 8.5.3.2: a box, or one subpath, which is closed first. The thickness is the same in all directions. */
  #stroke(isClosed: boolean): void {
    const { dots, perMillimetre } = this.#canvas
    const [a, b, c, d] = this.#transform
    const isEven = Math.abs(a - 1) < 1e-6 && b === 0 && c === 0 && Math.abs(d - 1) < 1e-6
    const [box, ...others] = this.#rectangles
    const isOne = isClosed
      ? box === undefined && this.#boxes.length === 1
      : box !== undefined && this.#boxes.length === 0
    if (dots === undefined || perMillimetre === undefined || !isEven || !isOne || others.length > 0) {
      throw unreadable('the PDF has a line of another kind')
    }
    const points = box === undefined ? [...this.#line, this.#line[0]!] : cornersOf(box)
    paintStroke(dots, { points, thickness: this.#thickness ?? 0 }, perMillimetre)
    this.#endPath()
  }

  #endPath(): void {
    this.#rectangles = []
    this.#boxes = []
    this.#line = []
  }

  #trace(points: readonly DotPoint[]): void {
    if (this.#canvas.perMillimetre !== undefined) this.#line.push(...points)
  }

  #draw(name: string): void {
    const object = this.#resources.xobject(name)
    if (object.kind === 'mask') {
      object.paint(this.#transform)
      return
    }
    if (object.kind === 'label') {
      for (const box of object.place(this.#transform)) this.#canvas.words.push(box)
      return
    }
    for (const { left, top, right, bottom } of object.boxes) {
      this.#canvas.words.push(boxAround(this.#transform, [left, top, right, bottom]))
    }
  }

  #textOperator(name: string): void {
    if (name === 'BT') {
      if (this.#text !== undefined) throw unreadable('a text of the PDF is within another')
      this.#numbers(0)
      this.#text = { matrix: [1, 0, 0, 1, 0, 0], font: undefined }
      return
    }
    const text = this.#text
    if (text === undefined) throw unreadable(`the PDF has the operator ${name.slice(0, 3)}`)
    switch (name) {
      case 'ET':
        this.#numbers(0)
        this.#text = undefined
        break
      case 'Tm':
        text.matrix = this.#numbers(6) as unknown as Transform
        break
      case 'Tf': {
        const [font, size] = this.#operands
        this.#operands = []
        const isKnown = typeof font === 'object' && 'name' in font && this.#resources.isHelvetica(font.name)
        if (!isKnown || typeof size !== 'number') throw unreadable('the PDF has another font than Helvetica')
        text.font = size
        break
      }
      case 'TJ':
        this.#show(text.matrix, text.font)
        break
      default:
        throw unreadable(`the PDF has the operator ${name.slice(0, 3)}`)
    }
  }

  /** 9.4.3: strings, and numbers by which the pen is moved back, in thousandths of an em. */
  #show(matrix: Transform, size: number | undefined): void {
    if (size === undefined) throw unreadable('a text of the PDF has no font')
    const toDots = composed([size / 1000, 0, 0, size / 1000, 0, 0], composed(matrix, this.#transform))
    let pen = 0
    for (const operand of this.#operands) {
      if (typeof operand === 'number') {
        pen -= operand
        continue
      }
      if (!('hex' in operand) || operand.hex.length % 2 > 0) throw unreadable('a text of the PDF')
      for (let i = 0; i < operand.hex.length; i += 2) {
        const glyph = helvetica.get(Number.parseInt(operand.hex.slice(i, i + 2), 16))
        if (glyph === undefined) throw unreadable('a text of the PDF has a byte without a character')
        const { advance, left, bottom, right, top } = glyph
        if (top > bottom && !this.#isInvisible)
          this.#canvas.words.push(boxAround(toDots, [pen + left, bottom, pen + right, top]))
        pen += advance
      }
    }
    this.#operands = []
  }

  /** Widens the box of the subpath by a point, which it returns in dots. */
  #extend(x: number, y: number): DotPoint {
    const box = this.#boxes.at(-1)
    if (box === undefined) throw unreadable('a path of the PDF does not begin')
    const point = transformed(this.#transform, [x, y])
    box.extend(...point)
    return point
  }

  #curve(first: DotPoint, second: DotPoint, end: DotPoint): void {
    const [x, y] = this.#pen
    const [[a, b], [c, d]] = [transformed(this.#transform, first), transformed(this.#transform, second)]
    this.#pen = this.#extend(...end)
    this.#trace(this.#canvas.perMillimetre === undefined ? [] : curvePoints([x, y], [a, b], [c, d], this.#pen))
    const [across, down] = [reachOf(x, a, c, this.#pen[0]), reachOf(y, b, d, this.#pen[1])]
    const box = this.#boxes.at(-1)!
    box.extend(across[0], down[0])
    box.extend(across[1], down[1])
  }

  #numbers(count: number): readonly number[] {
    const operands = this.#operands
    this.#operands = []
    if (operands.length !== count || !operands.every((operand) => typeof operand === 'number')) {
      throw unreadable('an operator of the PDF has other operands')
    }
    return operands
  }

  #name(): string {
    const [operand, ...others] = this.#operands
    this.#operands = []
    if (typeof operand !== 'object' || !('name' in operand) || others.length > 0) {
      throw unreadable('an operator of the PDF has other operands')
    }
    return operand.name
  }
}

const transformed = ([a, b, c, d, e, f]: Transform, [x, y]: DotPoint): DotPoint => [
  a * x + c * y + e,
  b * x + d * y + f,
]

class MutableBox implements Box {
  left = Number.POSITIVE_INFINITY
  top = Number.POSITIVE_INFINITY
  right = Number.NEGATIVE_INFINITY
  bottom = Number.NEGATIVE_INFINITY

  extend(x: number, y: number): void {
    this.left = Math.min(this.left, x)
    this.right = Math.max(this.right, x)
    this.top = Math.min(this.top, y)
    this.bottom = Math.max(this.bottom, y)
  }
}

const cornersOf = ({ left, top, right, bottom }: Box): readonly DotPoint[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
  [left, top],
]

/** The box around a rectangle after a transform. */
export function boxAround(
  [a, b, c, d, e, f]: Transform,
  [x, y, toX, toY]: readonly [number, number, number, number],
): Box {
  const box = new MutableBox()
  for (const [u, v] of [
    [x, y],
    [toX, y],
    [x, toY],
    [toX, toY],
  ] as const) {
    box.extend(a * u + c * v + e, b * u + d * v + f)
  }
  return box
}

/** The dots that a rectangle darkens: it has to reach from edge to edge, and into no other dot. @throws VerificationFailure */
export function wholeDots({ left, top, right, bottom }: Box): Box {
  const whole = { left: Math.round(left), top: Math.round(top), right: Math.round(right), bottom: Math.round(bottom) }
  const short = [left - whole.left, top - whole.top, whole.right - right, whole.bottom - bottom]
  if (short.some((length) => !(length >= -0.001 && length <= edgeTolerance))) {
    throw unreadable('a rectangle of the PDF is not of whole dots')
  }
  return whole
}
