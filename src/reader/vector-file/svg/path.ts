/** Path data of SVG as operators of PDF. SVG 1.1, second edition, 8.3; ISO 32000-1, 8.5.2 */

import { unreadableSvg } from './fault.ts'

type Point = readonly [x: number, y: number]

/** A number of PDF, which has no exponents. @throws PictureError for one that is too large */
export function pdfNumber(value: number): string {
  if (!(Math.abs(value) < 1e9)) throw unreadableSvg('a number that is too large')
  const text = `${Number(value.toPrecision(10))}`
  return text.includes('e') ? value.toFixed(12) : text
}

const numbers = (...values: readonly number[]): string => values.map(pdfNumber).join(' ')

/** Operators of PDF, from points. */
class PdfPath {
  readonly operators: string[] = []
  #start: Point = [0, 0]
  at: Point = [0, 0]

  move(to: Point): void {
    this.operators.push(`${numbers(...to)} m`)
    this.#start = to
    this.at = to
  }

  line(to: Point): void {
    this.operators.push(`${numbers(...to)} l`)
    this.at = to
  }

  curve(first: Point, second: Point, to: Point): void {
    this.operators.push(`${numbers(...first, ...second, ...to)} c`)
    this.at = to
  }

  close(): void {
    this.operators.push('h')
    this.at = this.#start
  }
}

const number = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/giy
const flag = /[\s,]*([01])/y
const command = /[\s,]*([a-z])/iy

/** Numbers that a command takes. */
const counts: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }

/** @throws PictureError for what is not path data */
export function pathOperators(data: string): string {
  const path = new PdfPath()
  let at = 0
  let letter = ''
  /** The last control point of a curve, for one that continues it smoothly. */
  let control: { readonly kind: 'c' | 'q'; readonly point: Point } | undefined
  const next = (form: RegExp): string | undefined => {
    form.lastIndex = at
    const found = form.exec(data)
    if (found === null) return undefined
    at = form.lastIndex
    return found[1]!
  }
  for (;;) {
    const found = next(command)
    if (found !== undefined) letter = found
    else if (/^[\s,]*$/.test(data.slice(at, at + 100)) && data.slice(at).trim() === '') break
    const kind = letter.toLowerCase()
    const count = counts[kind]
    if (count === undefined || (found === undefined && count === 0)) throw damagedPath(at)
    const values = Array.from({ length: count }, (_, i) => next(kind === 'a' && (i === 3 || i === 4) ? flag : number))
    if (values.includes(undefined)) throw damagedPath(at)
    control = step(path, { letter, values: values.map(Number), control })
    // further points of a move are lines
    if (letter === 'm') letter = 'l'
    if (letter === 'M') letter = 'L'
  }
  return path.operators.join('\n')
}

const damagedPath = (at: number): Error => unreadableSvg(`path data at character ${at}`)

interface Step {
  readonly letter: string
  readonly values: readonly number[]
  readonly control: { readonly kind: 'c' | 'q'; readonly point: Point } | undefined
}

/** Does what a command says. @returns its last control point, if it is a curve */
function step(path: PdfPath, { letter, values, control }: Step): Step['control'] {
  const kind = letter.toLowerCase()
  const [x, y] = path.at
  const [left, top] = letter === kind ? [x, y] : [0, 0]
  const point = (i: number): Point => [left + values[i]!, top + values[i + 1]!]
  const mirrored = (of: 'c' | 'q'): Point =>
    control?.kind === of ? [2 * x - control.point[0], 2 * y - control.point[1]] : [x, y]
  switch (kind) {
    case 'm':
      path.move(point(0))
      return undefined
    case 'l':
      path.line(point(0))
      return undefined
    case 'h':
      path.line([left + values[0]!, y])
      return undefined
    case 'v':
      path.line([x, top + values[0]!])
      return undefined
    case 'c':
      path.curve(point(0), point(2), point(4))
      return { kind: 'c', point: point(2) }
    case 's': {
      path.curve(mirrored('c'), point(0), point(2))
      return { kind: 'c', point: point(0) }
    }
    case 'q':
      return quadratic(path, point(0), point(2))
    case 't':
      return quadratic(path, mirrored('q'), point(0))
    case 'a':
      for (const curve of arc(path.at, values, point(5))) path.curve(...curve)
      return undefined
    default:
      path.close()
      return undefined
  }
}

/** A quadratic curve as a cubic one, whose control points are two thirds of the way to its own. */
function quadratic(path: PdfPath, middle: Point, to: Point): Step['control'] {
  const twoThirds = ([x, y]: Point): Point => [x + (2 / 3) * (middle[0] - x), y + (2 / 3) * (middle[1] - y)]
  path.curve(twoThirds(path.at), twoThirds(to), to)
  return { kind: 'q', point: middle }
}

/** An arc of an ellipse as curves of at most a quarter. SVG 1.1, F.6 */
function arc([x, y]: Point, values: readonly number[], [toX, toY]: Point): [Point, Point, Point][] {
  let [rx, ry] = [Math.abs(values[0]!), Math.abs(values[1]!)]
  if (rx === 0 || ry === 0 || (x === toX && y === toY))
    return [
      [
        [x, y],
        [toX, toY],
        [toX, toY],
      ],
    ]
  const turn = (values[2]! * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const [halfX, halfY] = [(x - toX) / 2, (y - toY) / 2]
  const [u, v] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX]
  const reach = Math.sqrt((u / rx) ** 2 + (v / ry) ** 2)
  if (reach > 1) [rx, ry] = [rx * reach, ry * reach]
  const [a, b] = [u / rx, v / ry]
  const sign = values[3] === values[4] ? -1 : 1
  const factor = sign * Math.sqrt(Math.max(0, 1 / (a * a + b * b) - 1))
  const [centreU, centreV] = [factor * rx * b, -factor * ry * a]
  const centre: Point = [cos * centreU - sin * centreV + (x + toX) / 2, sin * centreU + cos * centreV + (y + toY) / 2]
  const from = Math.atan2((v - centreV) / ry, (u - centreU) / rx)
  let sweep = Math.atan2((-v - centreV) / ry, (-u - centreU) / rx) - from
  if (values[4] === 1 && sweep < 0) sweep += 2 * Math.PI
  if (values[4] === 0 && sweep > 0) sweep -= 2 * Math.PI
  const pieces = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9))
  const each = sweep / pieces
  const k = (4 / 3) * Math.tan(each / 4)
  const onPage = (p: number, q: number): Point => [
    centre[0] + cos * rx * p - sin * ry * q,
    centre[1] + sin * rx * p + cos * ry * q,
  ]
  return Array.from({ length: pieces }, (_, i) => {
    const [start, end] = [from + i * each, from + (i + 1) * each]
    const [c, s, d, e] = [Math.cos(start), Math.sin(start), Math.cos(end), Math.sin(end)]
    return [onPage(c - k * s, s + k * c), onPage(d + k * e, e - k * d), onPage(d, e)]
  })
}
