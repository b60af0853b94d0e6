/** Barcodes and labels as files. */

import { drawn } from '../draw/document.ts'
import {
  type BarcodeRequest,
  barcodeFile,
  composeBarcode,
  type Drawing,
  type LabelRequest,
  labelFile,
} from '../draw/drawing.ts'
import type { Limits } from '../drawing-size.ts'
import { type Interruptible, uninterrupted } from '../interruptible.ts'
import { composingDesign, type DesignRequest } from './compose.ts'
import { composeLabel } from './of-label.ts'

/** @throws EncodeError, Gs1Error, FitError, NotConforming; VerificationFailure if its bytes are read back and are not what was asked for */
export function drawBarcode(request: BarcodeRequest, limits: Limits): Drawing {
  return drawn(composeBarcode(request, limits), barcodeFile(request), request.verify === true)
}

/** @throws EncodeError, Gs1Error, FitError, NotConforming; VerificationFailure if its bytes are read back and are not what was asked for */
export function drawLabel(request: LabelRequest, limits: Limits): Drawing {
  return drawn(composeLabel(request, limits), labelFile(request), request.verify === true)
}

/** The file of a label of a design. @throws what `composeDesign` throws; VerificationFailure */
export function drawDesign(request: DesignRequest, limits: Limits): Drawing {
  return uninterrupted(drawingDesign(request, limits))
}

/** The same, interrupted between elements. @throws what `drawDesign` throws */
export function* drawingDesign(request: DesignRequest, limits: Limits): Interruptible<Drawing> {
  const composition = yield* composingDesign(request, limits)
  return drawn(composition, labelFile(request), request.verify === true)
}
