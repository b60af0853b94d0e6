/** The rules of the content of values, by their names in the GS1 Barcode Syntax Dictionary. */

import { checkDigitOf } from '../check-digit.ts'
import { notAString, quoted } from '../messages.ts'
import { countryCodes, currencyCodes, packageTypes } from './code-lists.ts'

/** What is wrong with a value, or with a part of it. */
export interface LinterFlaw {
  /** Goes on after the quoted value: `is 13 characters long; 18 are accepted`. */
  readonly message: string
  /** The first and the last character concerned, counted from 0 within the value. */
  readonly from: number
  readonly to: number
}

/** Judges one component of a value. Its characters are of the component's set already, its length is right. */
type Linter = (value: string) => LinterFlaw | undefined

export const linters = {
  csum,
  csumalpha,
  iban,
  gcppos1: companyPrefix(0),
  gcppos2: companyPrefix(1),
  yymmdd: date(2, 1),
  yymmd0: date(2, 0),
  yyyymmdd: date(4, 1),
  yyyymmd0: date(4, 0),
  hhmi,
  hh: upTo('hour', 23),
  mi: upTo('minute', 59),
  ss: upTo('second', 59),
  iso3166: listed(countryCodes.numbers, 'ISO 3166-1'),
  iso3166999: listed({ has: (code) => code === '999' || countryCodes.numbers.has(code) }, 'ISO 3166-1'),
  iso3166alpha2: listed(countryCodes.letters, 'ISO 3166-1'),
  iso4217: listed(currencyCodes, 'ISO 4217'),
  iso5218: matching(/^[0129]$/, '0, 1, 2 or 9'),
  mediatype: matching(/^(0[1-9]|10|[89]\d)$/, '01 to 10 or 80 to 99'),
  packagetype: listed(packageTypes, 'UN/ECE Recommendation 21'),
  importeridx: matching(/^[-0-9A-Z_a-z]$/, 'a letter, a digit, - or _'),
  yesno: matching(/^[01]$/, '0 (no) or 1 (yes)'),
  winding: matching(/^[019]$/, '0, 1 or 9'),
  zero: matching(/^0+$/, '0'),
  nonzero: matching(/[^0]/, 'a number above 0'),
  nozeroprefix: matching(/^(0|[^0].*)$/, '0 or a number without zeros before it'),
  hasnondigit: matching(/[^0-9]/, 'a value with one character at least that is not a digit'),
  hyphen: matching(/^-+$/, 'a hyphen'),
  pieceoftotal,
  posinseqslash,
  pcenc,
  /** Ten digits: (latitude + 90) times ten million. */
  latitude: degrees('latitude', 1_800_000_000),
  /** Ten digits: the longitude, counted to the east from 0 to 360, times ten million. */
  longitude: degrees('longitude', 3_600_000_000),
  couponcode,
  couponposoffer,
} as const satisfies { readonly [rule: string]: Linter }

/** The dictionary's name of a rule. */
export type RuleName = keyof typeof linters

export const flaw = (message: string, from: number, to: number): LinterFlaw => ({ message, from, to })

/** A flaw of the whole of a component. */
const whole = (value: string, message: string): LinterFlaw => flaw(message, 0, value.length - 1)

/** The last digit makes the weighted sum a multiple of 10 (GS1 General Specifications, 7.9.1). */
function csum(value: string): LinterFlaw | undefined {
  const last = value.length - 1
  const right = checkDigitOf(value.slice(0, last))
  return value[last] === `${right}`
    ? undefined
    : flaw(`has check digit ${value[last]}; the right one is ${right}`, last, last)
}

/** The 83 primes that weigh the characters before the check characters, from the right. */
let primes: readonly number[] | undefined

