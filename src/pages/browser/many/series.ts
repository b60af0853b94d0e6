/** A series of numbers as labels: `BIN-0001` to `BIN-0100`. */

import type { TableRows } from './rows.ts'

/** A series of texts as it is typed: numbers from the first to the last, with what stands before and after each. */
export interface SeriesFields {
  readonly prefix: string
  readonly first: string
  readonly last: string
  readonly step: string
  /** Digits of each number at least, filled with zeros; empty: as many as the first one has, if it starts with a zero. */
  readonly digits: string
  readonly suffix: string
}

/** The fields that are numbers. */
type NumberField = 'first' | 'last' | 'step' | 'digits'

interface Series {
  readonly length: number
  /** @param index  0 to length - 1 */
  text(index: number): string
}

/** The values that each number accepts. A number has at most 18 digits, which is more than any serial number of GS1's keys. */
export const ranges: { readonly [Name in NumberField]: { readonly least: bigint; readonly most: bigint } } = {
  first: { least: 0n, most: 10n ** 18n - 1n },
  last: { least: 0n, most: 10n ** 18n - 1n },
  step: { least: 1n, most: 10n ** 18n - 1n },
  digits: { least: 1n, most: 18n },
}

const names = Object.keys(ranges) as readonly NumberField[]

/** Texts of one series at most. */
export const longestSeries = 50_000

/** Why the fields are no series: numbers that are missing or out of range, or the length of a series that is too long. */
export type SeriesFault =
  | { readonly kind: 'numbers'; readonly fields: readonly NumberField[] }
  | { readonly kind: 'too long'; readonly length: bigint }

/** The series of the fields; it counts down if the last number is below the first. */
export function seriesOf(fields: SeriesFields): Series | SeriesFault {
  const first = numberIn('first', fields.first)
  const last = numberIn('last', fields.last)
  const step = numberIn('step', fields.step.trim() || '1')
  const digits = numberIn('digits', fields.digits.trim() || impliedDigits(fields.first))
  if (first === undefined || last === undefined || step === undefined || digits === undefined) {
    const numbers = { first, last, step, digits }
    return { kind: 'numbers', fields: names.filter((name) => numbers[name] === undefined) }
  }
  const length = (first < last ? last - first : first - last) / step + 1n
  if (length > longestSeries) return { kind: 'too long', length }
  const difference = first < last ? step : -step
  return {
    length: Number(length),
    text: (index) => {
      const number = `${first + BigInt(index) * difference}`
      return `${fields.prefix}${number.padStart(Number(digits), '0')}${fields.suffix}`
    },
  }
}

/** The whole number that a field has; undefined if it has none, or one out of range. */
function numberIn(name: NumberField, typed: string): bigint | undefined {
  const text = typed.trim()
  if (!/^\d{1,40}$/.test(text)) return undefined
  const number = BigInt(text)
  const { least, most } = ranges[name]
  return number >= least && number <= most ? number : undefined
}

/** A first number such as 0001 says how many digits all have. */
function impliedDigits(first: string): string {
  const text = first.trim()
  return text.startsWith('0') && text.length <= Number(ranges.digits.most) ? `${text.length}` : '1'
}

/** The rows of a series: each has its text alone. @param parameter  what the text is on the label */
export function seriesRows(series: Series, parameter = 'text'): TableRows {
  return {
    count: series.length,
    numberOf: (index) => index + 1,
    row: (index) => ({ number: index + 1, values: { [parameter]: series.text(index) }, problems: [] }),
  }
}
