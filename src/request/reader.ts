/** From what is given for the parameters of a table to a request, or to all of its faults. */

import { quoted, type Symbology } from '../../symbologies/facts.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { nearestName } from '../../symbologies/nearest.ts'
import type { Malformed } from '../utf8.ts'
import { placeIn, withoutCounters, withoutDoubling } from './counters.ts'
import { escapable, unescaped } from './escapes.ts'
import { byPrecedence, type FormFault, Refusal } from './form-faults.ts'
import { narrowedTo, optionFaults } from './options.ts'
import {
  type GivenValues,
  type Inapplicable,
  isRepeated,
  type Parameter,
  type Parameters,
  type Request,
} from './parameter.ts'
import { didYouMean, proposedWord } from './proposals.ts'
import { firstFaults } from './sheets.ts'
import { parameterSpellings } from './spellings.ts'
import { checkOf } from './value-checks.ts'

/** A request as it is read. */
export interface RequestReading<R> {
  /** Undefined if there are faults. */
  readonly request?: R
  /** By precedence. */
  readonly faults: readonly FormFault[]
}

/** Reads what is given. Names that are not parameters are ignored, but for those among `others`. */
export type Reader<R> = (given: GivenValues, others?: Others) => RequestReading<R>

/** Names in a query that are not among the parameters. */
export interface Others {
  /** The first of them, in order of appearance; undecoded if they cannot be decoded. */
  readonly names: ReadonlySet<string>
  /** The first value of each of these names that can be decoded. */
  readonly values?: ReadonlyMap<string, string>
  /** How many parameters have names that are not among these. */
  readonly more: number
  /** That of names and values that cannot be decoded. */
  readonly fault?: FormFault | undefined
  /** Those of names that belong elsewhere. */
  readonly misplaced?: readonly FormFault[]
}

/** Parameters of which one is the symbology. */
export type SymbolParameters = Parameters & { readonly type: Parameter & { readonly words: readonly Symbology[] } }

/**
 * A function that reads requests for a symbol. Options that the symbology does not have are faults; if the symbology is unknown, an
 * option may have the values of any.
 */
export function symbolReader<T extends SymbolParameters>(table: T): Reader<Request<T>> {
  const readerFor = memoize((type: Symbology | undefined) =>
    requestReader(table, type && narrowed(table, type), (values) => [...optionFaults(values), ...firstFaults(values)]),
  )
  return (given, others) => readerFor(table.type.words.find((type) => type === given.type))(given, others)
}

/** Replacements for some parameters of a table. */
type Narrowed = { readonly [name: string]: Parameter | Inapplicable | undefined }

/** The parameters of `table` that depend on the symbology, with their other names. */
function narrowed(table: Parameters, type: Symbology): Narrowed {
  const options: Narrowed = narrowedTo(type)
  const aliases = Object.keys(table).filter((name) => table[name]!.isAlias)
  return { ...options, ...Object.fromEntries(aliases.map((name) => [name, options[table[name]!.insteadOf!]])) }
}

/** The values of a request by name, undefined where there is none. */
type Values = { readonly [name: string]: string | number | boolean | undefined }

/**
 * A function that reads requests. Numbers of counters stand in the words already: a place that is left for one is a fault.
 *
 * @param replaced  parameters that accept fewer values than in the table
 * @param faultsTogether  those of values that are each accepted
 */
