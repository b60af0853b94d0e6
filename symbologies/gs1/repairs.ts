/** What is meant by texts that are not right, where that is sure: in its place, they are. */

import { checkDigitOf, hasRightCheckDigit } from '../check-digit.ts'
import { quoted } from '../messages.ts'
import { countryCodes, currencyCodes } from './code-lists.ts'
import {
  type Element,
  isFlawlessAt,
  type Parsed,
  partsOf,
  plainCharacters,
  type RawElement,
  type RuledFlaw,
  valueFlaws,
} from './element.ts'
import type { Repair } from './fault.ts'
import { bracketedText, parse, parseBracketed, parseRaw, written } from './forms.ts'
import { type Identifier, identifierAt, identifierOf, lengthsOf } from './identifiers.ts'
import { checkCharactersOf, type RuleName } from './linters.ts'

/** The text with the value that is meant. */
export function elementRepair(
  text: string,
  element: Element,
  form: Parsed['form'],
  flaw: RuledFlaw,
): Repair | undefined {
  const { aiRange } = element
  // in the raw form, another length of a value moves what follows
  const isWhole = (candidate: string): boolean => {
    if (form !== 'raw') return true
    const parsed = parse(candidate)
    return parsed !== undefined && parsed.faults.length === 0 && isFlawlessAt(parsed, aiRange.start)
  }
  if (form === 'raw') {
    const meant = zeroPadded(element)
      .map((padded) => withValue(text, element, padded, form))
      .find(isWhole)
    if (meant !== undefined) return { text: meant, said: quoted(meant) }
  }
  for (const repaired of repairedValues(element, flaw)) {
    const candidate = withValue(text, element, repaired, form)
    if (!isWhole(candidate)) continue
    const isSaid = flaw.rule === 'csum' || flaw.rule === 'csumalpha'
    return isSaid ? { text: candidate } : { text: candidate, said: quoted(repaired) }
  }
  if (form !== 'round' && form !== 'square') return undefined
  const rest = elementsIn(element)
  if (rest === undefined) return undefined
  const both = written(rest.value, form) + bracketedText(rest.others, form)
  const { at } = element
  return { text: text.slice(0, at[0]) + both + text.slice(at.at(-1)), said: quoted(both) }
}

