/** The grid of a symbol in a photo, fitted to the edges between its modules. */

import { type GreyPlane, greyAt } from './planes.ts'
import { corrected, Equations, type Projection, projected } from './projection.ts'
import { type GridSize, moduleGreys, moduleThresholds } from './sampled.ts'

export interface FittedGrid {
  readonly projection: Projection
  /** By how much dark modules are wider than light ones at each edge, across and down, in modules: negative if narrower. */
  readonly gain: readonly [across: number, down: number]
  /** The mean distance of edges from the grid, in modules. */
  readonly deviation: number
  /** How many edges it is fitted to. */
  readonly edges: number
}

/** An edge between two modules that lie beside each other. */
interface Edge {
  readonly u: number
  readonly v: number
  /** Between rows instead of columns. */
  readonly isDown: boolean
  /** How far it is from the line, in modules, to the right or down. */
  readonly off: number
  /** 1 where dark is before it, -1 where dark is behind it. */
  readonly side: 1 | -1
}

/** The most that an edge may be from its line, in modules: farther ones belong to other modules. */
const farthest = 0.46
/** The places between the middles of two modules at which greys are compared, in modules. */
const steps = 8

/** The greys that are looked at to fit a grid: nine in a module and one around, and `steps` along two sides of each. */
export const fittedSteps = ({ rows, columns }: GridSize, rounds = 3): number =>
  rounds * (9 + 2 * steps) * (rows + 2) * (columns + 2)

/**
 * Moves and bends a grid so that its lines lie on the edges of the modules. Edges of dark modules that ink has spread lie on
 * both sides of a line alike, which is found with the grid.
 *
 * @param within  the rows and columns from the upper left that are looked at
 */
export function fittedGrid(
  plane: GreyPlane,
  projection: Projection,
  { size, within = Infinity, rounds = 3 }: { size: GridSize; within?: number; rounds?: number },
): FittedGrid | undefined {
  let grid: FittedGrid | undefined
  for (let round = 0; round < rounds; round++) {
    grid = fittedOnce(plane, grid?.projection ?? projection, size, within)
    if (grid === undefined) return undefined
  }
  return grid
}

function fittedOnce(plane: GreyPlane, projection: Projection, size: GridSize, within: number): FittedGrid | undefined {
  const [rows, columns] = [Math.min(size.rows, within), Math.min(size.columns, within)]
  const edges = edgesIn(plane, projection, { rows, columns })
  if (edges.length < 16) return undefined
  const middle = { x: columns / 2, y: rows / 2 }
  const scale = Math.max(rows, columns) / 2
  const equations = new Equations(10)
  const row = new Float64Array(10)
  for (const { u, v, isDown, off, side } of edges) {
    const [s, t] = [(u - middle.x) / scale, (v - middle.y) / scale]
    const along = isDown ? t : s
    for (let i = 0; i < 3; i++) row[i] = row[3 + i] = 0
    const first = isDown ? 3 : 0
    row[first] = 1
    row[first + 1] = s
    row[first + 2] = t
    row[6] = -along * s
    row[7] = -along * t
    row[8] = isDown ? 0 : side
    row[9] = isDown ? side : 0
    equations.add(row, off / scale)
  }
  // a perspective that few edges show is none
  const terms = equations.solved(1e-3 * edges.length ** 0.5)
  if (terms === undefined || terms.some((term) => !Number.isFinite(term) || Math.abs(term) > 0.5)) return undefined
  const gain = [2 * scale * terms[8]!, 2 * scale * terms[9]!] as const
  const away = edges.reduce((sum, { off, side, isDown }) => sum + Math.abs(off - (side * gain[Number(isDown)]!) / 2), 0)
  return {
    projection: corrected(projection, { terms: terms.slice(0, 8), middle, size: scale }),
    gain,
    deviation: away / edges.length,
    edges: edges.length,
  }
}

/** The edges between modules that differ, near the lines. */
function edgesIn(plane: GreyPlane, projection: Projection, size: GridSize): Edge[] {
  const sampled = moduleGreys(plane, projection, size)
  const { greys } = sampled
  const thresholds = moduleThresholds(sampled)
  const width = size.columns + 2
  const edges: Edge[] = []
  const greyIn = (u: number, v: number): number => {
    const { x, y } = projected(projection, u, v)
    return greyAt(plane, x, y)
  }
  const compare = (row: number, column: number, isDown: boolean): void => {
    const at = (row + 1) * width + column + 1
    const next = at + (isDown ? width : 1)
    const [before, behind] = [greys[at]!, greys[next]!]
    const isDark = before < thresholds[at]!
    if (isDark === behind < thresholds[next]! || Math.abs(before - behind) < 8) return
    const middle = (thresholds[at]! + thresholds[next]!) / 2
    const [u, v] = [column + 0.5, row + 0.5]
    let last = before - middle
    for (let step = 1; step <= steps; step++) {
      const part = step / steps
      const value = step === steps ? behind - middle : greyIn(u + (isDown ? 0 : part), v + (isDown ? part : 0)) - middle
      if (last > 0 !== value > 0) {
        const off = (step - 1 + last / (last - value)) / steps - 0.5
        const place = isDown ? { u, v: v + 0.5 } : { u: u + 0.5, v }
        if (Math.abs(off) < farthest) edges.push({ ...place, isDown, off, side: isDark ? 1 : -1 })
        return
      }
      last = value
    }
  }
  for (let row = 0; row < size.rows; row++) {
    for (let column = 0; column < size.columns; column++) {
      compare(row, column, false)
      compare(row, column, true)
    }
  }
  // the first lines, whose outside is in the sampled border
  for (let row = 0; row < size.rows; row++) compare(row, -1, false)
  for (let column = 0; column < size.columns; column++) compare(-1, column, true)
  return edges
}
