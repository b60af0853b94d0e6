/** The pipeline in node: a request is composed as a scene with its warnings, and written as a file. */

import {
  type BarcodeRequest,
  barcodeFile,
  type Composition,
  composeBarcode,
  composeLabel,
  type Drawing,
  drawing,
  type FileStyle,
  type LabelRequest,
  labelFile,
} from './draw/drawing.ts'
import { expectedOf, sheetOf } from './draw/proof.ts'
import type { Limits } from './drawing-size.ts'
import { deflated } from './render/deflate.ts'
import { pdfOf } from './render/pdf.ts'
import { loadProducts } from './sheets/products.ts'
import { provideFonts } from './text/index.ts'
import { installedFonts, loadHarfBuzz } from './text/installed-fonts.ts'
import { verify } from './verify/index.ts'

export type { BarcodeRequest, Composition, Drawing, ImageFormat, LabelFormat, LabelRequest } from './draw/drawing.ts'
export { composeBarcode, composeLabel } from './draw/drawing.ts'
export type { Limits } from './drawing-size.ts'

// what node has, and browsers have not
provideFonts(installedFonts)
await loadHarfBuzz()
await loadProducts()

/** @throws EncodeError, Gs1Error, FitError, NotConforming; VerificationFailure if its bytes are read back and are not what was asked for */
export function drawBarcode(request: BarcodeRequest, limits: Limits): Drawing {
  return drawn(composeBarcode(request, limits), barcodeFile(request), request)
}

/** @throws EncodeError, Gs1Error, FitError, NotConforming; VerificationFailure if its bytes are read back and are not what was asked for */
export function drawLabel(request: LabelRequest, limits: Limits): Drawing {
  return drawn(composeLabel(request, limits), labelFile(request), request)
}

/** The file of a composition, read back if the request says so. */
export function drawn(
  composition: Composition,
  file: FileStyle,
  { verify: isVerified }: { readonly verify?: boolean },
): Drawing {
  const made = deflated(drawing(composition, file, pdfOf))
  if (isVerified && file.filling === undefined)
    verify(made.bytes, expectedOf([sheetOf([composition], file.copies, file)], file.format))
  return made
}
