/** Path data and transforms of SVG (SVG 1.1, 7.6 and 8.3). */

import type { Matrix } from '../../../../symbologies/matrix/index.ts'
import type { Box } from '../../check/index.ts'
import { reachOf } from '../curve.ts'
import { RectanglePainter } from '../dots.ts'
import { unreadable } from '../failure.ts'

/** a b c d e f: x' = a x + c y + e, y' = b x + d y + f. */
export type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const step =
  /(?:matrix\((-?\d+) (-?\d+) (-?\d+) (-?\d+) (-?\d+) (-?\d+)\)|translate\((-?\d+) (-?\d+)\)|rotate\((90|180|270)\)|scale\((0\.\d+)\))/y

/** The steps of a transform, of which the last is done first. @throws VerificationFailure */
export function transformIn(text: string): Transform {
  let whole: Transform = [1, 0, 0, 1, 0, 0]
  for (let at = 0; at < text.length; at = step.lastIndex) {
    step.lastIndex = at
    const found = step.exec(text)
    if (found === null) throw unreadable('a transform of the SVG')
    whole = composed(stepOf(found), whole)
  }
  return whole
}

function stepOf([, ...numbers]: RegExpExecArray): Transform {
  const [a, , , , , , x, , degrees, scale] = numbers
  if (a !== undefined) return numbers.slice(0, 6).map(Number) as unknown as Transform
  if (x !== undefined) return [1, 0, 0, 1, Number(x), Number(numbers[7])]
  if (scale !== undefined) return [Number(scale), 0, 0, Number(scale), 0, 0]
  switch (degrees) {
    case '90':
      return [0, 1, -1, 0, 0, 0]
    case '180':
      return [-1, 0, 0, -1, 0, 0]
    default:
      return [0, -1, 1, 0, 0, 0]
  }
}

/** What is done first, then what is done afterwards. */
function composed([a, b, c, d, e, f]: Transform, [g, h, i, j, k, l]: Transform): Transform {
  return [g * a + i * b, h * a + j * b, g * c + i * d, h * c + j * d, g * e + i * f + k, h * e + j * f + l]
}

export function transformedBox({ left, top, right, bottom }: Box, [a, b, c, d, e, f]: Transform): Box {
  const [x, toX] = [a * left + c * top + e, a * right + c * bottom + e]
  const [y, toY] = [b * left + d * top + f, b * right + d * bottom + f]
  return { left: Math.min(x, toX), top: Math.min(y, toY), right: Math.max(x, toX), bottom: Math.max(y, toY) }
}

/** Reads commands of a letter, and whole numbers. */
class PathReader {
  #at = 0
  readonly #data: string

  constructor(data: string) {
    this.#data = data
  }

  get isAtEnd(): boolean {
    return this.#at === this.#data.length
  }

  /** The next character, which is taken. */
  command(): string {
    return this.#data.charAt(this.#at++)
  }

  /** @throws VerificationFailure */
  expect(character: string): void {
    if (this.command() !== character) throw this.failure()
  }

  /** A whole number. @throws VerificationFailure */
  number(): number {
    const data = this.#data
    const isNegative = data.charCodeAt(this.#at) === minus
    let at = isNegative ? this.#at + 1 : this.#at
    const from = at
    let value = 0
    for (let digit = data.charCodeAt(at) - zero; digit >= 0 && digit <= 9; digit = data.charCodeAt(++at) - zero) {
      value = 10 * value + digit
    }
    if (at === from || at - from > 10) throw this.failure()
    this.#at = at
    return isNegative ? -value : value
  }

  failure(): Error {
    return unreadable(`path data of the SVG at character ${this.#at}`)
  }
}

const [minus, zero] = [0x2d, 0x30]

/**
 * Paints rectangles, each from where the last one ended: moved, down, right and up again.
 *
 * @throws VerificationFailure for other paths
 */
export function paintRectangles(dots: Matrix, data: string, transform: Transform): void {
  const reader = new PathReader(data)
  const painter = new RectanglePainter(dots)
  let [x, y] = [0, 0]
  while (!reader.isAtEnd) {
    reader.expect('m')
    x += reader.number()
    reader.expect(' ')
    y += reader.number()
    reader.expect('v')
    const height = reader.number()
    reader.expect('h')
    const width = reader.number()
    reader.expect('v')
    if (reader.number() !== -height) throw reader.failure()
    painter.add(transformedBox({ left: x, top: y, right: x + width, bottom: y + height }, transform))
    x += width
  }
  painter.end()
}

/**
 * Paints lines along the middle of rows of dots, a dot wide.
 *
 * @param origin  of the path: y ends in a half
 * @throws VerificationFailure for other paths
 */
export function paintLines(dots: Matrix, data: string, [left, top]: readonly [number, number]): void {
  const reader = new PathReader(data)
  const painter = new RectanglePainter(dots)
  for (const character of 'M0 0') reader.expect(character)
  let [x, y] = [left, top - 0.5]
  while (!reader.isAtEnd) {
    reader.expect('m')
    x += reader.number()
    reader.expect(' ')
    y += reader.number()
    reader.expect('h')
    const length = reader.number()
    painter.add({ left: x, top: y, right: x + length, bottom: y + 1 })
    x += length
  }
  painter.end()
}

/** The boxes around the subpaths of outlines. @throws VerificationFailure for other paths */
export function outlineBoxes(data: string): readonly Box[] {
  const reader = new PathReader(data)
  const boxes: Box[] = []
  while (!reader.isAtEnd) {
    reader.expect('M')
    boxes.push(subpathBox(reader))
  }
  return boxes
}

/** From the numbers after M to Z. */
function subpathBox(reader: PathReader): Box {
  let [x, y] = pointIn(reader)
  let [left, top, right, bottom] = [x, y, x, y]
  for (let command = reader.command(); command !== 'Z'; command = reader.command()) {
    const points = [pointIn(reader)]
    const count = command === 'L' ? 1 : command === 'Q' ? 2 : command === 'C' ? 3 : 0
    if (count === 0) throw reader.failure()
    while (points.length < count) {
      reader.expect(' ')
      points.push(pointIn(reader))
    }
    const [toX, toY] = points.at(-1)!
    const [a, b] = controlPoints([x, y], points)
    const [across, down] = [reachOf(x, a[0], b[0], toX), reachOf(y, a[1], b[1], toY)]
    left = Math.min(left, across[0])
    right = Math.max(right, across[1])
    top = Math.min(top, down[0])
    bottom = Math.max(bottom, down[1])
    ;[x, y] = [toX, toY]
  }
  return { left, top, right, bottom }
}

type Point = readonly [x: number, y: number]

function pointIn(reader: PathReader): Point {
  const x = reader.number()
  reader.expect(' ')
  return [x, reader.number()]
}

/** The control points of a cubic curve: those of a quadratic one are two thirds of the way to its own. */
function controlPoints(from: Point, points: readonly Point[]): readonly [Point, Point] {
  const to = points.at(-1)!
  switch (points.length) {
    case 1:
      return [from, to]
    case 2:
      return [twoThirds(from, points[0]!), twoThirds(to, points[0]!)]
    default:
      return [points[0]!, points[1]!]
  }
}

const twoThirds = ([x, y]: Point, [toX, toY]: Point): Point => [(x + 2 * toX) / 3, (y + 2 * toY) / 3]
