/**
 * North American coupons: AI 8110 (North American Coupon Application Guideline, release 2.0, 5) and positive offers, AI 8112.
 *
 * Both are digits in fields, many of which begin with a digit that says how long they are.
 */

import { quoted } from '../../messages.ts'
import { type Flaw, flaw } from './flaw.ts'
import { yymmdd } from './times.ts'

interface Field {
  readonly name: string
  /** The digits that the first may be, all if undefined. */
  readonly first?: string
  /** How many digits the field has, given its first. */
  readonly length: (first: number) => number
  readonly isDate?: true
}

const digits = (name: string, count: number): Field => ({ name, length: () => count })

const choice = (name: string, first: string): Field => ({ name, first, length: () => 1 })

const date = (name: string): Field => ({ name, length: () => 6, isDate: true })

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
  3: [date('expiration date')],
  4: [date('start date')],
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

/** What a field was read as, and where it ends; or what is wrong with it. */
type Read = { readonly end: number; readonly text: string } | Flaw

const isFlaw = (read: Read): read is Flaw => 'message' in read

function readField(value: string, at: number, { name, first, length, isDate }: Field): Read {
  if (at >= value.length) return flaw(`ends before its ${name}`, value.length - 1, value.length - 1)
  const digit = value[at]!
  if (first !== undefined && !first.includes(digit)) {
    return flaw(`has ${digit} where its ${name} begins; accepted: ${[...first].join(', ')}`, at, at)
  }
  const end = at + length(Number(digit))
  if (end > value.length) return flaw(`ends within its ${name}`, at, value.length - 1)
  const text = value.slice(at, end)
  const wrong = isDate && yymmdd(text)
  if (wrong) return flaw(`${wrong.message} in its ${name}`, at + wrong.from, at + wrong.to)
  return { end, text }
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

function notDigits(value: string): Flaw | undefined {
  const at = value.search(/[^0-9]/)
  return at < 0 ? undefined : flaw(`has ${quoted(value[at]!)}; accepted: digits`, at, at)
}

export function couponcode(value: string): Flaw | undefined {
  const texts = new Map<string, string>()
  const found = notDigits(value) ?? readCoupon(value, texts)
  if (found !== undefined) return found
  const [expires, starts] = [texts.get('expiration date'), texts.get('start date')]
  const isBackwards = expires !== undefined && starts !== undefined && expires < starts
  return isBackwards ? flaw(`expires on ${expires}, before it starts on ${starts}`, 0, value.length - 1) : undefined
}

function readCoupon(value: string, texts: Map<string, string>): Flaw | undefined {
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

export function couponposoffer(value: string): Flaw | undefined {
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
