/** Rows of labels with one symbol each: what they can give, and what a query gives for all of them. */

import type { RowForm } from '../table/form.ts'
import { firstOf, type GivenValues, type Parameters } from './parameter.ts'
import { parameters } from './params.ts'
import type { Query } from './query.ts'

/** Rows with these parameters. */
export function rowsWith(parameters: Parameters): RowForm {
  const all = Object.entries(parameters)
  const printed = all.filter(([, { kind }]) => kind === 'text')
  return { names: all.map(([name]) => name), required: ['text', 'type'], printed: printed.map(([name]) => name) }
}

/** Rows for labels with a symbol. */
export const symbolRows: RowForm = rowsWith(parameters.row)

/** The values of a query that rows may leave out: the first, where one is given several times. */
export function forAllIn({ given }: Query, { names }: RowForm): GivenValues {
  const found = names.filter((name) => given[name] !== undefined)
  return Object.fromEntries(found.map((name) => [name, firstOf(given[name])]))
}
