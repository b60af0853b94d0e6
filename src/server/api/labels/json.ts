import type { Step } from '../../../answer.ts'
import { kindOf, valueText } from '../../../request/parameter.ts'
import type { Malformed } from '../../../utf8.ts'
import { jsonArray } from '../json-body.ts'
import { bytesOfRows, mostLabels, othersOf, rowNames, type SentRow, type SentRows } from './rows.ts'

const accepted = 'an array of objects is accepted, such as [{"type":"code128","text":"QZ-0001"}]'

/** The rows of a JSON array of objects, in steps. @throws UnreadableBody */
export function* jsonRows(bytes: Uint8Array): Generator<Step, SentRows> {
  const rows: SentRow[] = []
  let count = 0
  let kept = 0
  yield* jsonArray(bytes, accepted, (element) => {
    if (++count > mostLabels) return kept
    const row = sentRow(element, count)
    rows.push(row)
    kept += bytesOfRows([row])
    return kept
  })
  return { rows, bytes: kept, count, others: othersOf(rows.flatMap(({ unknown }) => unknown)), note: undefined }
}

function sentRow(element: unknown, number: number): SentRow {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    const message = `${kindOf(element)} in place of an object`
    return { number, content: { fault: { code: 'bad_request', message } }, unknown: [] }
  }
  const values: Record<string, string | Malformed> = {}
  const unknown: string[] = []
  for (const [name, value] of Object.entries(element)) {
    if (!rowNames.includes(name)) unknown.push(name)
    else if (value !== null) values[name] = valueText(value)
  }
  return { number, content: { values }, unknown }
}
