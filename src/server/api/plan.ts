import { type Endpoint, jsonAnswer } from '../../answer.ts'
import { plan } from '../../plan/plan.ts'
import { parameters } from '../../request/params.ts'
import { symbolEndpoint } from './endpoint.ts'

const hour = 3600

/** GET /api/v1/plan: whether the symbol of a label will scan, and what else would do. */
export function planned(): Endpoint {
  return symbolEndpoint(parameters.plan, (request) => ({ ...jsonAnswer(plan(request)), maxAge: hour }))
}
