/** What the parts of a value are, and what they mean to readers. */

import { countryCodes, currencyCodes } from './code-lists.ts'
import { type Element, partsOf, type ComponentValue as RawPart } from './element.ts'
import { bracketedText, needsSeparator, rawText } from './forms.ts'
import { linkText } from './link.ts'
import { couponFields, type RuleName } from './linters.ts'
import { humanReadable } from './message.ts'

/** A right message as plain data: its elements with what they mean, and its forms. @param elements  without faults */
export function messageDescription(
  elements: readonly Element[],
  { domain, thisYear }: DescriptionStyle,
): DescribedMessage {
  return {
    elements: elements.map((element, i) => ({
      ai: element.ai,
      title: element.identifier.title,
      value: element.value,
      parts: meaningOf(element, thisYear),
      separator: i < elements.length - 1 && needsSeparator(element.ai),
    })),
    bracketed: bracketedText(elements),
    raw: rawText(elements),
    link: linkText(elements, domain) ?? null,
    humanReadable: humanReadable(elements).join(''),
  }
}

export interface DescribedElement {
  readonly ai: string
  /** The data title; empty if GS1 gives none. */
  readonly title: string
  readonly value: string
  readonly parts: readonly MeaningPart[]
  /** Whether FNC1 follows it in a symbol. */
  readonly separator: boolean
}

export interface DescribedMessage {
  readonly elements: readonly DescribedElement[]
  readonly bracketed: string
  /** With `^` for FNC1. */
  readonly raw: string
  /** Null if the message has no key that a GS1 Digital Link URI of all its elements could begin with. */
  readonly link: string | null
  readonly humanReadable: string
}

interface DescriptionStyle {
  /** Of the URI: with its scheme, and without a slash at the end. */
  readonly domain: string
  /** Decides the century of dates with two digits for the year. */
  readonly thisYear: number
}

export interface MeaningPart {
  /** What it is, in the field's words: `check digit`, `date`, `serial number`. */
  readonly kind: string
  readonly value: string
  /** What it means, if it is not what it says: `2026-12-31`, `1.234 kg`. */
  readonly meaning?: string
}

/** The parts of an element whose value has no flaw. @param thisYear  decides the century of dates with two digits for the year */
export function meaningOf(element: Element, thisYear: number): readonly MeaningPart[] {
  const parts = partsOf(element.identifier, element.value)
  const names = componentNames(element.ai)
  return parts.flatMap((part, i) => partsIn(element, part, names[i], thisYear))
}

function partsIn(element: Element, part: RawPart, name: string | undefined, thisYear: number): readonly MeaningPart[] {
  const { value, component } = part
  const has = (...rules: RuleName[]): boolean => rules.some((rule) => component.rules.includes(rule))
  for (const coupon of ['couponcode', 'couponposoffer'] as const) {
    if (has(coupon)) return couponFields(value, coupon).map(([kind, digits]) => ({ kind, value: digits }))
  }
  if (has('csum')) return keyParts(element.ai, value)
  if (has('csumalpha')) {
    return [
      { kind: name ?? 'reference', value: value.slice(0, -2) },
      { kind: 'check characters', value: value.slice(-2) },
    ]
  }
  const meaning = ruleMeaning(component.rules, value, thisYear) ?? numberMeaning(element, part)
  const kind = name ?? ruleKind(component.rules) ?? 'value'
  return [{ kind, value, ...(meaning !== undefined && meaning !== value && { meaning }) }]
}

/** The digits of a key: how long the company prefix is, only a register of prefixes can tell. */
function keyParts(ai: string, value: string): readonly MeaningPart[] {
  const leading = ai === '00' ? 'extension digit' : value.length === 14 ? 'indicator digit' : undefined
  const start = leading === undefined ? 0 : 1
  return [
    ...(leading === undefined ? [] : [{ kind: leading, value: value[0]! }]),
    { kind: 'company prefix and reference', value: value.slice(start, -1) },
    { kind: 'check digit', value: value.slice(-1) },
  ]
}

/** The names of components, of AIs that have several or whose name says more than the title. `n` stands for any digit. */
const names: { readonly [ai: string]: readonly string[] } = {
  '253': ['document', 'serial number'],
  '255': ['coupon', 'serial number'],
  '391n': ['currency', 'amount'],
  '393n': ['currency', 'price'],
  '421': ['country', 'postal code'],
  '427': ['subdivision'],
  '4309': ['latitude', 'longitude'],
  '433n': ['temperature', 'sign'],
  '703n': ['country', 'processor'],
  '7040': ['year group', 'region', 'issuer', 'importer index'],
  '7007': ['first day', 'last day'],
  '723n': ['certification scheme', 'certificate'],
  '8001': ['width', 'length', 'core diameter', 'winding direction', 'splices'],
  '8003': ['zero', 'asset type', 'serial number'],
  '8006': ['item', 'piece'],
  '8008': ['date', 'hour', 'minute', 'second'],
  '8026': ['item', 'piece'],
  '8043': ['ICCID', 'further digits'],
}

