import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import { quoted } from '../../symbologies/index.ts'
import {
  type Answer,
  type Answering,
  errorAnswer,
  type LongAnswer,
  overloaded,
  type Step,
  type Steps,
} from '../answer.ts'
import type { Limiter, Verdict } from '../limiter/index.ts'
import type { Log } from '../log.ts'
import { type Client, clientBehind } from './client.ts'
import type { Connection } from './connection.ts'
import type { PendingRequest, Queues } from './pending-requests.ts'
import {
  bodyFault,
  hasBody,
  mediaTypeOf,
  methodRefused,
  receiveBody,
  syntaxError,
  type Target,
  targetOf,
} from './request-syntax.ts'
import { finalResponse, type Outbox, type Response, type Sender, sendAnswer, sendPreflight } from './response.ts'
import { type Audience, type HeaderLines, type Methods, postingMethods, readingMethods } from './response-headers.ts'
import { audienceOf, type BodyRule, type Route, type Routes } from './route.ts'
import type { Held, ServerCounts, UsageLimits } from './usage.ts'

/** Everything that is needed to answer requests. */
export interface Service {
  readonly routes: Routes
  /** Undefined: no limit. */
  readonly limiter: Limiter | undefined
  /** Whole milliseconds of a monotonic clock. */
  readonly clock: () => number
  /** The value of RateLimit-Policy. */
  readonly policy: string
  readonly trusted: BlockList | undefined
  /** Header lines for connections that are kept alive. */
  readonly keepAlive: HeaderLines
  readonly usageLimits: UsageLimits
  /** Milliseconds between two steps of an answer that is made in steps. */
  readonly roundOfBatches: () => number
  readonly counts: ServerCounts
  readonly outbox: Outbox
  readonly log: Log
  readonly isStopping: () => boolean
}

/** Answers one request: in the order of its connection, and, if it is a drawing, in turn with other clients. */
export function handle(service: Service, connection: Connection, request: IncomingMessage, response: Response): void {
  new Exchange(service, connection, request, response).begin()
}

/** One request and its response. */
class Exchange implements PendingRequest, Sender {
  readonly client: Client
  queue: keyof Queues = 'others'
  since = 0
  private readonly service: Service
  private readonly connection: Connection
  private readonly request: IncomingMessage
  private readonly response: Response
  private readonly target: Target | undefined
  private readonly route: Route | undefined
  private readonly audience: Audience
  private readonly started = performance.now()
  /** Headers of this response besides those of the answer; names and values alternate. */
  private readonly headers: string[]
  /** The answer, if it is known before this request's turn. */
  private decided: Answer | 'options' | undefined
  /** The answer otherwise. */
  private call: EndpointCall | undefined
  /** The bytes that are set aside for the body, and those that are kept for an answer in the making. */
  private body: Held | undefined
  private making: Held | undefined
  private judgedSteps = 0

  constructor(service: Service, connection: Connection, request: IncomingMessage, response: Response) {
    this.service = service
    this.connection = connection
    this.request = request
    this.response = response
    this.target = targetOf(request.url ?? '', request.headers.host)
    this.route = this.target && service.routes.get(this.target.path)
    this.client = clientOf(service, connection, request)
    this.headers = this.route === undefined ? [] : [...this.route.headers]
    this.audience = audienceOf(this.route)
    connection.audience = this.audience
  }

  /** Goes on as soon as the limiter has decided, if the request costs a token. */
  begin(): void {
    const fault = syntaxError(this.request)
    const verdict = this.verdict(fault)
    if (!(verdict instanceof Promise)) {
      this.admit(fault, verdict)
      return
    }
    const release = this.connection.gate.hold(this.client.key)
    verdict.then((verdict) => release(() => this.admit(fault, verdict)))
  }

  /** Takes a token from the client, if the request costs one and there is a limit. */
  private verdict(fault: Answer | undefined): Verdict | Promise<Verdict> | undefined {
    const { limiter, clock } = this.service
    const isLimited = this.route?.limited === true && (fault !== undefined || !this.isPreflight())
    return isLimited ? limiter?.take(this.client, clock()) : undefined
  }

