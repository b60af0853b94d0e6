import type { Endpoint } from '../../answer.ts'
import { parameters } from '../../request/params.ts'
import { symbolEndpoint } from './endpoint.ts'
import { type Draw, image } from './images.ts'

/** GET /api/v1/label: the barcode on a label of a stock size. */
export function label(draw: Draw): Endpoint {
  return symbolEndpoint(parameters.label, (request) =>
    image(`label-${request.size}-${request.type}`, draw.label(request, draw.limits)),
  )
}
