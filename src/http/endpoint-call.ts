import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Answer, errorAnswer, type Steps } from '../answer.ts'
import type { Log } from '../log.ts'
import { mediaTypeOf } from './request-body.ts'
import type { Route } from './route.ts'

/** A request for an endpoint. */
export interface Call {
  readonly route: Route
  readonly query: string
  readonly headers: IncomingMessage['headers']
  /** Empty if the route takes none. */
  readonly body: Uint8Array
}

/** The answer of an endpoint, which it may make in steps. */
export class EndpointCall {
  /** Undefined once the endpoint has been called: its steps keep what they need of it. */
  private call: Call | undefined
  private steps: Steps | undefined
  private readonly log: Log

  constructor(call: Call, log: Log) {
    this.call = call
    this.log = log
  }

  get isBegun(): boolean {
    return this.call === undefined
  }

  /** Takes the next step. Returns the answer, 500 if the endpoint fails; undefined if more steps are needed. */
  next(): Answer | undefined {
    try {
      const answer = this.steps ?? this.begun(this.call!)
      if (!('next' in answer)) return answer
      this.steps = answer
      const step = answer.next()
      return step.done ? step.value : undefined
    } catch (error) {
      const id = randomUUID()
      this.log.fault(id, error)
      return errorAnswer('internal_error', `a fault of this service, not of the request; request id ${id}`)
    }
  }

  private begun({ route, query, headers, body }: Call): Answer | Steps {
    this.call = undefined
    if (route.body === undefined) return route.endpoint(query, headers['accept-language'])
    return route.endpoint(query, { mediaType: mediaTypeOf(headers['content-type']!), bytes: body })
  }
}
