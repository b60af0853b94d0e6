/**
 * Counters in the words of a label: `{serial:pallet}` is the number that the counter pallet gives to this label, `{sscc:pallet}` the SSCC
 * with that number. All places of a label that name a counter have the same number.
 */

import { checkDigitOf } from '../../symbologies/gs1/index.ts'
import type { Fault } from '../answer.ts'
import { escapable, escaped } from './escapes.ts'
import { firstOf, type Given } from './parameter.ts'

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

/** The characters of a counter's name. */
export const counterName: RegExp = /^[a-z0-9][a-z0-9-]{0,39}$/
export const counterNameWanted = '1 to 40 characters of a-z, 0-9 and hyphen, which is not the first'

/** Digits that a number is padded to at most. */
export const mostWidth = 20

/** A place for a number. What stands behind `|` is the number of digits that it has at least, in place of the counter's own. */
const place = /\{(serial|sscc):([a-z0-9][a-z0-9-]{0,39})(?:\|(\d{1,2}))?\}/g

/** An element of a GS1 message in brackets whose value ends with a check digit, and has places in it. */
const checkedElement = /\((0[0-3])\)((?:[0-9]|\{[a-z]{4,6}:[a-z0-9][a-z0-9-]{0,39}(?:\|\d{1,2})?\})+)(?=\(|$)/g

/** Digits of a value of these AIs without its check digit. */
export const checkedLength: { readonly [ai: string]: number } = { '00': 17, '01': 13, '02': 13, '03': 13 }

/** The counters that the words of a label name, each once; none in most. */
export function countersIn(given: Given): readonly string[] {
  const found = escapable.flatMap((name) => [...wordsOf(given, name).matchAll(place)].map(([, , counter]) => counter!))
  return [...new Set(found)]
}

function wordsOf(given: Given, name: string): string {
  const words = given[name]
  return typeof words === 'string' ? words : ''
}

/** The values of a label with numbers in their places, or why there are none. */
type Numbered = { readonly given: Given } | { readonly faults: readonly Fault[] }

/**
 * Puts numbers in their places. In a GS1 message in brackets, an SSCC (00) or a GTIN (01), (02), (03) that has a place in it and only
 * lacks its check digit gets it; EAN, UPC and ITF-14 get theirs as always.
 */
export function withNumbers(given: Given, numberOf: NumberOf): Numbered {
  const isMessage = firstOf(given.gs1) === 'true' || firstOf(given.gs1) === 'link'
  const faults: Fault[] = []
  const filled = escapable
    .filter((name) => wordsOf(given, name).search(place) >= 0)
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

/** Fills places, and keeps the first fault. */
class Places {
  fault: CounterFault | undefined
  readonly #numberOf: NumberOf

  constructor(numberOf: NumberOf) {
    this.#numberOf = numberOf
  }

  filled(words: string): string {
    return words.replace(place, (_, kind: 'serial' | 'sscc', counter: string, digits?: string) => {
      const number = this.#numberOf(counter)
      if ('code' in number) return this.#refuse(number)
      const { value, text, sscc } = number
      if (kind === 'serial')
        return digits === undefined ? text : `${value}`.padStart(Math.min(mostWidth, Number(digits)), '0')
      return sscc ?? this.#refuse(withoutPrefix(counter))
    })
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

/** What to give in place of words so that the braces of places are themselves, as values of `escapes` and of the words. */
export function literalWords(given: Given): { readonly [name: string]: string } {
  const isEscaped = firstOf(given.escapes) === 'true'
  const words = escapable
    .filter((name) => given[name] !== undefined)
    .map((name) => {
      const own = isEscaped ? wordsOf(given, name) : escaped(wordsOf(given, name))
      return [name, own.replace(place, (found) => `\\x7b${found.slice(1)}`)]
    })
  return { escapes: 'true', ...Object.fromEntries(words) }
}
