import { type Answer, type Body, errorAnswer, faultsAnswer, type Step } from '../../../answer.ts'
import { TableError } from '../../../spreadsheet/index.ts'
import { UnreadableBody } from '../json-body.ts'
import type { Asked } from './asked.ts'
import { csvRows } from './csv.ts'
import { jsonRows } from './json.ts'
import type { SentRows } from './rows.ts'

/** The bodies of many labels. */
export const labelsBody = {
  limit: 1 << 20,
  mediaTypes: ['text/csv', 'text/tab-separated-values', 'application/json'],
} as const

/** The rows in a body, in steps, or the error if it cannot be read. */
export function* sentRows(
  { mediaType, bytes }: Body,
  { forAll, columns, delimiter, header, encoding }: Asked,
): Generator<Step, SentRows | Answer> {
  const own = mediaType === 'text/tab-separated-values' ? 'tab' : undefined
  try {
    if (mediaType === 'application/json') return yield* jsonRows(bytes)
    return yield* csvRows(bytes, { given: Object.keys(forAll), columns, delimiter: delimiter ?? own, header, encoding })
  } catch (error) {
    if (error instanceof UnreadableBody) return errorAnswer(error.code, error.message)
    if (error instanceof TableError) return unreadableTable(error)
    throw error
  }
}

function unreadableTable({ code, message, parameter, by }: TableError): Answer {
  if (parameter === undefined) return errorAnswer(code, message)
  const bare = by === '1' ? '' : '; header=false if the first row is a label already'
  const advised = `${message}, with columns=${parameter}=${by} in the query, or give ${parameter} there for all rows${bare}`
  return faultsAnswer(code, advised, [{ parameter, code, message: advised }])
}
