import type { MappingMatrix } from './sizes.ts'

/** Row and column of a module; in a shape, negative numbers count from the far edge or from the shape's last module. */
type Offset = readonly [row: number, column: number]

// ISO/IEC 16022:2006, 5.8.1 and Annex F. The eight modules of a codeword, most significant bit first.

/** The shape that most codewords have, called Utah after its outline, from its lower right module. */
const utah: readonly Offset[] = [
  [-2, -2],
  [-2, -1],
  [-1, -2],
  [-1, -1],
  [-1, 0],
  [0, -2],
  [0, -1],
  [0, 0],
]

// The four shapes that are split between corners of the mapping matrix: rows and columns from its edges.

const corner1: readonly Offset[] = [
  [-1, 0],
  [-1, 1],
  [-1, 2],
  [0, -2],
  [0, -1],
  [1, -1],
  [2, -1],
  [3, -1],
]

const corner2: readonly Offset[] = [
  [-3, 0],
  [-2, 0],
  [-1, 0],
  [0, -4],
  [0, -3],
  [0, -2],
  [0, -1],
  [1, -1],
]

const corner3: readonly Offset[] = [
  [-3, 0],
  [-2, 0],
  [-1, 0],
  [0, -2],
  [0, -1],
  [1, -1],
  [2, -1],
  [3, -1],
]

const corner4: readonly Offset[] = [
  [-1, 0],
  [-1, -1],
  [0, -3],
  [0, -2],
  [0, -1],
  [1, -3],
  [1, -2],
  [1, -1],
]

/** The corner shape to place when the walk is at (row, column), if any. */
function cornerAt(row: number, column: number, { rows, columns }: MappingMatrix): readonly Offset[] | undefined {
  if (column === 0) {
    if (row === rows) return corner1
    if (row === rows - 2 && columns % 4 !== 0) return corner2
    if (row === rows - 2 && columns % 8 === 4) return corner3
  }
  return column === 2 && row === rows + 4 && columns % 8 === 0 ? corner4 : undefined
}

/**
 * The places of the bits of every codeword in the mapping matrix.
 *
 * The walk goes up to the right and down to the left along diagonals, and sets a codeword wherever its lower right
 * module is still free.
 *
 * @returns for codeword i, bit b (0 the most significant), at [8 i + b], the module's row · columns + column
 */
export function arrangement(matrix: MappingMatrix): Uint16Array {
  const { rows, columns } = matrix
  const modules = new Uint16Array((rows * columns) & ~7)
  const taken = new Uint8Array(rows * columns)
  let placed = 0
  const place = (row: number, column: number): void => {
    taken[row * columns + column] = 1
    modules[placed++] = row * columns + column
  }
  let row = 4
  let column = 0
  for (let step = -2; row < rows || column < columns; step = -step) {
    if (step < 0)
      for (const [r, c] of cornerAt(row, column, matrix) ?? []) place((r + rows) % rows, (c + columns) % columns)
    do {
      const inside = row >= 0 && row < rows && column >= 0 && column < columns
      if (inside && taken[row * columns + column] === 0) {
        for (const [r, c] of utah) place(...wrapped(row + r, column + c, matrix))
      }
      row += step
      column -= step
    } while (step < 0 ? row >= 0 && column < columns : row < rows && column >= 0)
    row += step < 0 ? 1 : 3
    column += step < 0 ? 3 : 1
  }
  return modules
}

/**
 * A module above the top continues at the bottom, one left of the left edge at the right, shifted along that edge. In 26x40
 * and 26x48 of ISO/IEC 21471 the shift goes past the bottom, and on from the top.
 */
function wrapped(row: number, column: number, { rows, columns }: MappingMatrix): Offset {
  const overTop = row < 0
  const down = overTop ? row + rows : row
  const along = overTop ? column + 4 - ((rows + 4) % 8) : column
  return along < 0 ? [(down + 4 - ((columns + 4) % 8)) % rows, along + columns] : [down, along]
}

/** Whether the walk leaves the lower right corner free: two rows and columns that get a fixed pattern. */
export const hasFreeCorner = ({ rows, columns }: MappingMatrix): boolean => (rows * columns) % 8 !== 0
