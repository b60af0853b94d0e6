/** The titles of parameters, options and their values in the words of a page: its language's, or else those of the tables. */

import type { SymbologyOption } from '../../symbologies/index.ts'
import type { Parameter } from '../api/parameter.ts'
import type { Words } from './words/index.ts'

export function titleOf({ tables }: Words, name: string, { title = name }: Pick<Parameter, 'title'>): string {
  return tables.titles[name] ?? title
}

export function titleOfValue(words: Words, name: string, { titles = {} }: Pick<Parameter, 'titles'>, value: string) {
  return words.tables.values[name]?.[value] ?? localized(words, titles[value] ?? value)
}

/** Names of measures and ratios have decimals: 2.25 × 1.25 in. */
const localized = ({ decimalSign }: Words, title: string): string =>
  / [×:] /.test(title) ? title.replaceAll('.', decimalSign) : title

export function headingOf({ tables }: Words, heading: string): string {
  return tables.headings[heading] ?? heading
}

/** What a parameter or an option is for. */
export function purposeOf({ tables }: Words, name: string, { purpose = '' }: Pick<Parameter, 'purpose'>): string {
  return tables.purposes[name] ?? purpose
}

/** What stands in a field for an option that is not given: its default, or what its absence is called. */
export function absenceOf(words: Words, name: string, option: SymbologyOption): string {
  const { default: fixed, absent } = option
  if (fixed !== undefined) return titleOfValue(words, name, option, fixed)
  return words.tables.absent[name] ?? absent ?? words.options.automatic
}
