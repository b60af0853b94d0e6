import { loadProducts } from '../../../src/layout/sheets/products.ts'
import type { FormFault } from '../../../src/request/form-faults.ts'
import type { Parameters, Request } from '../../../src/request/parameter.ts'
import { queryParser } from '../../../src/request/query.ts'
import { requestReader } from '../../../src/request/reader.ts'

// some of the tables have sheets, whose names are read
await loadProducts()

/** A function that reads a raw query by `table`. */
export function readerOf<T extends Parameters>(table: T): (query: string) => Request<T> | readonly FormFault[] {
  const parsed = queryParser(table)
  const read = requestReader(table)
  return (raw) => {
    const { given, others } = parsed(raw)
    const { request, faults } = read(given, others)
    return request ?? faults
  }
}

/** Values of options that others need. */
const needed: { readonly [name: string]: string } = {
  parts: '16',
  part: '1',
  fnc1: 'second',
  indicator: 'a',
  sheet: 'avery-l7160',
}

/** Values of other parameters that a value of a parameter goes with. */
export function companionsOf(table: Parameters, name: string, value: string): { [name: string]: string } {
  const found: { [name: string]: string } = {}
  const add = (each: string): void => {
    for (const other of table[each]!.needs ?? []) {
      if (other in found || other === name) continue
      found[other] = needed[other]!
      add(other)
    }
  }
  add(name)
  const only = Object.entries(table[name]!.only?.[value] ?? {}).filter(([other]) => other in table)
  return { ...found, ...Object.fromEntries(only.map(([other, values]) => [other, values[0]!])) }
}