  /** Receives the body, if there is one, and submits the request, unless it is refused. */
  private admit(fault: Answer | undefined, verdict: Verdict | undefined): void {
    const { service, request, response, route } = this
    const rateLimited = verdict && this.rateLimited(verdict)
    if (fault !== undefined) {
      this.close(rateLimited ?? this.malformed(fault))
      return
    }
    if (service.isStopping()) response.shouldKeepAlive = false
    response.keepAlive = service.keepAlive
    response.outbox = service.outbox
    response.sender = this
    this.decided = this.isPreflight() ? 'options' : (rateLimited ?? this.refusal())
    if (typeof this.decided === 'object' && hasBody(request)) {
      this.close(this.decided)
      return
    }
    const excess = service.usageLimits.refusal(this.client, 'waiting')
    if (excess !== undefined) {
      this.close(overloaded(excess))
      return
    }
    if (this.decided === undefined && route?.isDrawing) this.queue = route.body === undefined ? 'drawings' : 'batches'
    if (route?.body !== undefined && hasBody(request)) this.receive(route.body)
    else this.submit(undefined)
  }

  /** Receives the body, and submits the request when it is complete. */
  private receive(rule: BodyRule): void {
    const { service, connection, client, request, response } = this
    this.body = connection.reserve(client, Number(request.headers['content-length'] ?? rule.limit))
    const excess = service.usageLimits.refusal(client, 'bodies')
    if (excess !== undefined) {
      this.close(overloaded(excess))
      return
    }
    if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue()
    receiveBody(request, rule, {
      complete: (bytes) => {
        // the client may have been refused meanwhile, because the body came too slowly
        if (connection.isClosing) return
        service.counts.bodyBytes += bytes.length
        this.submit(bytes)
        connection.bodyDelivered()
      },
      refuse: (answer) => this.close(answer),
    })
  }

  private submit(body: Uint8Array | undefined): void {
    const { service, connection, request, response, route, target, decided } = this
    if (decided === undefined) {
      const { headers } = request
      this.call = new EndpointCall(
        { route: route!, query: target!.query, headers, client: this.client.key, body },
        service.log,
      )
    }
    connection.submit(this)
    if (!response.shouldKeepAlive) connection.ignoreInput()
  }

  answer(): Response | Promise<() => Response> | 'step' | 'waits' {
    const { response, decided, headers, methods } = this
    if (decided === 'options') {
      sendPreflight(response, methods, headers)
      return this.sent(0)
    }
    const answer = decided ?? this.endpointAnswer()
    if (typeof answer === 'string') return answer
    if (!(answer instanceof Promise)) return this.send(answer)
    // what the endpoint waits for has its own bounds
    this.release()
    return answer.then((answer) => () => this.send(answer))
  }

  expire(): Response {
    this.service.counts.refusals.expired++
    const what = this.making === undefined ? 'its turn' : 'room for its answer, because replies are not read'
    return this.send(overloaded(`the request has waited too long for ${what}`))
  }

  written(): void {
    this.connection.sent(this.response, this.client)
  }

  private get methods(): Methods {
    return (this.route?.body === undefined ? readingMethods : postingMethods)[this.audience]
  }

  private isPreflight(): boolean {
    const { request, route } = this
    return request.method === 'OPTIONS' && !hasBody(request) && (route !== undefined || request.url === '*')
  }

  /** The error that refuses the request by its head; undefined if it is accepted. */
  private refusal(): Answer | undefined {
    const { request, target, route } = this
    if (target === undefined) {
      return errorAnswer('bad_request', `${quoted(request.url ?? '')} is not a path, nor a URL of this host`)
    }
    if (route === undefined) {
      return errorAnswer(
        'not_found',
        `${quoted(target.path)} is not a path of this service; /api/v1/openapi.json lists them`,
      )
    }
    const { method = '' } = request
    if (!this.methods.names.includes(method)) return methodRefused(method, this.methods)
    if (method === 'POST' && route.body !== undefined) return bodyFault(request, route.body)
    if (!hasBody(request)) return undefined
    return errorAnswer('bad_request', 'a request body is not accepted; parameters go in the URL')
  }

