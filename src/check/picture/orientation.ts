/** How a matrix symbol lies in a picture: the turn, or the mirror image, in which its fixed patterns are where they belong. */

import { type Modules, type Region, transposedModules, turnedModules } from './modules.ts'

/** A way for a symbol to lie: it is upright after it is mirrored, if it is, and turned clockwise by so many quarters. */
export interface Orientation {
  readonly turns: number
  readonly mirrored: boolean
  /** The share of the fixed modules that are right. */
  readonly likeness: number
}

/** A module of the picture as it is seen. */
export type ModuleReader = (row: number, column: number) => boolean

/**
 * The best fit to the regions of a symbol among four rotations and, unless it is square, four of its mirror image. A square
 * fits just as well when it is mirrored; only its contents show that.
 *
 * @param seen  rows and columns as they are in the picture
 * @param least  a likeness that is too little; undefined is returned if there is none above it
 */
export function orientationOf(
  isDarkAt: ModuleReader,
  { seen, upright, regions }: { seen: Sides; upright: Sides; regions: readonly Region<string>[] },
  least: number,
): Orientation | undefined {
  let best: Orientation | undefined
  for (const mirrored of upright.rows === upright.columns ? [false] : [false, true]) {
    let view = mirrored ? mirroredView(seen) : viewOf(seen)
    for (let turns = 0; turns < 4; turns++, view = turned(view)) {
      if (view.rows !== upright.rows || view.columns !== upright.columns) continue
      const likeness = likenessTo(isDarkAt, { view, regions }, best?.likeness ?? least)
      if (likeness !== undefined) best = { turns, mirrored, likeness }
    }
  }
  return best
}

/** The modules as they are when the symbol is upright. */
export function uprightModules(modules: Modules, { turns, mirrored }: Orientation): Modules {
  let upright = mirrored ? transposedModules(modules) : modules
  for (let turn = 0; turn < turns; turn++) upright = turnedModules(upright)
  return upright
}

interface Sides {
  readonly rows: number
  readonly columns: number
}

/** A step in the picture. */
interface Step {
  readonly down: number
  readonly across: number
}

/** Where an upright symbol's modules are in the picture: the first, and how to get to the next row and the next column. */
interface View extends Sides {
  readonly first: Step
  readonly toRow: Step
  readonly toColumn: Step
}

const viewOf = ({ rows, columns }: Sides): View => ({
  rows,
  columns,
  first: { down: 0, across: 0 },
  toRow: { down: 1, across: 0 },
  toColumn: { down: 0, across: 1 },
})

function mirroredView({ rows, columns }: Sides): View {
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
