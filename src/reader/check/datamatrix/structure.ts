/** Finder and alignment patterns of Data Matrix ECC 200, and where its codewords are. ISO/IEC 16022:2006, 5.5, 5.8, Annex F */

import { memoize } from '../../../../symbologies/memoize.ts'
import type { DataMatrixSize } from '../../../../symbologies/tables.ts'
import type { FixedModule, Region } from '../picture/modules.ts'
import type { ModulePlace } from '../report.ts'

export type DataMatrixRegionRule = 'finder' | 'timing' | 'alignment' | 'corner'

interface DataMatrixStructure {
  readonly regions: readonly Region<DataMatrixRegionRule>[]
  /** The eight modules of each codeword in the order of placement, the most significant bit first. */
  readonly codewords: readonly (readonly ModulePlace[])[]
}

/** The structure of one of the sizes. */
export const dataMatrixStructure = memoize(newStructure)

/** Its regions alone: in most pictures they are enough to see that a symbol has another size. */
export const dataMatrixRegions = memoize(newRegions)

function newStructure(size: DataMatrixSize): DataMatrixStructure {
  const { rows, columns } = dataPlaces(size)
  const codewords = placement(rows.length, columns.length).map((bits) =>
    bits.map(([row, column]) => ({ row: rows[row]!, column: columns[column]! })),
  )
  return { regions: dataMatrixRegions(size), codewords }
}

function newRegions(size: DataMatrixSize): Region<DataMatrixRegionRule>[] {
  const { rows, columns } = dataPlaces(size)
  const borders = borderRegions(size)
  if ((rows.length * columns.length) % 8 === 0) return borders
  const modules = rows.slice(-2).flatMap((row, i) =>
    // 5.8.1: the lower right module of the four is dark and the upper left one too.
    columns.slice(-2).map((column, j) => ({ row, column, dark: i === j })),
  )
  return [...borders, { rule: 'corner', name: 'lower right corner', modules }]
}

/** The symbol's rows and columns without the borders of the regions. */
function dataPlaces({ rows, columns, regionRows, regionColumns }: DataMatrixSize): {
  rows: number[]
  columns: number[]
} {
  const inside = (count: number, length: number): number[] =>
    indices(count).filter((at) => at % length !== 0 && at % length !== length - 1)
  return { rows: inside(rows, rows / regionRows), columns: inside(columns, columns / regionColumns) }
}

const indices = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

/** 5.8.2, 5.8.3: every region is solid at its left and bottom, and alternates between dark and light at its top and right. */
function borderRegions({ rows, columns, regionRows, regionColumns }: DataMatrixSize): Region<DataMatrixRegionRule>[] {
  const regionHeight = rows / regionRows
  const regionWidth = columns / regionColumns
  const finder: FixedModule[] = []
  const timing: FixedModule[] = []
  const alignment: FixedModule[] = []
  for (const row of indices(rows)) {
    for (const column of indices(columns)) {
      const inRow = row % regionHeight
      const inColumn = column % regionWidth
      const solid = inColumn === 0 || inRow === regionHeight - 1
      const inTurn = inRow === 0 || inColumn === regionWidth - 1
      if (!solid && !inTurn) continue
      const dark = solid || (inRow === 0 ? inColumn % 2 === 0 : (regionHeight - 1 - inRow) % 2 === 0)
      const module = { row, column, dark }
      if (column === 0 || row === rows - 1) finder.push(module)
      else if (row === 0 || column === columns - 1) timing.push(module)
      else alignment.push(module)
    }
  }
  const regions = [
    { rule: 'finder', name: 'solid border at the left and bottom', modules: finder },
    { rule: 'timing', name: 'border at the top and right', modules: timing },
    { rule: 'alignment', name: 'alignment patterns between data regions', modules: alignment },
  ] as const
  return regions.filter(({ modules }) => modules.length > 0)
}

type Cell = readonly [row: number, column: number]

/** The modules of a codeword around its last one, row by row from the upper left: Annex F, figure F.1. */
const utah: readonly Cell[] = [
  [-2, -2],
  [-2, -1],
  [-1, -2],
  [-1, -1],
  [-1, 0],
  [0, -2],
  [0, -1],
  [0, 0],
]

/**
 * Annex F: every codeword's modules in a mapping matrix.
 *
 * Places are visited along diagonals, up to the right and down to the left. The codewords that are divided between
 * corners have their turn when the sweep comes past certain places at the edge.
 */
function placement(rows: number, columns: number): Cell[][] {
  const taken = new Set<number>()
  const codewords: Cell[][] = []
  const put = (cells: readonly Cell[]): void => {
    for (const [row, column] of cells) taken.add(row * columns + column)
    codewords.push([...cells])
  }
  const visit = (row: number, column: number): void => {
    const inside = row >= 0 && row < rows && column >= 0 && column < columns
    if (!inside || taken.has(row * columns + column)) return
    put(utah.map(([down, across]) => wrapped(row + down, column + across, rows, columns)))
  }
  let row = 4
  let column = 0
  while (row < rows || column < columns) {
    const corner = cornerAt(row, column, rows, columns)
    if (corner !== undefined) put(corner)
    for (; row >= 0 && column < columns; row -= 2, column += 2) visit(row, column)
    row += 1
    column += 3
    for (; row < rows && column >= 0; row += 2, column -= 2) visit(row, column)
    row += 3
    column += 1
  }
  return codewords
}

/**
 * F.3: modules above the top edge wrap to the bottom, those left of the left edge to the right. In some sizes of
 * ISO/IEC 21471 the latter come to lie below the bottom edge, and wrap to the top.
 */
function wrapped(row: number, column: number, rows: number, columns: number): Cell {
  let r = row
  let c = column
  if (r < 0) {
    r += rows
    c += 4 - ((rows + 4) % 8)
  }
  if (c < 0) {
    c += columns
    r = (r + 4 - ((columns + 4) % 8)) % rows // past the bottom, and on from the top, in 26x40 and 26x48
  }
  return [r >= rows ? r - rows : r, c]
}

/** Figures F.3 to F.6; negative rows count from the bottom, negative columns from the right. */
function cornerAt(row: number, column: number, rows: number, columns: number): Cell[] | undefined {
  const cells = (list: readonly Cell[]): Cell[] => list.map(([r, c]) => [r < 0 ? rows + r : r, c < 0 ? columns + c : c])
  const rightEdge: readonly Cell[] = [
    [0, -2],
    [0, -1],
    [1, -1],
    [2, -1],
    [3, -1],
  ]
  const leftEdge: readonly Cell[] = [
    [-3, 0],
    [-2, 0],
    [-1, 0],
  ]
  if (row === rows && column === 0) return cells([[-1, 0], [-1, 1], [-1, 2], ...rightEdge])
  if (row === rows - 2 && column === 0 && columns % 4 !== 0) {
    return cells([...leftEdge, [0, -4], [0, -3], [0, -2], [0, -1], [1, -1]])
  }
  if (row === rows - 2 && column === 0 && columns % 8 === 4) return cells([...leftEdge, ...rightEdge])
  if (row === rows + 4 && column === 2 && columns % 8 === 0) {
    return cells([
      [-1, 0],
      [-1, -1],
      [0, -3],
      [0, -2],
      [0, -1],
      [1, -3],
      [1, -2],
      [1, -1],
    ])
  }
  return undefined
}
