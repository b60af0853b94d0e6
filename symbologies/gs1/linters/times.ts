/** Dates and times. GS1 General Specifications, 3.4 and 3.8; ISO 8601 without separators. */

import { type Flaw, flaw, type Linter } from './flaw.ts'

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** How many days the month has, 1 to 12. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/**
 * A linter of dates.
 *
 * @param digits  of the year: two digits are those of a year in the 2000s, which is a leap year whenever it can be one
 * @param leastDay  0 if the day may be left open
 */
const date = (digits: 2 | 4, leastDay: 0 | 1): Linter => {
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

export const yymmdd = date(2, 1)
export const yymmd0 = date(2, 0)
export const yyyymmdd = date(4, 1)
export const yyyymmd0 = date(4, 0)

/** A linter of two digits from 00 to `most`. */
const upTo = (what: string, most: number): Linter => {
  return (value) => (Number(value) <= most ? undefined : flaw(`has ${what} ${value}; accepted: 00 to ${most}`, 0, 1))
}

export const hh = upTo('hour', 23)
export const mi = upTo('minute', 59)
export const ss = upTo('second', 59)

export function hhmi(value: string): Flaw | undefined {
  const minute = mi(value.slice(2))
  return hh(value.slice(0, 2)) ?? (minute && { ...minute, from: 2, to: 3 })
}
