import { labelSymbologies, quoted, symbologies } from '../../symbologies/index.ts'
import type { Fault } from '../answer.ts'
import { stockGroups, stockNames, stockTitles } from '../layout/stock.ts'
import { optionParameters } from './explain-options.ts'
import { type Broken, type Query, readQuery } from './query.ts'

/** The values of a parameter. Without a default it is required, unless it is optional: then it can be undefined. */
export type Parameter = Field &
  (
    | { readonly kind: 'text'; readonly longest: number }
    | { readonly kind: 'word'; readonly words: readonly string[]; readonly default?: string; readonly optional?: true }
    | { readonly kind: 'flag'; readonly default: boolean }
    | {
        readonly kind: 'integer' | 'number'
        readonly least: number
        readonly most: number
        readonly default?: number
        readonly optional?: true
      }
  )

/** How the pages show a parameter; one without a title has no field of its own there. */
interface Field {
  readonly title?: string
  /** Titles of values, in the order in which people choose from them; a value without one is its own title. */
  readonly titles?: { readonly [value: string]: string }
  /** The values under each heading, where there are headings. */
  readonly groups?: { readonly [heading: string]: readonly string[] }
  /** The field is hidden for a matrix symbology. */
  readonly linearOnly?: true
}

/** A parameter that may not be given, because of what the request says elsewhere. */
export interface Inapplicable {
  readonly kind: 'none'
  readonly because: string
}

export type Parameters = { readonly [name: string]: Parameter }

/** Length in Unicode code points: the digits that the largest QR symbol holds. */
const text = { kind: 'text', longest: 7089 } as const

/** Titles of a flag for text that can be drawn. */
const shown = { true: 'Shown', false: 'Left out' }

/**
 * Every parameter of every endpoint, in the order in which faults are reported. Requests are read and checked by this table;
 * the options of the command line, their help and the fields of the pages are made from it.
 */
export const parameters = {
  barcode: {
    text,
    type: { kind: 'word', words: symbologies },
    format: { kind: 'word', words: ['png', 'svg', 'pdf'], default: 'png' },
    includetext: { kind: 'flag', default: false, title: 'Text with the barcode', titles: shown },
    scale: { kind: 'integer', least: 1, most: 10, default: 3, title: 'Dots a module' },
    height: { kind: 'number', least: 1, most: 100, default: 15, title: 'Bar height, mm', linearOnly: true },
    rotate: {
      kind: 'word',
      words: ['N', 'R', 'L', 'I'],
      default: 'N',
      title: 'Turned clockwise',
      titles: { N: '0°', R: '90°', I: '180°', L: '270°' },
    },
  },
  label: {
    text,
    type: { kind: 'word', words: labelSymbologies },
    size: {
      kind: 'word',
      words: stockNames,
      default: '4x6',
      title: 'Size',
      titles: stockTitles,
      groups: stockGroups,
    },
    orientation: {
      kind: 'word',
      words: ['portrait', 'landscape'],
      default: 'landscape',
      title: 'Orientation',
      titles: { landscape: 'Landscape', portrait: 'Portrait' },
    },
    qty: { kind: 'integer', least: 1, most: 500, default: 1, title: 'Copies' },
    showtext: { kind: 'flag', default: true, title: 'Text above the barcode', titles: shown },
    format: { kind: 'word', words: ['pdf', 'png'], default: 'pdf' },
  },
  explain: {
    text,
    type: { kind: 'word', words: symbologies },
    ...optionParameters,
  },
} as const satisfies { readonly [endpoint: string]: Parameters }

type Value<P extends Parameter> = P extends { readonly optional: true } ? OneOf<P> | undefined : OneOf<P>

type OneOf<P extends Parameter> = P extends { readonly words: readonly (infer Word)[] }
  ? Word
  : P extends { readonly kind: 'flag' }
    ? boolean
    : P extends { readonly kind: 'text' }
      ? string
      : number

/** The request that a table of parameters describes: one value for each name. */
export type Request<T extends Parameters> = { readonly [Name in keyof T]: Value<T[Name]> }

/** By precedence: if a request has several faults, the answer has the code that comes first here. */
const faultCodes = ['invalid_encoding', 'duplicate_parameter', 'missing_parameter', 'invalid_parameter'] as const

/** What is wrong with the form of one parameter. */
export interface FormFault extends Fault {
  readonly code: (typeof faultCodes)[number]
  /** What the message of the whole error says of it, which names the parameter. */
  readonly sentence: string
}

/** The message of an error with these faults. */
export function sentencesOf(faults: readonly FormFault[]): string {
  return faults.map(({ sentence }) => sentence).join('; ')
}

/**
 * A reader of requests by `table`: from a raw query to the request, or to all of its faults, worst first.
 *
 * @param narrowed  parameters that take less than the table says
 */
export function requestReader<T extends Parameters>(
  table: T,
  narrowed: Narrowed<T> = {},
): (query: string) => Request<T> | readonly FormFault[] {
  const indexes = new Map(Object.keys(table).map((name, index) => [name, index]))
  const read = valuesReader(table, narrowed)
  return (raw) => read(readQuery(raw, indexes))
}

/** The values given for each name, in order. */
export type Given = { readonly [name: string]: readonly (string | Broken)[] | undefined }

