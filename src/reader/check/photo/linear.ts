/** Linear symbols in a photo: read along many lines, and believed if enough of them agree. */

import type { Symbology } from '../../../../symbologies/barcode.ts'
import { leastLikeness } from '../linear/linear.ts'
import { linearReaders } from '../linear/readers.ts'
import type { Effort } from '../picture/effort.ts'
import type { Resolution } from '../picture/picture.ts'
import type { Scan } from '../picture/scan.ts'
import { columnsOf, lengthOf, type SymbolReading } from '../report.ts'
import { barsAlong, reversedScan } from './bars.ts'
import { boxAround } from './matrix.ts'
import { type GreyPlane, type Point, planeFor } from './planes.ts'
import { edgesOf, leastShare, profileAlong, profileSteps, type ScanLine } from './profile.ts'
import type { Stripes } from './stripes.ts'

/** A linear symbol that was read in a photo. */
export interface LinearSighting {
  readonly kind: 'linear'
  readonly reading: SymbolReading
  /** Upper left, upper right, lower right, lower left of its bars as it is read, without quiet zones. */
  readonly corners: readonly [Point, Point, Point, Point]
  /** How many lines agree. */
  readonly votes: number
}

/** What is looked for. */
export interface LinearSearch {
  readonly type: Symbology | undefined
  readonly expected: string | undefined
  readonly resolution: Resolution | undefined
  readonly effort: Effort
}

/** The lines of a region, from its middle outwards, and how many of them have to agree. */
const lines = 15
const enough = 3
const enoughOfWeak = 4
/** Symbologies whose bars others could be taken for: no check character for all, or few digits. */
const weak: readonly Symbology[] = ['upce', 'ean8', 'code39']
/** The fewest edges along a line of bars. */
const fewestEdges = 26

/** How much nearer one end may be, where lines cannot be read as they are. */
const tilted = [0.07, -0.07, 0.14, -0.14] as const

/** A reading of one line. */
interface Vote {
  readonly reading: SymbolReading
  /** Where the line crosses the bars, in pixels from the middle of the region. */
  readonly offset: number
  readonly from: Point
  readonly to: Point
}

/** The symbols in a region of bars: several if they lie in one line. */
export function linearIn(planes: readonly GreyPlane[], stripes: Stripes, search: LinearSearch): LinearSighting[] {
  const plane = planeFor(planes, stripes.scale, 2)
  const { length } = lineAcross(stripes, stripes.angle, 0)
  if (!search.effort.affords(2 * 7 * profileSteps(plane, length, 0.6 * stripes.along))) return []
  const angle = sharpestAngle(plane, stripes)
  // what is read is followed to its ends, whatever else was read before
  const kept = (2 * stripes.along) / followedBy(plane, 2 * stripes.across) + 2 * mostMissed
  const reserve = kept * profileSteps(plane, 2 * stripes.across, plane.scale)
  search.effort.most -= reserve
  const votes: Vote[][] = []
  const wide = Math.min(stripes.along / 5, 6 * plane.scale)
  for (const [spread, tilts] of [
    [plane.scale, [0]],
    [wide, [0]],
    [wide, tilted],
  ] as const) {
    for (let i = 0; i < lines; i++) {
      // 0, 1, -1, 2, -2, ... parts of the way from the middle to the ends of the bars
      const part = (Math.ceil(i / 2) * (i % 2 === 0 ? -1 : 1)) / (lines / 2 + 0.5)
      const offset = part * stripes.along
      const line = lineAcross(stripes, angle, offset)
      for (const read of votesOf(plane, line, { spread, tilts, stripes, search })) {
        const vote = { ...read, offset }
        const list = votes.find(([first]) => isOfSame(first!, vote))
        if (list === undefined) votes.push([vote])
        else list.push(vote)
      }
      if (i >= 4 && votes.some((list) => list.length >= 5) && votes.length === 1) break
      if (i === 6 && votes.length === 0) break
    }
    if (votes.some((list) => list.length >= enoughOfWeak)) break
  }
  search.effort.most += reserve
  const found = believed(votes)
    .map((list) => sightingOf(plane, list, angle, search))
    .filter(hasBars)
  return [...found, ...restsOf(stripes, angle, found).flatMap((rest) => linearIn(planes, rest, search))]
}

/** The least of a region to be left for other symbols: the share of its height, and pixels of its plane. */
const leastRest = { share: 0.1, pixels: 8 } as const

