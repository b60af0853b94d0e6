/** Which symbol, on which grid, may be in a part of a picture. */

import type { Box } from './box.ts'
import type { EdgeCounts, Edges } from './edge-counts.ts'
import type { Effort } from './effort.ts'
import { fittedAxis, type Grid, moduleReader } from './grid.ts'
import type { Shape } from './modules.ts'
import { type Orientation, orientationOf } from './orientation.ts'
import type { Ink } from './picture.ts'

/** Edges unrelated to a grid are a quarter of a module from its lines on average. */
const mostDeviation = 0.2
/** How many sizes are compared with their fixed patterns: those whose lines fit the edges best. */
const triedSizes = 8
/** The least likeness with which modules are taken for a symbol. */
const leastLikeness = 0.8

/** The greatest ratio of a module's sides; modules should be square. */
export const mostUnequal = 1.1

/** A shape that a box may hold: upright, or on its side. */
interface Candidate<S extends Shape> {
  readonly shape: S
  /** Modules across and down the picture. */
  readonly across: number
  readonly down: number
}

/** A candidate that the edges fit. */
interface Fitted<S extends Shape> {
  readonly shape: S
  readonly grid: Grid
}

/** One that has the fixed patterns of its shape, too. */
export interface Fit<S extends Shape> extends Fitted<S> {
  readonly orientation: Orientation
}

/** The shape and the grid that are the most like what is in the box; undefined if none is like it. */
export function bestFit<S extends Shape>(
  ink: Ink,
  { box, edges, shapes }: { readonly box: Box; readonly edges: Edges; readonly shapes: readonly S[] },
  effort: Effort,
): Fit<S> | undefined {
  const candidates = candidatesIn(box, shapes)
  effort.steps += stepsOfFit * (edges.across.places.length + edges.down.places.length) * candidates.length
  const drawn = drawnIn(ink, edges, box, candidates)
  if (drawn !== undefined) return drawn
  const fits = candidates.flatMap((each) => fitOf(each, edges, box) ?? [])
  const likely = fits.toSorted((a, b) => deviationOf(a.grid) - deviationOf(b.grid)).slice(0, triedSizes)
  let best: Fit<S> | undefined
  for (const fit of likely) {
    effort.steps += stepsOfSampling * fit.shape.rows * fit.shape.columns
    const orientation = oriented(ink, fit, best?.orientation.likeness ?? leastLikeness)
    if (orientation !== undefined) best = { ...fit, orientation }
  }
  return best
}

/**
 * A symbol without a flaw in its fixed patterns and whose modules are as many whole pixels each: there is one at most, for the
 * patterns of one number of modules are wrong for every other. Most pictures are drawn like that, and need no other fits.
 */
function drawnIn<S extends Shape>(
  ink: Ink,
  edges: Edges,
  box: Box,
  candidates: readonly Candidate<S>[],
): Fit<S> | undefined {
  for (const candidate of candidates) {
    const { across, down } = candidate
    const isOnGrid =
      areOnLines(edges.across, box.left, (box.right - box.left) / across) &&
      areOnLines(edges.down, box.top, (box.bottom - box.top) / down)
    const fit = isOnGrid ? fitOf(candidate, edges, box) : undefined
    if (fit === undefined || deviationOf(fit.grid) > 0) continue
    const orientation = oriented(ink, fit, leastLikeness)
    if (orientation?.likeness === 1) return { ...fit, orientation }
  }
  return undefined
}

const areOnLines = ({ places }: EdgeCounts, from: number, module: number): boolean =>
  Number.isInteger(module) && places.every((place) => (place - from) % module === 0)

function oriented(ink: Ink, { shape, grid }: Fitted<Shape>, least: number): Orientation | undefined {
  const seen = { rows: grid.down.count, columns: grid.across.count }
  return orientationOf(moduleReader(ink, grid), { seen, upright: shape, regions: shape.regions() }, least)
}

const deviationOf = ({ across, down }: Grid): number => across.deviation + down.deviation

/** The shapes with modules of a pixel and more in this box that are nearly square. */
function candidatesIn<S extends Shape>(box: Box, shapes: readonly S[]): Candidate<S>[] {
  const candidates: Candidate<S>[] = []
  const add = (shape: S, across: number, down: number): void => {
    const [width, height] = [(box.right - box.left) / across, (box.bottom - box.top) / down]
    const isSquare = Math.max(width, height) <= mostUnequal * Math.min(width, height)
    if (isSquare && Math.min(width, height) >= 0.95) candidates.push({ shape, across, down })
  }
  for (const shape of shapes) {
    add(shape, shape.columns, shape.rows)
    if (shape.rows !== shape.columns) add(shape, shape.rows, shape.columns)
  }
  return candidates
}

/** Undefined if the edges are too far from the lines. */
function fitOf<S extends Shape>({ shape, ...counts }: Candidate<S>, edges: Edges, box: Box): Fitted<S> | undefined {
  const across = fittedAxis(edges.across, { from: box.left, to: box.right }, counts.across)
  if (across.deviation > mostDeviation) return undefined
  const down = fittedAxis(edges.down, { from: box.top, to: box.bottom }, counts.down)
  return down.deviation > mostDeviation ? undefined : { shape, grid: { box, across, down } }
}

/** The steps of a fit for each place of an edge, and of sampling for each module. */
const stepsOfFit = 3
const stepsOfSampling = 10
