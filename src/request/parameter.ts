/** What a parameter is, what can be given for it, and the request that a table of parameters describes. */

import { quoted } from '../../symbologies/messages.ts'
import type { Malformed } from '../utf8.ts'
import type { Spellings, WordMeanings } from './proposals.ts'

/** A parameter and its values. Without a default it is required, unless it is optional: then it can be undefined. */
export type Parameter = Field &
  Company &
  /** A text; of an optional one the empty value means none. */
  (
    | { readonly kind: 'text'; readonly longest: number; readonly optional?: true }
    | {
        readonly kind: 'word'
        readonly words: readonly string[]
        readonly default?: string
        readonly optional?: true
        /** What is accepted besides the words. */
        readonly form?: FreeForm
        /** Other spellings of the words, which are refused with the word as a proposal. */
        readonly spellings?: Spellings
        /** What stands for a word together with values of other parameters. */
        readonly meanings?: WordMeanings
      }
    | { readonly kind: 'domain'; readonly longest: number; readonly optional: true }
    | (Formed & { readonly optional?: true })
    | { readonly kind: 'flag'; readonly default: boolean }
    | {
        readonly kind: 'integer' | 'number'
        readonly least: number
        readonly most: number
        readonly default?: number
        readonly optional?: true
        /** Whether a number beyond the range is refused with the nearest end of it as a suggestion. */
        readonly isClamped?: true
        /** The unit, in lower case; a value with it is refused with the number as a proposal. */
        readonly unit?: string
      }
  )

/** Strings of a form. */
export interface Formed {
  readonly kind: 'form'
  readonly longest: number
  /** Matches the whole value. */
  readonly pattern: RegExp
  /** The form in words, after "is not". */
  readonly form: string
  readonly samples: readonly string[]
  /** Reads what has the form: the value as the house has it, or what else it would have to be, after "is not", with a proposal. */
  readonly read?: (given: string) => string | { readonly fault: string; readonly proposal?: string | undefined }
}

/** The longest word, flag or number. */
export const longestShort = 40

/** The longest value of a parameter in Unicode code points: what is longer is refused before anything looks into it. */
export function longestOf(parameter: Parameter): number {
  return 'longest' in parameter ? parameter.longest : longestShort
}

/** A value by its name. */
interface FormName {
  readonly value: string
  readonly title: string
  /** The sides of the label in mm, across the print head first; of tape the first. */
  readonly sides: readonly number[]
}

/** Values of a form. */
interface FreeForm<Value extends string = string> {
  /** What all of them match as a whole, and little else. */
  readonly pattern: RegExp
  /** Those that have names, which shells complete and pages list. One that ends in an x goes on with a length. */
  readonly names: readonly FormName[]
  /** The value as the house has it, or undefined if what is given has not this form. */
  readonly read: (given: string) => Value | undefined
  /** The form in words, after "or". */
  readonly title: string
  readonly samples: readonly string[]
}

/** The parameters that a parameter goes with. */
interface Company {
  /** Another parameter, which must not be given together with this one. */
  readonly insteadOf?: string
  /** Whether this is only another name of that parameter. */
  readonly isAlias?: true
  /** The values of other parameters with which alone a value can be given. */
  readonly only?: { readonly [value: string]: { readonly [parameter: string]: readonly string[] } }
  /** Parameters without which it has no meaning. */
  readonly needs?: readonly string[]
  /** Parameters with which it cannot be given, with the values that are meant. */
  readonly excludes?: { readonly [parameter: string]: readonly string[] | 'any' }
}

/** How the pages show a parameter; without a title they have no field for it. */
interface Field {
  readonly title?: string
  /** What it is for, in one line. */
  readonly purpose?: string
  /**
   * Titles of values, in the order in which the pages list them. In a list, a value without a title is shown as it is; among buttons,
   * it is left out.
   */
  readonly titles?: { readonly [value: string]: string }
  /** The values under each heading, if there are headings. */
  readonly groups?: { readonly [heading: string]: readonly string[] }
  /** The value with which forms start, if the parameter is optional and means this value without being given. */
  readonly initially?: string
  /** The field of a text has several lines. */
  readonly hasLines?: true
  /** The field is hidden for a matrix symbology. */
  readonly linearOnly?: true
}

/** A parameter that must not be given, because of the value of another. */
export interface Inapplicable {
  readonly kind: 'none'
  readonly because: string
}

export type Parameters = { readonly [name: string]: Parameter }

type Value<P extends Parameter> = P extends { readonly optional: true } ? OneOf<P> | undefined : OneOf<P>

type OneOf<P extends Parameter> = P extends { readonly words: readonly (infer Word)[] }
  ? P extends { readonly form: FreeForm<infer Free> }
    ? Word | Free
    : Word
  : P extends { readonly kind: 'flag' }
    ? boolean
    : P extends { readonly kind: 'text' | 'domain' | 'form' }
      ? string
      : number

/** The request that a table of parameters describes: one value for each name. */
export type Request<T extends Parameters> = { readonly [Name in keyof T]: Value<T[Name]> }

/** Dots a module that a barcode can be asked for with, and those of a request that does not say. */
export const scaleRange = { least: 1, most: 10, default: 3 } as const

/** The height of bars, in mm. */
export const heightRange = { least: 1, most: 100, default: 15 } as const

/**
 * What is given for a request, by parameter name: a text, or the fault of what is not a text; or all of them, in order, where a name is
 * given several times.
 */
export type GivenValues = { readonly [name: string]: string | Malformed | readonly (string | Malformed)[] | undefined }

/** The first of what is given for a name. */
export function firstOf(given: GivenValues[string]): string | Malformed | undefined {
  return isRepeated(given) ? given[0] : given
}

/** Whether a name is given several times. */
export function isRepeated(given: GivenValues[string]): given is readonly (string | Malformed)[] {
  return Array.isArray(given)
}

/** A value of JSON or JavaScript as a query would have it. */
export function valueText(value: unknown): string | Malformed {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number') {
    return { fault: `${kindOf(value)}; a string, a number, true or false is accepted`, code: 'invalid_parameter' }
  }
  if (!Number.isFinite(value)) return { fault: `${value}; a finite number is accepted`, code: 'invalid_parameter' }
  // from here on a number may not be the one that was meant
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value)
  const advice = 'a number of so many digits is rounded; give it as a string'
  return { fault: `${quoted(String(value))}: ${advice}`, code: 'invalid_parameter' }
}

/** What a value is, with its article. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
