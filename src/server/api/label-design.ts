/** GET /api/v1/label/design: the design of a label with one symbol, which draws to the same dots. */

import { jsonAnswer } from '../../answer.ts'
import { definitionOfLabel } from '../../design/of-label.ts'
import { composeLabel, type Limits } from '../../draw.ts'
import { parameters } from '../../request/params.ts'
import { drawn } from '../route.ts'
import { type Operation, symbolEndpoint } from './endpoint.ts'

const hour = 3600

/** A label that cannot be drawn has no design: it is refused as the label is. */
export function labelDesignOperation(limits: Limits): Operation {
  const endpoint = symbolEndpoint(parameters.labelDesign, (request) => {
    composeLabel({ ...request, qty: 1 }, limits)
    return { ...jsonAnswer(definitionOfLabel({ ...request, qty: 1 })), maxAge: hour }
  })
  return { path: '/api/v1/label/design', ...drawn, parameters: parameters.labelDesign, endpoint }
}
