/** What counters give next, for drawings that are not printed. */

import { type Answer, errorAnswer } from '../../../answer.ts'
import type { Interruptible } from '../../../interruptible.ts'
import { type Counters, StateError } from '../../../printing/index.ts'
import type { NumberOf } from '../../../request/counters.ts'

/** The next number of each counter, which is not taken; undefined if there are no counters: then words name none. */
export function nextNumbers(counters: Counters | undefined): NumberOf | undefined {
  return counters && ((name) => counters.peek(name))
}

/** Counters that are listed. */
const mostListed = 10

/**
 * An answer with numbers that counters give next, and that the first job gets which is printed: no cache keeps it, and it says so.
 *
 * @param counters  whose numbers it has; as it is if there are none
 */
export function notTaken<A extends Pick<Answer, 'status' | 'headers' | 'maxAge'>>(
  answer: A,
  counters: readonly string[],
): A {
  if (counters.length === 0 || answer.status !== 200) return answer
  const more = counters.length > mostListed ? ` and ${counters.length - mostListed} more` : ''
  const names = `${counters.slice(0, mostListed).join(', ')}${more}`
  const told = `numbers_not_taken; numbers of ${names} are those that come next: drawing takes none, printing does`
  return { ...answer, maxAge: 0, headers: [...answer.headers, 'Quietzone-Warning', told] }
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
