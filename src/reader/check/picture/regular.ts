/** Whether the modules of a symbol are on an even grid, to the dot. */

import { areWordsEqual, isSolid, type Matrix } from '../../../../symbologies/matrix/index.ts'
import type { ModulePlace } from '../report.ts'
import type { EdgeCounts, Edges } from './edges.ts'
import type { Axis, ModuleGrid } from './grid.ts'
import { type Modules, moduleAt } from './modules.ts'
import type { Ink } from './picture.ts'

/** Deviations from an even grid. Places are those in the picture, not in the upright symbol. */
interface Irregularities {
  /** A module at each line that is off an even grid. */
  readonly uneven: readonly ModulePlace[]
  /** Pixels of a module across and down, if they are whole numbers and differ. */
  readonly oblong?: readonly [across: number, down: number]
  /** Modules that are neither all dark nor all light. */
  readonly speckled: readonly ModulePlace[]
  /** Of sharp modules that are even and yet not whole pixels. */
  readonly fraction?: Fraction
}

/** Modules that are not whole pixels, across or down, whichever is worse: their size, and by how much one is off it at most, in pixels. */
export interface Fraction {
  readonly module: number
  readonly most: number
}

export function irregularitiesIn(
  ink: Ink,
  { edges, grid, modules }: { edges: Edges; grid: ModuleGrid; modules: Modules },
): Irregularities {
  const uneven = irregularLines(edges, grid, ink.soft)
  const whole = ink.soft || uneven.length > 0 ? undefined : wholeGrid(edges, grid)
  if (whole === undefined) {
    const speckled = speckledModules(ink, grid, { modules, rim: blurredRim })
    const isSampled = !ink.soft && uneven.length === 0
    return { uneven, speckled, ...(isSampled && { fraction: fractionOf(edges, grid) }) }
  }
  const oblong = [whole.across.module, whole.down.module] as const
  const speckled = speckledModules(ink, whole, { modules, rim: 0 })
  return { uneven, ...(oblong[0] !== oblong[1] && { oblong }), speckled }
}

function fractionOf(edges: Edges, { across, down }: ModuleGrid): Fraction {
  const [x, y] = [fractionIn(edges.across, across), fractionIn(edges.down, down)]
  return x.most / x.module >= y.most / y.module ? x : y
}

/** The distances of edges, in modules, compared with those between lines. */
function fractionIn(edges: EdgeCounts, { module }: Axis): Fraction {
  const places = edges.places.filter((_, i) => edges.counts[i]! >= shortest * module)
  let most = 0
  for (let i = 1; i < places.length; i++) {
    const distance = places[i]! - places[i - 1]!
    most = Math.max(most, Math.abs(distance - module * Math.round(distance / module)))
  }
  return { module, most }
}

/** The share of edges on lines of whole pixels from which modules count as whole pixels, and the other edges as flaws. */
const mostlyWhole = 0.95

/** The grid of whole pixels that the symbol was drawn on, if there is one. */
function wholeGrid(edges: Edges, { box, across, down }: ModuleGrid): ModuleGrid | undefined {
  const [wholeAcross, wholeDown] = [wholeAxis(edges.across, across), wholeAxis(edges.down, down)]
  return wholeAcross && wholeDown && { box, across: wholeAcross, down: wholeDown }
}

function wholeAxis({ places, counts }: EdgeCounts, axis: Axis): Axis | undefined {
  const origin = Math.round(axis.origin)
  const module = Math.round(axis.module)
  const sum = (total: number, count: number): number => total + count
  const onLines = counts.filter((_, i) => Number.isInteger((places[i]! - origin) / module))
  const isWhole = onLines.reduce(sum, 0) >= mostlyWhole * counts.reduce(sum, 0)
  return isWhole ? { ...axis, origin, module } : undefined
}

/** A module at each line that is off the grid. */
function irregularLines(edges: Edges, { across, down }: ModuleGrid, soft: boolean): ModulePlace[] {
  const columns = irregularIn(edges.across, across, soft)
  const rows = irregularIn(edges.down, down, soft)
  return [
    ...columns.map((line) => ({ row: 0, column: Math.min(line, across.count - 1) })),
    ...rows.map((line) => ({ row: Math.min(line, down.count - 1), column: 0 })),
  ]
}

/** Up to this many distances count as flaws if modules are whole pixels; if more differ, the modules may be fractional. */
const mostOdd = 2
/** Modules below this size, in pixels, blur into each other. */
const fine = 2.5
/** Edges shorter than this part of a module belong to specks. */
const shortest = 0.9

/**
 * Lines with edges off the grid. Blurred edges have exact places, and each must be on its line. Sharp ones are up to half a
 * pixel off if modules are fractional; if modules are whole pixels, all distances must be whole modules, and
 * their sum must match the number of lines.
 */
