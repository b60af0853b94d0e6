/** The matrix symbols in a picture, and the rules for all of them that concern the picture. */

import type { Quiet } from '../../../../symbologies/barcode.ts'
import { type FractionRule, fractionRules, judgeFraction } from '../fraction.ts'
import { type Findings, type Flaw, lengthOf, type ModulePlace, type Rule, type Size } from '../report.ts'
import { boxesIn } from './boxes.ts'
import { type Edges, edgeCounts, pixelsExamined } from './edges.ts'
import type { Effort } from './effort.ts'
import { bestFit, mostUnequal, type OrientedFit, type SymbolOrientation } from './fits.ts'
import { type Axis, isWhole, lightAround, type ModuleGrid, sampled } from './grid.ts'
import {
  areWrong,
  type Modules,
  type Region,
  rowsIn,
  type Shape,
  transposedModules,
  turnedModules,
  wrongIn,
} from './modules.ts'
import { type Box, type Ink, overlap } from './picture.ts'
import { type Fraction, irregularitiesIn } from './regular.ts'

/** A matrix symbol in a picture, upright. */
export interface LocatedMatrix<S extends Shape = Shape> {
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
  /** Of sharp modules that are not whole pixels. */
  readonly fraction?: Fraction
  readonly place: Box
  /** On paper, as it is in the picture: across and down. */
  readonly size: Size | undefined
}

/**
 * The most steps of the search in one picture: twice those of the largest picture if it is one symbol in greys, and enough
 * for all parts of a label at 300 dpi.
 */
export const mostSteps = 20_000_000

/** The symbols of `shapes` that are in the picture, in any orientation: one, or several beside or below each other. */
export function matricesIn<S extends Shape>(ink: Ink, shapes: readonly S[], effort: Effort): LocatedMatrix<S>[] {
  const boxes = boxesIn(ink, effort)
  const most = effort.steps + mostSteps
  const all: LocatedMatrix<S>[] = []
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
function judged<S extends Shape>(
  ink: Ink,
  edges: Edges,
  { shape, grid, orientation }: OrientedFit<S>,
): LocatedMatrix<S> {
  const { turns, mirrored, likeness } = orientation
  const asSeen = sampled(ink, grid)
  const light = lightAround(ink, grid, shape.quiet)
  const atSide = (side: number): number => {
    const before = (side - turns + 4) % 4
    return light[mirrored ? 3 - before : before]!
  }
  const upright = (places: readonly ModulePlace[]): ModulePlace[] =>
    places.map((place) => uprightPlace(place, grid, { turns, mirrored }))
  const { uneven, speckled, oblong, fraction } = irregularitiesIn(ink, { edges, grid, modules: asSeen })
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
    ...(fraction && { fraction }),
    place: grid.box,
    size: sizeOf(ink, grid),
  }
}

function sizeOf({ resolution }: Ink, { across, down }: ModuleGrid): Size | undefined {
  if (resolution === undefined) return undefined
  const pixels = (axis: Axis): number => (isWhole(axis) ? Math.round(axis.module) : axis.module)
  return { modules: [lengthOf(pixels(across), resolution.across), lengthOf(pixels(down), resolution.down)] }
}

function toleranceOf({ across, down }: ModuleGrid, soft: boolean): number {
  // The unexamined part of a quiet zone, and the uncertainty of the grid.
  const pixels = isWhole(across) && isWhole(down) ? 0.25 : soft ? 1.6 : 2
  return pixels / Math.min(across.module, down.module)
}

/** The modules as they are when the symbol is upright. */
function uprightModules(modules: Modules, { turns, mirrored }: SymbolOrientation): Modules {
  let upright = mirrored ? transposedModules(modules) : modules
  for (let turn = 0; turn < turns; turn++) upright = turnedModules(upright)
  return upright
}