export function requestReader<T extends Parameters>(
  table: T,
  replaced: Narrowed = {},
  faultsTogether: (values: Values) => readonly FormFault[] = () => [],
): Reader<Request<T>> {
  const own = Object.entries(table).map(([name, { insteadOf }]) => {
    const parameter = replaced[name] ?? table[name]!
    const check = checkOf(parameter)
    // most parameters are optional and not given
    return { name, parameter, check, canBeLeftOut: check(undefined) === undefined, insteadOf }
  })
  const accepted = own.filter(({ parameter }) => parameter.kind !== 'none').map(({ name }) => name)
  // what is read of symbols in other requests is not drawn
  const hasWords = 'escapes' in table || 'type' in table
  const inCompany = own.filter(({ parameter }) => hasCompany(parameter))
  const aliases = Object.entries(table).filter(([, { isAlias }]) => isAlias)
  const unknownIn = (given: GivenValues, others: Others | undefined): readonly UnknownName[] =>
    others === undefined
      ? []
      : unknownNames(
          others,
          accepted.filter((name) => given[name] === undefined),
        )
  return (given, others) => {
    const values: Record<string, Values[string]> = {}
    const faults: FormFault[] = [...(others?.misplaced ?? [])]
    if (others?.fault !== undefined) faults.push(others.fault)
    for (const { name, check, canBeLeftOut, insteadOf } of own) {
      const all = given[name]
      if (all === undefined && canBeLeftOut) continue
      const first = isRepeated(all) ? all[0] : all
      const value = typeof first === 'object' ? malformed(first) : check(first)
      if (!(value instanceof Refusal)) values[name] = value
      else if (value.code !== 'missing_parameter') faults.push(value.fault(name))
      else faults.push(withAdvice(value.fault(name), unknownIn(given, others)))
      if (isRepeated(all)) faults.push(...repeated(name, all))
      if (insteadOf !== undefined && all !== undefined && given[insteadOf] !== undefined) {
        faults.push(together(name, insteadOf))
      }
    }
    for (const name of hasWords ? escapable : []) {
      const words = values[name]
      if (typeof words !== 'string') continue
      const found = placeIn(words)
      if (found !== undefined) faults.push(new Refusal('counter_unknown', withoutCounters(found)).fault(name))
      const literal = withoutDoubling(words)
      const plain = values.escapes === true ? unescaped(literal) : literal
      if (typeof plain === 'object') faults.push(malformed(plain).fault(name))
      else values[name] = plain
    }
    for (const { name, parameter } of inCompany) {
      if (given[name] === undefined || values[name] === undefined) continue
      faults.push(...companyFaults(name, parameter, { given, values, table }))
    }
    for (const [name, { insteadOf }] of aliases) if (name in values) values[insteadOf!] ??= values[name]
    if (others !== undefined && others.names.size > 0 && values.strict === true) {
      faults.push(...unknownFaults(unknownIn(given, others), others.more, accepted))
    }
    if (faults.length === 0) faults.push(...faultsTogether(values))
    return faults.length === 0 ? { request: values as Request<T>, faults } : { faults: faults.sort(byPrecedence) }
  }
}

/** The fault of a parameter that is missing, with the unknown name that probably means it; another fault as it is. */
export function withAdvice(fault: FormFault, unknown: readonly UnknownName[]): FormFault {
  const { code, message, parameter: name } = fault
  const found = code === 'missing_parameter' ? unknown.find(({ meant }) => meant === name) : undefined
  if (found === undefined) return fault
  const suggestion = found.value === undefined ? undefined : { [name]: found.value }
  return new Refusal('missing_parameter', `${message}; ${quoted(found.name)} is not a parameter`, suggestion).fault(
    name,
  )
}

/** The faults of a parameter that is given several times: that of the first value has been found. */
function repeated(name: string, [, ...later]: readonly (string | Malformed)[]): readonly FormFault[] {
  const wrong = later.find((value) => typeof value === 'object')
  // of other parameters several values have no meaning
  const way = name === 'columns' ? ', with commas between' : ''
  const refusal = new Refusal('duplicate_parameter', `given ${later.length + 1} times; once is accepted${way}`)
  return [...(wrong === undefined ? [] : [malformed(wrong).fault(name)]), refusal.fault(name)]
}

function together(name: string, other: string): FormFault {
  const message = `given together with ${other}, which it replaces; give one of the two`
  return new Refusal('invalid_parameter', message).fault(name)
}

function malformed({ fault, code }: Malformed): Refusal {
  return new Refusal(code ?? 'invalid_encoding', fault)
}

/** Whether the values of other parameters decide if this one can be given. */
function hasCompany(parameter: Parameter | Inapplicable): boolean {
  if (parameter.kind === 'none') return false
  return (parameter.only ?? parameter.needs ?? parameter.excludes) !== undefined
}

