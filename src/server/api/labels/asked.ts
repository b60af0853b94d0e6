import { type FormFault, Refusal } from '../../../request/form-faults.ts'
import type { Parameters } from '../../../request/parameter.ts'
import type { Others, Query } from '../../../request/parsed-query.ts'
import type { Given } from '../../../request/request-reader.ts'
import type { Delimiter, EncodingName } from '../../../spreadsheet/index.ts'
import { rowNames } from './rows.ts'

/** What a query says of the rows in a body. */
export interface Asked {
  /** Values for rows that leave them out. */
  readonly forAll: Given
  /** What is chosen for a parameter: headings as they are or in quotes, with `+` between. */
  readonly columns: { readonly [name: string]: string }
  /** Undefined if it is found in the table. */
  readonly delimiter: Delimiter | undefined
  /** Whether the first line of a table names its columns. */
  readonly header: boolean
  /** Undefined if it is found in the table. */
  readonly encoding: EncodingName | undefined
  /** Names that are not parameters. */
  readonly others: Others | undefined
}

/** The values of a query, parsed for `table`, that rows may leave out. */
export function forAllIn({ values, counts }: Query, table: Parameters): Given {
  const given = [...Object.keys(table).entries()].filter(([i, name]) => counts[i]! > 0 && rowNames.includes(name))
  return Object.fromEntries(given.map(([i, name]) => [name, [values[i]!]]))
}

/** A parameter, and what stands above its columns: in quotes, or as it is. One begins where another ends. */
const columnForm = /([a-z0-9]+)=((?:"(?:[^"]|"")*"|[^",+][^,+]*|)(?:\+(?:"(?:[^"]|"")*"|[^",+][^,+]*|))*)(?:,|$)/gy

/** What the parameter `columns` chooses. */
export function columnsIn(list: string | undefined): Asked['columns'] | readonly FormFault[] {
  const pairs = [...(list ?? '').matchAll(columnForm)].map(([, name = '', chosen = '']) => [name, chosen] as const)
  const columns = new Map(pairs)
  if (columns.size === pairs.length) return Object.fromEntries(columns)
  return [new Refusal('invalid_parameter', 'names a parameter twice; once is accepted').fault('columns')]
}