/** The place in the upright symbol of a module in the picture: mirrored at the diagonal, then turned clockwise. */
function uprightPlace(
  { row, column }: ModulePlace,
  { across, down }: ModuleGrid,
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

/** What readings of all matrix symbols have: they are certain, and may be light on dark. */
export function seenAs({ shape: { quiet }, size, place, likeness }: LocatedMatrix, modules: Modules) {
  const allRound: Quiet = { left: quiet, right: quiet, top: quiet, bottom: quiet }
  return { rows: rowsIn(modules), quiet: allRound, size, place, likeness, isCertain: true, reversible: true }
}

const sides = ['top', 'right', 'bottom', 'left'] as const

export type MatrixRule =
  | `quiet.${(typeof sides)[number]}`
  | FractionRule
  | 'grid'
  | 'modules'
  | 'polarity'
  | 'mirrored'
  | 'text'
  | 'reference'

/** The rules of `MatrixRule`, with the clauses of one standard. */
export function matrixRules(
  standard: string,
  clause: { quiet: string; module: string; polarity: string; mirrored: string; text: string },
  quiet: number,
): Readonly<Record<MatrixRule, Rule>> {
  const margin = (side: string): Rule => [
    `${standard}, ${clause.quiet}`,
    `${quiet} ${quiet === 1 ? 'module' : 'modules'} or more are light at the ${side}`,
  ]
  return {
    'quiet.top': margin('top'),
    'quiet.right': margin('right'),
    'quiet.bottom': margin('bottom'),
    'quiet.left': margin('left'),
    ...fractionRules(`${standard}, ${clause.module}`),
    grid: [`${standard}, ${clause.module}`, 'all rows are equally high and all columns equally wide, to the dot'],
    modules: [`${standard}, ${clause.module}`, 'every module is dark or light all over'],
    polarity: [`${standard}, ${clause.polarity}`, 'the symbol is dark on light', 'note'],
    mirrored: [`${standard}, ${clause.mirrored}`, 'the symbol is not mirrored'],
    text: [`${standard}, ${clause.text}`, 'the symbol carries the expected text'],
    reference: [standard, 'module by module the same as the reference symbol', 'note'],
  }
}

/** Judges the rules for every matrix symbol that concern the picture. */
export function judgeFound(findings: Findings<MatrixRule>, found: LocatedMatrix): void {
  const wanted = found.shape.quiet
  for (const side of sides) {
    const light = found.quiet[side]
    const message = `the quiet zone is ${light.toFixed(1)} modules wide; ${wanted} are needed`
    findings.judge(`quiet.${side}`, light + found.tolerance >= wanted ? [] : [{ message }])
  }
  const flaws = (modules: readonly ModulePlace[], message: string): Flaw[] =>
    modules.length === 0 ? [] : [{ message, modules }]
  findings.judge('grid', [
    ...flaws(found.uneven, 'rows or columns are wider or narrower than the others'),
    ...oblongFlaws(found),
  ])
  if (found.fraction !== undefined) judgeFraction(findings, found.fraction.module, found.fraction.most)
  findings.judge(
    'modules',
    flaws(found.speckled, `${found.speckled.length} modules are neither dark nor light all over`),
  )
}

/** Modules that are not square: on paper if the resolution differs across and down the picture, otherwise in pixels. */
function oblongFlaws({ oblong, size }: LocatedMatrix): Flaw[] {
  const [across, down] = size?.modules ?? []
  if (across === undefined || down === undefined || across.perMetre === down.perMetre) {
    return oblong === undefined ? [] : [{ message: `modules are ${oblong.join(' x ')} dots` }]
  }
  const isSquare = Math.max(across.mm, down.mm) <= mostUnequal * Math.min(across.mm, down.mm)
  return isSquare ? [] : [{ message: `modules are ${across.mm.toFixed(3)} x ${down.mm.toFixed(3)} mm` }]
}

/** Judges the function patterns: one finding for each that is wrong. */
export function judgeRegions<Name extends string>(
  findings: Findings<Name>,
  modules: Modules,
  regions: readonly Region<Name>[],
): void {
  const rules = new Set(regions.map(({ rule }) => rule))
  for (const rule of rules) {
    const flaws = regions.flatMap((region): Flaw[] => {
      const wrong = region.rule === rule ? wrongIn(modules, region.modules) : []
      return wrong.length === 0 ? [] : [{ message: `${region.name}: ${areWrong(wrong.length)}`, modules: wrong }]
    })
    findings.judge(rule, flaws)
  }
}
