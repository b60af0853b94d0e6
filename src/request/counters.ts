/**
 * Counters in the words of a label: `{serial:pallet}` is the number that the counter pallet gives to this label, `{sscc:pallet}` the SSCC
 * with that number. All places of a label that name a counter have the same number. `{{serial:pallet}}` is the text `{serial:pallet}`.
 */

import { checkDigitOf, quoted } from '../../symbologies/facts.ts'
import type { Fault } from '../answer.ts'
import { counterName } from '../printing/counters/counter-number.ts'
import { escapable } from './escapes.ts'
import { firstOf, type GivenValues } from './parameter.ts'

/** A number that a counter gives. */
export interface CounterNumber {
  readonly value: number
  /** With the zeros before it that the counter writes. */
  readonly text: string
  /** All 18 digits; undefined if the counter has no company prefix. */
  readonly sscc: string | undefined
}

/** Why a counter gives no number. */
export interface CounterFault {
  readonly code: 'counter_unknown' | 'counter_exhausted'
  readonly message: string
}

/** Gives the number of a counter for one label, which is the same however often it is asked. */
export type NumberOf = (counter: string) => CounterNumber | CounterFault

/** Of counters that a label may name: what gives their numbers, or that these come later; undefined where nothing counts. */
export type Numbering = NumberOf | 'later' | undefined

export const counterNameWanted = '1 to 40 characters of a-z, 0-9 and hyphen, which is not the first'

/** Digits that a number is padded to at most. */
export const mostWidth = 20

/**
 * What stands for a number of a counter: `{serial:name}`, `{serial:name|6}`, `{sscc:name}`. What stands behind `|` is the number of digits
 * that it has at least, in place of the counter's own. In two braces it is the text itself, in one.
 */
const place = /\{\{((?:serial|sscc):[^{}]*)\}\}|\{(serial|sscc):([^{}|]*)(?:\|([^{}]*))?\}/g

/** A place as it is found: the text that it stands for, or what is filled in. */
type Place =
  | { readonly literal: string }
  | { readonly kind: 'serial' | 'sscc'; readonly counter: string; readonly digits: string | undefined }

/** The words with another text in each place. */
function replaced(words: string, text: (found: Place, whole: string) => string): string {
  return words.replace(place, (whole, literal?: string, kind?: string, counter?: string, digits?: string) => {
    if (literal !== undefined) return text({ literal: `{${literal}}` }, whole)
    return text({ kind: kind as 'serial' | 'sscc', counter: counter!, digits }, whole)
  })
}

/** The first place for a number in words, as it is written; undefined if there is none. */
export function placeIn(words: string): string | undefined {
  return [...words.matchAll(place)].find(([, literal]) => literal === undefined)?.[0]
}

/** Words in which places are only text: `{{serial:name}}` is `{serial:name}`. */
export const withoutDoubling = (words: string): string =>
  replaced(words, (found, whole) => ('literal' in found ? found.literal : whole))

/** Words that are read as these: `{serial:name}` is `{{serial:name}}`. */
export const withDoubling = (words: string): string => replaced(words, (_, whole) => `{${whole}}`)

/** Values of a label whose numbers are not known yet, so that all else of it can be read: places in them are text. */
export function unnumbered(given: GivenValues): GivenValues {
  const words = escapable.filter((name) => countersIn({ [name]: given[name] }).length > 0)
  const masked = (name: string): string =>
    replaced(wordsOf(given, name), (found, whole) => ('literal' in found ? whole : `{${whole}}`))
  return words.length === 0 ? given : { ...given, ...Object.fromEntries(words.map((name) => [name, masked(name)])) }
}

/** Of a place for a number where it cannot get one. @param found  as it is written */
export const withoutCounters = (found: string): string =>
  `${quoted(found)} stands for a number of a counter, and there are no counters here; in two braces, as in {{serial:name}}, it is text`

