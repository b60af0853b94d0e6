/** Numbers for labels that name counters, in their words or in their design: there before anything is drawn, one for each label. */

import type { Fault } from '../../../answer.ts'
import { type DesignRequest, noCounter } from '../../../design/compose.ts'
import type { LabelReader } from '../../../design/request.ts'
import type { CounterRefusal, Numbers } from '../../../printing/index.ts'
import type { GivenValues } from '../../../request/parameter.ts'

/** Labels that are wanted, and how often. */
interface Wanted {
  /** Of a table, from 1. */
  readonly row?: number
  /** Undefined if its values have faults: it is not drawn. */
  readonly label: DesignRequest | undefined
  readonly copies: number
}

/** What can give numbers to labels. */
export type GiveNumbers = (counts: ReadonlyMap<string, number>) => Numbers | CounterRefusal

const withoutState =
  'counters need a state folder, and QZ_STATE is off, or another process has it; in two braces, as in {{serial:name}}, it is text'

/**
 * A number of each counter for each label that has numbers of it.
 *
 * @param give  undefined if the service keeps no state
 * @returns undefined if no label has numbers; a fault, with the row that it is about, if there is no number for each
 * @throws StateError
 */
export function numbersFor(wanted: readonly Wanted[], give: GiveNumbers | undefined): Numbers | Fault | undefined {
  const counts = new Map<string, number>()
  for (const { label, copies } of wanted) {
    for (const name of countersOfLabel(label)) counts.set(name, (counts.get(name) ?? 0) + copies)
  }
  if (counts.size === 0) return undefined
  const [first = ''] = counts.keys()
  const found = give === undefined ? undefined : give(counts)
  if (found !== undefined && !('code' in found)) return found
  const counter = found?.counter ?? first
  const { label, row } = wanted.find((each) => each.label?.counters?.has(counter))!
  const parameter = label!.counters!.get(counter)!
  const unknown = { code: 'counter_unknown', message: withoutState } as const
  const { code, message } = found ?? (parameter === 'design' ? noCounter(counter) : unknown)
  return { parameter, code, message, ...(row !== undefined && { row }) }
}

/** The counters of which a label has numbers. */
export const countersOfLabel = (label: DesignRequest | undefined): readonly string[] => [
  ...(label?.counters?.keys() ?? []),
]

/** The values of a single copy of a label. */
export const valuesOfCopy = (given: GivenValues): GivenValues => ({ ...given, qty: '1' })

/** Reads the copies of a label with the numbers that come next, those of the label before being given. */
export function copyReader(label: DesignRequest, read: LabelReader, numbers: Numbers): LabelReader {
  return (given, others) => {
    const reading = read(given, others, (name) => numbers.next(name))
    const { request } = reading
    return request === undefined ? reading : { ...reading, request: { ...request, row: label.row } }
  }
}
