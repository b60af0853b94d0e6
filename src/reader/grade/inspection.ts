/** The part of a linear symbol that scan lines cross: its first and its last bar are followed to their ends. */

import type { Symbology } from '../../../symbologies/barcode.ts'
import type { LinearSighting } from '../check/photo/linear.ts'
import type { Point } from '../check/photo/planes.ts'
import { columnsOf } from '../check/report.ts'
import type { Optics } from './reflectance.ts'

/** Upper left, upper right, lower right and lower left. */
type Corners = LinearSighting['corners']

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })
const plus = (a: Point, b: Point, times: number): Point => ({ x: a.x + times * b.x, y: a.y + times * b.y })
const lengthOf = ({ x, y }: Point): number => Math.hypot(x, y)
const unit = (vector: Point): Point => plus({ x: 0, y: 0 }, vector, 1 / Math.max(1e-9, lengthOf(vector)))

/** What lines cross: the symbol, and its add-on if it has one, as far as both are as high. */
export function inspected(sighting: LinearSighting, { found, isInside }: Optics): Corners {
  const { reading } = sighting
  const row = reading.rows[0]!
  const columns = columnsOf(reading)
  const optics = { found, isInside }
  const [main, track] = inspectedMain(sighting, widthsIn(row.slice(0, columns)), optics)
  if (columns === row.length) return main
  const [a, b, c, d] = main
  const times = row.length / columns
  const whole: Corners = [a, plus(a, minus(b, a), times), plus(d, minus(c, d), times), d]
  return untilBars(whole, barsBetween(row, [[row.indexOf('1', columns) / row.length, 1]]), track)
}

/**
 * Where the first and the last bar end: the corners of a sighting may be those of a line that is not at right angles to the bars.
 *
 * @param modules  the widths of bars and spaces
 */
function inspectedMain(
  sighting: LinearSighting,
  modules: readonly number[],
  { found, isInside }: Pick<Optics, 'found' | 'isInside'>,
): [Corners, Track] {
  const corners = withinPicture(sighting.corners, isInside)
  const [a, b, c, d] = corners
  const [left, right] = [middleOf(a, d), middleOf(b, c)]
  const across = unit(minus(right, left))
  const module = lengthOf(minus(right, left)) / modules.reduce((sum, width) => sum + width, 0)
  const threshold = thresholdAlong(left, right, found)
  const [first, last] = [(modules[0]! * module) / 2, (modules.at(-1)! * module) / 2]
  const track = { across, module, threshold, reflectance: found, isInside, mostGap: gapInBar }
  const own = [
    endsOf(plus(left, across, first), unit(minus(d, a)), track),
    endsOf(plus(right, across, -last), unit(minus(c, b)), track),
  ] as const
  const height = Math.min(lengthOf(minus(d, a)), lengthOf(minus(c, b)))
  // a bar that is cut short by a void tells less than all lines together
  if (own.some(([top, bottom]) => lengthOf(minus(bottom, top)) < leastHeight * height)) return [corners, track]
  const [[topLeft, bottomLeft], [topRight, bottomRight]] = own
  const [above, below] = [unit(minus(topRight, topLeft)), unit(minus(bottomRight, bottomLeft))]
  const whole: Corners = [
    plus(topLeft, above, -first),
    plus(topRight, above, last),
    plus(bottomRight, below, last),
    plus(bottomLeft, below, -first),
  ]
  const { symbology, rows } = sighting.reading
  if (!hasGuards(symbology)) return [whole, track]
  return [untilBars(whole, barsBetween(rows[0]!.slice(0, columnsOf(sighting.reading)), betweenGuards), track), track]
}

/** The widths of bars and spaces in turn, in modules. */
export const widthsIn = (row: string): number[] => (row.match(/1+|0+/g) ?? []).map((run) => run.length)

/** Symbologies whose first and last bars, and some between, are longer than the others: digits stand beside their ends. */
const hasGuards = (symbology: Symbology): boolean => ['ean13', 'ean8', 'upca', 'upce'].includes(symbology)

/** The shares of the width between which bars are followed: away from the guards at the sides and in the middle. */
const betweenGuards = [
  [0.22, 0.44],
  [0.56, 0.78],
] as const

/** The middles of the bars of a row that lie in some parts of it, all as shares of its width. */
const barsBetween = (row: string, spans: readonly (readonly [from: number, to: number])[]): number[] =>
  Array.from(row.matchAll(/1+/g), ({ index, 0: bar }) => (index + bar.length / 2) / row.length).filter((middle) =>
    spans.some(([from, to]) => middle > from && middle < to),
  )

