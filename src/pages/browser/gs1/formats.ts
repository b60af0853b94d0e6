/** What a value must look like, in a few words. */

import type { Identifier } from '../../../../symbologies/gs1/index.ts'
import { hasDecimals } from './names.ts'

type Component = Identifier['components'][number]

/** The written forms of rules; the others follow from characters and lengths. */
const forms: { readonly [rule: string]: string } = {
  yymmdd: 'YYMMDD',
  yymmd0: 'YYMMDD, day 00 for the month alone',
  yyyymmdd: 'YYYYMMDD',
  hhmi: 'HHMM',
  hh: 'HH',
  mi: 'MM',
  ss: 'SS',
  iso3166: 'country, 3 digits (ISO 3166)',
  iso3166999: 'country, 3 digits (ISO 3166), or 999',
  iso3166alpha2: 'country, 2 letters (ISO 3166)',
  iso4217: 'currency, 3 digits (ISO 4217)',
  iso5218: '0 not known, 1 male, 2 female, 9 not applicable',
  yesno: '1 yes, 0 no',
  hyphen: '- if below zero',
  pieceoftotal: 'piece and total, 2 digits each',
  posinseqslash: 'place/total',
  winding: 'winding: 0, 1 or 9',
  zero: '0',
  latitude: 'latitude, 10 digits',
  longitude: 'longitude, 10 digits',
}

export function formatHint({ ai, components }: Identifier): string {
  const { most } = components.at(-1)!
  if (hasDecimals(ai)) {
    const currency = components.length > 1 ? 'Currency, 3 digits (ISO 4217), then a number' : 'A number'
    return `${currency} of up to ${most} digits, with its decimal point`
  }
  if (/^433/.test(ai)) return 'Hundredths of a degree, 6 digits; - behind them if below zero'
  const [first, ...rest] = components.map(componentHint)
  const all = [first!, ...rest.map((hint, i) => (components[i + 1]!.isOptional ? `perhaps ${hint}` : hint))].join(
    ', then ',
  )
  const check = checkHint(components)
  return capitalized(check === '' ? all : `${all}, ${check}`)
}

function componentHint({ set, least, most, rules }: Component): string {
  const form = rules.map((rule) => forms[rule]).find((found) => found !== undefined)
  if (form !== undefined) return form
  const what = set === 'N' ? ['digit', 'digits'] : ['character', 'characters']
  return `${least === most ? '' : 'up to '}${most} ${most === 1 ? what[0] : what[1]}`
}

function checkHint(components: readonly Component[]): string {
  if (components.some(({ rules }) => rules.includes('csumalpha'))) return 'the last two are check characters'
  const at = components.findIndex(({ rules }) => rules.includes('csum'))
  if (at < 0) return ''
  const position = components.slice(0, at + 1).reduce((total, component) => total + component.most, 0)
  return components.length === 1 ? 'the last is a check digit' : `digit ${position} is a check digit`
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
