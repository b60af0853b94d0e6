/** Rows of labels as they are sent, before their values are judged. */

import type { Fault } from '../../../answer.ts'
import { parameters } from '../../../request/params.ts'
import type { Others } from '../../../request/parsed-query.ts'
import type { EncodingNote } from '../../../spreadsheet/index.ts'
import type { Malformed } from '../../../utf8.ts'

/** Labels in one document, copies included. */
export const mostLabels: number = parameters.row.qty.most

/** The parameters that a row can give. */
export const rowNames: readonly string[] = Object.keys(parameters.row)

/** A row as it is sent. */
export interface SentRow {
  /** From 1, without the header of a table. */
  readonly number: number
  /** Its values by parameter, or why it has none. */
  readonly content:
    | { readonly values: { readonly [name: string]: string | Malformed } }
    | { readonly fault: UnreadableRow }
  /** Names in it that are not parameters. */
  readonly unknown: readonly string[]
}

export interface UnreadableRow {
  readonly code: Fault['code']
  readonly message: string
}

export interface SentRows {
  /** At most `mostLabels`. */
  readonly rows: readonly SentRow[]
  /** The memory that they take, in bytes. */
  readonly bytes: number
  /** How many there are. */
  readonly count: number
  /** Names that are not parameters; undefined if there are none. */
  readonly others: Others | undefined
  /** The encoding of a table, if it was guessed and is not UTF-8. */
  readonly note: EncodingNote | undefined
}

const mostOthers = 20

/** Bytes that a row takes besides the characters of its values, at most: 36 values, and the list of them. */
const bytesOfRow = 1024

/** The memory that the values of a row take, in bytes. */
export function bytesOf(values: { readonly [name: string]: unknown }): number {
  let characters = 0
  for (const value of Object.values(values)) if (typeof value === 'string') characters += value.length
  return bytesOfRow + 2 * characters
}

/** The memory that rows take, in bytes. */
export function bytesOfRows(rows: readonly SentRow[]): number {
  return rows.reduce(
    (sum, { content }) => sum + bytesOf('values' in content ? content.values : { ...content.fault }),
    0,
  )
}

/** Names that are not parameters, of a bounded number. */
export function othersOf(names: Iterable<string>): Others | undefined {
  const all = new Set(names)
  if (all.size === 0) return undefined
  return { names: new Set([...all].slice(0, mostOthers)), more: Math.max(0, all.size - mostOthers) }
}