/** The elements that a value without brackets round their AIs is: `09506000134352 17 261231`. */
function elementsIn({ identifier, value }: Element): { value: string; others: readonly RawElement[] } | undefined {
  const { least, most } = lengthsOf(identifier)
  const cuts = [least === most ? most : -1, value.search(/[ \t]/)].filter((cut) => cut > 0 && cut < value.length)
  for (const cut of cuts) {
    const [own, other] = [value.slice(0, cut), value.slice(cut).trim()]
    const [paired] = spacedPairs(other)
    const isBracketed = /^[([]?\d{2,4}[)\]]/.test(other)
    const parsed =
      paired !== undefined || isBracketed
        ? parseBracketed(paired ?? other.replace(/^[([]?/, '('))
        : parseRaw(other.replace(/[ \t]+/g, '^'), 0)
    const isRight =
      parsed.faults.length === 0 && parsed.elements.every(({ aiRange }) => isFlawlessAt(parsed, aiRange.start))
    if (isRight && valueFlaws(identifier, own).length === 0) return { value: own, others: parsed.elements }
  }
  return undefined
}

/** The text with another value of an element, where the two differ. */
function withValue(text: string, { value, at }: Element, other: string, form: Parsed['form']): string {
  let start = 0
  while (start < Math.min(value.length, other.length) && value[start] === other[start]) start++
  let same = 0
  const most = Math.min(value.length, other.length) - start
  while (same < most && value.at(-1 - same) === other.at(-1 - same)) same++
  const changed = written(other.slice(start, other.length - same), form)
  return text.slice(0, at[start]) + changed + text.slice(at[value.length - same])
}

/** Values without the flaw, the likeliest first. */
function repairedValues(element: Element, flaw: RuledFlaw): readonly string[] {
  const { identifier, value } = element
  const checked = withCheck(element, flaw)
  if (checked !== undefined) return [checked]
  const plain = plainCharacters(value).trim()
  const joined = withoutSeparators(identifier, plain)
  const all = [
    plain,
    joined,
    ...[...new Set([plain, joined])].flatMap((meant) => [
      ...capitals(identifier, meant),
      ...zeroPadded({ identifier, value: meant }),
      ...dates(identifier, meant),
      ...codes(identifier, meant),
      ...decimals(element.ai, meant),
      ...digitsMeant(identifier, meant),
      ...withCheckDigit(identifier, meant),
    ]),
  ]
  return all.filter((meant) => meant !== value && valueFlaws(identifier, meant).length === 0)
}

const hasRule = ({ components }: Identifier, ...rules: readonly RuleName[]): boolean =>
  components.some((component) => rules.some((rule) => component.rules.includes(rule)))

const isOfDigits = ({ components }: Identifier): boolean => components.every(({ set }) => set === 'N')

/** With the right check digit, or check characters. */
function withCheck({ identifier, value }: Element, { rule, from, to }: RuledFlaw): string | undefined {
  if (rule === 'csum') {
    const part = partsOf(identifier, value).findLast(({ start }) => start <= from)!
    return value.slice(0, from) + checkDigitOf(value.slice(part.start, from)) + value.slice(from + 1)
  }
  if (rule !== 'csumalpha' || from === 0) return undefined
  return value.slice(0, from) + checkCharactersOf(value.slice(0, from)) + value.slice(to + 1)
}

/** Digits without blanks and hyphens between them; six digits in pairs may be a date that begins with its day. */
function withoutSeparators(identifier: Identifier, value: string): string {
  if (!isOfDigits(identifier)) return value
  const digits = value.replace(/(?<=\d)[ \t-]+(?=\d)/g, '')
  const isPaired = /^\d\d\D\d\d\D\d\d$/.test(value) && hasRule(identifier, ...dateRules)
  const backwards = digits.replace(/(..)(..)(..)/, '$3$2$1')
  return isPaired && valueFlaws(identifier, backwards).length === 0 ? value : digits
}

const capitalRules = ['iso3166alpha2', 'packagetype', 'iban'] as const satisfies readonly RuleName[]

function capitals(identifier: Identifier, value: string): readonly string[] {
  const isOfCapitals = identifier.components.every(({ set }) => set === 'Y' || set === 'N')
  return isOfCapitals || hasRule(identifier, ...capitalRules) ? [value.toUpperCase()] : []
}

/** A GTIN of 8, 12 or 13 digits in the 14 of its AI (GS1 General Specifications, 3.2); its check digit says that it is one. */
function zeroPadded({ identifier, value }: Pick<Element, 'identifier' | 'value'>): readonly string[] {
  const [first] = identifier.components
  if (first!.most !== 14 || !first!.rules.includes('csum')) return []
  return [1, 2, 6].map((zeros) => '0'.repeat(zeros) + value)
}

const dateRules = ['yymmdd', 'yymmd0', 'yyyymmdd', 'yyyymmd0'] as const satisfies readonly RuleName[]

const two = (digits: string): string => digits.padStart(2, '0')

/**
 * Dates and times as calendars write them, in the digits of their components: `2027-11-30T14:30`, `30.11.2027`, `20271130`.
 * In two digits, a year can mean only one from 2000 to 2076 for as long as this century is half over.
 */
function dates(identifier: Identifier, value: string): readonly string[] {
  if (!hasRule(identifier, ...dateRules)) return []
  const digits = value
    .replace(
      /(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/g,
      (_, year, __, month, day) => year + two(month) + two(day),
    )
    .replace(/(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/g, dayFirst)
    .replace(/^(\d{4})-(\d\d)$/, '$1$200')
    .replace(/(\d\d):(\d\d)(?::(\d\d))?/g, '$1$2$3')
    .replace(/(?<=\d)[T /](?=\d)/g, '')
  if (!/^\d+$/.test(digits)) return []
  let rest = digits
  let meant = ''
  for (const { most, rules } of identifier.components) {
    const isShort = rules.includes('yymmdd') || rules.includes('yymmd0')
    if (isShort && rest !== '' && !/^20([0-6]\d|7[0-6])\d{4}/.test(rest)) return []
    meant += isShort ? rest.slice(2, 8) : rest.slice(0, most)
    rest = rest.slice(isShort ? 8 : most)
  }
  return /^0*$/.test(rest) ? [meant] : []
}

/** A date whose day is before its month, or behind it, if only one of the two can be a month. */
function dayFirst(given: string, first: string, _: string, second: string, year: string): string {
  const [isFirst, isSecond] = [Number(first) <= 12, Number(second) <= 12]
  if (isFirst && isSecond && Number(first) !== Number(second)) return given
  return year + (isSecond ? two(second) + two(first) : two(first) + two(second))
}

/** A country or a currency by the number for its letters. */
function codes(identifier: Identifier, value: string): readonly string[] {
  const { rules } = identifier.components[0]!
  const isCurrency = rules.includes('iso4217')
  if (!isCurrency && !rules.includes('iso3166') && !rules.includes('iso3166999')) return []
  const letters = value.slice(0, isCurrency ? 3 : 2)
  const known = isCurrency ? currencyCodes : countryCodes.numbers
  const [code] = [...known].find(([, each]) => each === letters.toUpperCase()) ?? []
  return code === undefined ? [] : [code + value.slice(letters.length)]
}

/** A measure with its point, as its AI counts its decimals: (3103) 1.5 is 001500. */
function decimals(ai: string, value: string): readonly string[] {
  const [, whole, fraction] = /^(\d+)\.(\d+)$/.exec(value) ?? []
  const count = /^3[1-6]\d[0-5]$/.test(ai) ? Number(ai[3]) : 0
  if (whole === undefined || fraction === undefined || fraction.length > count) return []
  return [(whole + fraction.padEnd(count, '0')).padStart(6, '0')]
}

/** Letters that look like digits, where a check digit bears that out. */
function digitsMeant(identifier: Identifier, value: string): readonly string[] {
  if (!isOfDigits(identifier) || !hasRule(identifier, 'csum')) return []
  return [value.replace(/[Oo]/g, '0').replace(/[Il]/g, '1')]
}

/** A key that lacks nothing but its check digit. A GTIN of 13 digits may rather have a wrong one. */
function withCheckDigit({ components }: Identifier, value: string): readonly string[] {
  const { most, rules } = components[0]!
  const isAlone = components.length === 1 && rules.includes('csum') && most !== 14
  const isKey = isAlone && value.length === most - 1 && /^\d+$/.test(value)
  return isKey ? [value + checkDigitOf(value)] : []
}

/** What people write for FNC1. */
const namedSeparator = /[<{[(](?:GS|FNC1)[>}\])]|\\x1d|\\u001d|\u241d/gi
/** AIs in brackets that are neither round nor square. */
const otherBrackets = /[{<\u3008\u300a\u3010\u3014\u27e8]\s*(\d{2,4})\s*[}>\u3009\u300b\u3011\u3015\u27e9]/g

/** The messages that a text in none of their forms can be meant for, the likeliest first. */
export function messagesMeant(text: string): readonly string[] {
  const plain = plainCharacters(text).trim()
  const data = plain.replace(/^\][A-Za-z]\d/, '')
  const separated = data.replace(namedSeparator, '^')
  const digits = data.replace(/(?<=\d)[ -]+(?=\d)/g, '')
  const isKey = /^(\d{8}|\d{12,14}|\d{18})$/.test(digits) && hasRightCheckDigit(digits)
  const first = /^\d+(?=[([])/.test(data) ? identifierAt(data, 0)?.ai : undefined
  const all = [
    plain,
    // capitals and small letters exchanged by the keyboard
    plain.replace(/^\][a-z]/i, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    ),
    data,
    separated,
    data.replace(otherBrackets, '($1)'),
    ...(isKey ? [digits.length === 18 ? `(00)${digits}` : `(01)${digits.padStart(14, '0')}`] : []),
    `^${separated}`,
    `^${separated.replace(/\s+/g, '^')}`,
    ...spacedPairs(data),
    ...(first === undefined ? [] : [`(${first})${data.slice(first.length)}`]),
    ...(/^\d{2,4}\)/.test(data) ? [`(${data}`] : []),
    ...(/^[\w.-]+\.[a-z]+\//i.test(data) ? [`https://${data}`] : []),
  ]
  return all.filter((meant) => meant !== text)
}

/** AIs and values with blanks between all of them, with brackets round the AIs. */
function spacedPairs(text: string): readonly string[] {
  const words = text.split(/[ \t]+/)
  const isPaired = words.length % 2 === 0 && words.every((word, i) => i % 2 === 1 || identifierOf(word) !== undefined)
  return isPaired ? [words.map((word, i) => (i % 2 === 0 ? `(${word})` : word)).join('')] : []
}
