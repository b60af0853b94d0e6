/** Dates in the forms of the standards: digits whose meaning is their place. */

/**
 * The forms: Y year, M month, D day of the month, J day of the year, W week, h hour, m minute. C is the century after 2000, of which
 * 9 is that of 1900 (ISBT 128).
 */
export type DateForm =
  | 'YYMMDD'
  | 'DDMMYY'
  | 'MMDDYY'
  | 'YJJJ'
  | 'YYJJJ'
  | 'YYYYMMDD'
  | 'DDMMYYYY'
  | 'MMYY'
  | 'YYWW'
  | 'YYYYWW'
  | 'YYYYMM'
  | 'YYMMDDhh'
  | 'YYJJJhh'
  | 'YYYYMMDDhhmm'
  | 'CYYJJJ'
  | 'CYYJJJhhmm'
  | 'JJJ'

/** The digits of each letter of a form. */
function partsOf(value: string, form: DateForm): { readonly [letter: string]: string } {
  const parts: { [letter: string]: string } = {}
  Array.from(form).forEach((letter, i) => {
    parts[letter] = (parts[letter] ?? '') + value[i]
  })
  return parts
}

/** Years with two digits up to this one are of 2000, the others of 1900. */
const lastOfCentury = 79

/** The year, or undefined if the form has less than two digits of it. */
function yearOf({ C, Y }: { readonly C?: string; readonly Y?: string }): number | undefined {
  if (Y === undefined || Y.length === 1) return undefined
  const year = Number(Y)
  if (Y.length === 4) return year
  if (C !== undefined) return (C === '9' ? 1900 : 2000 + 100 * Number(C)) + year
  return year + (year <= lastOfCentury ? 2000 : 1900)
}

const two = (number: number): string => `${number}`.padStart(2, '0')

/** A date as ISO 8601 writes it, as far as the form gives it; undefined if there is no such date. */
export function meaningOfDate(value: string, form: DateForm): string | undefined {
  if (value.length !== form.length || !/^\d+$/.test(value)) return undefined
  const parts = partsOf(value, form)
  const [year, time] = [yearOf(parts), timeOf(parts)]
  const day = dayOf(parts, year)
  return day === undefined || time === undefined ? undefined : day + time
}

function dayOf({ M, D, J, W }: { readonly [letter: string]: string }, year: number | undefined): string | undefined {
  if (J !== undefined) return dayOfYear(Number(J), year)
  if (W !== undefined) return Number(W) >= 1 && Number(W) <= weeksOf(year!) ? `${year}-W${W}` : undefined
  const month = Number(M)
  if (month < 1 || month > 12) return undefined
  if (D === undefined) return `${year}-${M}`
  const days = new Date(Date.UTC(year!, month, 0)).getUTCDate()
  return Number(D) >= 1 && Number(D) <= days ? `${`${year}`.padStart(4, '0')}-${M}-${D}` : undefined
}

/** A day of a year, as its number alone if the year is not known. */
function dayOfYear(day: number, year: number | undefined): string | undefined {
  if (day < 1 || day > (year === undefined || isLeap(year) ? 366 : 365)) return undefined
  if (year === undefined) return `day ${day} of the year`
  return new Date(Date.UTC(year, 0, day)).toISOString().slice(0, 10)
}

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 2, 0)).getUTCDate() === 29

/** 52 or 53 (ISO 8601): 53 where the year begins or ends on a Thursday. */
function weeksOf(year: number): number {
  const weekday = (month: number, day: number): number => new Date(Date.UTC(year, month, day)).getUTCDay()
  return weekday(0, 1) === 4 || weekday(11, 31) === 4 ? 53 : 52
}

/** Empty if the form has no time. */
function timeOf({ h, m }: { readonly [letter: string]: string }): string | undefined {
  if (h === undefined) return ''
  if (Number(h) > 23 || Number(m ?? 0) > 59) return undefined
  return `T${h}:${m ?? two(0)}`
}

/** The dates of a form that a value may be meant as: without signs between its parts, or with day, month and year in another order. */
export function datesMeant(value: string, form: DateForm): readonly string[] {
  const digits = value.replace(/[OoIl]/g, (letter) => (/o/i.test(letter) ? '0' : '1')).replace(/[^0-9]/g, '')
  const year = form === 'YYYYMMDD' ? 4 : 0
  const turned = year === 0 ? [] : [`${digits.slice(4)}${digits.slice(2, 4)}${digits.slice(0, 2)}`]
  return [digits, ...turned].filter((meant) => meant !== value && meaningOfDate(meant, form) !== undefined)
}
