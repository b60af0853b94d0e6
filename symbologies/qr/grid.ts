/** Drawing of function patterns, for QR and Micro QR. ISO/IEC 18004:2015, 6.3 */

import { strideOf } from '../matrix/index.ts'

/**
 * The roles of a module, a bit each. Data modules carry codewords; remainder modules are left after the last codeword
 * (7.7.3). All others belong to function patterns (6.3), format information (7.9) or version information (7.10), and
 * one where an alignment pattern lies on a timing pattern belongs to both (6.3.6).
 */
export const qrRole = {
  data: 0,
  finder: 1,
  separator: 2,
  timing: 4,
  alignment: 8,
  format: 16,
  version: 32,
  darkModule: 64,
  remainder: 128,
} as const

/** The modules of a symbol of `size` x `size` while its function patterns are drawn; rows packed as in a Matrix. */
export interface Grid {
  readonly size: number
  /** Words per row. */
  readonly stride: number
  /** Dark modules of function patterns. */
  readonly dark: Uint32Array
  /** Bits of `qrRole` by module, row by row. */
  readonly roles: Uint8Array
}

export function emptyGrid(size: number): Grid {
  const stride = strideOf(size)
  return { size, stride, dark: new Uint32Array(size * stride), roles: new Uint8Array(size * size) }
}

/** A module of a function pattern. */
interface FunctionModule {
  readonly role: number
  readonly dark: boolean
}

/** Makes module (x, y) dark or light and adds a role; modules outside the symbol are ignored. */
export function take(grid: Grid, x: number, y: number, { role, dark }: FunctionModule): void {
  if (x < 0 || y < 0 || x >= grid.size || y >= grid.size) return
  const word = y * grid.stride + (x >>> 5)
  const bit = 0x80000000 >>> (x & 31)
  grid.roles[y * grid.size + x]! |= role
  if (dark) grid.dark[word]! |= bit
  else grid.dark[word]! &= ~bit
}

/** Concentric squares around (x, y), from the middle outwards. */
function takeSquares(grid: Grid, { x, y }: { x: number; y: number }, squares: readonly FunctionModule[]): void {
  const reach = squares.length - 1
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      take(grid, x + dx, y + dy, squares[Math.max(Math.abs(dx), Math.abs(dy))]!)
    }
  }
}

/** 6.3.3, and around it the separator, 6.3.4 */
const finderSquares: readonly FunctionModule[] = [
  { role: qrRole.finder, dark: true },
  { role: qrRole.finder, dark: true },
  { role: qrRole.finder, dark: false },
  { role: qrRole.finder, dark: true },
  { role: qrRole.separator, dark: false },
]

/** 6.3.6 */
const alignmentSquares: readonly FunctionModule[] = [
  { role: qrRole.alignment, dark: true },
  { role: qrRole.alignment, dark: false },
  { role: qrRole.alignment, dark: true },
]

/** Finder pattern with its separator, around the centre (6.3.3, 6.3.4). */
export function takeFinder(grid: Grid, x: number, y: number): void {
  takeSquares(grid, { x, y }, finderSquares)
}

/** Alignment pattern, around the centre (6.3.6). */
export function takeAlignment(grid: Grid, x: number, y: number): void {
  takeSquares(grid, { x, y }, alignmentSquares)
}

/** Timing patterns along row and column `line`, dark at even places, between the separators (6.3.5). */
export function takeTiming(grid: Grid, line: number): void {
  const role = qrRole.timing
  for (let i = 0; i < grid.size; i++) {
    const dark = i % 2 === 0
    if (!isOfFinder(grid, i, line)) take(grid, i, line, { role, dark })
    if (!isOfFinder(grid, line, i)) take(grid, line, i, { role, dark })
  }
}

function isOfFinder({ roles, size }: Grid, x: number, y: number): boolean {
  return (roles[y * size + x]! & (qrRole.finder | qrRole.separator)) !== 0
}

/**
 * The data modules in the order in which codewords fill them: two columns wide, from the right, upwards and downwards
 * in turn (7.7.3).
 *
 * @param leftOut the column of the vertical timing pattern, if it lies between two pairs of columns
 * @returns bit addresses: module (x, y) is 32 * stride * y + x
 */
export function dataOrder({ size, stride, roles }: Grid, leftOut?: number): Uint16Array {
  const order: number[] = []
  let upwards = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === leftOut) right--
    for (let i = 0; i < size; i++) {
      const y = upwards ? size - 1 - i : i
      for (const x of [right, right - 1]) {
        if (roles[y * size + x] === qrRole.data) order.push(32 * stride * y + x)
      }
    }
    upwards = !upwards
  }
  return Uint16Array.from(order)
}
