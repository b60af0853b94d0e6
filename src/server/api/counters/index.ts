/** /api/v1/counters: what gives numbers to labels, how far each is, and which numbers are on none. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type BodyEndpoint, type Endpoint, errorAnswer, jsonAnswer } from '../../../answer.ts'
import { counterName } from '../../../printing/counters/counter-number.ts'
import type { Counter, Counters } from '../../../printing/index.ts'
import { counterNameWanted } from '../../../request/counters.ts'
import { parameters } from '../../../request/params.ts'
import { requestReader } from '../../../request/reader.ts'
import { queryEndpoint } from '../endpoint.ts'
import { refused } from '../images.ts'
import { notAllowed } from '../print/order.ts'
import { withState } from './next-numbers.ts'

const noState = errorAnswer('no_state', 'this service has no counters, because QZ_STATE names no folder for them')

/** Gaps that are listed, the newest. */
const mostGaps = 100

/** GET /api/v1/counters: all counters, or one and its gaps. @param counters  undefined if the service keeps no state */
export function countersEndpoint(counters: Counters | undefined): Endpoint {
  const read = requestReader(parameters.counters)
  return queryEndpoint(parameters.counters, ({ given, others }) => {
    const { request, faults } = read(given, others)
    if (counters === undefined) return noState
    if (request === undefined) return refused(faults)
    const { counter: name } = request
    return withState(() => listed(name, counters))
  })
}

function listed(name: string | undefined, counters: Counters): Answer {
  if (name === undefined)
    return jsonAnswer({ counters: counters.list().map((counter) => counterJson(counter, counters)) })
  const counter = counters.get(name)
  if (counter === undefined) return errorAnswer('counter_unknown', `there is no counter ${name}`)
  const gaps = counters.gaps(name, mostGaps).map(({ job = null, ...gap }) => ({ ...gap, job }))
  return jsonAnswer({ counters: [{ ...counterJson(counter, counters), gaps }] })
}

/** POST /api/v1/counters/{id}: makes a counter, or sets one. */
export function counterEndpoint(counters: Counters | undefined): BodyEndpoint {
  const read = requestReader(parameters.counter)
  return queryEndpoint(parameters.counter, ({ given, others }, _body, { segment: name = '', headerOf }): Answer => {
    if (headerOf('Quietzone-Print') !== 'yes') return notAllowed
    const { request, faults } = read(given, others)
    if (counters === undefined) return noState
    if (request === undefined) return refused(faults)
    if (!counterName.test(name)) {
      return errorAnswer('invalid_parameter', `${quoted(name)} is not the name of a counter: ${counterNameWanted}`)
    }
    const { strict: _, ...settings } = request
    const wanted = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
    return withState(() => {
      const made = counters.set(name, wanted)
      return 'code' in made ? errorAnswer(made.code, made.message) : jsonAnswer(counterJson(made, counters))
    })
  })
}

/** A counter as clients see it: with the number that it gives next, if it has one left. */
function counterJson({ limit, prefix, ...counter }: Counter, counters: Counters): object {
  const number = counters.peek(counter.name)
  const { text, sscc } = 'code' in number ? { text: undefined, sscc: undefined } : number
  return { ...counter, limit: limit ?? null, prefix: prefix ?? null, text: text ?? null, sscc: sscc ?? null }
}
