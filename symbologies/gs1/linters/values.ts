/** Rules of what a component's digits or characters say. */

import { quoted } from '../../messages.ts'
import { countryCodes, currencyCodes, packageTypes } from './code-lists.ts'
import { type Flaw, flaw, type Linter, whole } from './flaw.ts'

/** A linter of values that must match. */
const matching = (pattern: RegExp, accepted: string): Linter => {
  return (value) => (pattern.test(value) ? undefined : whole(value, `has ${quoted(value)}; accepted: ${accepted}`))
}

const listed = (codes: { has(code: string): boolean }, list: string): Linter => {
  return (value) => (codes.has(value) ? undefined : whole(value, `has ${value}, which is not a code of ${list}`))
}

/** A GS1 Company Prefix has four digits at least; there is no register of them here. */
const companyPrefix = (from: number): Linter => {
  return (value) => {
    const start = value.slice(from, from + 4)
    if (/^\d{4}$/.test(start)) return undefined
    return flaw(
      'does not begin with a GS1 Company Prefix, which has four digits at least',
      0,
      Math.min(from + 4, value.length) - 1,
    )
  }
}

export const gcppos1 = companyPrefix(0)
export const gcppos2 = companyPrefix(1)

export const iso3166 = listed(countryCodes.numbers, 'ISO 3166-1')
export const iso3166999 = listed({ has: (code) => code === '999' || countryCodes.numbers.has(code) }, 'ISO 3166-1')
export const iso3166alpha2 = listed(countryCodes.letters, 'ISO 3166-1')
export const iso4217 = listed(currencyCodes, 'ISO 4217')
export const packagetype = listed(packageTypes, 'UN/ECE Recommendation 21')

export const iso5218 = matching(/^[0129]$/, '0, 1, 2 or 9')
export const mediatype = matching(/^(0[1-9]|10|[89]\d)$/, '01 to 10 or 80 to 99')
export const importeridx = matching(/^[-0-9A-Z_a-z]$/, 'a letter, a digit, - or _')
export const yesno = matching(/^[01]$/, '0 (no) or 1 (yes)')
export const winding = matching(/^[019]$/, '0, 1 or 9')
export const zero = matching(/^0+$/, '0')
export const nonzero = matching(/[^0]/, 'a number above 0')
export const nozeroprefix = matching(/^(0|[^0].*)$/, '0 or a number without zeros before it')
export const hasnondigit = matching(/[^0-9]/, 'a value with one character at least that is not a digit')
export const hyphen = matching(/^-+$/, 'a hyphen')

/** Two digits for the piece and two for the number of pieces: 0102. */
export function pieceoftotal(value: string): Flaw | undefined {
  const [piece, total] = [value.slice(0, 2), value.slice(2)]
  if (piece === '00' || total === '00') return whole(value, `says piece ${piece} of ${total}; both begin at 01`)
  return piece > total ? whole(value, `says piece ${piece} of only ${total}`) : undefined
}

/** A place in a sequence: 1/3. */
export function posinseqslash(value: string): Flaw | undefined {
  const found = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value)
  if (found === null) return whole(value, `is ${value}; accepted: a place and a number of places, such as 1/3`)
  return Number(found[1]) > Number(found[2]) ? whole(value, `says place ${found[1]} of only ${found[2]}`) : undefined
}

/** Percent encoding (RFC 3986, 2.1): a % and two hexadecimal digits. */
export function pcenc(value: string): Flaw | undefined {
  const at = value.search(/%(?![0-9A-Fa-f]{2})/)
  return at < 0 ? undefined : flaw('has a % without two hexadecimal digits after it', at, at)
}

/** Ten digits: (latitude + 90) times ten million. */
export const latitude = degrees('latitude', 1_800_000_000)
/** Ten digits: the longitude, counted to the east from 0 to 360, times ten million. */
export const longitude = degrees('longitude', 3_600_000_000)

function degrees(what: string, most: number): Linter {
  return (value) => (Number(value) <= most ? undefined : whole(value, `has ${what} ${value}; accepted: up to ${most}`))
}
