import type { Endpoint } from '../answer.ts'
import { isFaults } from './form-faults.ts'
import { type Draw, image, refused } from './images.ts'
import { parameters } from './params.ts'
import { requestReader } from './request-reader.ts'

const read = requestReader(parameters.barcode)

/** GET /api/v1/barcode: the barcode alone. */
export function barcode(draw: Draw): Endpoint {
  return (query) => {
    const request = read(query)
    if (isFaults(request)) return refused(request)
    return image(request.type, () => draw.barcode(request, draw.limits))
  }
}
