/** The map of the calibration page, fitted to its marks, patterns and bars. A place that is not where the others say is not believed. */

import { composed, Equations } from '../check/photo/projection.ts'
import { type BarPattern, barCount, type CalibrationPattern, type PatternRectangle } from './pattern.ts'
import { type Edge, edgeNear, type LocatedPage, type Way } from './sheet.ts'

/** Something on the page whose middle one way is known from pairs of edges: ink that spreads moves both alike. */
interface Tie {
  /** As people would call it. */
  readonly name: string
  readonly way: Way
  /** In dots. */
  readonly u: number
  readonly v: number
  readonly pairs: readonly (readonly [Edge, Edge])[]
  /** How far on both sides of the middle light is averaged. */
  readonly spread: number
  /** How far from its place an edge is looked for, in dots. */
  readonly reach: number
}

/** A tie with how far its middle is from where the map has it, in dots. */
interface Seen extends Tie {
  readonly off: number
}

export type PageFit =
  | { readonly sheet: LocatedPage; readonly remainder: number }
  | {
      readonly sheet: undefined
      readonly why: 'few' | 'uneven'
      readonly remainder: number
      readonly names: readonly string[]
    }

const rounds = 5
/** What is farther off than half a dot is not believed; of one place that is a spot, of more the print or the scan is uneven. */
const mostOff = 0.5
const mostDisbelieved = 1
/** The fewest places each way, and the least share of the page that they lie apart. */
const fewest = 5
const leastExtent = 0.4

export function fittedTo(sheet: LocatedPage, pattern: CalibrationPattern): PageFit {
  const ties = tiesOf(pattern)
  let fitted = sheet
  let last: readonly Judged[] = []
  for (let round = 0; round < rounds; round++) {
    const seen = seenOn(fitted, ties)
    last = (['u', 'v'] as const).map((way) => judged(seen.filter((tie) => tie.way === way)))
    const [across, along] = last.map(({ terms }) => terms)
    if (across === undefined || along === undefined) break
    const [a, b, c] = across as [number, number, number]
    const [d, e, f] = along as [number, number, number]
    fitted = { ...fitted, map: composed(fitted.map, [1 + b, c, a, e, 1 + f, d, 0, 0, 1]) }
  }
  const remainder = Math.max(...last.map((each) => each.remainder))
  const sides = [pattern.width, pattern.height]
  const isFew = last.some(({ kept, terms }, i) => terms === undefined || extentOf(kept) < leastExtent * sides[i]!)
  if (isFew) return { sheet: undefined, why: 'few', remainder, names: [] }
  const names = last.flatMap(({ disbelieved }) => disbelieved.map(({ name }) => name))
  if (remainder > mostOff) return { sheet: undefined, why: 'uneven', remainder, names: [...new Set(names)] }
  return { sheet: fitted, remainder }
}

/** How far apart places lie the way that they are measured, in dots. */
function extentOf(ties: readonly Tie[]): number {
  const all = ties.map(({ way, u, v }) => (way === 'u' ? u : v))
  return Math.max(...all) - Math.min(...all)
}

interface Judged {
  /** By how much the page is moved: terms of 1, u and v; undefined where places are too few. */
  readonly terms: readonly number[] | undefined
  readonly kept: readonly Seen[]
  readonly disbelieved: readonly Seen[]
  /** How far the farthest of those that are kept is from where the others say, in dots. */
  readonly remainder: number
}

/** The plane that is closest to the places, without those that are not where the others say. */
function judged(seen: readonly Seen[]): Judged {
  let best = fittedPlane(seen)
  const disbelieved: Seen[] = []
  while (best.remainder > mostOff && disbelieved.length < mostDisbelieved && best.kept.length > fewest) {
    const without = best.kept.map((one) => ({ one, rest: fittedPlane(best.kept.filter((each) => each !== one)) }))
    const least = without.reduce((a, b) => (b.rest.remainder < a.rest.remainder ? b : a))
    disbelieved.push(least.one)
    best = least.rest
  }
  return { ...best, disbelieved }
}

function fittedPlane(seen: readonly Seen[]): Omit<Judged, 'disbelieved'> {
  const equations = new Equations(3)
  for (const { u, v, off } of seen) equations.add([1, u, v], off)
  const terms = seen.length < fewest ? undefined : equations.solved()
  if (terms === undefined) return { terms, kept: seen, remainder: Infinity }
  const [a, b, c] = terms as [number, number, number]
  return { terms, kept: seen, remainder: Math.max(...seen.map(({ u, v, off }) => Math.abs(off - a - b * u - c * v))) }
}

