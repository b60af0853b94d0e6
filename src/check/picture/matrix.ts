import type { Quiet } from '../../../symbologies/barcode.ts'
import type { ModulePlace } from '../report.ts'
import { lengthOf, type Size } from '../size.ts'
import { type Box, overlap } from './box.ts'
import { boxesIn } from './boxes.ts'
import type { Effort } from './effort.ts'
import {
  type Axis,
  edgeCounts,
  fittedAxis,
  type Grid,
  isWhole,
  lightAround,
  moduleReader,
  pixelsExamined,
  sampled,
} from './grid.ts'
import type { Modules, Region } from './modules.ts'
import { type Orientation, orientationOf, uprightModules } from './orientation.ts'
import type { Ink } from './picture.ts'
import { type Edges, irregularitiesIn } from './regular.ts'

/** A symbol size, and the modules that are the same in all symbols of this size. */
export interface Shape {
  readonly rows: number
  readonly columns: number
  /** The margin that has to be light, in modules. */
  readonly quiet: number
  /** Built on first use. */
  readonly regions: () => readonly Region<string>[]
}

/** A matrix symbol in a picture, upright. */
export interface Found<S extends Shape = Shape> {
  readonly shape: S
  readonly modules: Modules
  readonly likeness: number
  /** Only its mirror image fits the shape. */
  readonly mirrored: boolean
  /** Light modules at each side, as far as the picture extends. */
  readonly quiet: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
  /** By how much a quiet zone may be too narrow, in modules, because of the pixels. */
  readonly tolerance: number
  /** Modules at lines that are off an even grid, and modules that are neither all dark nor all light. */
  readonly uneven: readonly ModulePlace[]
  readonly speckled: readonly ModulePlace[]
  /** Pixels of a module across and down the picture, if they are whole numbers and differ. */
  readonly oblong?: readonly [across: number, down: number]
  readonly place: Box
  /** On paper, as it is in the picture: across and down. */
  readonly size: Size | undefined
}

/** Edges unrelated to a grid are a quarter of a module from its lines on average. */
const mostDeviation = 0.2
/** How many sizes are compared with their fixed patterns: those whose lines fit the edges best. */
const triedSizes = 8
/** The least likeness with which modules are taken for a symbol. */
const leastLikeness = 0.8
/** The greatest ratio of a module's sides; modules should be square. */
export const mostUnequal = 1.1

export const allRound = (quiet: number): Quiet => ({ left: quiet, right: quiet, top: quiet, bottom: quiet })

/**
 * The most steps of the search in one picture: twice those of the largest picture if it is one symbol in greys, and enough
 * for all parts of a label at 300 dpi.
 */
const mostSteps = 20_000_000

/** The symbols of `shapes` that are in the picture, in any orientation: one, or several beside or below each other. */
export function matricesIn<S extends Shape>(ink: Ink, shapes: readonly S[], effort: Effort): Found<S>[] {
  const boxes = boxesIn(ink, effort)
  const most = effort.steps + mostSteps
  const all: Found<S>[] = []
  for (const [i, box] of boxes.entries()) {
    if (all.some(({ place }) => overlap(place, box))) continue
    effort.steps += pixelsExamined(box)
    if (effort.steps > most) {
      if (all.length === 0) effort.skipped += boxes.length - i
      break
    }
    const found = foundIn(ink, box, shapes, effort)
    if (found !== undefined) all.push(found)
  }
  return all
}

function foundIn<S extends Shape>(ink: Ink, box: Box, shapes: readonly S[], effort: Effort): Found<S> | undefined {
  const edges = edgeCounts(ink, box)
  const grids = shapes.flatMap((shape) => gridsOf(shape, edges, box, effort))
  const likely = grids.toSorted((a, b) => deviationOf(a.grid) - deviationOf(b.grid)).slice(0, triedSizes)
  let best: { shape: S; grid: Grid; orientation: Orientation } | undefined
  for (const { shape, grid } of likely) {
    effort.steps += stepsOfSampling * shape.rows * shape.columns
    const sides = {
      seen: { rows: grid.down.count, columns: grid.across.count },
      upright: shape,
      regions: shape.regions(),
    }
    const least = best?.orientation.likeness ?? leastLikeness
    const orientation = orientationOf(moduleReader(ink, grid), sides, least)
    if (orientation !== undefined) best = { shape, grid, orientation }
  }
  return best && judged(ink, edges, best)
}