function irregularIn(edges: EdgeCounts, axis: Axis, soft: boolean): number[] {
  const places = edges.places.filter((_, i) => edges.counts[i]! >= shortest * axis.module)
  const whole = Math.max(1, Math.round(axis.module))
  const lineAt = (i: number): number => Math.max(0, Math.round((places[i]! - axis.origin) / axis.module) - 1)
  const odd = Array.from(places.keys()).filter((i) => {
    const distance = i === 0 ? 0 : places[i]! - places[i - 1]!
    return Math.abs(distance - whole * Math.round(distance / whole)) > 0.25
  })
  if (!soft && odd.length === 0) return doubledLines(places, whole, axis)
  if (!soft && odd.length <= mostOdd && !isSampled(places, whole, axis)) return odd.map(lineAt)
  const tolerance = soft ? Math.max(axis.module < fine ? 0.6 : 0.35, 0.12 * axis.module) : 1
  const off = Array.from(places.keys()).filter((i) => {
    const place = (places[i]! - axis.origin) / axis.module
    return Math.abs(place - Math.round(place)) * axis.module > tolerance
  })
  return [...new Set(off.map(lineAt))]
}

/** How far a sharp edge may be off its line, in pixels, if modules are fractional: half a pixel and the error of the fit. */
const mostMoved = 0.6

/**
 * Whether these are the edges of even modules of a fractional number of pixels: each is close to its line, and more pixels
 * between the lines are extra or missing than flaws account for. Distances of several modules, as whole multiples, can hide it.
 */
function isSampled(places: Float64Array, whole: number, { origin, module }: Axis): boolean {
  const lines = places.map((place) => Math.round((place - origin) / module))
  if (places.some((place, i) => Math.abs(place - origin - lines[i]! * module) > mostMoved)) return false
  const over = (place: number, i: number): number =>
    i === 0 ? 0 : Math.abs(place - places[i - 1]! - whole * (lines[i]! - lines[i - 1]!))
  return places.reduce((sum, place, i) => sum + over(place, i), 0) > mostOdd + 0.25
}

/**
 * Rows or columns at least twice as wide as the others, if all distances are whole modules. The axis has as many lines as
 * the symbol, so it has too few of them between some two places. As it is fitted to all places, these are close to the wide
 * row or column: the nearest distance of more than one module is taken for it.
 */
function doubledLines(places: Float64Array, whole: number, { origin, module }: Axis): number[] {
  const lineAt = (i: number): number => Math.round((places[i]! - origin) / module)
  const modulesTo = (from: number, to: number): number => Math.round((places[to]! - places[from]!) / whole)
  const distances = Array.from(places.keys()).slice(0, -1)
  const long = distances.filter((i) => modulesTo(i, i + 1) > 1)
  const crowded = distances.filter((i) => lineAt(i + 1) - lineAt(i) < modulesTo(i, i + 1))
  let next = 0
  return crowded.map((at, earlier) => {
    // Both lists are in order, so no distance is examined again.
    while (next + 1 < long.length && Math.abs(long[next + 1]! - at) < Math.abs(long[next]! - at)) next++
    return modulesTo(0, long[next] ?? at) - earlier
  })
}

/** The margin inside a module that is ignored, in pixels, if its edges are not on whole pixels. */
const blurredRim = 1.1

/** Modules that are neither all dark nor all light inside a rim of `rim` pixels. */
function speckledModules(
  ink: Ink,
  { across, down }: ModuleGrid,
  { modules, rim }: { modules: Modules; rim: number },
): ModulePlace[] {
  const found: ModulePlace[] = []
  const columns = Array.from({ length: modules.columns }, (_, column) => inner(across, column, rim))
  for (let row = 0; row < modules.rows; row++) {
    const [top, bottom] = inner(down, row, rim)
    const lines = differentLines(ink.bits, top, bottom)
    for (let column = 0; column < modules.columns; column++) {
      const [left, right] = columns[column]!
      const dark = moduleAt(modules, row, column) === 1
      if (!isEven(ink.bits, lines, { left, right }, dark)) found.push({ row, column })
    }
  }
  return found
}

/** The pixels of a module without its rim. */
function inner({ origin, module }: Axis, i: number, rim: number): [number, number] {
  return [Math.ceil(origin + i * module + rim), Math.floor(origin + (i + 1) * module - rim)]
}

/** The lines of pixels from `top` to `bottom`, `bottom` not included, that differ from those above them. */
function differentLines({ stride, words }: Matrix, top: number, bottom: number): number[] {
  const lines: number[] = []
  for (let y = top; y < bottom; y++) {
    if (y === top || !areWordsEqual(words, y * stride, words, (y - 1) * stride, stride)) lines.push(y)
  }
  return lines
}

/** Outside of the picture, everything is light. */
function isEven(
  bits: Matrix,
  lines: readonly number[],
  { left, right }: { left: number; right: number },
  wanted: boolean,
): boolean {
  const inside = { from: Math.max(0, left), to: Math.min(bits.width, right) }
  const isCut = inside.to - inside.from < right - left
  return lines.every((y) => isSolid(bits, y, inside, wanted) && !(isCut && wanted))
}
