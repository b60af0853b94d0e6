import { quoted } from '../../../symbologies/index.ts'
import type { Malformed } from '../../utf8.ts'
import { jsonIn, UnreadableBody } from '../json-body.ts'
import { mostLabels, othersOf, rowNames, type SentRow, type SentRows } from './rows.ts'

const accepted = 'an array of objects is accepted, such as [{"type":"code128","text":"QZ-0001"}]'

/** The rows of a JSON array of objects. @throws UnreadableBody */
export function jsonRows(bytes: Uint8Array): SentRows {
  const all = jsonIn(bytes, accepted)
  if (!Array.isArray(all)) throw new UnreadableBody('bad_request', `the JSON is no array; ${accepted}`)
  const rows = all.slice(0, mostLabels).map((element, i) => sentRow(element, i + 1))
  return { rows, count: all.length, others: othersOf(rows.flatMap(({ unknown }) => unknown)) }
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
    else if (value !== null) values[name] = textOf(value)
  }
  return { number, content: { values }, unknown }
}

/** The value as a query would have it. */
function textOf(value: unknown): string | Malformed {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number') {
    return { fault: `${kindOf(value)}; a string, a number, true or false is accepted`, code: 'invalid_parameter' }
  }
  // from here on a number of JSON may not be the one that was meant
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value)
  const advice = 'a number of so many digits is rounded; give it as a string'
  return { fault: `${quoted(String(value))}: ${advice}`, code: 'invalid_parameter' }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
