/** Whether two counters could give the same: an SSCC, or a text under one company prefix. */

import { mostOf, numberOf } from './counter-number.ts'

/** A counter, as far as it says what it can give. */
export interface Counted {
  /** The least number that it can have given, and the one that it gives next. */
  readonly least: number
  readonly next: number
  readonly limit: number | undefined
  readonly width: number
  readonly extension: number
  readonly prefix: string | undefined
}

/** What two counters could both give, as it would stand on a label; undefined if there is nothing. */
export function commonTo(one: Counted, other: Counted): string | undefined {
  return commonSscc(one, other) ?? commonText(one, other)
}

/** GS1 General Specifications, 2.2.1: extension digit, prefix and serial reference are 17 digits; prefixes of several lengths may meet. */
function commonSscc(one: Counted, other: Counted): string | undefined {
  if (one.prefix === undefined || other.prefix === undefined) return undefined
  // ranges that meet are less than 10^12 apart, which a number has exactly
  const apart = Number(ssccOfZero(other) - ssccOfZero(one))
  const first = Math.max(one.least, other.least + apart)
  const last = Math.min(mostOf(one), mostOf(other) + apart)
  return first > last ? undefined : `the SSCC ${numberOf(one, first).sscc}`
}

/** Without its check digit, as a number. */
const ssccOfZero = ({ extension, prefix }: Counted): bigint => BigInt(`${extension}${prefix}`.padEnd(17, '0'))

/** Numbers of the given number of digits at least; of which the digits are not known if `width` is undefined. */
interface Numbers {
  readonly from: number
  readonly to: number
  readonly width: number | undefined
}

function commonText(one: Counted, other: Counted): string | undefined {
  if (one.prefix === undefined || one.prefix !== other.prefix) return undefined
  for (const a of numbersOf(one)) {
    for (const b of numbersOf(other)) {
      const number = commonNumber(a, b)
      if (number !== undefined) return `the text ${numberOf(one, number).text} under the prefix ${one.prefix}`
    }
  }
  return undefined
}

/** Numbers that a counter can have given had the width of their day. */
const numbersOf = (counter: Counted): readonly Numbers[] => [
  { from: counter.least, to: counter.next - 1, width: undefined },
  { from: counter.next, to: mostOf(counter), width: counter.width },
]

/** The first number that is written the same in both. */
function commonNumber(a: Numbers, b: Numbers): number | undefined {
  const isSameWidth = a.width === undefined || b.width === undefined || a.width === b.width
  // beyond the wider one's zeros, digits are digits
  const unpadded = isSameWidth ? 0 : 10 ** (Math.max(a.width!, b.width!) - 1)
  const first = Math.max(a.from, b.from, unpadded)
  return first > Math.min(a.to, b.to) ? undefined : first
}
