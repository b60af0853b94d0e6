/** What a request for labels on sheets says, in the terms of src/layout/sheets. */

import type { LabelOutline } from '../layout/label-outline.ts'
import { type Dpi, resolutions, usualDpi } from '../layout/resolution.ts'
import { isOfSymbol, type Scene } from '../layout/scene.ts'
import { isDescription } from '../layout/sheets/description.ts'
import { blankPage, type Filling, nearestDot } from '../layout/sheets/placing.ts'
import { onOtherPaper, sheetCalled } from '../layout/sheets/products.ts'
import { positionsOf, type Sheet, sheetFault } from '../layout/sheets/sheet.ts'
import type { FreeSize } from '../layout/stock.ts'
import type { Extent } from '../layout/symbol.ts'
import type { Warning } from '../plan/warning.ts'

/** Where labels stand on sheets. Values are accepted ones: src/request/sheets.ts refuses others. */
export interface OnSheet {
  /** A product's name, or a description. */
  readonly sheet?: string | undefined
  /** The first position that is used, from 1; 1 by default. */
  readonly first?: number | undefined
  /** `x,y` in mm. */
  readonly shift?: string | undefined
  /** Whether the line along which a label is cut is drawn. */
  readonly outline?: boolean | undefined
}

/** How sheets are filled; undefined if there is no sheet. */
export function fillingOf({
  sheet,
  first = 1,
  shift = '0,0',
  outline = false,
  dpi,
}: OnSheet & { readonly dpi?: Dpi | undefined }): Filling | undefined {
  if (sheet === undefined) return undefined
  const [x = 0, y = 0] = shift.split(',').map(Number)
  const resolution = resolutions[dpi ?? usualDpi]
  return { sheet: sheetCalled(sheet), first, shift: [x, y], outline, resolution, isWholeDots: dpi !== undefined }
}

/** The label of the sheet that a request asks for; undefined if it asks for none. */
export const sheetLabelOf = ({ sheet }: OnSheet): ReturnType<typeof sheetLabel> | undefined =>
  sheet === undefined ? undefined : sheetLabel(sheetCalled(sheet))

/** The label of a sheet as it lies on it: its first side is across. */
export function sheetLabel({ label }: Sheet): { readonly size: FreeSize; readonly outline: LabelOutline } {
  return { size: `${label.width}x${label.height}mm`, outline: label.outline }
}

export function pageExtent(filling: Filling): Extent {
  const { width, height, paper } = blankPage(filling)
  return { width, height, paper }
}

/** How far symbols of a label reach beyond the paper where they do most, in mm; 0 if all are on it. @param label  as it lies on the sheet */
export function beyondPaper({ marks }: Scene, filling: Filling): number {
  const { width, height, resolution } = blankPage(filling)
  const corners = positionsOf(filling.sheet).map((position) => nearestDot(position, filling))
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const beyond = marks.filter(isOfSymbol).flatMap(({ xs, ys }) => {
    const [firstX, firstY, lastX, lastY] = [xs[0]!, ys[0]!, xs.at(-1)!, ys.at(-1)!]
    return [-left - firstX, -top - firstY, right + lastX - width, bottom + lastY - height]
  })
  return Math.max(0, ...beyond) / resolution.perMillimetre
}

/** What is doubtful about a sheet that is called by its maker's name. */
export function sheetWarnings(name: string): readonly Warning[] {
  if (isDescription(name)) return []
  const sheet = sheetCalled(name)
  const warnings: Warning[] = []
  const other = onOtherPaper(name)
  if (other !== undefined) {
    const message = `${name} is on ${sheet.paper.name} paper; the same number on other paper is ${other}`
    warnings.push({ code: 'sheet_paper', parameter: 'sheet', message })
  }
  const fault = sheetFault(sheet)
  if (fault !== undefined) {
    const what = fault.kind === 'leaves' ? 'leave the paper' : 'overlap'
    const message = `by what is known of ${name}, its labels ${what} by ${fault.by} mm: measure the sheet, and describe it`
    warnings.push({ code: 'sheet_doubtful', parameter: 'sheet', message })
  }
  return warnings
}
