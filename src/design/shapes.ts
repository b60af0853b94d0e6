/** Lines, boxes and ellipses in whole dots: as a few rectangles where all edges are between dots, else as bitmaps. */

import { darken, darkenSpan, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import type { Resolution } from '../layout/resolution.ts'
import type { ModulesMark } from '../layout/scene.ts'
import type { Degrees, LabelPoint, LineElement, ShapeElement } from './design.ts'

/** A rectangle in dots; right and bottom are not included. */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A box in mm snapped to the nearest dots, one dot wide and high at least. */
export function rectOf(
  { at: [x, y], size: [width, height] }: Pick<ShapeElement, 'at' | 'size'>,
  { perMillimetre }: Resolution,
): Rect {
  const [left, top] = [Math.round(x * perMillimetre), Math.round(y * perMillimetre)]
  const right = Math.max(left + 1, Math.round((x + width) * perMillimetre))
  return { left, top, right, bottom: Math.max(top + 1, Math.round((y + height) * perMillimetre)) }
}

/** The width of a line in dots, one at least. */
const lineDots = (width: number, { perMillimetre }: Resolution): number =>
  Math.max(1, Math.round(width * perMillimetre))

const dark = lightMatrix(1, 1)
darken(dark, 0, 0)

/** All dots of a rectangle. */
export function filledRect({ left, top, right, bottom }: Rect): ModulesMark {
  return { kind: 'modules', matrix: dark, xs: [left, right], ys: [top, bottom] }
}

const frame = lightMatrix(3, 3)
for (let i = 0; i < 9; i++) if (i !== 4) darken(frame, i % 3, Math.floor(i / 3))

/** A box, with its line inside of its edges. */
export function boxMark(element: ShapeElement, resolution: Resolution): ModulesMark {
  const rect = rectOf(element, resolution)
  const { left, top, right, bottom } = rect
  const line = element.width === undefined ? Infinity : lineDots(element.width, resolution)
  if (2 * line >= Math.min(right - left, bottom - top)) return filledRect(rect)
  const xs = [left, left + line, right - line, right]
  return { kind: 'modules', matrix: frame, xs, ys: [top, top + line, bottom - line, bottom] }
}

/** Dots from `from` to `to`, `to` not included; none if `from` is not below `to`. */
type Span = readonly [from: number, to: number]

/** An ellipse in its box, with its line inside of it: the dots whose middle is inside, and its outermost dots, so that no line has gaps. */
export function ellipseMark(element: ShapeElement, resolution: Resolution): ModulesMark {
  const rect = rectOf(element, resolution)
  const [width, height] = [rect.right - rect.left, rect.bottom - rect.top]
  const line = element.width === undefined ? Infinity : lineDots(element.width, resolution)
  const matrix = lightMatrix(width, height)
  const [a, b] = [width / 2, height / 2]
  /** The dots of row y inside of the ellipse with semi-axes `line` shorter. */
  const inside = (y: number, less: number): Span => {
    if (a <= less || b <= less || y < 0 || y >= height) return [width, 0]
    const share = 1 - ((y + 0.5 - b) / (b - less)) ** 2
    const half = share < 0 ? -1 : (a - less) * Math.sqrt(share)
    return [Math.max(0, Math.ceil(a - half - 0.5)), Math.min(width, Math.floor(a + half - 0.5) + 1)]
  }
  for (let y = 0; y < height; y++) {
    const outer = inside(y, 0)
    const others = [inside(y, line), inside(y - 1, 0), inside(y + 1, 0), [outer[0] + 1, outer[1] - 1]] as const
    const [from, to] = [Math.max(...others.map((span) => span[0])), Math.min(...others.map((span) => span[1]))]
    const row = 32 * matrix.stride * y
    if (from >= to) darkenSpan(matrix.words, row + outer[0], row + outer[1])
    else {
      darkenSpan(matrix.words, row + outer[0], row + from)
      darkenSpan(matrix.words, row + to, row + outer[1])
    }
  }
  return bitmapMark(matrix, rect.left, rect.top)
}

/** A line, as a rectangle if it is horizontal or vertical, else as the dots whose middle is in it. Its ends are cut at right angles. */
export function lineMark(element: LineElement, resolution: Resolution): ModulesMark {
  const width = lineDots(element.width, resolution)
  const [from, to] = endsInDots(element, resolution)
  const [x0, x1] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]]
  const [y0, y1] = from[1] < to[1] ? [from[1], to[1]] : [to[1], from[1]]
  const left = Math.round(x0 - (isNear(x0, x1) ? width / 2 : 0))
  const top = Math.round(y0 - (isNear(y0, y1) ? width / 2 : 0))
  if (isNear(y0, y1)) return filledRect({ left, top, right: Math.max(left + 1, Math.round(x1)), bottom: top + width })
  if (isNear(x0, x1)) return filledRect({ left, top, right: left + width, bottom: Math.max(top + 1, Math.round(y1)) })
  return slanted(from, to, width)
}