/** As requestReader, for values that do not come from a query. Unknown names are ignored. */
export function givenReader<T extends Parameters>(
  table: T,
  narrowed: Narrowed<T> = {},
): (given: Given) => Request<T> | readonly FormFault[] {
  const names = Object.keys(table)
  const read = valuesReader(table, narrowed)
  return (given) =>
    read({ values: names.map((name) => given[name]?.[0]), counts: names.map((name) => given[name]?.length ?? 0) })
}

export type Narrowed<T extends Parameters> = { readonly [Name in keyof T]?: Parameter | Inapplicable }

function valuesReader<T extends Parameters>(
  table: T,
  narrowed: Narrowed<T>,
): (query: Query) => Request<T> | readonly FormFault[] {
  const names = Object.keys(table)
  const checks = names.map((name) => checkOf(narrowed[name] ?? table[name]!))
  return (query) => {
    const values: Record<string, unknown> = {}
    let faults: FormFault[] | undefined = query.stray === undefined ? undefined : [stray(query.stray)]
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!
      const value = valueAt(query, i, checks[i]!)
      if (value instanceof Refusal) faults = [...(faults ?? []), value.fault(name)]
      else values[name] = value
      const later = query.later?.get(i)
      if (later !== undefined) faults = [...(faults ?? []), brokenIn(later).fault(name)]
      if (query.counts[i]! > 1) faults = [...(faults ?? []), repeated(name, query.counts[i]!)]
    }
    return faults === undefined ? (values as Request<T>) : faults.sort(byPrecedence)
  }
}

export function isFaults<T>(read: T | readonly FormFault[]): read is readonly FormFault[] {
  return Array.isArray(read)
}

class Refusal {
  readonly code: FormFault['code']
  readonly words: string

  constructor(code: FormFault['code'], words: string) {
    this.code = code
    this.words = words
  }

  fault(name: string): FormFault {
    const { code, words } = this
    return { parameter: name, code, message: words, sentence: `${name}: ${words}` }
  }
}

type Check = (given: string | undefined) => string | number | boolean | undefined | Refusal

function valueAt(query: Query, index: number, check: Check): ReturnType<Check> {
  const given = query.values[index]
  return typeof given === 'object' ? brokenIn(given) : check(given)
}

function checkOf(parameter: Parameter | Inapplicable): Check {
  switch (parameter.kind) {
    case 'text':
      return (given) => (given ? longEnough(given, parameter.longest) : absent)
    case 'word':
      return wordOf(parameter)
    case 'flag':
      return (given) => (given === undefined ? parameter.default : (flags.get(given) ?? wrong(given, 'true or false')))
    case 'integer':
    case 'number':
      return numberOf(parameter)
    case 'none': {
      const refusal = new Refusal('invalid_parameter', `does not apply to ${parameter.because}`)
      return (given) => (given === undefined ? undefined : refusal)
    }
  }
}

const absent = new Refusal('missing_parameter', 'required, and absent or empty')
const flags = new Map([
  ['true', true],
  ['false', false],
])

function wrong(given: string, accepted: string): Refusal {
  return new Refusal('invalid_parameter', `${quoted(given)} is not ${accepted}`)
}

function longEnough(given: string, longest: number): string | Refusal {
  if (given.length <= longest) return given
  let points = 0
  for (const _ of given) points++
  return points <= longest
    ? given
    : new Refusal('invalid_parameter', `${points} characters; at most ${longest} are accepted`)
}

function wordOf({ words, default: otherwise, optional }: Parameter & { readonly kind: 'word' }): Check {
  const known = new Set(words)
  const accepted = `one of ${words.join(', ')}`
  return (given) => {
    if (given === undefined) return optional ? undefined : (otherwise ?? absent)
    if (known.has(given)) return given
    return given === '' && otherwise === undefined && !optional ? absent : wrong(given, accepted)
  }
}

const whole = /^[0-9]+$/
const decimal = /^[0-9]+(\.[0-9]+)?$/

function numberOf({
  kind,
  least,
  most,
  default: otherwise,
}: Parameter & { readonly kind: 'integer' | 'number' }): Check {
  const form = kind === 'integer' ? whole : decimal
  const accepted = `a ${kind === 'integer' ? 'whole' : 'plain decimal'} number from ${least} to ${most}`
  return (given) => {
    if (given === undefined) return otherwise
    const value = form.test(given) ? Number(given) : Number.NaN
    return value >= least && value <= most ? value : wrong(given, accepted)
  }
}

function repeated(name: string, times: number): FormFault {
  return new Refusal('duplicate_parameter', `given ${times} times; once is accepted`).fault(name)
}

function brokenIn({ fault }: Broken): Refusal {
  return new Refusal('invalid_encoding', fault)
}

function stray({ name, first, count }: NonNullable<Query['stray']>): FormFault {
  const others = count > 1 ? `, and ${count - 1} more such` : ''
  const message = `a parameter that is not known here: ${first.fault}${others}`
  return { parameter: firstOf(name), code: 'invalid_encoding', message, sentence: message }
}

const longestName = 40

/** At most 40 characters of a name that a client has made up. */
function firstOf(name: string): string {
  return [...name.slice(0, 2 * longestName)].slice(0, longestName).join('')
}

function byPrecedence(a: FormFault, b: FormFault): number {
  return faultCodes.indexOf(a.code) - faultCodes.indexOf(b.code)
}
