/** Requests for a symbol: the symbology decides which options there are, and their values. */

import type { Symbology } from '../../symbologies/index.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { type FormFault, isFaults } from './form-faults.ts'
import { narrowedTo, optionFaults, type SymbolRequest } from './options.ts'
import type { Parameter, Parameters, Request } from './parameter.ts'
import type { Query } from './parsed-query.ts'
import { type Given, givenReader, type Narrowed, requestReader } from './request-reader.ts'

/** Parameters of which one is the symbology. */
export type SymbolParameters = Parameters & { readonly type: Parameter & { readonly words: readonly Symbology[] } }

type Reading<From, T extends Parameters> = (from: From) => Request<T> | readonly FormFault[]

/** givenReader, or requestReader. */
type Reader<From> = <T extends Parameters>(table: T, narrowed?: Narrowed<T>) => Reading<From, T>

/**
 * A function that reads a query, parsed for `table`. Options that the symbology does not have are faults; if the symbology is
 * unknown, an option may have the values of any.
 */
export function symbolReader<T extends SymbolParameters>(table: T): Reading<Query, T> {
  const index = Object.keys(table).indexOf('type')
  return readerOf<Query, T>(table, requestReader, ({ values, counts }) =>
    counts[index] === 1 ? values[index] : undefined,
  )
}

/** Like symbolReader, for values that do not come from a query. */
export function givenSymbolReader<T extends SymbolParameters>(table: T): Reading<Given, T> {
  return readerOf<Given, T>(table, givenReader, ({ type }) => (type?.length === 1 ? type[0] : undefined))
}

/** @param typeIn  what is given as the symbology, if it is given once */
function readerOf<From, T extends SymbolParameters>(
  table: T,
  reader: Reader<From>,
  typeIn: (from: From) => unknown,
): Reading<From, T> {
  const readerFor = memoize((type: Symbology | undefined) => reader(table, type && narrowed(table, type)))
  const known: ReadonlySet<unknown> = new Set(table.type.words)
  return (from) => {
    const type = typeIn(from)
    const request = readerFor(known.has(type) ? (type as Symbology) : undefined)(from)
    if (isFaults(request)) return request
    const faults = optionFaults(request as unknown as SymbolRequest)
    return faults.length === 0 ? request : faults
  }
}

/** The parameters of `table` that depend on the symbology, with their other names. */
function narrowed<T extends Parameters>(table: T, type: Symbology): Narrowed<T> {
  const options: Narrowed<Parameters> = narrowedTo(type)
  const aliases = Object.keys(table).filter((name) => table[name]!.isAlias)
  const own = aliases.map((name) => [name, options[table[name]!.insteadOf!]])
  return { ...options, ...Object.fromEntries(own) } as Narrowed<T>
}