const deviationOf = ({ across, down }: Grid): number => across.deviation + down.deviation

/** The grids of the shape, upright and on its side, that the edges fit. */
function gridsOf<S extends Shape>(shape: S, edges: Edges, box: Box, effort: Effort): { shape: S; grid: Grid }[] {
  const upright = [shape.rows, shape.columns] as const
  const sides = shape.rows === shape.columns ? [upright] : [upright, [shape.columns, shape.rows] as const]
  return sides.flatMap(([down, across]) => {
    const width = (box.right - box.left) / across
    const height = (box.bottom - box.top) / down
    if (Math.min(width, height) < 0.95 || Math.max(width, height) > mostUnequal * Math.min(width, height)) return []
    effort.steps += stepsOfFit * (edges.across.places.length + edges.down.places.length)
    const columns = fittedAxis(edges.across, { from: box.left, to: box.right }, across)
    if (columns.deviation > mostDeviation) return []
    const rows = fittedAxis(edges.down, { from: box.top, to: box.bottom }, down)
    return rows.deviation > mostDeviation ? [] : [{ shape, grid: { box, across: columns, down: rows } }]
  })
}

/** The steps of a fit for each place of an edge, and of sampling for each module. */
const stepsOfFit = 3
const stepsOfSampling = 10

/** The symbol with the flaws of its grid. This examines every pixel, so it is done only for the best candidate. */
function judged<S extends Shape>(
  ink: Ink,
  edges: Edges,
  { shape, grid, orientation }: { shape: S; grid: Grid; orientation: Orientation },
): Found<S> {
  const { turns, mirrored, likeness } = orientation
  const asSeen = sampled(ink, grid)
  const light = lightAround(ink, grid, shape.quiet)
  const atSide = (side: number): number => {
    const before = (side - turns + 4) % 4
    return light[mirrored ? 3 - before : before]!
  }
  const upright = (places: readonly ModulePlace[]): ModulePlace[] =>
    places.map((place) => uprightPlace(place, grid, { turns, mirrored }))
  const { uneven, speckled, oblong } = irregularitiesIn(ink, { edges, grid, modules: asSeen })
  return {
    shape,
    modules: uprightModules(asSeen, orientation),
    likeness,
    mirrored,
    quiet: { top: atSide(0), right: atSide(1), bottom: atSide(2), left: atSide(3) },
    tolerance: toleranceOf(grid, ink.soft),
    uneven: upright(uneven),
    speckled: upright(speckled),
    ...(oblong && { oblong }),
    place: grid.box,
    size: sizeOf(ink, grid),
  }
}

function sizeOf({ resolution }: Ink, { across, down }: Grid): Size | undefined {
  if (resolution === undefined) return undefined
  const pixels = (axis: Axis): number => (isWhole(axis) ? Math.round(axis.module) : axis.module)
  return { modules: [lengthOf(pixels(across), resolution.across), lengthOf(pixels(down), resolution.down)] }
}

function toleranceOf({ across, down }: Grid, soft: boolean): number {
  // The unexamined part of a quiet zone, and the uncertainty of the grid.
  const pixels = isWhole(across) && isWhole(down) ? 0.25 : soft ? 1.6 : 2
  return pixels / Math.min(across.module, down.module)
}

/** The place in the upright symbol of a module in the picture: mirrored at the diagonal, then turned clockwise. */
function uprightPlace(
  { row, column }: ModulePlace,
  { across, down }: Grid,
  { turns, mirrored }: { turns: number; mirrored: boolean },
): ModulePlace {
  let place = mirrored ? { row: column, column: row } : { row, column }
  let height = mirrored ? across.count : down.count
  let width = mirrored ? down.count : across.count
  for (let turn = 0; turn < turns; turn++) {
    place = { row: place.column, column: height - 1 - place.row }
    ;[height, width] = [width, height]
  }
  return place
}
