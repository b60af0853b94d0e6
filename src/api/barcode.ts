import type { Endpoint } from '../answer.ts'
import { endpoint } from './endpoint.ts'
import { type Draw, image } from './images.ts'
import { parameters } from './params.ts'

/** GET /api/v1/barcode: the barcode alone. */
export function barcode(draw: Draw): Endpoint {
  return endpoint(parameters.barcode, (request) => image(request.type, () => draw.barcode(request, draw.limits)))
}
