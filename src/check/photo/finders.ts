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

/** How far each of the five widths may be from its share, in modules. */
const slack = 0.75
/** The most finder patterns that are looked at in a plane: those that most lines cross. */
const mostFinders = 40
/** The most crossings of lines that are looked at in a plane. */
const mostCrossings = 40_000

/** The finder patterns in a plane, dark on light, those crossed by the most lines first. */
export function findersIn(inked: Inked, effort: Effort): Finder[] {
  const { width, height, dark, scale } = inked
  const groups: { x: number; y: number; module: number; lines: number }[] = []
  // a finder pattern that is 14 pixels wide is crossed by three lines through its middle at least
  const step = height > 1200 ? 2 : 1
  let crossings = 0
  const runs = new Int32Array(5)
  for (let y = 1; y < height; y += step) {
    const row = y * width
    let count = 0
    let x = 0
    while (x < width && crossings < mostCrossings) {
      const colour = dark[row + x]!
      const from = x
      while (x < width && dark[row + x] === colour) x++
      runs.copyWithin(0, 1)
      runs[4] = x - from
      count++
      if (colour !== 1 || count < 5 || !isFinder(runs[0]!, runs[1]!, runs[2]!, runs[3]!, runs[4]!)) continue
      crossings++
      const middle = x - runs[4]! - runs[3]! - runs[2]! / 2
      const found = crossed(inked, middle, y)
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
      if (groups.length > 400) break
    }
  }
  effort.steps += (width * height) / step + 100 * crossings
  return groups
    .toSorted((a, b) => b.lines - a.lines)
    .slice(0, mostFinders)
    .map(({ x, y, module, lines }) => ({ at: { x: x * scale, y: y * scale }, module: module * scale, lines }))
}

function isFinder(a: number, b: number, c: number, d: number, e: number): boolean {
  const module = (a + b + c + d + e) / 7
  if (module < 1) return false
  const most = slack * module
  return (
    Math.abs(a - module) < most &&
    Math.abs(b - module) < most &&
    Math.abs(c - 3 * module) < 2.5 * most &&
    Math.abs(d - module) < most &&
    Math.abs(e - module) < most
  )
}

/** The middle of a finder pattern that a row crosses, if the column through it crosses one too. */
function crossed(inked: Inked, x: number, y: number): { x: number; y: number; module: number } | undefined {
  const down = crossing(inked, x, y + 0.5, 'down')
  if (down === undefined) return undefined
  const across = crossing(inked, x, down.at, 'across')
  if (across === undefined) return undefined
  if (across.length > 2.5 * down.length || down.length > 2.5 * across.length) return undefined
  return { x: across.at, y: down.at, module: across.length / 7 }
}

/** The five widths along a line through the middle of a finder pattern: where its middle is on the line, and its length. */
function crossing(
  { width, height, dark }: Inked,
  x: number,
  y: number,
  way: 'across' | 'down',
): { at: number; length: number } | undefined {
  const start = way === 'across' ? x | 0 : y | 0
  const end = way === 'across' ? width : height
  const base = way === 'across' ? (y | 0) * width : x | 0
  const stride = way === 'across' ? 1 : width
  const isDarkAt = (at: number): boolean => at >= 0 && at < end && dark[base + at * stride] === 1
  if ((y | 0) >= height || (x | 0) >= width || !isDarkAt(start)) return undefined
  const run = (from: number, step: 1 | -1, colour: boolean): number => {
    let at = from
    while (at >= 0 && at < end && isDarkAt(at) === colour) at += step
    return at
  }
  const left = run(start, -1, true)
  const right = run(start, 1, true)
  const leftGap = run(left, -1, false)
  const rightGap = run(right, 1, false)
  const first = run(leftGap, -1, true)
  const last = run(rightGap, 1, true)
  const widths = [leftGap - first, left - leftGap, right - left - 1, rightGap - right, last - rightGap] as const
  if (!isFinder(...widths)) return undefined
  return { at: (left + 1 + right) / 2, length: last - first - 1 }
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
export interface Line {
  readonly nx: number
  readonly ny: number
  readonly c: number
}

/** The line closest to the points, without the third of them that is farthest; undefined for fewer than three. */
export function lineThrough(points: readonly Point[]): Line | undefined {
  if (points.length < 3) return undefined
  const whole = closestLine(points)
  const away = ({ x, y }: Point): number => Math.abs(whole.nx * x + whole.ny * y - whole.c)
  return closestLine(
    points.toSorted((a, b) => away(a) - away(b)).slice(0, Math.max(3, Math.ceil((2 * points.length) / 3))),
  )
}

function closestLine(points: readonly Point[]): Line {
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
export function meeting(a: Line, b: Line): Point | undefined {
  const across = a.nx * b.ny - a.ny * b.nx
  if (Math.abs(across) < 0.2) return undefined
  return { x: (a.c * b.ny - b.c * a.ny) / across, y: (a.nx * b.c - b.nx * a.c) / across }
}
