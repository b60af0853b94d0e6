import type { FormFault } from '../../src/api/form-faults.ts'
import type { Parameter, Parameters, Request } from '../../src/api/params.ts'
import { queryParser, requestReader } from '../../src/api/request-reader.ts'

/** A function that reads a raw query by `table`. */
export function readerOf<T extends Parameters>(table: T): (query: string) => Request<T> | readonly FormFault[] {
  const parsed = queryParser(table)
  const read = requestReader(table)
  return (raw) => read(parsed(raw))
}

/** Values of other parameters that a value of a parameter goes with. */
export function companionsOf(parameter: Parameter, value: string): { [name: string]: string } {
  const only = parameter.kind === 'word' ? parameter.only?.[value] : undefined
  return Object.fromEntries(Object.entries(only ?? {}).map(([name, values]) => [name, values[0]!]))
}