interface Company {
  readonly given: GivenValues
  readonly values: Values
  readonly table: Parameters
}

/** The faults of a parameter that has a value which does not go with those of others. @param parameter  as it is for this request */
function companyFaults(
  name: string,
  parameter: Parameter | Inapplicable,
  { given, values, table }: Company,
): readonly FormFault[] {
  if (parameter.kind === 'none') return []
  const { only, needs = [], excludes = {} } = parameter
  const value = String(values[name])
  const absent = needs.filter((other) => values[other] === undefined && given[other] === undefined)
  const messages: readonly (string | Refusal | undefined)[] = [
    ...Object.entries(only?.[value] ?? {}).map(([other, accepted]) => {
      if (values[other] === undefined || accepted.includes(String(values[other]))) return undefined
      const known = wordsAmong(accepted, table[other]!)
      const shown = known.length === 1 ? `${other}=${known[0]}` : known.join(', ')
      const message = `${quoted(value)} does not go with ${other}=${values[other]}; accepted with it: ${shown}`
      return new Refusal('invalid_parameter', message, known.length > 0 ? { [other]: known[0]! } : undefined)
    }),
    absent.length === 0
      ? undefined
      : `goes only with ${absent.join(' and ')}; give ${absent.join(' and ')} too, or leave it out`,
    ...Object.entries(excludes).map(([other, refused]) => {
      const found = values[other] === undefined ? undefined : String(values[other])
      if (found === undefined || (refused !== 'any' && !refused.includes(found))) return undefined
      const [own, others] = [name, other].map((each) => withDependents(each, given, table))
      return `does not go with ${other}=${found}; leave out ${own}, or ${others}`
    }),
  ]
  return messages
    .filter((message) => message !== undefined)
    .map((found) => (found instanceof Refusal ? found : new Refusal('invalid_parameter', found)).fault(name))
}

/** A parameter with those that are given and go only with it. */
function withDependents(name: string, given: GivenValues, table: Parameters): string {
  const dependents = Object.keys(table).filter(
    (each) => given[each] !== undefined && table[each]!.needs?.includes(name),
  )
  return [name, ...dependents].join(' and ')
}

/** Those of the values that the parameter takes here, in its order. */
function wordsAmong(values: readonly string[], parameter: Parameter): readonly string[] {
  return parameter.kind === 'word' ? parameter.words.filter((word) => values.includes(word)) : values
}

/** An unknown name, and the parameter that it probably means. */
interface UnknownName {
  readonly name: string
  readonly meant: string | undefined
  /** Its value, where that is known. */
  readonly value: string | undefined
}

/** The names with what they probably mean: parameters that are `missing` from the query, each for one name only. */
export function unknownNames({ names, values }: Others, missing: readonly string[]): readonly UnknownName[] {
  const left = new Set(missing)
  return [...names].map((name) => {
    // an ampersand that was escaped for a page is part of the name after it
    const written = name.replace(/^(amp|#38|#x26);/i, '')
    const meant = proposedWord(written, missing, parameterSpellings) ?? nearestName(written, missing)
    return { name, meant: meant !== undefined && left.delete(meant) ? meant : undefined, value: values?.get(name) }
  })
}

/**
 * A fault for each unknown name.
 *
 * @param more  how many parameters have further names
 * @param accepted  the names that the endpoint accepts
 */
export function unknownFaults(unknown: readonly UnknownName[], more: number, accepted: readonly string[]): FormFault[] {
  return unknown.map(({ name, meant }, i) => {
    const rest = more > 0 && i === unknown.length - 1 ? `, and ${more} more are not` : ''
    const message = `${quoted(name)} is not a parameter here${rest}; accepted: ${accepted.join(', ')}${didYouMean(meant)}`
    return { parameter: startOf(name), code: 'invalid_parameter', message, sentence: message }
  })
}

const longestName = 40

/** The start of an unknown name, which a client may have chosen as long as it likes. */
export function startOf(name: string): string {
  return [...name.slice(0, 2 * longestName)].slice(0, longestName).join('')
}
