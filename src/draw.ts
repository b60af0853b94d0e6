/** The pipeline in node: a request is composed as a scene with its warnings, and written as a file. */

import {
  type BarcodeRequest,
  barcodeFile,
  composeBarcode,
  composeLabel,
  type Drawing,
  drawing,
  type LabelRequest,
  labelFile,
} from './draw/drawing.ts'
import type { Limits } from './drawing-size.ts'
import { deflated } from './render/deflate.ts'
import { pdfOf } from './render/pdf.ts'
import { loadProducts } from './sheets/products.ts'
import { provideFonts } from './text/index.ts'
import { installedFonts, loadHarfBuzz } from './text/installed-fonts.ts'

export type { BarcodeRequest, Composition, Drawing, ImageFormat, LabelFormat, LabelRequest } from './draw/drawing.ts'
export { composeBarcode, composeLabel } from './draw/drawing.ts'
export type { Limits } from './drawing-size.ts'

// what node has, and browsers have not
provideFonts(installedFonts)
await loadHarfBuzz()
await loadProducts()

/** @throws EncodeError, Gs1Error, FitError, NotConforming */
export function drawBarcode(request: BarcodeRequest, limits: Limits): Drawing {
  return deflated(drawing(composeBarcode(request, limits), barcodeFile(request), pdfOf))
}

/** @throws EncodeError, Gs1Error, FitError, NotConforming */
export function drawLabel(request: LabelRequest, limits: Limits): Drawing {
  return deflated(drawing(composeLabel(request, limits), labelFile(request), pdfOf))
}
