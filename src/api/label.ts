import type { Endpoint } from '../answer.ts'
import { type Draw, image, refused } from './images.ts'
import { isFaults, parameters, requestReader } from './params.ts'

export const readLabel = requestReader(parameters.label)

/** GET /api/v1/label: the barcode on a label of a stock size. */
export function label(draw: Draw): Endpoint {
  return (query) => {
    const request = readLabel(query)
    if (isFaults(request)) return refused(request)
    return image(`label-${request.size}-${request.type}`, () => draw.label(request, draw.limits))
  }
}
