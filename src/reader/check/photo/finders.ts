/** Finder patterns of QR Code and Micro QR Code in a photo. ISO/IEC 18004:2015, 12 b): dark and light in the ratio 1:1:3:1:1 */

import type { Effort } from '../picture/effort.ts'
import type { Inked, Point } from './planes.ts'

/** A finder pattern, in pixels of the picture. */
export interface Finder {
  readonly at: Point
  /** The width of a module along rows, about. */
  readonly module: number
  /** How many lines crossed it. */
  readonly lines: number
}

/** How far each of the five widths may be from its share, in modules: along rows and columns, and along diagonals, whose steps are longer. */
const slack = 0.75
const diagonalSlack = 1
/** The most finder patterns that are looked at in a plane: those that most lines cross. */
const mostFinders = 40
/** The most places in a plane that look like finder patterns: then there is no telling which of them are. */
const mostGroups = 400
/** The fewest pixels of a module along a line. */
const leastModule = 1

/** The finder patterns in a plane, dark on light, those crossed by the most lines first. */
export function findersIn(inked: Inked, effort: Effort): Finder[] {
  const { width, height, dark, scale } = inked
  const groups: { x: number; y: number; module: number; lines: number }[] = []
  // a finder pattern that is 14 pixels wide is crossed by three lines through its middle at least
  const step = height > 1200 ? 2 : 1
  let [a, b, c, d, e] = [0, 0, 0, 0, 0]
  search: for (let y = 1; y < height; y += step) {
    const row = y * width
    let count = 0
    let x = 0
    while (x < width) {
      const colour = dark[row + x]!
      const from = x
      while (x < width && dark[row + x] === colour) x++
      ;[a, b, c, d, e] = [b, c, d, e, x - from]
      count++
      if (colour !== 1 || count < 5 || !isFinder(a, b, c, d, e, slack)) continue
      const length = a + b + c + d + e
      if (!effort.affords(crossingSteps * length)) break search
      const middle = x - e - d - c / 2
      const down = crossing(inked, { x: middle, y: y + 0.5 }, [0, 1], mostOblong * length)
      if (down === undefined) continue
      if (!effort.affords(3 * crossingSteps * length)) break search
      const found = crossed(inked, { x: middle, y: y + 0.5 + down.off }, down.length)
      if (found === undefined) continue
      const near = groups.find(
        (each) => Math.hypot(each.x - found.x, each.y - found.y) < 1.5 * Math.max(each.module, found.module),
      )
      if (near === undefined) groups.push({ ...found, lines: 1 })
      else {
        const lines = near.lines + 1
        near.x += (found.x - near.x) / lines
        near.y += (found.y - near.y) / lines
        near.module += (found.module - near.module) / lines
        near.lines = lines
      }
      if (groups.length >= mostGroups) break search
    }
  }
  return groups
    .toSorted((a, b) => b.lines - a.lines)
    .slice(0, mostFinders)
    .map(({ x, y, module, lines }) => ({ at: { x: x * scale, y: y * scale }, module: module * scale, lines }))
}

/** Whether five widths are as 1:1:3:1:1, each within `most` of a module, the middle one within 2.5 times as much. */
function isFinder(a: number, b: number, c: number, d: number, e: number, most: number): boolean {
  const module = (a + b + c + d + e) / 7
  if (module < leastModule) return false
  const off = most * module
  return (
    Math.abs(a - module) < off &&
    Math.abs(b - module) < off &&
    Math.abs(c - 3 * module) < 2.5 * off &&
    Math.abs(d - module) < off &&
    Math.abs(e - module) < off
  )
}

/** A line through a finder pattern goes on by the given number of pixels at a time. */
type Way = readonly [across: number, down: number]

const diagonals: readonly Way[] = [
  [1, 1],
  [1, -1],
]
/** How much longer than another a line through the same finder pattern may be. */
const mostOblong = 2.5
/** The pixels that another line through a finder pattern goes over, for each pixel of the first one. */
const crossingSteps = 2 * mostOblong

/**
 * The middle of a finder pattern that a column crosses at a point, if the row through it crosses one too, and so do the
 * diagonals: any line through its middle does.
 */
function crossed(inked: Inked, { x, y }: Point, length: number): { x: number; y: number; module: number } | undefined {
  const most = mostOblong * length
  const across = crossing(inked, { x, y }, [1, 0], most)
  if (across === undefined) return undefined
  if (across.length > most || length > mostOblong * across.length) return undefined
  const at = { x: x + across.off, y }
  if (diagonals.some((way) => crossing(inked, at, way, most) === undefined)) return undefined
  return { ...at, module: across.length / 7 }
}

/**
 * Whether a line crosses a finder pattern: how far its middle is from the point on the way, and its length, both in steps of the way.
 *
 * @param most  how many steps are gone to either side
 */
