/** Whether a grid that was found is a grid to the dot. */

import type { ModulePlace } from '../report.ts'
import type { Axis, EdgeCounts, Grid } from './grid.ts'
import { type Modules, moduleAt } from './modules.ts'
import { type Ink, middle } from './picture.ts'

/** The modules beside all lines that are not where they should be. */
export function irregularLines(
  edges: { across: EdgeCounts; down: EdgeCounts },
  { across, down }: Grid,
  soft: boolean,
): ModulePlace[] {
  const columns = irregularIn(edges.across, across, soft)
  const rows = irregularIn(edges.down, down, soft)
  return [
    ...columns.map((line) => ({ row: 0, column: Math.min(line, across.count - 1) })),
    ...rows.map((line) => ({ row: Math.min(line, down.count - 1), column: 0 })),
  ]
}

/** So many distances may be flawed where modules are whole pixels; where more are, the modules may be none. */
const mostOdd = 2
/** Modules below this size, in pixels, blur into each other. */
const fine = 2.5
/** What is shorter than this part of a module is a speck, and no side of a module. */
const shortest = 0.9

/**
 * Lines with edges beside them. Blurred edges can be placed, and each has to be on its line. Sharp ones are up to half a
 * pixel beside it where modules are not whole pixels; where they are, all distances have to be so many modules, and
 * as many as there are lines.
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
  if (!soft && odd.length <= mostOdd) return odd.map(lineAt)
  const tolerance = soft ? Math.max(axis.module < fine ? 0.6 : 0.35, 0.12 * axis.module) : 1
  const off = Array.from(places.keys()).filter((i) => {
    const place = (places[i]! - axis.origin) / axis.module
    return Math.abs(place - Math.round(place)) * axis.module > tolerance
  })
  return [...new Set(off.map(lineAt))]
}

/**
 * Lines that are twice as wide as the others, or wider, where all distances are whole modules: the axis, which has as many
 * lines as the symbol, has fewer of them between two places than there is room for. It is fitted to all places, so that
 * this comes to light near the wide line: the nearest distance of more than one module is taken for it.
 */
function doubledLines(places: Float64Array, whole: number, { origin, module }: Axis): number[] {
  const lineAt = (i: number): number => Math.round((places[i]! - origin) / module)
  const modulesTo = (from: number, to: number): number => Math.round((places[to]! - places[from]!) / whole)
  const distances = Array.from(places.keys()).slice(0, -1)
  const long = distances.filter((i) => modulesTo(i, i + 1) > 1)
  const crowded = distances.filter((i) => lineAt(i + 1) - lineAt(i) < modulesTo(i, i + 1))
  return crowded.map((at, earlier) => {
    const nearest = long.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0] ?? at
    return modulesTo(0, nearest) - earlier
  })
}

/** What of a module next to its edges is not looked at, in pixels. */
const rim = 1.1

/** Modules that are not the same all over. */
export function speckledModules(ink: Ink, { across, down }: Grid, modules: Modules): ModulePlace[] {
  const found: ModulePlace[] = []
  for (let row = 0; row < modules.rows; row++) {
    const [top, bottom] = inner(down, row)
    for (let column = 0; column < modules.columns; column++) {
      const [left, right] = inner(across, column)
      const dark = moduleAt(modules, row, column) === 1
      if (!isEven(ink, { left, right, top, bottom }, dark)) found.push({ row, column })
    }
  }
  return found
}

/** The pixels of a module without its rim. */
function inner({ origin, module }: Axis, i: number): [number, number] {
  return [Math.ceil(origin + i * module + rim), Math.floor(origin + (i + 1) * module - rim)]
}

function isEven(
  { width, dark }: Ink,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
  wanted: boolean,
): boolean {
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if (dark[y * width + x]! >= middle !== wanted) return false
  }
  return true
}
