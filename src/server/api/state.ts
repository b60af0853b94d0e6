/** Operations on what the service keeps: jobs, counters and scans. */

import { type Answer, type Answering, type Body, type Caller, errorAnswer } from '../../answer.ts'
import type { Parameters, Request } from '../../request/parameter.ts'
import { counted, noBody, privateTo, type Scope } from '../route.ts'
import { type Operation, plainEndpoint, queryEndpoint } from './endpoint.ts'
import { pageRefusal } from './print/order.ts'

/** The answer of a service that keeps nothing. */
export const noJobs = errorAnswer(
  'no_state',
  'this service keeps no jobs: QZ_STATE is off, or another process has its folder',
)

/** What an operation is about. */
interface About<K> {
  /** Undefined if the service keeps none. */
  readonly kept: K | undefined
  /** `noJobs` by default. */
  readonly none?: Answer
}

/** An operation as it is asked for. */
interface Asked<T extends Parameters> {
  readonly path: string
  readonly parameters: T
  /** All that a key needs; `jobs` by default. */
  readonly scopes?: readonly Scope[]
}

type AnswerOf<K, T extends Parameters> = (request: Request<T>, kept: K, sender: Caller) => Answering

/** GET: shows what is kept. */
export function showing<K, T extends Parameters>(about: About<K>, asked: Asked<T>, answer: AnswerOf<K, T>): Operation {
  const endpoint = answeredOf(about, asked.parameters, answer)
  return { ...routeOf(asked), endpoint: (raw, _language, sender) => endpoint(raw, sender!) }
}

/** POST, without a body, by programs and the pages of the service alone: changes what is kept. */
export function changing<K, T extends Parameters>(about: About<K>, asked: Asked<T>, answer: AnswerOf<K, T>): Operation {
  const endpoint = answeredOf(about, asked.parameters, answer)
  return {
    ...routeOf(asked),
    body: noBody,
    endpoint: (raw: string, _body: Body, sender: Caller) => pageRefusal(sender) ?? endpoint(raw, sender),
  }
}

const routeOf = <T extends Parameters>({ path, parameters, scopes = ['jobs'] }: Asked<T>) => {
  return { path, parameters, ...counted, ...privateTo(...scopes) }
}

function answeredOf<K, T extends Parameters>(
  { kept, none = noJobs }: About<K>,
  table: T,
  answer: AnswerOf<K, T>,
): (raw: string, sender: Caller) => Answering {
  if (kept === undefined) return queryEndpoint(table, (_query, _sender: Caller) => none)
  return plainEndpoint(table, (request, sender: Caller) => answer(request, kept, sender))
}
