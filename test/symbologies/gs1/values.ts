/** Valid and invalid values of every AI, made from the rules of its components. */

import { checkDigitOf } from '../../../symbologies/check-digit.ts'
import { countryCodes, currencyCodes, packageTypes } from '../../../symbologies/gs1/code-lists.ts'
import { type AiComponent, type Identifier, lengthsOf } from '../../../symbologies/gs1/identifiers.ts'
import type { RuleName } from '../../../symbologies/gs1/linters.ts'
import { checkCharactersOf, daysIn } from '../../../symbologies/gs1/linters.ts'
import type { Random } from '../../random.ts'

const digits = '0123456789'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const small = capitals.toLowerCase()

export const alphabets = {
  N: digits,
  X: `!"%&'()*+,-./${digits}:;<=>?${capitals}_${small}`,
  Y: `#-/${digits}${capitals}`,
  Z: `${digits}${capitals}_${small}-`,
}

const two = (number: number): string => `${number}`.padStart(2, '0')

function dateOf(r: Random, yearDigits: 2 | 4, leastDay: 0 | 1): string {
  const year = yearDigits === 4 ? r.between(1900, 2100) : r.between(2000, 2099)
  const month = r.between(1, 12)
  const day = r.between(leastDay, daysIn(year, month))
  return `${year}`.slice(-yearDigits) + two(month) + two(day)
}

function ibanOf(r: Random, most: number): string {
  const country = r.pick([...countryCodes.letters])
  const account = r.text(digits + capitals, r.between(1, most - 4))
  const number = [...`${account}${country}00`].map((c) => Number.parseInt(c, 36)).join('')
  return `${country}${two(98 - Number(BigInt(number) % 97n))}${account}`
}

/** A number of six digits or more behind the digit that says how many more. */
const counted = (r: Random, low: number, high: number, base: number): string => {
  const more = r.between(low, high)
  return `${more}${r.text(digits, base + more)}`
}

function couponOf(r: Random): string {
  const purchase = (): string => counted(r, 1, 5, 0) + r.pick('012349') + r.text(digits, 3)
  const prefix = (): string => (r.between(0, 3) === 0 ? '9' : counted(r, 0, 6, 6))
  const dates = [dateOf(r, 2, 1), dateOf(r, 2, 1)].sort()
  const optional = [
    () => `1${r.pick('0123')}${purchase()}${prefix()}`,
    () => `2${purchase()}${prefix()}`,
    () => `3${dates[1]}`,
    () => `4${dates[0]}`,
    () => `5${counted(r, 0, 9, 6)}`,
    () => `6${counted(r, 1, 7, 6)}`,
    () => `9${r.pick('01256')}${r.pick('012')}${r.pick(digits)}${r.pick('01')}`,
  ]
  let value = counted(r, 0, 6, 6) + r.text(digits, 6) + counted(r, 1, 5, 0) + purchase()
  for (const part of optional) {
    const next = r.between(0, 2) === 0 ? part() : ''
    if (value.length + next.length <= 70) value += next
  }
  return value
}

