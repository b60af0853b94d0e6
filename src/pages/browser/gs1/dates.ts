/** The dates in values, for calendars, and in words. */

import { fullYear, type Identifier } from '../../../../symbologies/gs1/index.ts'
import { words } from '../words.ts'

export interface DatePart {
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
  const form = day === undefined ? monthForm : dayForm
  return form.format(date)
}

const monthForm = new Intl.DateTimeFormat(words.locale, { year: 'numeric', month: 'long', timeZone: 'UTC' })
const dayForm = new Intl.DateTimeFormat(words.locale, {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})
