import type { Endpoint } from '../answer.ts'
import { isFaults } from './form-faults.ts'
import { type Draw, image, refused } from './images.ts'
import { parameters } from './params.ts'
import { requestReader } from './request-reader.ts'

export const readLabel = requestReader(parameters.label)

/** GET /api/v1/label: the barcode on a label of a stock size. */
export function label(draw: Draw): Endpoint {
  return (query) => {
    const request = readLabel(query)
    if (isFaults(request)) return refused(request)
    return image(`label-${request.size}-${request.type}`, () => draw.label(request, draw.limits))
  }
}
