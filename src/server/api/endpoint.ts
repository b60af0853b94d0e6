import type { Suggestion } from '../../../symbologies/index.ts'
import { type Answer, type Endpoint, faultsAnswer } from '../../answer.ts'
import { type FormFault, isFaults } from '../../request/form-faults.ts'
import type { Parameters, Request } from '../../request/parameter.ts'
import type { Query } from '../../request/parsed-query.ts'
import { queryParser } from '../../request/query.ts'
import { drawingFaults, formRefusal, type RequestRefusal, withEscapes, withProof } from '../../request/refusals.ts'
import { requestReader } from '../../request/request-reader.ts'
import { type SymbolParameters, symbolReader } from '../../request/symbol-request.ts'
import { withIgnored } from './ignored.ts'

/**
 * An endpoint with the parameters in `table`.
 *
 * @param answer  to a request without faults in its form; may throw the errors of drawing, which are answered with what would draw
 * @param read  a query that is parsed for `table`
 */
export function endpoint<T extends Parameters>(
  table: T,
  answer: (request: Request<T>) => Answer,
  read: (query: Query) => Request<T> | readonly FormFault[] = requestReader(table),
): Endpoint {
  const parsed = queryParser(table)
  const names = Object.keys(table)
  const attempt = (query: Query): Answer | RequestRefusal => {
    const request = read(query)
    if (isFaults(request)) return formRefusal(request)
    try {
      return answer(request)
    } catch (error) {
      return withEscapes(drawingFaults(error), request)
    }
  }
  return (raw) => {
    const query = parsed(raw)
    const found = attempt(query)
    if ('status' in found) return withIgnored(found, query.others)
    const { code, message, faults } = withProof(found, (change) => {
      const next = attempt(changed(query, names, change))
      return 'status' in next ? undefined : next
    })
    return withIgnored(faultsAnswer(code, message, faults), query.others)
  }
}

/** The query with other values. @param names  of the parameters that it was parsed for */
function changed(query: Query, names: readonly string[], change: Suggestion): Query {
  const [values, counts] = [query.values.slice(), query.counts.slice()]
  for (const [name, value] of Object.entries(change)) {
    const index = names.indexOf(name)
    if (index < 0) continue
    values[index] = value
    counts[index] = 1
  }
  return { ...query, values, counts }
}

/** Like endpoint, for requests for a symbol: its symbology decides which options there are. */
export function symbolEndpoint<T extends SymbolParameters>(
  table: T,
  answer: (request: Request<T>) => Answer,
): Endpoint {
  return endpoint(table, answer, symbolReader(table))
}