/** What is left of a region before and behind the symbols that were read in it: there may be others, one below the other. */
export function restsOf(
  stripes: Stripes,
  angle: number,
  found: readonly { readonly corners: readonly Point[] }[],
): Stripes[] {
  if (found.length === 0) return []
  const { middle, along, scale } = stripes
  const down = { x: -Math.sin(angle), y: Math.cos(angle) }
  const offsets = found.flatMap(({ corners }) =>
    corners.map(({ x, y }) => (x - middle.x) * down.x + (y - middle.y) * down.y),
  )
  const [first, last] = [Math.min(...offsets), Math.max(...offsets)]
  const least = Math.max(leastRest.share * 2 * along, leastRest.pixels * scale)
  return [[-along, first] as const, [last, along] as const].flatMap(([from, to]): Stripes[] => {
    if (to - from < least) return []
    const offset = (from + to) / 2
    const shifted = { x: middle.x + offset * down.x, y: middle.y + offset * down.y }
    return [{ ...stripes, middle: shifted, along: (to - from) / 2 }]
  })
}

/** The least height of bars, in modules: the mean of lines beside bars may show them where there are none. */
const leastHeight = 2

function hasBars({ corners: [a, b, , d], reading }: LinearSighting): boolean {
  const module = Math.hypot(b.x - a.x, b.y - a.y) / columnsOf(reading)
  return Math.hypot(d.x - a.x, d.y - a.y) >= leastHeight * module
}

/** Readings that enough lines agree on, and few contradict. */
function believed(lists: readonly (readonly Vote[])[]): (readonly Vote[])[] {
  const sorted = lists.toSorted((a, b) => b.length - a.length)
  const accepted: (readonly Vote[])[] = []
  for (const list of sorted) {
    const { symbology } = list[0]!.reading
    const needed = weak.includes(symbology) ? enoughOfWeak : enough
    const rivals = sorted.filter(
      (other) => other !== list && doOverlap(other[0]!, list[0]!) && areInterleaved(other, list),
    )
    const most = rivals.reduce((count, other) => count + other.length, 0)
    if (list.length >= needed && list.length > 2 * most) accepted.push(list)
  }
  return accepted
}

/** Whether two readings are of the same symbol: beside it there may be others with the same text. */
function isOfSame(a: Vote, b: Vote): boolean {
  if (a.reading.symbology !== b.reading.symbology || a.reading.text !== b.reading.text) return false
  const direction = { x: a.to.x - a.from.x, y: a.to.y - a.from.y }
  const middle = { x: (b.from.x + b.to.x) / 2 - a.from.x, y: (b.from.y + b.to.y) / 2 - a.from.y }
  const along = (middle.x * direction.x + middle.y * direction.y) / (direction.x ** 2 + direction.y ** 2)
  return along > 0 && along < 1
}

/** Whether two readings share bars. */
function doOverlap(a: Vote, b: Vote): boolean {
  const direction = { x: a.to.x - a.from.x, y: a.to.y - a.from.y }
  const along = ({ x, y }: Point): number => (x - a.from.x) * direction.x + (y - a.from.y) * direction.y
  const [low, high] = [Math.min(along(b.from), along(b.to)), Math.max(along(b.from), along(b.to))]
  return low < along(a.to) && high > 0
}

/** Whether lines of one reading lie between those of another: symbols one below the other have lines of their own. */
function areInterleaved(some: readonly Vote[], others: readonly Vote[]): boolean {
  const [low, high] = [Math.min(...others.map(({ offset }) => offset)), Math.max(...others.map(({ offset }) => offset))]
  const [first, last] = [Math.min(...some.map(({ offset }) => offset)), Math.max(...some.map(({ offset }) => offset))]
  return first <= high && last >= low
}

/** A line across the region and what is beside it, `offset` pixels from its middle. */
function lineAcross({ middle, across, scale }: Stripes, angle: number, offset: number): ScanLine {
  const direction = { x: Math.cos(angle), y: Math.sin(angle) }
  const half = 1.2 * across + 16 * scale
  return {
    from: {
      x: middle.x - half * direction.x - offset * direction.y,
      y: middle.y - half * direction.y + offset * direction.x,
    },
    direction,
    length: 2 * half,
  }
}

/** The direction in which the mean of many lines is the sharpest: within 3 degrees of that of the tiles. */
function sharpestAngle(plane: GreyPlane, stripes: Stripes): number {
  const sharpness = (angle: number): number => {
    const { greys } = profileAlong(plane, lineAcross(stripes, angle, 0), 0.6 * stripes.along)
    let sum = 0
    for (let i = 1; i < greys.length; i++) sum += (greys[i]! - greys[i - 1]!) ** 2
    return sum
  }
  let best = stripes.angle
  for (const step of [0.0175, 0.005]) {
    const around = [-3, -2, -1, 0, 1, 2, 3].map((i) => best + i * step)
    const values = around.map(sharpness)
    best = around[values.indexOf(Math.max(...values))]!
  }
  return best
}

