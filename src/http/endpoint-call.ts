import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Answer, type Answering, errorAnswer, type LongAnswer, type Step, type Steps } from '../answer.ts'
import type { Log } from '../log.ts'
import { mediaTypeOf } from './request-body.ts'
import type { Route } from './route.ts'

/** A request for an endpoint. */
export interface Call {
  readonly route: Route
  readonly query: string
  readonly headers: IncomingMessage['headers']
  /** The key of the client. */
  readonly client: string
  /** Undefined if the request has none. */
  readonly body: Uint8Array | undefined
}

const noBytes = new Uint8Array(0)

/** The answer of an endpoint, which it may make in steps, and at the end wait for. */
export class EndpointCall {
  /** Undefined once the endpoint has been called: its steps keep what they need of it. */
  private call: Call | undefined
  private steps: Steps | undefined
  private readonly log: Log

  constructor(call: Call, log: Log) {
    this.call = call
    this.log = log
  }

  /** What the last step has left; undefined before the first. */
  last: Step | undefined

  get isBegun(): boolean {
    return this.call === undefined
  }

  /**
   * Takes the next step. Returns the answer, 500 if the endpoint fails, or a promise of that, which is never rejected; undefined if
   * more steps are needed.
   */
  next(): Answer | LongAnswer | Promise<Answer> | undefined {
    try {
      const answering = this.steps ?? this.begun(this.call!)
      if (!('next' in answering)) return this.safe(answering)
      this.steps = answering
      const step = answering.next()
      if (step.done) return this.safe(step.value)
      this.last = step.value
      return undefined
    } catch (error) {
      return this.failed(error)
    }
  }

  private begun({ route, query, headers, client, body }: Call): Answering {
    this.call = undefined
    if (route.body === undefined) return route.endpoint(query, headers['accept-language'])
    const isLeftOut = body === undefined && route.body.isOptional === true
    const mediaType = isLeftOut ? undefined : mediaTypeOf(headers['content-type']!)
    return route.endpoint(
      query,
      { mediaType, bytes: body ?? noBytes },
      { client, headerOf: (name) => headerIn(headers, name) },
    )
  }

  private safe<A extends Answer | LongAnswer>(answer: A | Promise<Answer>): A | Answer | Promise<Answer> {
    return answer instanceof Promise ? answer.catch((error: unknown) => this.failed(error)) : answer
  }

  private failed(error: unknown): Answer {
    const id = randomUUID()
    this.log.fault(id, error)
    return errorAnswer('internal_error', `a fault of this service, not of the request; request id ${id}`)
  }
}

function headerIn(headers: Call['headers'], name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}
