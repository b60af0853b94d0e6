/** What counters give next, for drawings that are not printed. */

import { type Answer, errorAnswer } from '../../../answer.ts'
import type { Interruptible } from '../../../interruptible.ts'
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
    return stateAnswer(error)
  }
}

/** The same of work that may be interrupted. */
export function* withStateInTurns<A>(work: Interruptible<A>): Interruptible<A | Answer> {
  try {
    return yield* work
  } catch (error) {
    return stateAnswer(error)
  }
}

function stateAnswer(error: unknown): Answer {
  if (!(error instanceof StateError)) throw error
  const { kind, message } = error
  return errorAnswer(kind === 'full' ? 'state_full' : 'state_failed', message)
}