/** A component's value by the rule that decides most of it. */
const made: { readonly [R in RuleName]?: (r: Random, component: AiComponent) => string } = {
  csum: (r, { most }) => {
    const key = r.text(digits, most - 1)
    return key + checkDigitOf(key)
  },
  csumalpha: (r, { most, rules }) => {
    const start = r.text(digits, 4) + (rules.includes('hasnondigit') ? 'A' : '')
    const key = start + r.text(alphabets.X, r.between(0, most - start.length - 2))
    return key + checkCharactersOf(key)
  },
  iban: (r, { most }) => ibanOf(r, most),
  yymmdd: (r) => dateOf(r, 2, 1),
  yymmd0: (r) => dateOf(r, 2, 0),
  yyyymmdd: (r) => dateOf(r, 4, 1),
  yyyymmd0: (r) => dateOf(r, 4, 0),
  hhmi: (r) => two(r.between(0, 23)) + two(r.between(0, 59)),
  hh: (r) => two(r.between(0, 23)),
  mi: (r) => two(r.between(0, 59)),
  ss: (r) => two(r.between(0, 59)),
  iso3166: (r) => r.pick([...countryCodes.numbers.keys()]),
  iso3166999: (r) => r.pick([...countryCodes.numbers.keys(), '999']),
  iso3166alpha2: (r) => r.pick([...countryCodes.letters]),
  iso4217: (r) => r.pick([...currencyCodes.keys()]),
  iso5218: (r) => r.pick('0129'),
  mediatype: (r) => two(r.pick([r.between(1, 10), r.between(80, 99)])),
  packagetype: (r) => r.pick([...packageTypes]),
  importeridx: (r) => r.pick(`${digits}${capitals}${small}-_`),
  yesno: (r) => r.pick('01'),
  winding: (r) => r.pick('019'),
  zero: (_, { most }) => '0'.repeat(most),
  nonzero: (r, { most }) => `${r.between(1, 10 ** most - 1)}`.padStart(most, '0'),
  nozeroprefix: (r, { most }) =>
    r.between(0, 9) === 0 ? '0' : r.pick('123456789') + r.text(digits, r.between(0, most - 1)),
  hyphen: (_, { most }) => '-'.repeat(most),
  pieceoftotal: (r) => {
    const total = r.between(1, 99)
    return two(r.between(1, total)) + two(total)
  },
  posinseqslash: (r) => {
    const end = r.between(1, 9)
    return `${r.between(1, end)}/${end}`
  },
  pcenc: (r, { most }) => {
    let value = r.text(`${capitals}+`, 1)
    while (value.length < most - 3 && r.between(0, 20) > 0) {
      value +=
        r.between(0, 3) === 0 ? `%${r.text(`${digits}ABCDEFabcdef`, 2)}` : r.text(alphabets.X.replace('%', ''), 1)
    }
    return value
  },
  latitude: (r) => `${r.between(0, 1_800_000_000)}`.padStart(10, '0'),
  longitude: (r) => `${r.between(0, 3_600_000_000)}`.padStart(10, '0'),
  gcppos1: (r, { set, least, most }) => {
    const length = r.between(Math.max(least, 4), most)
    return r.text(digits, 4) + r.text(alphabets[set], length - 4)
  },
  couponcode: couponOf,
  couponposoffer: (r) => r.pick('01') + counted(r, 0, 6, 6) + r.text(digits, 6) + counted(r, 0, 9, 6),
}

/** The rules that leave the least freedom first. */
const order = Object.keys(made) as RuleName[]

function componentValue(r: Random, component: AiComponent): string {
  const { set, least, most, rules } = component
  const rule = order.find((name) => rules.includes(name))
  if (rule !== undefined) return made[rule]!(r, component)
  const value = r.text(alphabets[set], r.between(least, most))
  return set === 'Z' && value.length % 3 === 2 && value.length < most ? `${value}=` : value
}

/** A value of every component, of optional ones up to some of them. */
export function validValue(r: Random, { components }: Identifier): string {
  const required = components.filter(({ isOptional }) => !isOptional).length
  const count = r.between(required, components.length)
  return components
    .slice(0, count)
    .map((component) => componentValue(r, component))
    .join('')
}

