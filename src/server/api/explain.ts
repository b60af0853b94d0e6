import { optionsIn } from '../../../symbologies/index.ts'
import type { Endpoint } from '../../answer.ts'
import { type Explanation, explainContent, explanationJson } from '../../explain/index.ts'
import type { Request } from '../../request/parameter.ts'
import { parameters } from '../../request/params.ts'
import { thisYear } from '../../request/this-year.ts'
import { symbolEndpoint } from './endpoint.ts'

type ExplainRequest = Request<typeof parameters.explain>

const hour = 3600

/** GET /api/v1/explain: a symbol, and the reason for each of its modules. */
export function explanation(): Endpoint {
  return symbolEndpoint(parameters.explain, (request) => {
    const body = explanationJson(explained(request))
    return { status: 200, type: 'application/json', body, maxAge: hour, headers: [] }
  })
}

/** @throws EncodeError, Gs1Error */
export function explained(request: ExplainRequest): Explanation {
  return explainContent(request.type, request, optionsIn(request.type, request), thisYear())
}
