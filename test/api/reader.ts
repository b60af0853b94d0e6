import type { FormFault } from '../../src/api/form-faults.ts'
import type { Parameters, Request } from '../../src/api/params.ts'
import { queryParser, requestReader } from '../../src/api/request-reader.ts'

/** A function that reads a raw query by `table`. */
export function readerOf<T extends Parameters>(table: T): (query: string) => Request<T> | readonly FormFault[] {
  const parsed = queryParser(table)
  const read = requestReader(table)
  return (raw) => read(parsed(raw))
}