function componentNames(ai: string): readonly string[] {
  return names[ai] ?? names[`${ai.slice(0, -1)}n`] ?? []
}

const kinds: readonly (readonly [kind: string, rules: readonly RuleName[]])[] = [
  ['date', ['yymmdd', 'yymmd0', 'yyyymmdd', 'yyyymmd0']],
  ['time', ['hhmi']],
  ['country', ['iso3166', 'iso3166999', 'iso3166alpha2']],
  ['account', ['iban']],
  ['place in a sequence', ['posinseqslash']],
]

function ruleKind(rules: readonly RuleName[]): string | undefined {
  return kinds.find(([, names]) => names.some((name) => rules.includes(name)))?.[0]
}

const sexes: { readonly [code: string]: string } = { 0: 'not known', 1: 'male', 2: 'female', 9: 'not applicable' }
const windings: { readonly [code: string]: string } = { 0: 'face out', 1: 'face in', 9: 'undefined' }

type Reading = (value: string, thisYear: number) => string | undefined

const meanings: { readonly [R in RuleName]?: Reading } = {
  yymmdd: shortDate,
  yymmd0: shortDate,
  yyyymmdd: (value) => `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`,
  hhmi: (value) => `${value.slice(0, 2)}:${value.slice(2)}`,
  iso3166: (value) => countryCodes.numbers.get(value),
  iso3166999: (value) => countryCodes.numbers.get(value) ?? 'several countries',
  iso4217: (value) => currencyCodes.get(value),
  iso5218: (value) => sexes[value],
  yesno: (value) => (value === '1' ? 'yes' : 'no'),
  winding: (value) => windings[value],
  pieceoftotal: (value) => `${Number(value.slice(0, 2))} of ${Number(value.slice(2))}`,
  posinseqslash: (value) => value.replace('/', ' of '),
  hyphen: () => 'below zero',
  pcenc: percentDecoded,
  latitude: (value) => `${(Number(value) / 1e7 - 90).toFixed(7)}°`,
  longitude: (value) => `${(Number(value) / 1e7 - (Number(value) > 180e7 ? 360 : 0)).toFixed(7)}°`,
}

function ruleMeaning(rules: readonly RuleName[], value: string, thisYear: number): string | undefined {
  for (const rule of rules) {
    const meaning = meanings[rule]?.(value, thisYear)
    if (meaning !== undefined) return meaning
  }
  return undefined
}

/** The century that brings the year nearest: 50 years ahead at most, 49 back (GS1 General Specifications, 7.12). */
export function fullYear(twoDigits: number, thisYear: number): number {
  const difference = twoDigits - (thisYear % 100)
  const century = thisYear - (thisYear % 100)
  if (difference >= 51) return century - 100 + twoDigits
  return (difference <= -50 ? century + 100 : century) + twoDigits
}

/** A date; a month, if its day is left open. */
function shortDate(value: string, thisYear: number): string {
  const year = fullYear(Number(value.slice(0, 2)), thisYear)
  const day = value.slice(4)
  return `${year}-${value.slice(2, 4)}${day === '00' ? '' : `-${day}`}`
}

function percentDecoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** AIs whose last digit is the number of decimals. */
const withDecimals = /^(3[1-6]\d[0-5]|39[0-5]\d)$/

/** A number with its decimals and its unit. */
function numberMeaning(
  { ai, value: whole, identifier: { title } }: Element,
  { value, start, component }: RawPart,
): string | undefined {
  if (ai.startsWith('433') && start === 0) {
    return `${whole.endsWith('-') ? '-' : ''}${decimal(value, 2)} °${title.includes('TEMP F') ? 'F' : 'C'}`
  }
  if (!withDecimals.test(ai) || component.rules.length > 0) return undefined
  const unit = ai.startsWith('394')
    ? '%'
    : (/\(([^()]+)\)(,|$)/.exec(title)?.[1] ?? (ai.startsWith('337') ? 'kg/m²' : ''))
  return `${decimal(value, Number(ai[3]))} ${unit}`.trim()
}

function decimal(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '')
  return decimals === 0 ? whole : `${whole}.${padded.slice(padded.length - decimals)}`
}
