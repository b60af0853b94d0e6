/** Numbers for labels that name counters, in their words or in their design: there before anything is drawn, one for each label. */

import type { Fault } from '../../../answer.ts'
import { countersOf, noCounter } from '../../../design/compose.ts'
import { type AnyLabel, isOfDesign } from '../../../design/label.ts'
import type { CounterRefusal, Numbers } from '../../../printing/index.ts'
import { countersIn, type NumberOf, unnumbered, withNumbers } from '../../../request/counters.ts'
import type { GivenValues } from '../../../request/parameter.ts'
import type { RequestReading } from '../../../request/reader.ts'
import type { RowForm } from '../../../table/index.ts'

/** Labels that are wanted: the values of a row, what they ask for, and how often. */
interface Wanted {
  /** Of a table, from 1. */
  readonly row?: number
  readonly given: GivenValues
  /** Undefined if its values have faults: it is not drawn. */
  readonly label: AnyLabel | undefined
  readonly copies: number
}

/** What can give numbers to labels. */
export type GiveNumbers = (counts: ReadonlyMap<string, number>) => Numbers | CounterRefusal

/** The parameters of words, in the order in which faults name them. */
const words = ['text', 'title', 'caption']

const withoutState =
  'counters need a state folder, and QZ_STATE names none; in two braces, as in {{serial:name}}, it is text'

/** How rows are read before their numbers are known, which stand in the words of a label alone. */
export function readerBefore({ fields }: RowForm, read: NumberedCopy['read']): NumberedCopy['read'] {
  return fields === undefined ? (given) => read(unnumbered(given)) : read
}

/** The counters that a label names, each once: what stands in the fields of a design is text. */
export function countersOfLabel(label: AnyLabel | undefined, given: GivenValues): readonly string[] {
  if (label === undefined) return []
  return isOfDesign(label) ? countersOf(label.design) : countersIn(given)
}

/**
 * A number of each counter for each label that names it.
 *
 * @param give  undefined if the service keeps no state
 * @returns undefined if no label names a counter; a fault, with the row that it is about, if there is no number for each
 * @throws StateError
 */
export function numbersFor(wanted: readonly Wanted[], give: GiveNumbers | undefined): Numbers | Fault | undefined {
  const counts = new Map<string, number>()
  for (const { label, given, copies } of wanted) {
    for (const name of countersOfLabel(label, given)) counts.set(name, (counts.get(name) ?? 0) + copies)
  }
  if (counts.size === 0) return undefined
  const [first = ''] = counts.keys()
  const found = give === undefined ? undefined : give(counts)
  if (found !== undefined && !('code' in found)) return found
  const counter = found?.counter ?? first
  const { given, label, row } = wanted.find((each) => countersOfLabel(each.label, each.given).includes(counter))!
  const place = row !== undefined && { row }
  if (isOfDesign(label!)) {
    const { code, message } = found ?? noCounter(counter)
    return { parameter: 'design', code, message, ...place }
  }
  const { code, message } = found ?? ({ code: 'counter_unknown', message: withoutState } as const)
  const parameter = words.find((name) => countersIn({ [name]: given[name] }).includes(counter)) ?? 'text'
  return { parameter, code, message, ...place }
}

/** One of the copies of a label: its values, and how they are read. */
interface NumberedCopy {
  readonly given: GivenValues
  readonly read: (given: GivenValues) => RequestReading<AnyLabel>
}

/** The copies of a label that names counters, each made when it is asked for: the one before has its numbers then. */
export function* numberedCopies(
  { label, given }: Pick<Wanted, 'given'> & { readonly label: AnyLabel },
  read: NumberedCopy['read'],
  numbers: Numbers,
): Generator<NumberedCopy | Extract<ReturnType<typeof withNumbers>, { faults: unknown }>> {
  const numberOf: NumberOf = (name) => numbers.next(name)
  const readDesigned = (values: GivenValues): RequestReading<AnyLabel> => {
    const reading = read(values)
    return reading.request === undefined
      ? reading
      : { ...reading, request: { ...reading.request, row: isOfDesign(label) ? label.row : 1, numberOf } }
  }
  for (let copy = 0; copy < label.qty; copy++) {
    const single = { ...given, qty: '1' }
    if (isOfDesign(label)) {
      yield { given: single, read: readDesigned }
      continue
    }
    const numbered = withNumbers(single, numberOf)
    yield 'faults' in numbered ? numbered : { given: numbered.given, read }
  }
}
