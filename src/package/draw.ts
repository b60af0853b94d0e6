import type { Drawing } from '../draw/drawing.ts'
import type { BarcodeRequest, LabelRequest, Limits } from './request.ts'
import { drawBarcode, drawLabel } from './requests.ts'

/**
 * A barcode with or without its text, as `/api/v1/barcode` draws it, to the byte.
 *
 * @throws RequestError with a fault for each parameter that is wrong or not known
 */
export function barcode(request: BarcodeRequest, limits?: Limits): Promise<Drawing> {
  return drawBarcode(request, limits)
}

/**
 * A barcode on a label, as `/api/v1/label` draws it, to the byte.
 *
 * @throws RequestError with a fault for each parameter that is wrong or not known
 */
export function label(request: LabelRequest, limits?: Limits): Promise<Drawing> {
  return drawLabel(request, limits)
}
