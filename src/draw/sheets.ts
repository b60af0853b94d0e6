/** What a request for labels on sheets says, in the terms of src/sheets. */

import { excessOf, type Limits } from '../drawing-size.ts'
import { FitError } from '../layout/fit.ts'
import type { LabelOutline } from '../layout/label-outline.ts'
import { type Dpi, resolutions, usualDpi } from '../layout/resolution.ts'
import type { FreeSize } from '../layout/stock.ts'
import type { Extent } from '../layout/symbol.ts'
import type { Warning } from '../plan/warning.ts'
import { paint } from '../render/paint.ts'
import { pngFile, type Undeflated } from '../render/png.ts'
import { svg } from '../render/svg.ts'
import { isDescription } from '../sheets/description.ts'
import { blankPage, type Filling, type SheetPage } from '../sheets/placing.ts'
import { onOtherPaper, sheetCalled } from '../sheets/products.ts'
import { type Sheet, sheetFault } from '../sheets/sheet.ts'
import { alignmentSheet } from './alignment-sheet.ts'

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

/** The label of a sheet as it lies on it: its first side is across. */
export function sheetLabel({ label }: Sheet): { readonly size: FreeSize; readonly outline: LabelOutline } {
  return { size: `${label.width}x${label.height}mm`, outline: label.outline }
}

export function pageExtent(filling: Filling): Extent {
  const { width, height, paper } = blankPage(filling)
  return { width, height, paper }
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

export interface AlignmentRequest {
  readonly sheet: string
  readonly shift?: string | undefined
  readonly format: 'pdf' | 'png' | 'svg'
  readonly dpi?: Dpi | undefined
}

/** The alignment sheet as a file. @param pdf  draws a PDF @throws FitError if a PNG of it would be too large */
export function alignmentDrawing(
  { format, ...asked }: AlignmentRequest,
  limits: Limits,
  pdf: (title: string, pages: readonly SheetPage[]) => Uint8Array,
): Undeflated<Uint8Array<ArrayBuffer>> {
  const scene = alignmentSheet(fillingOf(asked)!)
  const excess = excessOf(scene, format, limits)
  if (excess !== undefined) throw new FitError('sheet', `${excess}; format=pdf would fit`, { format: 'pdf' })
  const { data, whole }: Undeflated<Uint8Array> =
    format === 'png'
      ? pngFile(paint(scene), scene.resolution)
      : { data: [], whole: () => (format === 'svg' ? svg(scene, true) : pdf(scene.title, [{ scene, copies: 1 }])) }
  // no writer uses memory that threads share
  return { data, whole: (deflated) => whole(deflated) as Uint8Array<ArrayBuffer> }
}
