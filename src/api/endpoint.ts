import type { Answer, Endpoint } from '../answer.ts'
import { type FormFault, isFaults } from './form-faults.ts'
import { withIgnored } from './ignored.ts'
import { refused } from './images.ts'
import type { Parameters, Request } from './parameter.ts'
import type { Query } from './parsed-query.ts'
import { queryParser } from './query.ts'
import { requestReader } from './request-reader.ts'
import { type SymbolParameters, symbolReader } from './symbol-request.ts'

/**
 * An endpoint with the parameters in `table`.
 *
 * @param answer  to a request without faults
 * @param read  a query that is parsed for `table`
 */
export function endpoint<T extends Parameters>(
  table: T,
  answer: (request: Request<T>) => Answer,
  read: (query: Query) => Request<T> | readonly FormFault[] = requestReader(table),
): Endpoint {
  const parsed = queryParser(table)
  return (raw) => {
    const query = parsed(raw)
    const request = read(query)
    return withIgnored(isFaults(request) ? refused(request) : answer(request), query.others)
  }
}

/** Like endpoint, for requests for a symbol: its symbology decides which options there are. */
export function symbolEndpoint<T extends SymbolParameters>(
  table: T,
  answer: (request: Request<T>) => Answer,
): Endpoint {
  return endpoint(table, answer, symbolReader(table))
}