/** As far as some bars reach: half of them reach so far. @param middles  of the bars, as shares of the width between the corners */
function untilBars(corners: Corners, middles: readonly number[], track: Track): Corners {
  const [a, b, c, d] = corners
  const [tops, bottoms]: [number[], number[]] = [[], []]
  for (const part of middles) {
    const [top, bottom] = [plus(a, minus(b, a), part), plus(d, minus(c, d), part)]
    const along = minus(bottom, top)
    const ends = endsOf(middleOf(top, bottom), unit(along), { ...track, mostGap: gapAboveDigits })
    const shareOf = (end: Point): number =>
      ((end.x - top.x) * along.x + (end.y - top.y) * along.y) / Math.max(1e-9, lengthOf(along) ** 2)
    tops.push(shareOf(ends[0]))
    bottoms.push(shareOf(ends[1]))
  }
  const median = (values: readonly number[]): number =>
    values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
  const [from, to] = [Math.max(0, median(tops)), Math.min(1, median(bottoms))]
  if (!(to - from > leastBetween)) return corners
  return [plus(a, minus(d, a), from), plus(b, minus(c, b), from), plus(b, minus(c, b), to), plus(a, minus(d, a), to)]
}

/** The least share of the height that the first and the last bar have to reach, or they are cut short by something else; and those between guards. */
const [leastHeight, leastBetween] = [0.7, 0.3]

/** The corners moved along the first and the last bar to where both are in the picture, which keeps lines between them as they are turned. */
function withinPicture([a, b, c, d]: Corners, isInside: Optics['isInside']): Corners {
  const left = (i: number): Point => plus(a, minus(d, a), i / cuts)
  const right = (i: number): Point => plus(b, minus(c, b), i / cuts)
  const inside = Array.from({ length: cuts + 1 }, (_, i) => i).filter((i) => isInside(left(i)) && isInside(right(i)))
  const [first, last] = [inside[0] ?? 0, inside.at(-1) ?? cuts]
  return [left(first), right(first), right(last), left(last)]
}

/** Places of a bar at which it is looked whether it is in the picture. */
const cuts = 400

/** Halfway between the lightest and the darkest place of a line. */
function thresholdAlong(from: Point, to: Point, reflectance: Optics['found']): number {
  const count = 400
  const values = Array.from({ length: count }, (_, i) => reflectance(plus(from, minus(to, from), (i + 0.5) / count)))
  return (Math.max(...values) + Math.min(...values)) / 2
}

interface Track extends Pick<Optics, 'isInside'> {
  readonly across: Point
  /** In pixels. */
  readonly module: number
  readonly threshold: number
  readonly reflectance: Optics['found']
  /** Steps that cross a gap in a bar. */
  readonly mostGap: number
}

/** Steps of a quarter of a module that follow a bar. */
const mostSteps = 2400
/** Steps that cross a gap in a bar, and those that do not yet reach from a bar to the digits below it. */
const [gapInBar, gapAboveDigits] = [4, 1]
/** Places across a bar, from its middle to 0.75 modules on both sides. */
const places = 6

/** The ends of a bar, its top first: from a place in it on, its middle is followed both ways. */
function endsOf(
  start: Point,
  along: Point,
  { across, module, threshold, reflectance, isInside, mostGap }: Track,
): [Point, Point] {
  const endOf = (way: number): Point => {
    let [at, end, gap] = [start, start, 0]
    let direction = plus({ x: 0, y: 0 }, along, way)
    for (let step = 0; step < mostSteps && gap <= mostGap; step++) {
      at = plus(at, direction, module / 4)
      if (!isInside(at)) break
      let [sum, moment] = [0, 0]
      for (let i = -places; i <= places; i++) {
        const off = (0.75 * module * i) / places
        const dark = Math.max(0, threshold - reflectance(plus(at, across, off)))
        sum += dark
        moment += dark * off
      }
      if (sum === 0) gap++
      else {
        at = plus(at, across, Math.max(-module / 4, Math.min(module / 4, moment / sum)))
        ;[end, gap] = [at, 0]
        if (lengthOf(minus(at, start)) > 2 * module) direction = unit(minus(at, start))
      }
    }
    return end
  }
  return [endOf(-1), endOf(1)]
}