function seenOn(sheet: LocatedPage, ties: readonly Tie[]): readonly Seen[] {
  return ties.flatMap((tie) => {
    const { way, u, v, pairs, spread, reach } = tie
    const probe = { way, side: way === 'u' ? v : u, spread }
    const offs = pairs.flatMap(([near, far]) => {
      const [first, last] = [edgeNear(sheet, near, probe, reach), edgeNear(sheet, far, probe, reach)]
      return first === undefined || last === undefined ? [] : [(first - near.at + last - far.at) / 2]
    })
    if (offs.length === 0) return []
    return [{ ...tie, off: offs.reduce((sum, off) => sum + off, 0) / offs.length }]
  })
}

const corners = ['upper left', 'upper right', 'lower right', 'lower left'] as const

function tiesOf(pattern: CalibrationPattern): readonly Tie[] {
  const { marks, module, beside, solid, across, along } = pattern
  const ofBoth = (['u', 'v'] as const).flatMap((way) => [
    ...marks.map(({ u, v }, i): Tie => {
      const middle = way === 'u' ? u : v
      const pair = (modules: number, isFalling: boolean) => pairAround(middle, modules * module, isFalling)
      const pairs = [pair(3.5, true), pair(2.5, false), pair(1.5, true)]
      return { name: `the ${corners[i]} mark`, way, u, v, pairs, spread: 1.2 * module, reach: 0.6 * module }
    }),
    tieOf('the small square', way, beside, module),
    tieOf('the large square', way, solid, module),
    barsTie('the upright bars', way, across, 'u'),
    barsTie('the level bars', way, along, 'v'),
  ])
  return [...ofBoth, ...dashTies(pattern)]
}

/**
 * Dashes of the first and of the last step, at a quarter, half and three quarters of the head: how far along the feed they lie. They are
 * looked at on the side where no other step begins beside them: ink that spreads by a dot and more joins a dash to the next step.
 */
function dashTies({ stairs }: CalibrationPattern): readonly Tie[] {
  const { x, y, width, height, steps } = stairs
  const dash = height / steps
  return [0, steps - 1].flatMap((step) =>
    [0.25, 0.5, 0.75].map((part): Tie => {
      const column = steps * Math.floor((part * width) / steps) + step
      const [u, v] = [x + column + (step === 0 ? 0.1 : 0.9), y + (step + 0.5) * dash]
      const pairs = [pairAround(v, dash / 2, true)]
      return { name: 'the dashes', way: 'v', u, v, pairs, spread: 0.2, reach: 0.9 * dash }
    }),
  )
}

const pairAround = (middle: number, half: number, isFalling: boolean): readonly [Edge, Edge] => [
  { at: middle - half, isFalling },
  { at: middle + half, isFalling: !isFalling },
]

function tieOf(name: string, way: Way, { x, y, width, height }: PatternRectangle, module: number): Tie {
  const [u, v] = [x + width / 2, y + height / 2]
  const [middle, half, other] = way === 'u' ? [u, width / 2, height] : [v, height / 2, width]
  return { name, way, u, v, pairs: [pairAround(middle, half, true)], spread: 0.3 * other, reach: 0.9 * module }
}

/** Bars by all of their edges the way that they follow each other, by the ends of the second one the other way. */
function barsTie(name: string, way: Way, pattern: BarPattern, follow: Way): Tie {
  const { x, y, width, height, dots } = pattern
  const [u, v] = [x + width / 2, y + height / 2]
  const reach = 0.45 * dots
  if (way === follow) {
    const pairs = edgesOfBars(pattern, way)
    return { name, way, u, v, pairs, spread: 0.3 * (way === 'u' ? height : width), reach }
  }
  const second = { u: follow === 'u' ? x + 2.5 * dots : u, v: follow === 'v' ? y + 2.5 * dots : v }
  const half = (way === 'u' ? width : height) / 2
  return { name, way, ...second, pairs: [pairAround(way === 'u' ? u : v, half, true)], spread: 0.2 * dots, reach }
}

/** Both edges of each bar, the way that they follow each other. */
export function edgesOfBars({ x, y, dots }: BarPattern, way: Way): readonly (readonly [Edge, Edge])[] {
  const start = way === 'u' ? x : y
  return Array.from({ length: barCount }, (_, i) => pairAround(start + (2 * i + 0.5) * dots, dots / 2, true))
}