/** An element of a GS1 message in brackets whose value ends with a check digit, and has places in it. */
const checkedElement = /\((0[0-3])\)((?:[0-9]|\{(?:serial|sscc):[^{}]*\})+)(?=\(|$)/g

/** Digits of a value of these AIs without its check digit. */
export const checkedLength: { readonly [ai: string]: number } = { '00': 17, '01': 13, '02': 13, '03': 13 }

/** The counters that the words of a label name, each once; none in most. */
export const countersIn = (given: GivenValues): readonly string[] => [...namedCounters(given).keys()]

/** The counters that the words of a label name, each with the first parameter that does, as faults have them in order. */
export function namedCounters(given: GivenValues): ReadonlyMap<string, string> {
  const named = new Map<string, string>()
  for (const name of escapable) {
    for (const [, literal, , counter] of wordsOf(given, name).matchAll(place)) {
      if (literal === undefined && !named.has(counter!)) named.set(counter!, name)
    }
  }
  return named
}

function wordsOf(given: GivenValues, name: string): string {
  const words = given[name]
  return typeof words === 'string' ? words : ''
}

/** The values of a label with numbers in their places, or why there are none. */
type Numbered = { readonly given: GivenValues } | { readonly faults: readonly Fault[] }

/**
 * Puts numbers in their places. In a GS1 message in brackets, an SSCC (00) or a GTIN (01), (02), (03) that has a place in it and only
 * lacks its check digit gets it; EAN, UPC and ITF-14 get theirs as always.
 */
export function withNumbers(given: GivenValues, numberOf: NumberOf): Numbered {
  const isMessage = firstOf(given.gs1) === 'true' || firstOf(given.gs1) === 'link'
  const faults: Fault[] = []
  const filled = escapable
    .filter((name) => placeIn(wordsOf(given, name)) !== undefined)
    .map((name) => {
      const places = new Places(numberOf)
      const words = isMessage && name === 'text' ? completed(wordsOf(given, name), places) : wordsOf(given, name)
      const all = places.filled(words)
      if (places.fault !== undefined) {
        const { code, message } = places.fault
        faults.push({ parameter: name, code, message })
      }
      return [name, all]
    })
  return faults.length > 0 ? { faults } : { given: { ...given, ...Object.fromEntries(filled) } }
}

/** Of a counter that makes no SSCCs. */
export const withoutPrefix = (counter: string): CounterFault => ({
  code: 'counter_unknown',
  message: `the counter ${counter} has no company prefix for an SSCC`,
})

const notNamed = (counter: string): CounterFault => ({
  code: 'counter_unknown',
  message: `there is no counter ${quoted(counter)}: a name is ${counterNameWanted}`,
})

const notDigits = (found: string): CounterFault => ({
  code: 'counter_unknown',
  message: `${quoted(found)} does not say a number of digits: {serial:name|6} has 6 or more, and ${mostWidth} is the most`,
})

/** Fills places, and keeps the first fault. */
class Places {
  fault: CounterFault | undefined
  readonly #numberOf: NumberOf

  constructor(numberOf: NumberOf) {
    this.#numberOf = numberOf
  }

  filled(words: string): string {
    return replaced(words, (found, whole) => ('literal' in found ? whole : this.#numberIn(found, whole)))
  }

  #numberIn({ kind, counter, digits }: Exclude<Place, { literal: string }>, whole: string): string {
    if (!counterName.test(counter)) return this.#refuse(notNamed(counter))
    if (digits !== undefined && !/^\d{1,2}$/.test(digits)) return this.#refuse(notDigits(whole))
    const number = this.#numberOf(counter)
    if ('code' in number) return this.#refuse(number)
    const { value, text, sscc } = number
    if (kind === 'sscc') return sscc ?? this.#refuse(withoutPrefix(counter))
    return digits === undefined ? text : `${value}`.padStart(Math.min(mostWidth, Number(digits)), '0')
  }

  #refuse(fault: CounterFault): string {
    this.fault ??= fault
    return ''
  }
}

/** A GS1 message in which elements that end with a check digit are filled and completed. */
function completed(message: string, places: Places): string {
  return message.replace(checkedElement, (element, ai: string, value: string) => {
    if (!value.includes('{')) return element
    const digits = places.filled(value)
    return `(${ai})${digits.length === checkedLength[ai] ? `${digits}${checkDigitOf(digits)}` : digits}`
  })
}
