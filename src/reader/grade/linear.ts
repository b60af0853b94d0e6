/**
 * Linear symbols by ISO/IEC 15416: ten scan reflectance profiles, each with its parameters, and the mean of their grades. The limits
 * are those that public guides to verification give for the editions of 2000 and 2016, whose text was not at hand.
 */

import type { LinearSighting } from '../check/photo/linear.ts'
import type { Point } from '../check/photo/planes.ts'
import { type Decodability, decodabilityOf } from './decodability.ts'
import { type BarePaper, evenedBy, inEvenLight } from './evenness.ts'
import { type Grade, type GradedParameter, lowest, parameter, passed, rounded, type Unseen, unseen } from './grades.ts'
import { inspected, widthsIn } from './inspection.ts'
import type { Optics, Reflectance } from './reflectance.ts'

/** A scan line and what it shows. */
export interface GradedLine {
  readonly from: Point
  readonly to: Point
  readonly grade: Grade
  readonly parameters: readonly GradedParameter[]
  /** Where the profile begins and ends, in modules from the first bar. */
  readonly span: readonly [from: number, to: number]
  /** Reflectances at even distances from the beginning of the left quiet zone to the end of the right one, to three decimals. */
  readonly profile: readonly number[]
}

export interface GradedLinear {
  /** The mean of the lines, to one decimal. */
  readonly grade: number
  readonly lines: readonly GradedLine[]
  /** Upper left, upper right, lower right and lower left of its bars, within the picture. */
  readonly corners: LinearSighting['corners']
  /** The share of light that the darkest place of the paper lacks, where it was evened out. */
  readonly unevenness?: number
}

/** All parameters of a scan reflectance profile. */
const clause = 'ISO/IEC 15416, 5.4'
/** Ten lines, in the inner 80 % of the height of the bars. */
const lineCount = 10
const inner = 0.8
/** Places at which a module is measured, and the most of a line. */
const perModule = 16
const mostPlaces = 40_000
/** Places of a line that are reported. */
const reported = 600

/** @param hidden  why contrast cannot be seen, if it cannot */
export function gradedLinear(sighting: LinearSighting, optics: Optics, hidden: Unseen | undefined): GradedLinear {
  const { reading } = sighting
  const modules = widthsIn(reading.rows[0]!)
  const corners = inspected(sighting, optics)
  const [topLeft, topRight, bottomRight, bottomLeft] = corners
  const places = Array.from({ length: lineCount }, (_, i): Line => {
    const part = (1 - inner) / 2 + (inner * (i + 0.5)) / lineCount
    return { from: between(topLeft, bottomLeft, part), to: between(topRight, bottomRight, part) }
  })
  const evened = evenedBy(places.flatMap((line) => paperAlong(line, reading, optics)))
  const reflectance = inEvenLight(optics.light, evened)
  const lines = places.map((line) =>
    gradedLine(line, { reading, modules, hidden, reflectance, isInside: optics.isInside }),
  )
  const mean = lines.reduce((sum, { grade }) => sum + grade, 0) / lines.length
  return {
    grade: Math.round(10 * mean) / 10,
    lines,
    corners,
    ...(evened && { unevenness: rounded(evened.unevenness) }),
  }
}

interface Line {
  readonly from: Point
  readonly to: Point
}

/** The fewest modules of a space that show paper, and of a quiet zone those beside the bars that do not. */
const [widePaper, besideBars] = [2, 1]

/** Places of bare paper along a line: the middles of wide spaces, and modules of the quiet zones. */
function paperAlong(
  { from, to }: Line,
  { rows, quiet }: LinearSighting['reading'],
  { light, isInside }: Optics,
): BarePaper[] {
  const [row] = rows as [string]
  const columns: number[] = []
  for (let column = besideBars; column < quiet.left; column++) columns.push(-column - 0.5)
  for (let column = besideBars; column < quiet.right; column++) columns.push(row.length + column + 0.5)
  for (const { index, 0: space } of row.matchAll(/0+/g))
    if (space.length >= widePaper) columns.push(index + space.length / 2)
  return columns.flatMap((column) => {
    const point = between(from, to, column / row.length)
    return isInside(point) ? [{ ...point, light: light(point) }] : []
  })
}

