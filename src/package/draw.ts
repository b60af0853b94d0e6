import type { Drawing } from '../draw/drawing.ts'
import type { BarcodeRequest, LabelRequest, Limits } from './request.ts'

/**
 * A barcode with or without its text, as `/api/v1/barcode` draws it, to the byte.
 *
 * @throws RequestError with a fault for each parameter that is wrong or not known
 */
export async function barcode(request: BarcodeRequest, limits?: Limits): Promise<Drawing> {
  const { drawBarcode } = await import('./requests.ts')
  return drawBarcode(request, limits)
}

/**
 * A barcode on a label, as `/api/v1/label` draws it, to the byte.
 *
 * @throws RequestError with a fault for each parameter that is wrong or not known
 */
export async function label(request: LabelRequest, limits?: Limits): Promise<Drawing> {
  const { drawLabel } = await import('./requests.ts')
  return drawLabel(request, limits)
}
