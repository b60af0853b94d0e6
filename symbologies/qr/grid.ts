/** Drawing of function patterns, for QR and Micro QR. ISO/IEC 18004:2015, 6.3 */

import { strideOf } from '../matrix/index.ts'

/** The modules of a symbol of `size` x `size` while its function patterns are drawn; rows packed as in a Matrix. */
export interface Grid {
  readonly size: number
  /** Words a row. */
  readonly stride: number
  /** Dark modules of function patterns. */
  readonly dark: Uint32Array
  /** All modules that are not for data. */
  readonly taken: Uint32Array
}

export function emptyGrid(size: number): Grid {
  const stride = strideOf(size)
  return { size, stride, dark: new Uint32Array(size * stride), taken: new Uint32Array(size * stride) }
}

/** Takes module (x, y) and makes it dark or light; outside the symbol there is nothing to take. */
export function take(grid: Grid, x: number, y: number, dark: boolean): void {
  if (x < 0 || y < 0 || x >= grid.size || y >= grid.size) return
  const word = y * grid.stride + (x >>> 5)
  const bit = 0x80000000 >>> (x & 31)
  grid.taken[word]! |= bit
  if (dark) grid.dark[word]! |= bit
  else grid.dark[word]! &= ~bit
}

function isTaken(grid: Grid, x: number, y: number): boolean {
  return ((grid.taken[y * grid.stride + (x >>> 5)]! << (x & 31)) & 0x80000000) !== 0
}

/** Concentric squares around (x, y), from the middle outwards; true is dark. */
function takeSquares(grid: Grid, { x, y }: { x: number; y: number }, squares: readonly boolean[]): void {
  const reach = squares.length - 1
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      take(grid, x + dx, y + dy, squares[Math.max(Math.abs(dx), Math.abs(dy))]!)
    }
  }
}

/** Finder pattern with its separator, around the centre (6.3.3, 6.3.4). */
export function takeFinder(grid: Grid, x: number, y: number): void {
  takeSquares(grid, { x, y }, [true, true, false, true, false])
}

/** 6.3.6 */
export function takeAlignment(grid: Grid, x: number, y: number): void {
  takeSquares(grid, { x, y }, [true, false, true])
}

/** Timing patterns along row and column `line`, dark at even places, where nothing is taken yet (6.3.5). */
export function takeTiming(grid: Grid, line: number): void {
  for (let i = 0; i < grid.size; i++) {
    if (!isTaken(grid, i, line)) take(grid, i, line, i % 2 === 0)
    if (!isTaken(grid, line, i)) take(grid, line, i, i % 2 === 0)
  }
}

/**
 * The modules that are not taken in the order in which codewords fill them: two columns wide, from the right, upwards
 * and downwards in turn (7.7.3).
 *
 * @param leftOut the column of the vertical timing pattern, if it lies between two pairs of columns
 * @returns bit addresses: module (x, y) is 32 * stride * y + x
 */
export function dataOrder(grid: Grid, leftOut?: number): Uint16Array {
  const order: number[] = []
  let upwards = true
  for (let right = grid.size - 1; right > 0; right -= 2) {
    if (right === leftOut) right--
    for (let i = 0; i < grid.size; i++) {
      const y = upwards ? grid.size - 1 - i : i
      for (const x of [right, right - 1]) if (!isTaken(grid, x, y)) order.push(32 * grid.stride * y + x)
    }
    upwards = !upwards
  }
  return Uint16Array.from(order)
}
