import type { Endpoint } from '../../answer.ts'
import { parameters } from '../../request/params.ts'
import { endpoint } from './endpoint.ts'
import { type Draw, image } from './images.ts'

/** GET /api/generate-barcode, deprecated: the label as a PDF with its text; `format` and `showtext` are checked, then ignored. */
export function legacy(draw: Draw): Endpoint {
  return endpoint(parameters.legacy, (asked) => {
    const request = { ...asked, format: 'pdf', showtext: true } as const
    return image(`label-${request.size}-${request.type}`, draw.label(request, draw.limits))
  })
}

/** Headers of every response of the deprecated endpoint, errors included; names and values alternate. */
export const deprecation = ['Deprecation', 'true', 'Link', '</api/v1/label>; rel="successor-version"']
