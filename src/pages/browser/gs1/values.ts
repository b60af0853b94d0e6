/** The values of elements: their dates, their decimals, what they must look like, and what can be made of them with one click. */

import {
  bracketedText,
  checkCharactersOf,
  checkDigitOf,
  fullYear,
  type Gs1Fault,
  gs1Message,
  type Identifier,
  identifierOf,
  lengthsOf,
} from '../../../../symbologies/gs1/index.ts'
import { capitalized, words } from '../words.ts'
import { hasDecimals } from './identifiers.ts'

interface DatePart {
  /** Where it starts in the value. */
  readonly start: number
  /** 6 digits, YYMMDD, or 8, YYYYMMDD. */
  readonly length: 6 | 8
  /** As calendars have it, YYYY-MM-DD; empty if the value has no whole date here. */
  readonly iso: string
  /** The first and the last date that these digits can mean. */
  readonly min: string
  readonly max: string
}

const shortDates = ['yymmdd', 'yymmd0'] as const

/** The dates that a value has or can have. @param thisYear  decides the century of two digits */
export function datesIn({ components }: Identifier, value: string, thisYear: number): readonly DatePart[] {
  let end = 0
  return components.flatMap(({ most, rules }): DatePart[] => {
    const start = end
    end += most
    const isShort = shortDates.some((rule) => rules.includes(rule))
    if (!isShort && !rules.includes('yyyymmdd')) return []
    const iso = isoOf(value.slice(start, end), thisYear)
    const [min, max] = isShort ? [`${thisYear - 49}-01-01`, `${thisYear + 50}-12-31`] : ['0001-01-01', '9999-12-31']
    return [{ start, length: isShort ? 6 : 8, iso, min, max }]
  })
}

function isoOf(digits: string, thisYear: number): string {
  if (!/^(\d{6}|\d{8})$/.test(digits)) return ''
  const year = digits.length === 8 ? digits.slice(0, 4) : `${fullYear(Number(digits.slice(0, 2)), thisYear)}`
  const iso = `${year}-${digits.slice(-4, -2)}-${digits.slice(-2)}`
  const date = new Date(`${iso}T00:00Z`)
  // the 31st of a month of 30 days would be read as the 1st of the next
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? '' : iso
}

/** The value with another date; `iso` empty: without it. */
export function withDate(value: string, { start, length }: DatePart, iso: string): string {
  return value.slice(0, start) + iso.replaceAll('-', '').slice(-length) + value.slice(start + length)
}

/** `2026-12-31` as `31 December 2026`, `2026-12` as `December 2026`; other texts as they are. */
export function dateInWords(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(text) ?? []
  if (month === undefined) return text
  const date = new Date(`${year}-${month}-${day ?? '01'}T00:00Z`)
  const named = day === undefined ? undefined : 'numeric'
  const form = { year: 'numeric', month: 'long', day: named, timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(words.locale, form).format(date)
}

export interface AiValue {
  readonly ai: string
  readonly value: string
}

/** Digits before the number: the currency. */
const lead = (ai: string): number => (/^39[13]/.test(ai) ? 3 : 0)

/** The value as people write it, with a decimal point where the AI says: `(3103)001234` is 1.234. As it is, if it is none that could be read back. */
export function shownValue(ai: string, value: string): string {
  if (!hasDecimals(ai) || !/^\d+$/.test(value)) return value
  const decimals = Number(ai[3])
  const [currency, digits] = [value.slice(0, lead(ai)), value.slice(lead(ai))]
  const { least, most } = lengthsOf(identifierOf(ai)!)
  if (value.length < least || value.length > most) return value
  const padded = digits.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals)
  const isFixed = least === most
  const number = isFixed ? whole.replace(/^0+(?=\d)/, '') : whole
  return `${currency}${currency === '' ? '' : ' '}${number}${decimals === 0 ? '' : `.${padded.slice(-decimals)}`}`
}

/** The AI and the digits of a typed value. What is not a number, or has too many digits, stays as it is with the AI that there was. */
export function typedValue(ai: string, typed: string): AiValue {
  const asTyped = { ai, value: typed }
  if (!hasDecimals(ai)) return asTyped
  const pattern = lead(ai) === 0 ? /^()(\d*)(?:[.,](\d*))?$/ : /^(\d{3}) ?(\d*)(?:[.,](\d*))?$/
  const [, currency = '', whole, fraction = ''] = pattern.exec(typed.trim()) ?? []
  if (whole === undefined || whole + fraction === '') return asTyped
  const own = `${ai.slice(0, 3)}${fraction.length}`
  const identifier = fraction.length > 9 ? undefined : identifierOf(own)
  if (identifier === undefined) return asTyped
  const { least, most } = lengthsOf(identifier)
  // zeros that count nothing need no digits
  const digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, '')
  const kept = digits.length < fraction.length ? digits.padStart(fraction.length, '0') : digits
  const value = currency + (least === most ? kept.padStart(most - currency.length, '0') : kept)
  return value.length > most ? asTyped : { ai: own, value }
}

type Component = Identifier['components'][number]

/** The written forms of rules; the others follow from characters and lengths. */
const forms: { readonly [rule: string]: string | undefined } = words.formats.rules

