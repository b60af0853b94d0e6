/** The whole module of a barcode whose picture is wanted in a size, and the light paper around it that is wanted. */

import type { Barcode } from '../../symbologies/barcode.ts'
import type { Sides } from './barcode.ts'
import { columnDots } from './symbol.ts'

/**
 * The size wanted, in dots: of the whole picture, to which its module comes as near as whole dots can, or of the bars and modules alone,
 * which the module does not exceed unless it is one dot.
 */
export type WantedSize =
  | { readonly of: 'picture'; readonly width: number }
  | { readonly of: 'symbol'; readonly width?: number | undefined; readonly height?: number | undefined }

/** Light paper around the symbol: so many dots on each side, and so many modules more. */
export interface Padding {
  readonly dots: Sides
  readonly modules: number
}

/** The padding in dots, if a module takes so many. */
export function paddingSides({ dots, modules }: Padding, module: number): Sides {
  const more = modules * module
  return { left: dots.left + more, right: dots.right + more, top: dots.top + more, bottom: dots.bottom + more }
}

/** Dots a module, 1 or more, for the size that is wanted. @param padding  undefined: the quiet zones alone */
export function moduleForSize(barcode: Barcode, wanted: WantedSize, padding: Padding | undefined): number {
  const { columnsPerModule = 1 } = barcode
  const columns =
    wanted.of === 'symbol' ? columnsWithin(barcode, wanted) : nearestColumns(barcode, wanted.width, padding)
  return Math.max(1, columns) * columnsPerModule
}

/** The most dots a column with which the symbol is not larger; for a linear one its width alone counts. */
function columnsWithin({ matrix }: Barcode, { width, height }: Extract<WantedSize, { of: 'symbol' }>): number {
  const across = width === undefined ? Number.POSITIVE_INFINITY : width / matrix.width
  const down = height === undefined || matrix.height === 1 ? Number.POSITIVE_INFINITY : height / matrix.height
  return Math.floor(Math.min(across, down))
}

/** The dots a column with which the picture is as wide as wanted, or nearest to it. */
function nearestColumns(barcode: Barcode, width: number, padding: Padding | undefined): number {
  const { columnsPerModule = 1 } = barcode
  const off = (column: number): number => Math.abs(pictureWidth(barcode, column * columnsPerModule, padding) - width)
  // no wider module fits by more than rounding
  let column = Math.max(1, Math.ceil(width / barcode.matrix.width))
  while (column > 1 && off(column - 1) <= off(column)) column--
  return column
}

function pictureWidth(barcode: Barcode, module: number, padding: Padding | undefined): number {
  const { matrix, quiet } = barcode
  const dots = columnDots(barcode, module)
  const { left = 0, right = 0 } = padding === undefined ? {} : paddingSides(padding, module)
  return matrix.width * dots + Math.max(quiet.left * dots, left) + Math.max(quiet.right * dots, right)
}
