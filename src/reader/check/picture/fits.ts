/** Which symbol may be in a part of a picture, on which grid and in which orientation. */

import type { EdgeCounts, Edges } from './edges.ts'
import type { Effort } from './effort.ts'
import { fittedAxis, type ModuleGrid, type ModuleReader, moduleReader } from './grid.ts'
import type { Region, Shape } from './modules.ts'
import type { Box, Ink } from './picture.ts'

/** One that has the fixed patterns of its shape, too. */
export interface OrientedFit<S extends Shape> extends Fitted<S> {
  readonly orientation: SymbolOrientation
}

/** A way for a symbol to lie: it is upright after it is mirrored, if it is, and turned clockwise by the given number of quarters. */
export interface SymbolOrientation {
  readonly turns: number
  readonly mirrored: boolean
  /** The share of the fixed modules that are right. */
  readonly likeness: number
}

/** The least likeness with which modules are taken for a symbol. */
const leastLikeness = 0.8

/** How many sizes are compared with their fixed patterns: those whose lines fit the edges best. */
const triedSizes = 8

/** The shape and the grid that are the most like what is in the box; undefined if none is like it. */
export function bestFit<S extends Shape>(
  ink: Ink,
  { box, edges, shapes }: { readonly box: Box; readonly edges: Edges; readonly shapes: readonly S[] },
  effort: Effort,
): OrientedFit<S> | undefined {
  const candidates = candidatesIn(box, shapes)
  effort.steps += stepsOfFit * (edges.across.places.length + edges.down.places.length) * candidates.length
  const drawn = drawnIn(ink, edges, box, candidates)
  if (drawn !== undefined) return drawn
  const fits = candidates.flatMap((each) => fitOf(each, edges, box) ?? [])
  const likely = fits.toSorted((a, b) => deviationOf(a.grid) - deviationOf(b.grid)).slice(0, triedSizes)
  let best: OrientedFit<S> | undefined
  for (const fit of likely) {
    effort.steps += stepsOfSampling * fit.shape.rows * fit.shape.columns
    const orientation = orientationOf(ink, fit, best?.orientation.likeness ?? leastLikeness)
    if (orientation !== undefined) best = { ...fit, orientation }
  }
  return best
}

/** The steps of a fit for each place of an edge, and of sampling for each module. */
const stepsOfFit = 3
const stepsOfSampling = 10

/**
 * A symbol without a flaw in its fixed patterns and whose modules are as many whole pixels each: there is one at most, for the
 * patterns of one number of modules are wrong for every other. Most pictures are drawn like that, and need no other fits.
 */
function drawnIn<S extends Shape>(
  ink: Ink,
  edges: Edges,
  box: Box,
  candidates: readonly Candidate<S>[],
): OrientedFit<S> | undefined {
  for (const candidate of candidates) {
    const { across, down } = candidate
    const isOnGrid =
      areOnLines(edges.across, box.left, (box.right - box.left) / across) &&
      areOnLines(edges.down, box.top, (box.bottom - box.top) / down)
    const fit = isOnGrid ? fitOf(candidate, edges, box) : undefined
    if (fit === undefined || deviationOf(fit.grid) > 0) continue
    const orientation = orientationOf(ink, fit, leastLikeness)
    if (orientation?.likeness === 1) return { ...fit, orientation }
  }
  return undefined
}

const areOnLines = ({ places }: EdgeCounts, from: number, module: number): boolean =>
  Number.isInteger(module) && places.every((place) => (place - from) % module === 0)

const deviationOf = ({ across, down }: ModuleGrid): number => across.deviation + down.deviation

/** A shape that a box may hold: upright, or on its side. */
interface Candidate<S extends Shape> {
  readonly shape: S
  /** Modules across and down the picture. */
  readonly across: number
  readonly down: number
}

/** The greatest ratio of a module's sides; modules should be square. */
export const mostUnequal = 1.1

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

