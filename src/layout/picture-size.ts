/** The whole module of a barcode whose picture is wanted in a size, and the light paper around it that is wanted. */

import type { Barcode } from '../../symbologies/barcode.ts'
import type { DotSides } from './barcode.ts'
import { columnDots } from './symbol.ts'

/**
 * The size wanted, in dots: of the whole picture, or of the bars and modules alone. The module does not exceed either unless it is one
 * dot; the rest of a picture is light paper.
 */
export type WantedSize =
  | { readonly of: 'picture'; readonly width: number; readonly height?: number | undefined }
  | { readonly of: 'symbol'; readonly width?: number | undefined; readonly height?: number | undefined }

/** Light paper around the symbol: the given number of dots on each side, and the given number of modules more. */
export interface Padding {
  readonly dots: DotSides
  readonly modules: number
}

/** The padding in dots, if a module takes so many. */
export function paddingSides({ dots, modules }: Padding, module: number): DotSides {
  const more = modules * module
  return { left: dots.left + more, right: dots.right + more, top: dots.top + more, bottom: dots.bottom + more }
}

/** Dots a module, 1 or more, for the size that is wanted. @param padding  undefined: the quiet zones alone */
export function moduleForSize(barcode: Barcode, wanted: WantedSize, padding: Padding | undefined): number {
  const { columnsPerModule = 1 } = barcode
  const columns = wanted.of === 'symbol' ? columnsWithin(barcode, wanted) : columnsOfPicture(barcode, wanted, padding)
  return Math.max(1, columns) * columnsPerModule
}

/** The most dots a column with which the symbol is not larger; for a linear one its width alone counts. */
function columnsWithin({ matrix }: Barcode, { width, height }: Extract<WantedSize, { of: 'symbol' }>): number {
  const across = width === undefined ? Number.POSITIVE_INFINITY : width / matrix.width
  const down = height === undefined || matrix.height === 1 ? Number.POSITIVE_INFINITY : height / matrix.height
  return Math.floor(Math.min(across, down))
}

/** The most dots a column with which the picture is not larger; for a linear symbol its width alone counts. */
function columnsOfPicture(
  barcode: Barcode,
  { width, height }: Extract<WantedSize, { of: 'picture' }>,
  padding: Padding | undefined,
): number {
  const { columnsPerModule = 1, matrix } = barcode
  const fits = (column: number): boolean => {
    const size = leastPicture(barcode, column * columnsPerModule, padding)
    return size.width <= width && (height === undefined || matrix.height === 1 || size.height <= height)
  }
  let column = Math.max(1, Math.ceil(width / matrix.width))
  while (column > 1 && !fits(column)) column--
  return column
}

/** The picture of a symbol with its quiet zones and padding, in dots. */
function leastPicture({ matrix, quiet, ...barcode }: Barcode, module: number, padding: Padding | undefined): Extent {
  const dots = columnDots({ matrix, quiet, ...barcode }, module)
  const more = padding === undefined ? undefined : paddingSides(padding, module)
  const side = (name: keyof DotSides): number => Math.max(quiet[name] * dots, more?.[name] ?? 0)
  return {
    width: matrix.width * dots + side('left') + side('right'),
    height: matrix.height * dots + side('top') + side('bottom'),
  }
}

interface Extent {
  readonly width: number
  readonly height: number
}

/**
 * The padding with which a picture has the size that is wanted: what it lacks is on both sides, nearly the same.
 *
 * @param drawn  the size of the picture with the padding that it has
 */
export function paddingForSize(
  barcode: Barcode,
  { width, height = 0 }: Extract<WantedSize, { of: 'picture' }>,
  drawn: Extent & { readonly module: number; readonly padding: DotSides | undefined },
): DotSides {
  const dots = columnDots(barcode, drawn.module)
  const has = (name: keyof DotSides): number => Math.max(barcode.quiet[name] * dots, drawn.padding?.[name] ?? 0)
  const [across, down] = [Math.max(0, width - drawn.width), Math.max(0, height - drawn.height)]
  return {
    left: has('left') + Math.floor(across / 2),
    right: has('right') + Math.ceil(across / 2),
    top: has('top') + Math.floor(down / 2),
    bottom: has('bottom') + Math.ceil(down / 2),
  }
}
