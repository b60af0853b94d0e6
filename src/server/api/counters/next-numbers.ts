/** What counters give next, for drawings that are not printed. */

import { type Answer, errorAnswer } from '../../../answer.ts'
import { type Counters, StateError } from '../../../jobs/index.ts'
import type { NumberOf } from '../../../request/counters.ts'

/** The next number of each counter, which is not taken; undefined if there are no counters: then words name none. */
export function nextNumbers(counters: Counters | undefined): NumberOf | undefined {
  return counters && ((name) => counters.peek(name))
}

/** What `work` answers, or 503 if the state folder does not give what it should. */
export function withState<A>(work: () => A): A | Answer {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof StateError)) throw error
    const { kind, message } = error
    return errorAnswer(kind === 'full' ? 'state_full' : 'state_failed', message)
  }
}
