import { quoted } from '../../symbologies/index.ts'
import type { Malformed } from '../utf8.ts'
import { companyFaults, hasCompany } from './company.ts'
import { escapable, unescaped } from './escapes.ts'
import { byPrecedence, type FormFault, Refusal } from './form-faults.ts'
import type { Inapplicable, Parameter, Parameters, Request } from './parameter.ts'
import type { Query } from './parsed-query.ts'
import { startOf, type UnknownName, unknownFaults, unknownNames } from './unknown-names.ts'
import { type Check, checkOf } from './value-checks.ts'

/** The values that are given for each name, in order. */
export type Given = { readonly [name: string]: readonly (string | Malformed)[] | undefined }

/** The values of a row of a table, and for all that it leaves out those of `forAll`. */
export function rowGiven(row: { readonly [name: string]: string | Malformed }, forAll: Given): Given {
  const given: Record<string, Given[string]> = {}
  for (const name in forAll) given[name] = forAll[name]
  for (const name in row) given[name] = [row[name]!]
  return given
}

/** Like requestReader, for values that do not come from a query. Unknown names are ignored. */
export function givenReader<T extends Parameters>(
  table: T,
  narrowed: Narrowed<T> = {},
): (given: Given) => Request<T> | readonly FormFault[] {
  const names = Object.keys(table)
  const read = requestReader(table, narrowed)
  return (given) =>
    read({ values: names.map((name) => given[name]?.[0]), counts: names.map((name) => given[name]?.length ?? 0) })
}

/** Replacements for some parameters of a table. */
export type Narrowed<T extends Parameters> = { readonly [Name in keyof T]?: Parameter | Inapplicable }

/**
 * A function that reads a query, parsed for `table`. It returns the request, or all of its faults by precedence.
 *
 * @param narrowed  parameters that accept fewer values than in the table
 */
export function requestReader<T extends Parameters>(
  table: T,
  narrowed: Narrowed<T> = {},
): (query: Query) => Request<T> | readonly FormFault[] {
  const names = Object.keys(table)
  const own = names.map((name) => narrowed[name] ?? table[name]!)
  const accepted = names.filter((_, i) => own[i]!.kind !== 'none')
  const unknownIn = ({ others, counts }: Query): readonly UnknownName[] => {
    const missing = accepted.filter((name) => counts[names.indexOf(name)] === 0)
    return others === undefined ? [] : unknownNames(others, missing)
  }
  const checks = own.map(checkOf)
  // for each parameter, the index of the one that it must not be given with, or -1
  const rivals = names.map((name) => names.indexOf(table[name]!.insteadOf ?? ''))
  const aliases = names.filter((name) => table[name]!.isAlias)
  const inCompany = [...names.keys()].filter((i) => hasCompany(own[i]!))
  // most parameters are optional and not given
  const isLeftOut = checks.map((check) => check(undefined) === undefined)
  return (query) => {
    const values: Record<string, unknown> = {}
    let faults: FormFault[] | undefined =
      query.malformedOthers === undefined ? undefined : [faultOfOthers(query.malformedOthers)]
    for (let i = 0; i < names.length; i++) {
      if (isLeftOut[i] && query.counts[i] === 0) continue
      const name = names[i]!
      const value = valueAt(query, i, checks[i]!)
      if (value instanceof Refusal)
        faults = [...(faults ?? []), withAdvice(value, name, () => unknownIn(query)).fault(name)]
      else values[name] = value
      const later = query.later?.get(i)
      if (later !== undefined) faults = [...(faults ?? []), malformed(later).fault(name)]
      if (query.counts[i]! > 1) faults = [...(faults ?? []), repeated(name, query.counts[i]!)]
      const other = rivals[i]!
      if (other >= 0 && query.counts[i]! > 0 && query.counts[other]! > 0) {
        faults = [...(faults ?? []), together(name, names[other]!)]
      }
    }
    const isGiven = (name: string): boolean => query.counts[names.indexOf(name)]! > 0
    if (values.escapes === true) {
      for (const name of escapable) {
        if (typeof values[name] !== 'string') continue
        const plain = unescaped(values[name])
        if (typeof plain === 'object') faults = [...(faults ?? []), malformed(plain).fault(name)]
        else values[name] = plain
      }
    }
    for (const i of inCompany) {
      const name = names[i]!
      if (query.counts[i] === 0 || values[name] === undefined) continue
      const found = companyFaults(name, { values, isGiven }, own[i]!, table)
      if (found.length > 0) faults = [...(faults ?? []), ...found]
    }
    for (const name of aliases) if (name in values) values[table[name]!.insteadOf!] ??= values[name]
    if (query.others !== undefined && values.strict === true) {
      faults = [...(faults ?? []), ...unknownFaults(unknownIn(query), query.others.more, accepted)]
    }
    return faults === undefined ? (values as Request<T>) : faults.sort(byPrecedence)
  }
}

function valueAt(query: Query, index: number, check: Check): ReturnType<Check> {
  const given = query.values[index]
  return typeof given === 'object' ? malformed(given) : check(given)
}

/** The refusal of `name`; if it is missing, with the unknown name that probably means it. */
function withAdvice(refusal: Refusal, name: string, unknown: () => readonly UnknownName[]): Refusal {
  if (refusal.code !== 'missing_parameter') return refusal
  const found = unknown().find(({ meant }) => meant === name)
  if (found === undefined) return refusal
  const suggestion = found.value === undefined ? undefined : { [name]: found.value }
  return new Refusal(refusal.code, `${refusal.message}; ${quoted(found.name)} is not a parameter`, suggestion)
}

function repeated(name: string, times: number): FormFault {
  return new Refusal('duplicate_parameter', `given ${times} times; once is accepted`).fault(name)
}

function together(name: string, other: string): FormFault {
  return new Refusal('invalid_parameter', `given together with ${other}, which it replaces; give one of the two`).fault(
    name,
  )
}

function malformed({ fault, code }: Malformed): Refusal {
  return new Refusal(code ?? 'invalid_encoding', fault)
}

function faultOfOthers({ name, first, count }: NonNullable<Query['malformedOthers']>): FormFault {
  const others = count > 1 ? `, and ${count - 1} more such` : ''
  const message = `a parameter that is not known here: ${first.fault}${others}`
  return { parameter: startOf(name), code: 'invalid_encoding', message, sentence: message }
}
