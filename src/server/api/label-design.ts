/** GET /api/v1/label/design: the design of a label with one symbol, which draws to the same dots. */

import { type Endpoint, jsonAnswer } from '../../answer.ts'
import { definitionOfLabel } from '../../design/of-label.ts'
import { composeLabel, type Limits } from '../../draw.ts'
import { parameters } from '../../request/params.ts'
import { symbolEndpoint } from './endpoint.ts'

const hour = 3600

/** A label that cannot be drawn has no design: it is refused as the label is. */
export function labelDesign(limits: Limits): Endpoint {
  return symbolEndpoint(parameters.labelDesign, (request) => {
    composeLabel({ ...request, qty: 1 }, limits)
    return { ...jsonAnswer(definitionOfLabel({ ...request, qty: 1 })), maxAge: hour }
  })
}