function crossing(
  { width, height, dark }: Inked,
  point: Point,
  [across, down]: Way,
  most: number,
): { off: number; length: number } | undefined {
  const [x, y] = [Math.floor(point.x), Math.floor(point.y)]
  const isDarkAt = (at: number): boolean => {
    const [column, row] = [x + at * across, y + at * down]
    return column >= 0 && row >= 0 && column < width && row < height && dark[row * width + column] === 1
  }
  if (!isDarkAt(0)) return undefined
  const run = (from: number, step: 1 | -1, colour: boolean): number => {
    let at = from
    while (Math.abs(at) <= most && isDarkAt(at) === colour) at += step
    return at
  }
  const left = run(0, -1, true)
  const right = run(0, 1, true)
  const leftGap = run(left, -1, false)
  const rightGap = run(right, 1, false)
  const first = run(leftGap, -1, true)
  const last = run(rightGap, 1, true)
  const widths = [leftGap - first, left - leftGap, right - left - 1, rightGap - right, last - rightGap] as const
  if (!isFinder(...widths, across * down === 0 ? slack : diagonalSlack)) return undefined
  const start = across === 0 ? point.y - y : point.x - x
  return { off: (left + 1 + right) / 2 - start, length: last - first - 1 }
}

/** How many rays from the middle find the border of a finder pattern. */
const rays = 48

/**
 * The corners of a finder pattern in turn, clockwise in the picture: four lines through where rays from its middle leave its
 * border. Undefined if the border is not four-sided.
 */
export function finderCorners(inked: Inked, { at, module }: Finder): readonly Point[] | undefined {
  const border = borderOf(inked, at, module)
  if (border === undefined) return undefined
  const distance = border.map(({ x, y }) => Math.hypot(x - at.x, y - at.y))
  // corners lie opposite each other: the angle at which four rays, a quarter apart, are the longest
  let [best, first] = [0, 0]
  for (let i = 0; i < rays / 4; i++) {
    let sum = 0
    for (let k = 0; k < 4; k++) sum += distance[(i + (k * rays) / 4) % rays]!
    if (sum > best) [best, first] = [sum, i]
  }
  const corners = [0, 1, 2, 3].map((k) => {
    let corner = first + (k * rays) / 4
    for (let i = -3; i <= 3; i++) {
      const other = first + (k * rays) / 4 + i
      if (distance[(other + rays) % rays]! > distance[(corner + rays) % rays]!) corner = other
    }
    return corner
  })
  const lines = corners.map((corner, k) => {
    const next = k === 3 ? corners[0]! + rays : corners[k + 1]!
    const points: Point[] = []
    for (let i = corner + 2; i <= next - 2; i++) points.push(border[(i + rays) % rays]!)
    return lineThrough(points)
  })
  const found = lines.map((line, k) => {
    const previous = lines[(k + 3) % 4]
    return line === undefined || previous === undefined ? undefined : meeting(previous, line)
  })
  return found.every((corner) => corner !== undefined) ? found : undefined
}

/** Where each ray leaves the dark ring. */
function borderOf({ width, height, dark, scale }: Inked, at: Point, module: number): Point[] | undefined {
  const points: Point[] = []
  const longest = (7 * module) / scale
  for (let i = 0; i < rays; i++) {
    const angle = (2 * Math.PI * i) / rays
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    let changes = 0
    let colour = 1
    let length = 0
    for (; length < longest && changes < 3; length += 0.25) {
      const [x, y] = [Math.floor(at.x / scale + length * dx), Math.floor(at.y / scale + length * dy)]
      const here = x < 0 || y < 0 || x >= width || y >= height ? 0 : dark[y * width + x]!
      if (here !== colour) {
        changes++
        colour = here
      }
    }
    if (changes < 3) return undefined
    length -= 0.25
    points.push({ x: at.x + length * scale * dx, y: at.y + length * scale * dy })
  }
  return points
}

/** A line: the points where nx x + ny y = c. */
export interface StraightLine {
  readonly nx: number
  readonly ny: number
  readonly c: number
}

/** The line closest to the points, without the third of them that is farthest; undefined for fewer than three. */
export function lineThrough(points: readonly Point[]): StraightLine | undefined {
  if (points.length < 3) return undefined
  const whole = closestLine(points)
  const away = ({ x, y }: Point): number => Math.abs(whole.nx * x + whole.ny * y - whole.c)
  return closestLine(
    points.toSorted((a, b) => away(a) - away(b)).slice(0, Math.max(3, Math.ceil((2 * points.length) / 3))),
  )
}

function closestLine(points: readonly Point[]): StraightLine {
  const [x0, y0] = [
    points.reduce((sum, { x }) => sum + x, 0) / points.length,
    points.reduce((sum, { y }) => sum + y, 0) / points.length,
  ]
  let [xx, xy, yy] = [0, 0, 0]
  for (const { x, y } of points) {
    xx += (x - x0) ** 2
    xy += (x - x0) * (y - y0)
    yy += (y - y0) ** 2
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2 + Math.PI / 2
  const [nx, ny] = [Math.cos(angle), Math.sin(angle)]
  return { nx, ny, c: nx * x0 + ny * y0 }
}

/** Where two lines meet; undefined if they hardly do. */
export function meeting(a: StraightLine, b: StraightLine): Point | undefined {
  const across = a.nx * b.ny - a.ny * b.nx
  if (Math.abs(across) < 0.2) return undefined
  return { x: (a.c * b.ny - b.c * a.ny) / across, y: (a.nx * b.c - b.nx * a.c) / across }
}
