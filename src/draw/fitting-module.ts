/** How large a drawing could be that is too large. */

import type { Barcode } from '../../symbologies/index.ts'
import { type BarcodeStyle, sizeOfBarcode } from '../layout/barcode.ts'
import type { Extent } from '../layout/symbol.ts'

/** The largest module below the wanted one at which a drawing is small enough, or 0. */
export function fittingModule(barcode: Barcode, wanted: BarcodeStyle, isSmall: (extent: Extent) => boolean): number {
  // a module has as many dots in each of its columns
  const { columnsPerModule = 1 } = barcode
  const sizeAt = (column: number, captions: boolean): Extent =>
    sizeOfBarcode(barcode, { ...wanted, module: column * columnsPerModule, captions })
  const below = Math.floor((wanted.module - 1) / columnsPerModule)
  let [low, high] = [0, largestBetween(0, below, (column) => isSmall(sizeAt(column, false)))]
  if (!wanted.captions) return high * columnsPerModule
  // a caption must be set for its height to be known, which takes time; it grows with the module, so that one height tells the others
  for (let column = high; low < high; ) {
    const full = sizeAt(column, true)
    if (isSmall(full)) low = column
    else high = column - 1
    const share = (full.height - sizeAt(column, false).height) / column
    const guess = largestBetween(low, high, (each) => isSmall(heightened(sizeAt(each, false), share * each)))
    column = Math.max(guess, Math.min(low + 1, high))
  }
  return low * columnsPerModule
}

function heightened({ width, height, paper }: Extent, dots: number): Extent {
  const taller = height + dots
  return { width, height: taller, paper: { width: paper.width, height: (paper.height * taller) / height } }
}

/** The largest whole number from `low` to `high` that is good, if `low` and all below a good one are. */
function largestBetween(low: number, high: number, isGood: (number: number) => boolean): number {
  let [least, most] = [low, high]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (isGood(middle)) least = middle
    else most = middle - 1
  }
  return least
}
