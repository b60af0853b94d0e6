import type { Quiet } from '../../../symbologies/barcode.ts'
import type { ModulePlace } from '../report.ts'
import { lengthOf, type Size } from '../size.ts'
import { type Box, overlap } from './box.ts'
import { boxesIn } from './boxes.ts'
import { type Edges, edgeCounts, pixelsExamined } from './edge-counts.ts'
import type { Effort } from './effort.ts'
import { bestFit, type Fit } from './fits.ts'
import { type Axis, type Grid, isWhole, lightAround, sampled } from './grid.ts'
import type { Modules, Shape } from './modules.ts'
import { uprightModules } from './orientation.ts'
import type { Ink } from './picture.ts'
import { irregularitiesIn } from './regular.ts'

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

export const allRound = (quiet: number): Quiet => ({ left: quiet, right: quiet, top: quiet, bottom: quiet })

/**
 * The most steps of the search in one picture: twice those of the largest picture if it is one symbol in greys, and enough
 * for all parts of a label at 300 dpi.
 */
export const mostSteps = 20_000_000

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
    const edges = edgeCounts(ink, box)
    const fit = bestFit(ink, { box, edges, shapes }, effort)
    if (fit !== undefined) all.push(judged(ink, edges, fit))
  }
  return all
}

/** The symbol with the flaws of its grid. This examines every pixel, so it is done only for the best candidate. */
function judged<S extends Shape>(ink: Ink, edges: Edges, { shape, grid, orientation }: Fit<S>): Found<S> {
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
