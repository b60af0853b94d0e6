import type { Endpoint } from '../../answer.ts'
import { parameters } from '../../request/params.ts'
import { symbolEndpoint } from './endpoint.ts'
import { type Draw, image } from './images.ts'

/** GET /api/v1/barcode: the barcode alone. */
export function barcode(draw: Draw): Endpoint {
  return symbolEndpoint(parameters.barcode, (request) => image(request.type, draw.barcode(request, draw.limits)))
}