/** How many dots the bitmap of a line has; none if it is horizontal or vertical. */
export function dotsOfLine(element: LineElement, resolution: Resolution): number {
  const [from, to] = endsInDots(element, resolution)
  if (isNear(from[0], to[0]) || isNear(from[1], to[1])) return 0
  const { left, top, right, bottom } = boxAround(cornersOf(from, to, lineDots(element.width, resolution)))
  return (right - left) * (bottom - top)
}

function endsInDots(element: LineElement, { perMillimetre }: Resolution): readonly [LabelPoint, LabelPoint] {
  const [from, to] = turnedEnds(element)
  const inDots = ([x, y]: LabelPoint): LabelPoint => [x * perMillimetre, y * perMillimetre]
  return [inDots(from), inDots(to)]
}

/** Less than half of a dot apart. */
const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 0.5

/** The ends of a line, turned about its middle. */
function turnedEnds({ from, to, turn }: LineElement): readonly [LabelPoint, LabelPoint] {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
  const about = ([px, py]: LabelPoint): LabelPoint => {
    const [dx, dy] = [px - x, py - y]
    const turned: Record<Degrees, LabelPoint> = { 0: [dx, dy], 90: [-dy, dx], 180: [-dx, -dy], 270: [dy, -dx] }
    return [x + turned[turn][0], y + turned[turn][1]]
  }
  return [about(from), about(to)]
}

/** The corners of a line with its width, all in dots. */
function cornersOf(from: LabelPoint, to: LabelPoint, width: number): readonly LabelPoint[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy)
  const [nx, ny] = [(-dy / length) * (width / 2), (dx / length) * (width / 2)]
  return [
    [from[0] + nx, from[1] + ny],
    [to[0] + nx, to[1] + ny],
    [to[0] - nx, to[1] - ny],
    [from[0] - nx, from[1] - ny],
  ]
}

/** The dots around these: no dot whose middle is outside is dark. */
function boxAround(corners: readonly LabelPoint[]): Rect {
  const [left, right] = dotsBetween(corners.map(([x]) => x))
  const [top, bottom] = dotsBetween(corners.map(([, y]) => y))
  return { left, top, right, bottom }
}

/** @param width  in dots */
function slanted(from: LabelPoint, to: LabelPoint, width: number): ModulesMark {
  const corners = cornersOf(from, to, width)
  const { left, top, right, bottom } = boxAround(corners)
  const matrix = lightMatrix(right - left, bottom - top)
  for (let y = 0; y < matrix.height; y++) {
    const [start, end] = crossed(corners, top + y + 0.5)
    const row = 32 * matrix.stride * y
    darkenSpan(matrix.words, row + Math.ceil(start - left - 0.5), row + Math.floor(end - left - 0.5) + 1)
  }
  return bitmapMark(matrix, left, top)
}

/** The dots whose middles are between the least and the greatest of these: the first, and the one after the last. */
function dotsBetween(edges: readonly number[]): readonly [number, number] {
  const first = Math.ceil(Math.min(...edges) - 0.5)
  return [first, Math.max(first + 1, Math.floor(Math.max(...edges) - 0.5) + 1)]
}

/** Where the horizontal line at y enters and leaves a convex polygon; from infinity to minus infinity if it does not meet it. */
function crossed(corners: readonly LabelPoint[], y: number): Span {
  let [start, end] = [Infinity, -Infinity]
  for (const [i, [ax, ay]] of corners.entries()) {
    const [bx, by] = corners[(i + 1) % corners.length]!
    if (ay > y === by > y) continue
    const x = ax + ((y - ay) / (by - ay)) * (bx - ax)
    start = Math.min(start, x)
    end = Math.max(end, x)
  }
  return [start, end]
}

/** A bitmap with its upper left dot at (x, y). */
export function bitmapMark(matrix: Matrix, x: number, y: number): ModulesMark {
  const edges = (count: number, start: number): number[] => Array.from({ length: count + 1 }, (_, i) => start + i)
  return { kind: 'modules', matrix, xs: edges(matrix.width, x), ys: edges(matrix.height, y) }
}