function votesOf(
  plane: GreyPlane,
  line: ScanLine,
  {
    spread,
    tilts,
    stripes: { along },
    search,
  }: { spread: number; tilts: readonly number[]; stripes: Stripes; search: LinearSearch },
): Omit<Vote, 'offset'>[] {
  if (!search.effort.affords(profileSteps(plane, line.length, spread))) return []
  const profile = profileAlong(plane, line, spread)
  const at = (t: number): Point => ({ x: line.from.x + t * line.direction.x, y: line.from.y + t * line.direction.y })
  const place = boxAround([at(0), at(line.length)])
  const surroundings = { height: 2 * along, place, resolution: search.resolution }
  for (const share of leastShares) {
    const { edges, isFirstDark } = edgesOf(profile, share)
    const bars = isFirstDark ? edges.slice(1) : edges
    if (bars.length < fewestEdges || !search.effort.affords(barSteps * tilts.length * bars.length)) continue
    for (const parts of tilts.flatMap((tilt) => barsAlong(bars, line.length, tilt, surroundings))) {
      const votes = parts.flatMap(({ scan, previous, from, to }): Omit<Vote, 'offset'>[] => {
        const forwards = readOne(scan, search)
        if (forwards !== undefined) return [{ reading: forwards, from: at(from), to: at(to) }]
        const backwards = readOne(reversedScan(scan, previous && reversedScan(previous)), search)
        return backwards === undefined ? [] : [{ reading: backwards, from: at(to), to: at(from) }]
      })
      if (votes.length > 0) return votes
    }
  }
  return []
}

/** The least changes of greys that are edges, as shares of the contrast: as for blurred bars, then so that spots are none. */
const leastShares = [leastShare, 0.35] as const

/** The steps for each edge of a line: to part it, and to read the parts in both directions. */
const barSteps = 150

/** What a photo does not show exactly, and what does not make a reading doubtful. */
const excusable =
  /\.(quiet\.\w+|widths|bars|polarity|text|bearer|ratio|separator|sequence|programming|gap|reference|addon\.(gap|quiet|bars|widths|guard|separator|character|parity|symbology))$/

/** Whether a symbol without a fault has the given number of bars and spaces. */
const hasElements: Readonly<Record<string, (count: number) => boolean>> = {
  upca: (count) => count === 59,
  ean13: (count) => count === 59,
  ean8: (count) => count === 43,
  upce: (count) => count === 33,
  itf14: (count) => count === 77,
  code128: (count) => count % 6 === 1,
  code39: (count) => count % 10 === 9,
}

function readOne(scan: Scan, { type, expected, effort }: LinearSearch): SymbolReading | undefined {
  for (const [symbology, read] of Object.entries(linearReaders)) {
    if (type !== undefined && symbology !== type) continue
    if (hasElements[symbology]?.(scan.widths.length) === false) continue
    const reading = read(scan, expected, effort)
    if (reading?.text === undefined || !reading.isCertain || reading.likeness < leastLikeness) continue
    const isSure = reading.findings.list.every(({ kind, code }) => kind !== 'fault' || excusable.test(code))
    if (isSure) return reading
  }
  return undefined
}

/** How alike a line must be to a line that was read, as a correlation, to belong to the same bars. */
const leastAlike = 0.6
/** The places along a line that are compared. */
const compared = 160

/** Pixels from one line to the next along bars that are followed to their ends, and how many lines may miss them. */
const followedBy = ({ scale }: GreyPlane, length: number): number => Math.max(scale, length / 200)
const mostMissed = 3