function primesFrom(first: number, count: number): readonly number[] {
  const found: number[] = []
  for (let n = first; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}

/** Character set 82 in the order of its values, 0 to 81. */
const set82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
/** The characters of a check character pair, 0 to 31: none is easily taken for another. */
const set32 = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The check character pair for what stands before it: modulo 1021 (GS1 General Specifications, 7.9.5). */
export function checkCharactersOf(text: string): string {
  if (typeof text !== 'string') throw new TypeError(notAString(text))
  primes ??= primesFrom(2, 83)
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += set82.indexOf(text[i]!) * primes[text.length - 1 - i]!
  const rest = sum % 1021
  return set32[rest >> 5]! + set32[rest & 31]!
}

function csumalpha(value: string): LinterFlaw | undefined {
  if (value.length < 3) return whole(value, 'is too short to end in two check characters')
  const right = checkCharactersOf(value.slice(0, -2))
  const found = value.slice(-2)
  const message = `has check characters ${found}; the right ones are ${right}`
  return found === right ? undefined : flaw(message, value.length - 2, value.length - 1)
}

/** ISO 13616-1: the country, two check digits modulo 97, the account. */
function iban(value: string): LinterFlaw | undefined {
  const at = value.search(/[^0-9A-Z]/)
  if (at >= 0) return flaw(`has ${quoted(value[at]!)}; accepted: capital letters and digits`, at, at)
  if (value.length < 5) return whole(value, 'is too short for a country, check digits and an account')
  const country = value.slice(0, 2)
  if (!countryCodes.letters.has(country))
    return flaw(`begins with ${country}, which is not a country code of ISO 3166-1`, 0, 1)
  const digits = [...value.slice(4), ...value.slice(0, 4)].map((character) => `${Number.parseInt(character, 36)}`)
  let rest = 0
  for (const digit of digits.join('')) rest = (10 * rest + Number(digit)) % 97
  return rest === 1 ? undefined : flaw(`has check digits ${value.slice(2, 4)}, which are wrong`, 2, 3)
}

/** A GS1 Company Prefix has four digits at least; there is no register of them here. */
function companyPrefix(from: number): Linter {
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

/**
 * A linter of dates: ISO 8601 without separators (GS1 General Specifications, 3.4 and 3.8).
 *
 * @param digits  of the year: two digits are those of a year in the 2000s, which is a leap year whenever it can be one
 * @param leastDay  0 if the day may be left open
 */
function date(digits: 2 | 4, leastDay: 0 | 1): Linter {
  return (value) => {
    const [year, month, day] = [
      Number(value.slice(0, digits)) + (digits === 2 ? 2000 : 0),
      Number(value.slice(digits, digits + 2)),
      Number(value.slice(digits + 2)),
    ]
    if (month < 1 || month > 12) {
      return flaw(`has month ${value.slice(digits, digits + 2)}; accepted: 01 to 12`, digits, digits + 1)
    }
    const most = daysIn(year, month)
    if (day >= leastDay && day <= most) return undefined
    const least = leastDay === 0 ? '00, which leaves the day open, or 01' : '01'
    return flaw(`has day ${value.slice(digits + 2)}; accepted: ${least} to ${most}`, digits + 2, digits + 3)
  }
}

/** How many days the month has, 1 to 12. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** A linter of two digits from 00 to `most`. */
function upTo(what: string, most: number): Linter {
  return (value) => (Number(value) <= most ? undefined : flaw(`has ${what} ${value}; accepted: 00 to ${most}`, 0, 1))
}

function hhmi(value: string): LinterFlaw | undefined {
  const minute = linters.mi(value.slice(2))
  return linters.hh(value.slice(0, 2)) ?? (minute && { ...minute, from: 2, to: 3 })
}

function listed(codes: { has(code: string): boolean }, list: string): Linter {
  return (value) => (codes.has(value) ? undefined : whole(value, `has ${value}, which is not a code of ${list}`))
}

/** A linter of values that must match. */
function matching(pattern: RegExp, accepted: string): Linter {
  return (value) => (pattern.test(value) ? undefined : whole(value, `has ${quoted(value)}; accepted: ${accepted}`))
}

/** Two digits for the piece and two for the number of pieces: 0102. */
function pieceoftotal(value: string): LinterFlaw | undefined {
  const [piece, total] = [value.slice(0, 2), value.slice(2)]
  if (piece === '00' || total === '00') return whole(value, `says piece ${piece} of ${total}; both begin at 01`)
  return piece > total ? whole(value, `says piece ${piece} of only ${total}`) : undefined
}

/** A place in a sequence: 1/3. */
function posinseqslash(value: string): LinterFlaw | undefined {
  const found = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value)
  if (found === null) return whole(value, `is ${value}; accepted: a place and a number of places, such as 1/3`)
  return Number(found[1]) > Number(found[2]) ? whole(value, `says place ${found[1]} of only ${found[2]}`) : undefined
}

/** Percent encoding (RFC 3986, 2.1): a % and two hexadecimal digits. */
function pcenc(value: string): LinterFlaw | undefined {
  const at = value.search(/%(?![0-9A-Fa-f]{2})/)
  return at < 0 ? undefined : flaw('has a % without two hexadecimal digits after it', at, at)
}

function degrees(what: string, most: number): Linter {
  return (value) => (Number(value) <= most ? undefined : whole(value, `has ${what} ${value}; accepted: up to ${most}`))
}

// North American coupons: AI 8110 (North American Coupon Application Guideline, release 2.0, 5) and positive offers, AI 8112. Both
// are digits in fields, many of which begin with a digit that says how long they are.

function couponcode(value: string): LinterFlaw | undefined {
  const texts = new Map<string, string>()
  const found = notDigits(value) ?? readCoupon(value, texts)
  if (found !== undefined) return found
  const [expires, starts] = [texts.get('expiration date'), texts.get('start date')]
  const isBackwards = expires !== undefined && starts !== undefined && expires < starts
  return isBackwards ? flaw(`expires on ${expires}, before it starts on ${starts}`, 0, value.length - 1) : undefined
}

function couponposoffer(value: string): LinterFlaw | undefined {
  const read = notDigits(value) ?? readFields(value, 0, positiveOffer)
  if (isFlaw(read)) return read
  return read.end < value.length ? flaw('goes on after its serial number', read.end, value.length - 1) : undefined
}

/** The fields of a coupon or a positive offer without a flaw, in their order: each with its digits. */
export function couponFields(
  value: string,
  kind: 'couponcode' | 'couponposoffer',
): readonly (readonly [name: string, digits: string])[] {
  const texts = new Map<string, string>()
  if (kind === 'couponcode') readCoupon(value, texts)
  else readFields(value, 0, positiveOffer, texts)
  return [...texts]
}

function notDigits(value: string): LinterFlaw | undefined {
  const at = value.search(/[^0-9]/)
  return at < 0 ? undefined : flaw(`has ${quoted(value[at]!)}; accepted: digits`, at, at)
}

function readCoupon(value: string, texts: Map<string, string>): LinterFlaw | undefined {
  let read = readFields(value, 0, required, texts)
  for (let last = '0'; !isFlaw(read) && read.end < value.length; ) {
    const at = read.end
    const digit = value[at]!
    const fields = digit > last ? optional[digit] : undefined
    if (fields === undefined)
      return flaw(`has ${digit} where an optional field begins; accepted: ${after(last)}`, at, at)
    read = readFields(value, at + 1, fields, texts)
    last = digit
  }
  return isFlaw(read) ? read : undefined
}

/** The digits of the optional fields that may come after one. */
function after(last: string): string {
  const digits = Object.keys(optional).filter((digit) => digit > last)
  return digits.length === 0 ? 'no more' : digits.join(', ')
}

/** Reads fields one after the other, and keeps their texts by name. */
function readFields(value: string, start: number, fields: readonly Field[], texts = new Map<string, string>()): Read {
  let at = start
  for (const field of fields) {
    const read = readField(value, at, field)
    if (isFlaw(read)) return read
    texts.set(field.name, read.text)
    at = read.end
  }
  return { end: at, text: value.slice(start, at) }
}

interface Field {
  readonly name: string
  /** The digits that the first may be, all if undefined. */
  readonly first?: string
  /** How many digits the field has, given its first. */
  readonly length: (first: number) => number
  readonly isDate?: true
}

/** What a field was read as, and where it ends; or what is wrong with it. */
type Read = { readonly end: number; readonly text: string } | LinterFlaw

const isFlaw = (read: Read): read is LinterFlaw => 'message' in read

function readField(value: string, at: number, { name, first, length, isDate }: Field): Read {
  if (at >= value.length) return flaw(`ends before its ${name}`, value.length - 1, value.length - 1)
  const digit = value[at]!
  if (first !== undefined && !first.includes(digit)) {
    return flaw(`has ${digit} where its ${name} begins; accepted: ${[...first].join(', ')}`, at, at)
  }
  const end = at + length(Number(digit))
  if (end > value.length) return flaw(`ends within its ${name}`, at, value.length - 1)
  const text = value.slice(at, end)
  const wrong = isDate && linters.yymmdd(text)
  if (wrong) return flaw(`${wrong.message} in its ${name}`, at + wrong.from, at + wrong.to)
  return { end, text }
}

const digits = (name: string, count: number): Field => ({ name, length: () => count })

const choice = (name: string, first: string): Field => ({ name, first, length: () => 1 })

const dated = (name: string): Field => ({ name, length: () => 6, isDate: true })

/** A digit, and as many digits more as it says. */
const counted = (name: string, first: string): Field => ({ name, first, length: (count) => 1 + count })

/** As `counted`, with six digits more; 9 stands for none where it is no length. */
const long = (name: string, first: string): Field => ({
  name,
  first,
  length: (count) => (count === 9 && !first.includes('8') ? 1 : 7 + count),
})

const requirementCodes = '012349'

const purchase = (which: string): readonly Field[] => [
  counted(`${which} purchase requirement`, '12345'),
  choice(`${which} purchase requirement code`, requirementCodes),
  digits(`${which} purchase family code`, 3),
]

const required: readonly Field[] = [
  long('company prefix', '0123456'),
  digits('offer code', 6),
  counted('save value', '12345'),
  ...purchase('first'),
]

/** By the digit that each begins with, in ascending order. */
const optional: { readonly [digit: string]: readonly Field[] } = {
  1: [
    choice('additional purchase rules code', '0123'),
    ...purchase('second'),
    long('company prefix of the second purchase', '01234569'),
  ],
  2: [...purchase('third'), long('company prefix of the third purchase', '01234569')],
  3: [dated('expiration date')],
  4: [dated('start date')],
  5: [long('serial number', '0123456789')],
  6: [long('retailer', '1234567')],
  9: [
    choice('save value code', '01256'),
    choice('code of what the save value applies to', '012'),
    digits('store coupon flag', 1),
    choice('do not multiply flag', '01'),
  ],
}

const positiveOffer: readonly Field[] = [
  choice('coupon format', '01'),
  long('funder', '0123456'),
  digits('offer code', 6),
  long('serial number', '0123456789'),
]
