/** /api/v1/counters: what gives numbers to labels, how far each is, and which numbers are on none. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, errorAnswer, jsonAnswer } from '../../../answer.ts'
import { counterName } from '../../../printing/counters/counter-number.ts'
import type { Counter, Counters } from '../../../printing/index.ts'
import { counterNameWanted } from '../../../request/counters.ts'
import type { Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import type { Operation } from '../endpoint.ts'
import { changing, showing } from '../state.ts'
import { withState } from './next-numbers.ts'

const noCounters = errorAnswer(
  'no_state',
  'this service has no counters: QZ_STATE is off, or another process has its folder',
)

/** Gaps that are listed, the newest. */
const mostGaps = 100

/** @param counters  undefined if the service keeps no state */
export function counterOperations(counters: Counters | undefined): readonly Operation[] {
  const about = { kept: counters, none: noCounters }
  return [
    showing(about, { path: '/api/v1/counters', parameters: parameters.counters }, ({ counter }, all) =>
      withState(() => listed(counter, all)),
    ),
    changing(
      about,
      { path: '/api/v1/counters/{id}', parameters: parameters.counter, scopes: ['counters'] },
      (request, all, { segment = '' }) => setCounter(segment, request, all),
    ),
  ]
}

/** All counters, or one and its gaps. */
function listed(name: string | undefined, counters: Counters): Answer {
  if (name === undefined)
    return jsonAnswer({ counters: counters.list().map((counter) => counterJson(counter, counters)) })
  const counter = counters.get(name)
  if (counter === undefined) return errorAnswer('counter_unknown', `there is no counter ${name}`)
  const gaps = counters.gaps(name, mostGaps).map(({ job = null, ...gap }) => ({ ...gap, job }))
  return jsonAnswer({ counters: [{ ...counterJson(counter, counters), gaps }] })
}

/** Makes a counter, or sets one. */
function setCounter(name: string, request: Request<typeof parameters.counter>, counters: Counters): Answer {
  if (!counterName.test(name)) {
    return errorAnswer('invalid_parameter', `${quoted(name)} is not the name of a counter: ${counterNameWanted}`)
  }
  const { strict: _, ...settings } = request
  const wanted = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  return withState(() => {
    const made = counters.set(name, wanted)
    return 'code' in made ? errorAnswer(made.code, made.message) : jsonAnswer(counterJson(made, counters))
  })
}

/** A counter as clients see it: with the number that it gives next, if it has one left. */
function counterJson({ limit, prefix, ...counter }: Counter, counters: Counters): object {
  const number = counters.peek(counter.name)
  const { text, sscc } = 'code' in number ? { text: undefined, sscc: undefined } : number
  return { ...counter, limit: limit ?? null, prefix: prefix ?? null, text: text ?? null, sscc: sscc ?? null }
}
