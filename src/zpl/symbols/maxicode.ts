/** A MaxiCode in dots: hexagons in 33 rows, and three rings. ISO/IEC 16023:2000, 4.11 */

import { darkenSpan, lightMatrix } from '../../../symbologies/matrix/index.ts'
import type { ModulesMark } from '../../layout/scene.ts'
import { evenEdges } from './bars.ts'

const columns = 30
const rows = 33
/** Millimetres from one hexagon to the next beside it, from one row to the next, and of a dark hexagon across and down. 4.11.4 */
const pitch = 0.88
const rowPitch = 0.76
const across = 0.76
const down = 0.88
/** Radii of the rings in millimetres, dark and light in turn from the outside. */
const radii = [3.87, 3.19, 2.52, 1.84, 1.17, 0.5]
/** The middle of the rings: column 14.5 of row 16. */
const middle = { x: 14 * pitch + pitch / 2, y: 16 * rowPitch + down / 2 }

/** @param dark  numbers of dark hexagons, row by row */
export function maxicodeMark(dark: readonly number[], dpmm: number): ModulesMark {
  const width = Math.round((columns * pitch + pitch / 2) * dpmm)
  const height = Math.round(((rows - 1) * rowPitch + down) * dpmm)
  const hexagons = new Set(dark)
  const matrix = lightMatrix(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const point = { x: (x + 0.5) / dpmm, y: (y + 0.5) / dpmm }
      if (!isInRing(point) && !isInHexagon(point, hexagons)) continue
      const at = 32 * matrix.stride * y + x
      darkenSpan(matrix.words, at, at + 1)
    }
  }
  return { kind: 'modules', matrix, xs: evenEdges(width, 1), ys: evenEdges(height, 1) }
}

interface Point {
  readonly x: number
  readonly y: number
}

function isInRing({ x, y }: Point): boolean {
  const distance = Math.hypot(x - middle.x, y - middle.y)
  return radii.filter((radius) => distance < radius).length % 2 === 1
}

/** Whether the point is in a dark hexagon, which has a corner on top: of the two rows that reach here, either. */
function isInHexagon({ x, y }: Point, dark: ReadonlySet<number>): boolean {
  const last = Math.floor(y / rowPitch)
  for (const row of [last - 1, last]) {
    if (row < 0 || row >= rows) continue
    const shift = row % 2 === 1 ? pitch / 2 : 0
    const column = Math.floor((x - shift) / pitch)
    if (column < 0 || column >= columns || !dark.has(columns * row + column)) continue
    const [dx, dy] = [Math.abs(x - shift - (column + 0.5) * pitch), Math.abs(y - row * rowPitch - down / 2)]
    // sides at half its width, and slopes from there to the corner
    if (dx < across / 2 && dy < down / 2 - (dx * down) / (2 * across)) return true
  }
  return false
}
