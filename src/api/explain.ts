import { optionsIn } from '../../symbologies/index.ts'
import type { Answer, Endpoint } from '../answer.ts'
import { type Explanation, explainContent, explanationJson } from '../explain/index.ts'
import { type FormFault, isFaults } from './form-faults.ts'
import { withIgnored } from './ignored.ts'
import { refused, unprocessable } from './images.ts'
import type { Request } from './parameter.ts'
import { parameters } from './params.ts'
import { queryParser } from './query.ts'
import { symbolReader } from './symbol-request.ts'
import { thisYear } from './this-year.ts'

export type ExplainRequest = Request<typeof parameters.explain>

const hour = 3600

/** GET /api/v1/explain: a symbol, and the reason for each of its modules. */
export function explanation(): Endpoint {
  const parsed = queryParser(parameters.explain)
  const read = symbolReader(parameters.explain)
  return (raw) => {
    const query = parsed(raw)
    return withIgnored(answerTo(read(query)), query.others)
  }
}

function answerTo(request: ExplainRequest | readonly FormFault[]): Answer {
  if (isFaults(request)) return refused(request)
  try {
    const body = explanationJson(explained(request))
    return { status: 200, type: 'application/json', body, maxAge: hour, headers: [] }
  } catch (error) {
    return unprocessable(error)
  }
}

/** @throws EncodeError, Gs1Error */
export function explained(request: ExplainRequest): Explanation {
  return explainContent(request.type, request, optionsIn(request.type, request), thisYear())
}