/** What a value must look like, in a few words. */
export function formatHint({ ai, components }: Identifier): string {
  const { most } = components.at(-1)!
  if (hasDecimals(ai)) return words.formats[components.length > 1 ? 'currency' : 'decimals'](most)
  if (/^433/.test(ai)) return words.formats.temperature
  const hints = components.map((component, i) => {
    const hint = componentHint(component)
    return component.isOptional && i > 0 ? words.formats.perhaps(hint) : hint
  })
  const all = words.formats.inOrder(hints)
  const check = checkHint(components)
  return capitalized(check === '' ? all : `${all}, ${check}`)
}

function componentHint({ set, least, most, rules }: Component): string {
  const form = rules.map((rule) => forms[rule]).find((found) => found !== undefined)
  if (form !== undefined) return form
  return words.formats[set === 'N' ? 'digits' : 'characters'](most, least === most)
}

function checkHint(components: readonly Component[]): string {
  if (components.some(({ rules }) => rules.includes('csumalpha'))) return words.formats.checkCharacters
  const at = components.findIndex(({ rules }) => rules.includes('csum'))
  if (at < 0) return ''
  const position = components.slice(0, at + 1).reduce((total, component) => total + component.most, 0)
  return components.length === 1 ? words.formats.checkDigit : words.formats.checkDigitAt(position)
}

export interface ValueOffer {
  /** What a click does. */
  readonly words: string
  readonly value: string
}

/** The fewest characters for which check characters are offered. */
const shortestChecked = 6

/** What a value can be made with one click: complete with its check digit, or in the characters that it may have. */
export function offersFor(identifier: Identifier, value: string): readonly ValueOffer[] {
  if (value === '') return []
  const { components } = identifier
  const at = components.findIndex(({ rules }) => rules.includes('csum'))
  if (at >= 0) {
    const checked = [...zerosBefore(identifier, value), ...checkDigit(identifier, at, value)]
    if (checked.length > 0) return checked
  }
  if (components[0]!.rules.includes('csumalpha')) {
    const checked = checkCharacters(identifier, value)
    if (checked.length > 0) return checked
  }
  return rewritten(identifier, value)
}

function flawsOf({ ai }: Identifier, value: string): readonly Gs1Fault[] {
  return gs1Message(bracketedText([{ ai, value }])).faults.filter(({ code }) => code === 'gs1_invalid_value')
}

const shortGtins: { readonly [length: number]: string } = { 8: 'EAN-8', 12: 'UPC-A', 13: 'EAN-13' }

/** A shorter GTIN is one of 14 digits with zeros before it. */
function zerosBefore({ components }: Identifier, value: string): readonly ValueOffer[] {
  const name = shortGtins[value.length]
  const isGtin = components.length === 1 && components[0]!.most === 14
  if (!isGtin || name === undefined || !isChecked(value)) return []
  const zeros = '0'.repeat(14 - value.length)
  return [{ words: words.gs1.zerosBefore(name, zeros), value: zeros + value }]
}

const isChecked = (digits: string): boolean =>
  /^\d+$/.test(digits) && Number(digits.slice(-1)) === checkDigitOf(digits.slice(0, -1))

function checkDigit({ components }: Identifier, at: number, value: string): readonly ValueOffer[] {
  const start = components.slice(0, at).reduce((total, { most }) => total + most, 0)
  const last = start + components[at]!.most - 1
  if (!/^\d+$/.test(value.slice(0, last + 1))) return []
  const right = `${checkDigitOf(value.slice(start, last))}`
  if (value.length === last) return [{ words: words.gs1.addCheckDigit(right), value: value + right }]
  if (value.length < last || value[last] === right) return []
  return [{ words: words.gs1.makeCheckDigit(right), value: value.slice(0, last) + right + value.slice(last + 1) }]
}

function checkCharacters(identifier: Identifier, value: string): readonly ValueOffer[] {
  const flaws = flawsOf(identifier, value)
  if (value.length < shortestChecked || flaws.some(({ rule }) => rule !== 'csumalpha') || flaws.length === 0) return []
  if (value.length + 2 > lengthsOf(identifier).most) return []
  const right = checkCharactersOf(value)
  return [{ words: words.gs1.addCheckCharacters(right), value: value + right }]
}

/** The value without blanks and hyphens, in capital letters, or percent-encoded: the first that has no flaw. */
function rewritten(identifier: Identifier, value: string): readonly ValueOffer[] {
  if (flawsOf(identifier, value).length === 0) return []
  const joined = value.replace(/[\s\u00a0\u2010-\u2015-]/g, '')
  const isEncoded = identifier.components[0]!.rules.includes('pcenc')
  const candidates = [
    value.trim(),
    joined,
    joined.toUpperCase(),
    ...(isEncoded ? [encodeURIComponent(value).replaceAll('%20', '+')] : []),
  ]
  const isDigits = identifier.components.every(({ set }) => set === 'N')
  const right = candidates.find((each) => {
    if (each === value || each === '') return false
    const isStart = isDigits && /^\d+$/.test(each) && each.length < lengthsOf(identifier).most
    return isStart || flawsOf(identifier, each).length === 0
  })
  return right === undefined ? [] : [{ words: words.gs1.writeAs(right), value: right }]
}