/** How to break a component's rule: another value of the same length and character set, or undefined if this value cannot be broken. */
const broken: { readonly [R in RuleName]?: (value: string, r: Random, component: AiComponent) => string | undefined } =
  {
    csum: (value, r) => value.slice(0, -1) + ((Number(value.at(-1)) + r.between(1, 9)) % 10),
    csumalpha: (value) => value.slice(0, -1) + (value.endsWith('2') ? '3' : '2'),
    iban: (value) => value.slice(0, 2) + two((Number(value.slice(2, 4)) + 1) % 100) + value.slice(4),
    gcppos1: (value, r, { set, rules }) => {
      if (set === 'N') return undefined
      const changed = replaced(value, r.between(0, 3), 'A')
      return rules.includes('csumalpha') ? withCheckCharacters(changed) : changed
    },
    yymmdd: (value, r) => value.slice(0, 2) + r.pick(['1301', '0001', '0230', '0431', '0100', '1232']),
    yymmd0: (value, r) => value.slice(0, 2) + r.pick(['1301', '0001', '0230', '0431', '1232']),
    yyyymmdd: (value, r) => value.slice(0, 4) + r.pick(['1301', '0001', '0230', '0431', '0100', '1232']),
    hhmi: (_, r) => r.pick(['2400', '2360', '9900', '0099']),
    hh: (_, r) => r.pick(['24', '99']),
    mi: (_, r) => r.pick(['60', '99']),
    ss: (_, r) => r.pick(['60', '99']),
    iso3166: (_, r) => r.pick(['000', '999', '001', '900']),
    iso3166999: (_, r) => r.pick(['000', '998', '001', '900']),
    iso3166alpha2: (_, r) => r.pick(['XX', 'ZZ', 'de', '1A']),
    iso4217: (_, r) => r.pick(['000', '001', '995']),
    iso5218: (_, r) => r.pick('345678'),
    mediatype: (_, r) => r.pick(['00', '11', '79', '50']),
    packagetype: (_, r) => r.pick(['ZZZ', '??', 'aa', '0']),
    importeridx: (_, r) => r.pick('!"%&+,./:;<=>?'),
    yesno: (_, r) => r.pick('23456789'),
    winding: (_, r) => r.pick('2345678'),
    zero: () => '1',
    nonzero: (value) => '0'.repeat(value.length),
    nozeroprefix: (value) => `0${value}`.slice(0, 12),
    hasnondigit: (_, r) => digitsWithDigitChecks(r),
    hyphen: () => '+',
    pieceoftotal: (_, r) => r.pick(['0001', '0100', '0201', '9998', '0000']),
    posinseqslash: (_, r) => r.pick(['2/1', '0/3', '1/0', '1-3', '12/', '/12', '///']),
    pcenc: (value) => `${value.slice(0, -1)}%`,
    latitude: (_, r) => `${r.between(1_800_000_001, 9_999_999_999)}`,
    longitude: (_, r) => `${r.between(3_600_000_001, 9_999_999_999)}`,
    couponcode: (value, r) =>
      r.pick([`7${value.slice(1)}`, value.slice(0, 14), value.length < 70 ? `${value}0` : '8', `A${value.slice(1)}`]),
    couponposoffer: (value, r) =>
      r.pick([`2${value.slice(1)}`, `${value}0`, value.slice(0, -1), `07${value.slice(2)}`]),
  }

const withCheckCharacters = (value: string): string => value.slice(0, -2) + checkCharactersOf(value.slice(0, -2))

/** Digits whose check characters are digits too. */
function digitsWithDigitChecks(r: Random): string {
  for (;;) {
    const value = withCheckCharacters(`${r.text(digits, 10)}..`)
    if (/^\d+$/.test(value)) return value
  }
}

const replaced = (value: string, at: number, by: string): string => value.slice(0, at) + by + value.slice(at + 1)

/** Characters that are in none of the sets, and some that are in others. */
const foreign = { N: 'AZ-~^ é', X: '~^ #$é@[', Y: 'a.~ é', Z: '+/.~ é' }

/** A value with one fault, and the rule that it breaks; undefined where the kind of fault cannot be made. */
export function invalidValue(
  r: Random,
  identifier: Identifier,
): { readonly value: string; readonly rule: string } | undefined {
  const valid = validValue(r, identifier)
  const { least, most } = lengthsOf(identifier)
  const kind = r.between(0, 3)
  if (kind === 0) {
    const longer = valid + r.text(digits, most - valid.length + 1)
    return { value: r.between(0, 1) === 0 && least > 1 ? valid.slice(0, least - 1) : longer, rule: 'length' }
  }
  const parts = identifier.components.slice()
  let start = 0
  const placed = parts.flatMap((component) => {
    const value = valid.slice(start, start + component.most)
    start += component.most
    return value === '' ? [] : [{ component, value, start: start - component.most }]
  })
  const { component, value, start: at } = r.pick(placed)
  const around = (changed: string): string => valid.slice(0, at) + changed + valid.slice(at + value.length)
  if (kind === 1 || component.rules.length === 0) {
    const rule = { N: 'csetnumeric', X: 'cset82', Y: 'cset39', Z: 'cset64' }[component.set]
    const changed = around(replaced(value, r.between(0, value.length - 1), r.pick(foreign[component.set])))
    // a blank at the end of a value is none of it
    return { value: changed.replace(/^ | $/, '~'), rule }
  }
  const rule = r.pick(component.rules)
  const changed = broken[rule]?.(value, r, component)
  return changed === undefined ? undefined : { value: around(changed), rule }
}
