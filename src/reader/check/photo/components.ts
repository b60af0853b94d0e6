/** Parts of a photo that are dark and hang together, and the hulls around them. */

import type { Effort } from '../picture/effort.ts'
import type { Inked, Point } from './planes.ts'

/** A connected dark part: its hull, clockwise in the picture, in pixels of the picture. */
export interface ConnectedComponent {
  readonly hull: readonly Point[]
  /** The area of the box around it, in pixels of the plane. */
  readonly area: number
}

/** The most runs of dark pixels in a plane: a page of text at 300 dpi has a third of them. */
const mostRuns = 1_500_000
/** The most parts that are looked at, the largest first. */
const mostComponents = 60
/** The fewest pixels of a side of a part: an 8 x 18 symbol of 1.5 pixels a module. */
const leastSide = 12

/** The connected dark parts of a plane that are large enough for a symbol, the largest first. Pixels touch at corners too. */
export function componentsIn(inked: Inked, effort: Effort): ConnectedComponent[] {
  const runs = runsIn(inked)
  if (runs === undefined) {
    effort.skipped++
    return []
  }
  const { from, to, line, parent, count } = runs
  const root = (run: number): number => {
    let at = run
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!
    return at
  }
  // by the run that all others of a part lead to, which is its first
  const [left, right, bottom] = [from.slice(0, count), to.slice(0, count), new Int32Array(count)]
  for (let run = 0; run < count; run++) {
    const own = root(run)
    left[own] = Math.min(left[own]!, from[run]!)
    right[own] = Math.max(right[own]!, to[run]!)
    bottom[own] = line[run]! + 1
  }
  const parts: { own: number; width: number; height: number; top: number }[] = []
  for (let own = 0; own < count; own++) {
    if (parent[own] !== own) continue
    const [width, height] = [right[own]! - left[own]!, bottom[own]! - line[own]!]
    if (Math.min(width, height) < leastSide || Math.max(width, height) > 40 * Math.min(width, height)) continue
    parts.push({ own, width, height, top: line[own]! })
  }
  const large = parts.toSorted((a, b) => b.width * b.height - a.width * a.height).slice(0, mostComponents)
  const extremes = new Map(
    large.map(({ own, height, top }) => [
      own,
      { top, left: new Int32Array(height).fill(inked.width), right: new Int32Array(height).fill(-1) },
    ]),
  )
  for (let run = 0; run < count; run++) {
    const ends = extremes.get(root(run))
    if (ends === undefined) continue
    const y = line[run]! - ends.top
    ends.left[y] = Math.min(ends.left[y]!, from[run]!)
    ends.right[y] = Math.max(ends.right[y]!, to[run]!)
  }
  return large.map(({ own, width, height }) => {
    const { top, left, right } = extremes.get(own)!
    const points = Array.from(left, (x, y) => ({ x, y, end: right[y]! })).flatMap(({ x, y, end }) => [
      { x, y: top + y },
      { x, y: top + y + 1 },
      { x: end, y: top + y },
      { x: end, y: top + y + 1 },
    ])
    const hull = hullOf(points).map(({ x, y }) => ({ x: x * inked.scale, y: y * inked.scale }))
    return { hull, area: width * height }
  })
}

interface Runs {
  readonly from: Int32Array
  readonly to: Int32Array
  readonly line: Int32Array
  /** For each run another of the same part, itself for one of them. */
  readonly parent: Int32Array
  readonly count: number
}

/** The runs of dark pixels, each joined with those above it; undefined if there are too many. */
function runsIn({ width, height, dark }: Inked): Runs | undefined {
  const most = Math.min(mostRuns, Math.ceil((width + 1) / 2) * height)
  const [from, to, line, parent] = [0, 1, 2, 3].map(() => new Int32Array(most)) as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ]
  const root = (run: number): number => {
    let at = run
    while (parent[at] !== at) at = parent[at] = parent[parent[at]!]!
    return at
  }
  let [count, above, aboveEnd] = [0, 0, 0]
  for (let y = 0; y < height; y++) {
    const first = count
    const row = y * width
    for (let x = 0; x < width; x++) {
      if (dark[row + x] === 0) continue
      const start = x
      while (x < width && dark[row + x] === 1) x++
      if (count === most) return undefined
      from[count] = start
      to[count] = x
      line[count] = y
      parent[count] = count
      while (above < aboveEnd && to[above]! < start) above++
      for (let other = above; other < aboveEnd && from[other]! <= x; other++) {
        const [a, b] = [root(other), root(count)]
        if (a !== b) parent[Math.max(a, b)] = Math.min(a, b)
      }
      count++
    }
    above = first
    aboveEnd = count
  }
  return { from, to, line, parent, count }
}

/** The convex hull, clockwise in the picture (Andrew's monotone chain). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const half = (all: readonly Point[]): Point[] => {
    const chain: Point[] = []
    for (const point of all) {
      while (chain.length >= 2 && turn(chain[chain.length - 2]!, chain[chain.length - 1]!, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

/** Positive if the way from `a` over `b` to `c` turns clockwise in the picture. */
const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

/** A hull with only the corners that are farther than `least` from the line between those beside them. */
export function simplified(hull: readonly Point[], least: number): Point[] {
  const corners = [...hull]
  while (corners.length > 3) {
    const away = corners.map((corner, i) => {
      const before = corners[(i + corners.length - 1) % corners.length]!
      const behind = corners[(i + 1) % corners.length]!
      return (
        Math.abs(turn(before, corner, behind)) / Math.max(1e-9, Math.hypot(behind.x - before.x, behind.y - before.y))
      )
    })
    const nearest = away.reduce((best, value, i) => (value < away[best]! ? i : best), 0)
    if (away[nearest]! >= least) break
    corners.splice(nearest, 1)
  }
  return corners
}
