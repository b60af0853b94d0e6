import type { Endpoint } from '../answer.ts'
import { type Draw, image, refused } from './images.ts'
import { isFaults, parameters, requestReader } from './params.ts'

const read = requestReader(parameters.barcode)

/** GET /api/v1/barcode: the barcode alone. */
export function barcode(draw: Draw): Endpoint {
  return (query) => {
    const request = read(query)
    if (isFaults(request)) return refused(request)
    return image(request.type, () => draw.barcode(request, draw.limits))
  }
}
