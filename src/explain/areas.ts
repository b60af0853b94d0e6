import type { structure } from '../../symbologies/index.ts'
import type { Area } from './explanation.ts'

/**
 * The modules that have `role`, as rectangles that do not overlap: in reading order, each as wide and then as high as
 * possible.
 *
 * @param within the columns and rows to search; all of the symbol by default
 */
export function areasOf({ width, height, bits }: structure.Roles, role: number, within?: Area): Area[] {
  const [left, top, columns, rows] = within ?? [0, 0, width, height]
  const right = Math.min(left + columns, width)
  const bottom = Math.min(top + rows, height)
  const seen = new Uint8Array(bits.length)
  const isFree = (x: number, y: number): boolean => {
    const at = y * width + x
    return x < right && y < bottom && (bits[at]! & role) !== 0 && seen[at] === 0
  }
  const isFreeRow = (from: number, to: number, y: number): boolean => {
    for (let x = from; x < to; x++) if (!isFree(x, y)) return false
    return true
  }
  const areas: Area[] = []
  for (let y = Math.max(top, 0); y < bottom; y++) {
    for (let x = Math.max(left, 0); x < right; x++) {
      if (!isFree(x, y)) continue
      let endX = x + 1
      while (isFree(endX, y)) endX++
      let endY = y + 1
      while (isFreeRow(x, endX, endY)) endY++
      for (let row = y; row < endY; row++) seen.fill(1, row * width + x, row * width + endX)
      areas.push([x, y, endX - x, endY - y])
    }
  }
  return areas
}