/** The symbol, with the add-on that most of its lines have; its corners are as far along the bars as these look the same. */
function sightingOf(
  plane: GreyPlane,
  votes: readonly Vote[],
  angle: number,
  { resolution, effort }: LinearSearch,
): LinearSighting {
  const middle = votes[0]!
  const withAddon = votes.filter(({ reading }) => reading.addon !== undefined)
  const { reading } = withAddon.length > 1 ? withAddon[0]! : middle
  const isReversed =
    (middle.to.x - middle.from.x) * Math.cos(angle) + (middle.to.y - middle.from.y) * Math.sin(angle) < 0
  const down = isReversed ? { x: Math.sin(angle), y: -Math.cos(angle) } : { x: -Math.sin(angle), y: Math.cos(angle) }
  const ends = endsOf(votes, down)
  const greysAt = (offset: number): Float64Array => {
    const [from, to] = [ends.first(offset), ends.last(offset)]
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const direction = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
    const { greys } = profileAlong(plane, { from, direction, length }, plane.scale)
    return Float64Array.from({ length: compared }, (_, i) => greys[Math.floor(((i + 0.5) * greys.length) / compared)]!)
  }
  const reference = greysAt(0)
  const length = Math.hypot(middle.to.x - middle.from.x, middle.to.y - middle.from.y)
  const reach = (sign: 1 | -1): number => {
    const step = followedBy(plane, length)
    let [offset, missed] = [0, 0]
    const steps = profileSteps(plane, length, plane.scale)
    for (let at = step; missed < mostMissed && effort.affords(steps); at += step) {
      // bars that end with the picture look as if they went on
      if (!isIn(plane, ends.first(sign * at)) && !isIn(plane, ends.last(sign * at))) break
      const isAlike = correlation(reference, greysAt(sign * at)) >= leastAlike
      missed = isAlike ? 0 : missed + 1
      if (isAlike) offset = at
    }
    return offset
  }
  const [top, bottom] = [-reach(-1), reach(1)]
  const corners = [ends.first(top), ends.last(top), ends.last(bottom), ends.first(bottom)] as const
  const place = boxAround(corners)
  return {
    kind: 'linear',
    reading: { ...reading, place, size: sizeOf(reading, corners, resolution) },
    corners,
    votes: votes.length,
  }
}

const isIn = ({ width, height, scale }: GreyPlane, { x, y }: Point): boolean =>
  x >= 0 && y >= 0 && x <= width * scale && y <= height * scale

/** The most that lines may be from at right angles to the bars, as a sine, and in pixels at the farthest line that was read. */
const mostSkewed = { sine: 0.03, pixels: 2 } as const

/**
 * The first and the last edge of the bars at an offset along them, as the lines that were read show them: at right angles to the bars,
 * where the lines are surely not.
 */
function endsOf(
  votes: readonly Vote[],
  down: Point,
): { first: (offset: number) => Point; last: (offset: number) => Point } {
  const origin = votes[0]!
  const offsets = votes.map(({ offset }) => offset)
  const fitted = (own: (vote: Vote) => Point): ((offset: number) => Point) => {
    const start = own(origin)
    let [squares, x, y] = [1e-9, 0, 0]
    for (const vote of votes) {
      const point = own(vote)
      const offset = (point.x - start.x) * down.x + (point.y - start.y) * down.y
      squares += offset * offset
      x += offset * (point.x - start.x)
      y += offset * (point.y - start.y)
    }
    // one line tells no direction: that of the bars
    const slope = squares < 1 ? down : { x: x / squares, y: y / squares }
    return (offset) => ({ x: start.x + offset * slope.x, y: start.y + offset * slope.y })
  }
  const [first, last] = [fitted(({ from }) => from), fitted(({ to }) => to)]
  const across = minus(last(0), first(0))
  const [own, other] = [minus(first(1), first(0)), minus(last(1), last(0))]
  const bars = { x: own.x + other.x, y: own.y + other.y }
  const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y
  const sine = Math.abs(dot(across, bars)) / Math.max(1e-9, Math.hypot(across.x, across.y) * Math.hypot(bars.x, bars.y))
  if (sine < mostSkewed.sine || sine * (Math.max(...offsets) - Math.min(...offsets)) < mostSkewed.pixels)
    return { first, last }
  const shift = -dot(across, bars) / dot(other, bars)
  return { first, last: (offset) => last(offset + shift) }
}

const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })

function correlation(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 1e-9, 1e-9]
  for (let i = 0; i < a.length; i++) {
    ab += (a[i]! - meanA) * (b[i]! - meanB)
    aa += (a[i]! - meanA) ** 2
    bb += (b[i]! - meanB) ** 2
  }
  return ab / Math.sqrt(aa * bb)
}

/** X and the height of the bars, whichever way the symbol is turned. */
function sizeOf(
  reading: SymbolReading,
  [a, b, c, d]: LinearSighting['corners'],
  resolution: Resolution | undefined,
): SymbolReading['size'] {
  if (resolution === undefined || reading.size === undefined) return undefined
  const length = (from: Point, to: Point, x: number, y: number): number =>
    Math.hypot((to.x - from.x) * x, (to.y - from.y) * y)
  const both = (x: number, y: number): readonly [number, number] => [
    (length(a, b, x, y) + length(d, c, x, y)) / (2 * columnsOf(reading)),
    (length(a, d, x, y) + length(b, c, x, y)) / 2,
  ]
  const pixels = both(1, 1)
  const metres = both(1 / resolution.across, 1 / resolution.down)
  const [module, height] = pixels.map((each, i) => lengthOf(each, Math.round(each / metres[i]!)))
  return { modules: [module!], bars: { height: height!, tolerance: 2 } }
}