const between = (a: Point, b: Point, part: number): Point => ({
  x: a.x + part * (b.x - a.x),
  y: a.y + part * (b.y - a.y),
})

interface LineOptions extends Pick<Optics, 'isInside'> {
  readonly reading: LinearSighting['reading']
  readonly modules: readonly number[]
  readonly hidden: Unseen | undefined
  readonly reflectance: Reflectance
}

function gradedLine(
  { from, to }: Line,
  { reading: { symbology, quiet, rows, main }, modules, hidden, reflectance, isInside }: LineOptions,
): GradedLine {
  const columns = rows[0]!.length
  const count = Math.min(mostPlaces, Math.round((quiet.left + columns + quiet.right) * perModule))
  const step = (quiet.left + columns + quiet.right) / count
  const seen = Float64Array.from({ length: count }, (_, i) => {
    const column = (i + 0.5) * step - quiet.left
    const point = between(from, to, column / columns)
    return isInside(point) ? reflectance(point) : Number.NaN
  })
  // what lies beyond the picture is taken for paper, and said not to be seen
  const paper = Math.max(0, ...seen.filter((value) => !Number.isNaN(value)))
  const isCut = seen.some(Number.isNaN)
  const profile = seen.map((value) => (Number.isNaN(value) ? paper : value))
  /** Modules from the first bar. */
  const columnAt = (place: number): number => (place + 0.5) * step - quiet.left
  const measured = measuredProfile(profile)
  const { most, least, elements } = measured
  const contrast = most - least
  const bars = elements.slice(1, -1)
  const isWhole = elements[0]?.isBar === false && elements.at(-1)?.isBar === false && bars.length === modules.length
  const edge = smallestEdge(elements)
  const defect = largestDefect(profile, elements)
  const decodability: Decodability = isWhole
    ? decodabilityOf(symbology, { widths: bars.map(({ from, to }) => to - from), modules })
    : { value: 0, element: 0 }
  const left = isWhole ? columnAt(bars[0]!.from - 0.5) + quiet.left : 0
  const right = isWhole ? columns + quiet.right - columnAt(bars.at(-1)!.to - 0.5) : 0
  const byContrast = (one: GradedParameter): GradedParameter => (hidden === undefined ? one : unseen(one, hidden))
  // the quiet zones are what the line was measured over: a bar in them is an edge too many
  const gap = main && bars[widthsIn(rows[0]!.slice(0, main.columns)).length]
  const isApart = gap === undefined || (gap.to - gap.from) * step >= 0.9 * main!.leastGap
  const isQuiet = isApart && left >= 0.9 * quiet.left && right >= 0.9 * quiet.right
  const quietZones = passed('quietZones', isQuiet, clause)
  const parameters = [
    passed('decode', isWhole && decodability.value >= 0, clause),
    passed('edges', isWhole, clause),
    byContrast(parameter('contrast', contrast, { least: [0.7, 0.55, 0.4, 0.2] }, { clause })),
    byContrast(parameter('minimumReflectance', least / Math.max(1e-6, most), { most: [0.5] }, { clause })),
    byContrast(parameter('minimumEdgeContrast', edge.value, { least: [0.15] }, { clause, at: columnAt(edge.at) })),
    parameter(
      'modulation',
      contrast > 0 ? edge.value / contrast : 0,
      { least: [0.7, 0.6, 0.5, 0.4] },
      { clause, at: columnAt(edge.at) },
    ),
    parameter(
      'defects',
      contrast > 0 ? defect.value / contrast : 1,
      { most: [0.15, 0.2, 0.25, 0.3] },
      { clause, ...(defect.value > 0 && { at: columnAt(defect.at) }) },
    ),
    parameter(
      'decodability',
      Math.max(0, decodability.value),
      { least: [0.62, 0.5, 0.37, 0.25] },
      { clause, at: isWhole ? columnAt(bars[decodability.element]!.from) : 0 },
    ),
    quietZones.grade === 4 && isCut ? unseen(quietZones, 'outside_picture') : quietZones,
  ]
  return {
    from,
    to,
    grade: lowest(parameters.map(({ grade }) => grade)),
    parameters,
    span: [-quiet.left, columns + quiet.right],
    profile: Array.from({ length: Math.min(reported, count) }, (_, i) =>
      rounded(profile[Math.floor(((i + 0.5) * count) / Math.min(reported, count))]!),
    ),
  }
}

