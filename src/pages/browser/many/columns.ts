/** What the columns of a table mean, as people choose it. */

import type { Column } from '../../../table/index.ts'

/** For a parameter, what stands above its column; empty: it has none. */
export type Chosen = { readonly [parameter: string]: string }

/** The choice after a person has said that a column means `parameter`, or nothing if that is empty. */
export function choice(chosen: Chosen, column: Column, parameter: string): Chosen {
  const others = column.parameters.filter((name) => name !== parameter)
  const own = parameter === '' ? {} : { [parameter]: column.text }
  return { ...chosen, ...Object.fromEntries(others.map((name) => [name, ''])), ...own }
}

/** The part of a choice that a table with these headings can have: another table may be like the last one, or not. */
export function possible(chosen: Chosen, headings: readonly string[]): Chosen {
  return Object.fromEntries(Object.entries(chosen).filter(([, text]) => text === '' || headings.includes(text)))
}

/** The choice as parameters of a request. */
export function columnsQuery(chosen: Chosen): { readonly columns?: string } {
  const columns = Object.entries(chosen).map(([name, text]) => `${name}=${quoted(text)}`)
  return columns.length === 0 ? {} : { columns: columns.join(',') }
}

/** As in CSV, and where a plus sign would part two columns. */
function quoted(text: string): string {
  return /^"|[,+]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
