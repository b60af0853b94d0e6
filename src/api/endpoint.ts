import type { Answer, Endpoint } from '../answer.ts'
import { isFaults } from './form-faults.ts'
import { withIgnored } from './ignored.ts'
import { refused } from './images.ts'
import type { Parameters, Request } from './params.ts'
import { queryParser, requestReader } from './request-reader.ts'

/** An endpoint with the parameters in `table`. @param answer  to a request without faults */
export function endpoint<T extends Parameters>(table: T, answer: (request: Request<T>) => Answer): Endpoint {
  const parsed = queryParser(table)
  const read = requestReader(table)
  return (raw) => {
    const query = parsed(raw)
    const request = read(query)
    return withIgnored(isFaults(request) ? refused(request) : answer(request), query.others)
  }
}