/** A bar or a space of a profile: places from one edge to the next, with fractions. */
interface Element {
  readonly isBar: boolean
  readonly from: number
  readonly to: number
  /** The least reflectance of a bar, the greatest of a space, and where it is. */
  readonly extreme: number
  readonly extremeAt: number
}

/** Elements are what lies on either side of the global threshold; their edges are halfway between their extremes. */
function measuredProfile(profile: Float64Array): { most: number; least: number; elements: readonly Element[] } {
  const [most, least] = [Math.max(...profile), Math.min(...profile)]
  const threshold = (most + least) / 2
  const runs: { isBar: boolean; first: number; last: number; extreme: number; extremeAt: number }[] = []
  for (const [i, value] of profile.entries()) {
    const isBar = value < threshold
    const run = runs.at(-1)
    if (run === undefined || run.isBar !== isBar) runs.push({ isBar, first: i, last: i, extreme: value, extremeAt: i })
    else {
      run.last = i
      if (isBar ? value < run.extreme : value > run.extreme) [run.extreme, run.extremeAt] = [value, i]
    }
  }
  const edges = runs.slice(1).map((run, i) => {
    const before = runs[i]!
    const middle = (before.extreme + run.extreme) / 2
    let at = before.extremeAt
    while (at < run.extremeAt && profile[at + 1]! > middle === profile[before.extremeAt]! > middle) at++
    const [a, b] = [profile[at]!, profile[Math.min(profile.length - 1, at + 1)]!]
    return at + (a === b ? 0.5 : (a - middle) / (a - b))
  })
  const elements = runs.map(({ isBar, extreme, extremeAt }, i) => ({
    isBar,
    from: edges[i - 1] ?? 0,
    to: edges[i] ?? profile.length - 1,
    extreme,
    extremeAt,
  }))
  return { most, least, elements }
}

/** The smallest difference between a bar and a space beside it. */
function smallestEdge(elements: readonly Element[]): { value: number; at: number } {
  let least = { value: 1, at: 0 }
  for (const [i, { extreme, from }] of elements.entries()) {
    if (i === 0) continue
    const value = Math.abs(extreme - elements[i - 1]!.extreme)
    if (value < least.value) least = { value, at: from }
  }
  return elements.length < 2 ? { value: 0, at: 0 } : least
}

/**
 * The largest element reflectance non-uniformity: within a bar, from its lowest valley to its highest peak between its valleys; within
 * a space, from its highest peak to its lowest valley between its peaks.
 */
function largestDefect(profile: Float64Array, elements: readonly Element[]): { value: number; at: number } {
  let largest = { value: 0, at: 0 }
  for (const { isBar, from, to } of elements) {
    const [first, last] = [Math.ceil(from), Math.floor(to)]
    if (last - first < 3) continue
    // bars upside down are spaces
    const sign = isBar ? -1 : 1
    const values = profile.subarray(first, last + 1).map((value) => sign * value)
    const top = values.indexOf(Math.max(...values))
    for (const way of [1, -1]) {
      // the deepest valley that a peak lies beyond
      let [valley, valleyAt, depth, depthAt] = [values[top]!, top, 0, top]
      for (let i = top; i >= 0 && i < values.length; i += way) {
        if (values[i]! < valley) [valley, valleyAt] = [values[i]!, i]
        const rise = values[i]! - valley
        if (rise > depthLimit && values[top]! - valley > depth) [depth, depthAt] = [values[top]! - valley, valleyAt]
      }
      if (depth > largest.value) largest = { value: depth, at: first + depthAt }
    }
  }
  return largest
}

/** A rise behind a valley that is a peak, and no noise of the greys. */
const depthLimit = 0.01
