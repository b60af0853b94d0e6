/** Numbers for the labels of an order whose words name counters: taken before anything is drawn, one for each label. */

import type { Fault } from '../../../answer.ts'
import type { Counters, Numbers } from '../../../jobs/index.ts'
import { countersIn, withNumbers } from '../../../request/counters.ts'
import type { Given } from '../../../request/parameter.ts'

/** Labels that are wanted: the values of a row, and how often. */
interface Wanted {
  /** Of a table, from 1. */
  readonly row?: number
  readonly given: Given
  readonly copies: number
}

/** The parameters of words, in the order in which faults name them. */
const words = ['text', 'title', 'caption']

const withoutState =
  'counters need a state folder, and QZ_STATE names none; a brace is itself as \\x7b with escapes=true'

/**
 * Takes a number of each counter for each label that names it.
 *
 * @param counters  undefined if the service keeps no state
 * @returns undefined if no label names a counter; a fault, with the row that it is about, if there is no number for each
 * @throws StateError
 */
export function numbersFor(wanted: readonly Wanted[], counters: Counters | undefined): Numbers | Fault | undefined {
  const counts = new Map<string, number>()
  for (const { given, copies } of wanted) {
    for (const name of countersIn(given)) counts.set(name, (counts.get(name) ?? 0) + copies)
  }
  if (counts.size === 0) return undefined
  const [first = ''] = counts.keys()
  const taken =
    counters === undefined
      ? { code: 'counter_unknown' as const, message: withoutState, counter: first }
      : counters.take(counts)
  if (!('code' in taken)) return taken
  const { code, message, counter } = taken
  const { given, row } = wanted.find((each) => countersIn(each.given).includes(counter))!
  const parameter = words.find((name) => countersIn({ [name]: given[name] }).includes(counter)) ?? 'text'
  return { parameter, code, message, ...(row !== undefined && { row }) }
}

/** The values of each label of a row that names counters, made when they are asked for: the one before has its numbers then. */
export function* numberedCopies(
  given: Given,
  copies: number,
  numbers: Numbers,
): Generator<ReturnType<typeof withNumbers>> {
  for (let copy = 0; copy < copies; copy++) yield withNumbers(given, (name) => numbers.next(name))
}
