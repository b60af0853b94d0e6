import { type BarcodeRequest, composeBarcode, composeLabel, type LabelRequest } from './draw/compose.ts'
import { barcodeFile, type Drawing, drawing, labelFile } from './draw/drawing.ts'
import type { Limits } from './drawing-size.ts'
import { deflated } from './render/deflate.ts'
import { pdf } from './render/pdf.ts'
import { provideFonts } from './text/index.ts'
import { installedFonts, loadHarfBuzz } from './text/installed-fonts.ts'

export * from './draw/compose.ts'
export type { Drawing } from './draw/drawing.ts'

// what node has, and browsers have not
provideFonts(installedFonts)
await loadHarfBuzz()

/** @throws EncodeError, Gs1Error, FitError, NotConforming */
export function drawBarcode(request: BarcodeRequest, limits: Limits): Drawing {
  return deflated(drawing(composeBarcode(request, limits), barcodeFile(request), pdf))
}

/** @throws EncodeError, Gs1Error, FitError, NotConforming */
export function drawLabel(request: LabelRequest, limits: Limits): Drawing {
  return deflated(drawing(composeLabel(request, limits), labelFile(request), pdf))
}
