/** The pipeline in node: a request is composed as a scene with its warnings, and written as a file. */

import { composeLabel } from './design/of-label.ts'
import { drawn } from './draw/document.ts'
import {
  type BarcodeRequest,
  barcodeFile,
  composeBarcode,
  type Drawing,
  type LabelRequest,
  labelFile,
} from './draw/drawing.ts'
import type { Limits } from './drawing-size.ts'
import { loadProducts } from './sheets/products.ts'
import { provideFonts } from './text/index.ts'
import { installedFonts, loadHarfBuzz } from './text/installed-fonts.ts'

export { composeLabel } from './design/of-label.ts'
export type { BarcodeRequest, Composition, Drawing, ImageFormat, LabelFormat, LabelRequest } from './draw/drawing.ts'
export { composeBarcode } from './draw/drawing.ts'
export type { Limits } from './drawing-size.ts'

// what node has, and browsers have not
provideFonts(installedFonts)
await loadHarfBuzz()
await loadProducts()

/** @throws EncodeError, Gs1Error, FitError, NotConforming; VerificationFailure if its bytes are read back and are not what was asked for */
export function drawBarcode(request: BarcodeRequest, limits: Limits): Drawing {
  return drawn(composeBarcode(request, limits), barcodeFile(request), request.verify === true)
}

/** @throws EncodeError, Gs1Error, FitError, NotConforming; VerificationFailure if its bytes are read back and are not what was asked for */
export function drawLabel(request: LabelRequest, limits: Limits): Drawing {
  return drawn(composeLabel(request, limits), labelFile(request), request.verify === true)
}