  /** Tells the client what it has left. Returns 429 if the request is not admitted. */
  private rateLimited({ admitted, left, waitSeconds }: Verdict): Answer | undefined {
    const { policy, counts } = this.service
    this.headers.push('RateLimit-Policy', policy, 'RateLimit', `"ip";r=${left};t=${waitSeconds}`)
    if (admitted) {
      counts.admitted++
      return undefined
    }
    counts.refusals.rate_limited++
    const advice = `too many requests from ${this.client.address}; the next is admitted in ${waitSeconds} s`
    return errorAnswer('rate_limited', advice, ['Retry-After', String(waitSeconds)])
  }

  private malformed(fault: Answer): Answer {
    this.service.counts.refusals.malformed++
    return fault
  }

  /** The endpoint's answer, or a promise of it; `step` if this was one of its steps, and more are needed, `waits` if there is no room for it. */
  private endpointAnswer(): Answer | LongAnswer | Promise<Answer> | 'step' | 'waits' {
    const { service, client } = this
    const call = this.call!
    if (call.isBegun) {
      const growth = service.usageLimits.growth(client)
      if (typeof growth === 'object') return overloaded(growth.refusal)
      if (growth === 'waits') return growth
    } else if (this.queue !== 'others') {
      const excess = service.usageLimits.refusal(client, 'unread')
      if (excess !== undefined) return overloaded(excess)
    }
    return call.next() ?? this.stepTaken(call.last!)
  }

  /** Counts what the answer in the making keeps. Gives it up at its beginning if it would take too long. */
  private stepTaken({ kept, left }: Step): Answer | 'step' {
    this.making ??= this.connection.make(this.client)
    this.making.resize(kept)
    if (left === undefined || this.judgedSteps++ === stepsToJudge) return 'step'
    const seconds = Math.ceil((left * this.service.roundOfBatches()) / 1000)
    if (seconds <= longestMaking) return 'step'
    this.service.counts.refusals.expired++
    return overloaded(`the answer would take about ${seconds} s beside those of others; ask for less at once, or later`)
  }

  private send(answer: Answer | LongAnswer): Response {
    const { response, audience, headers } = this
    this.release()
    return this.sent(sendAnswer(response, answer, { audience, more: headers }))
  }

  private sent(bytes: number): Response {
    this.release()
    this.record(this.response.statusCode, bytes)
    return this.response
  }

  /** What the request and its answer have kept is the response's from now on. */
  private release(): void {
    this.body?.release()
    this.making?.release()
  }

  /** Answers, and closes the connection: further input is not a request, or is a body that is not read. */
  private close(answer: Answer): void {
    const { connection, request, audience, headers } = this
    const isHead = request.method === 'HEAD'
    this.release()
    this.record(answer.status, isHead ? 0 : answer.body.length)
    request.resume()
    connection.closeAfter(finalResponse(answer, { audience, more: headers }, isHead), answer.status)
  }

  private record(status: number, bytes: number): void {
    const { service, request, route, client, started } = this
    const milliseconds = performance.now() - started
    const method = request.method ?? ''
    service.log.request({ method, route: route?.path, status, bytes, milliseconds, client: client.address })
  }
}

/** Seconds that an answer may be in the making. Proxies wait for a minute. */
const longestMaking = 50

/** Steps at whose time the time of all is guessed. */
const stepsToJudge = 32

function clientOf({ trusted }: Service, { peer }: Connection, { headers }: IncomingMessage): Client {
  if (trusted === undefined) return peer
  const forwarded = headers['x-forwarded-for']
  return clientBehind(peer, Array.isArray(forwarded) ? forwarded.join() : forwarded, trusted)
}

/** A request for an endpoint. */
interface Call {
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
class EndpointCall {
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