/** A candidate that the edges fit. */
interface Fitted<S extends Shape> {
  readonly shape: S
  readonly grid: ModuleGrid
}

/** Edges unrelated to a grid are a quarter of a module from its lines on average. */
const mostDeviation = 0.2

/** Undefined if the edges are too far from the lines. */
function fitOf<S extends Shape>({ shape, ...counts }: Candidate<S>, edges: Edges, box: Box): Fitted<S> | undefined {
  const across = fittedAxis(edges.across, { from: box.left, to: box.right }, counts.across)
  if (across.deviation > mostDeviation) return undefined
  const down = fittedAxis(edges.down, { from: box.top, to: box.bottom }, counts.down)
  return down.deviation > mostDeviation ? undefined : { shape, grid: { box, across, down } }
}

/**
 * The best way for a symbol to lie among four rotations and, unless it is square, four of its mirror image. A square fits just
 * as well when it is mirrored; only its contents show that.
 *
 * @param least  a likeness that is too little; undefined is returned if there is none above it
 */
function orientationOf(ink: Ink, { shape, grid }: Fitted<Shape>, least: number): SymbolOrientation | undefined {
  const isDarkAt = moduleReader(ink, grid)
  const regions = shape.regions()
  const seen = { rows: grid.down.count, columns: grid.across.count }
  let best: SymbolOrientation | undefined
  for (const mirrored of shape.rows === shape.columns ? [false] : [false, true]) {
    let view = mirrored ? mirroredView(seen) : viewOf(seen)
    for (let turns = 0; turns < 4; turns++, view = turned(view)) {
      if (view.rows !== shape.rows || view.columns !== shape.columns) continue
      const likeness = likenessTo(isDarkAt, { view, regions }, best?.likeness ?? least)
      if (likeness !== undefined) best = { turns, mirrored, likeness }
    }
  }
  return best
}

/** A step in the picture. */
interface Step {
  readonly down: number
  readonly across: number
}

/** Where an upright symbol's modules are in the picture: the first, and how to get to the next row and the next column. */
interface View {
  readonly rows: number
  readonly columns: number
  readonly first: Step
  readonly toRow: Step
  readonly toColumn: Step
}

const viewOf = ({ rows, columns }: Pick<View, 'rows' | 'columns'>): View => ({
  rows,
  columns,
  first: { down: 0, across: 0 },
  toRow: { down: 1, across: 0 },
  toColumn: { down: 0, across: 1 },
})

function mirroredView({ rows, columns }: Pick<View, 'rows' | 'columns'>): View {
  const { first, toRow, toColumn } = viewOf({ rows, columns })
  return { rows: columns, columns: rows, first, toRow: toColumn, toColumn: toRow }
}

/** A quarter turn clockwise: what was the lower left module is the first. */
function turned({ rows, columns, first, toRow, toColumn }: View): View {
  return {
    rows: columns,
    columns: rows,
    first: { down: first.down + (rows - 1) * toRow.down, across: first.across + (rows - 1) * toRow.across },
    toRow: toColumn,
    toColumn: { down: -toRow.down, across: -toRow.across },
  }
}

/** The share of the regions' modules that are right; undefined as soon as it cannot be more than `least`. */
function likenessTo(
  isDarkAt: ModuleReader,
  { view: { first, toRow, toColumn }, regions }: { view: View; regions: readonly Region<string>[] },
  least: number,
): number | undefined {
  const all = regions.reduce((sum, { modules }) => sum + modules.length, 0)
  let wrong = 0
  for (const { modules } of regions) {
    for (const { row, column, dark } of modules) {
      const down = first.down + row * toRow.down + column * toColumn.down
      const across = first.across + row * toRow.across + column * toColumn.across
      if (isDarkAt(down, across) === dark) continue
      wrong++
      if ((all - wrong) / all <= least) return undefined
    }
  }
  return (all - wrong) / all
}
