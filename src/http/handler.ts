import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import { quoted } from '../../symbologies/index.ts'
import { type Answer, errorAnswer, overloaded } from '../answer.ts'
import type { Log } from '../log.ts'
import type { Admission } from './admission.ts'
import { type Client, clientBehind } from './client.ts'
import type { Connection } from './connection.ts'
import type { Limiter } from './limiter.ts'
import type { Work } from './pending-requests.ts'
import { finalResponse, methods, reply, replyToOptions } from './reply.ts'
import { hasBody, syntaxError } from './request-syntax.ts'
import { type Target, targetOf } from './request-target.ts'
import type { Lines, Outbox, Response } from './response.ts'
import type { Route, Routes } from './route.ts'

/** What all requests are answered with. */
export interface Service {
  readonly routes: Routes
  /** Undefined: no limit. */
  readonly limiter: Limiter | undefined
  /** Whole milliseconds of a monotonic clock. */
  readonly clock: () => number
  /** The value of RateLimit-Policy. */
  readonly policy: string
  readonly trusted: BlockList | undefined
  /** Header lines that say how long a connection is kept. */
  readonly kept: Lines
  readonly admission: Admission
  readonly outbox: Outbox
  readonly log: Log
  readonly isStopping: () => boolean
}

/** Answers one request: in the order of its connection, and in turn with other clients where the answer is drawn. */
export function handle(service: Service, connection: Connection, request: IncomingMessage, response: Response): void {
  new Exchange(service, connection, request, response).begin()
}

/** One request and its response. */
class Exchange implements Work {
  readonly client: Client
  isDrawing = false
  since = 0
  private readonly service: Service
  private readonly connection: Connection
  private readonly request: IncomingMessage
  private readonly response: Response
  private readonly target: Target | undefined
  private readonly route: Route | undefined
  private readonly started = performance.now()
  /** Headers of this response besides the answer's own: name and value in turn. */
  private readonly headers: string[]
  /** The answer, where it is known before this request's turn. */
  private decided: Answer | 'options' | undefined

  constructor(service: Service, connection: Connection, request: IncomingMessage, response: Response) {
    this.service = service
    this.connection = connection
    this.request = request
    this.response = response
    this.target = targetOf(request.url ?? '', request.headers.host)
    this.route = this.target && service.routes.get(this.target.path)
    this.client = clientOf(service, connection, request)
    this.headers = this.route === undefined ? [] : [...this.route.headers]
  }

  begin(): void {
    const { service, connection, request, response, route } = this
    const fault = syntaxError(request)
    if (fault !== undefined) {
      this.close((route?.limited && this.limit()) || fault)
      return
    }
    if (service.isStopping()) response.shouldKeepAlive = false
    response.kept = service.kept
    response.outbox = service.outbox
    const isFinal = !response.shouldKeepAlive && !hasBody(request)
    this.decided = this.isPreflight() ? 'options' : this.refusal()
    if (typeof this.decided === 'object' && hasBody(request)) {
      this.close(this.decided)
      return
    }
    const excess = service.admission.refusal(this.client, 'waiting')
    if (excess !== undefined) {
      this.close(overloaded(excess))
      return
    }
    this.isDrawing = this.decided === undefined && route?.isDrawing === true
    connection.submit(this)
    if (isFinal) connection.ignoreInput()
  }

  answer(): Response {
    const { response, decided, headers } = this
    if (decided !== 'options') return this.send(decided ?? this.drawn())
    replyToOptions(response, headers)
    return this.sent(0)
  }

  expire(): Response {
    return this.send(overloaded('the request has waited too long for its turn'))
  }

  private isPreflight(): boolean {
    const { request, route } = this
    return request.method === 'OPTIONS' && !hasBody(request) && (route !== undefined || request.url === '*')
  }

  /** Why the request is refused; undefined where it is not. Costs the client a token if the route is limited. */
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
    const limit = route.limited ? this.limit() : undefined
    if (limit !== undefined) return limit
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') {
      return errorAnswer('method_not_allowed', `${method} is not accepted; ${methods}`, ['Allow', methods])
    }
    if (!hasBody(request)) return undefined
    return errorAnswer('bad_request', 'a request body is not accepted; parameters go in the URL')
  }

  private limit(): Answer | undefined {
    const { limiter, policy, clock } = this.service
    if (limiter === undefined) return undefined
    const { admitted, left, waitSeconds } = limiter.take(this.client, clock())
    this.headers.push('RateLimit-Policy', policy, 'RateLimit', `"ip";r=${left};t=${waitSeconds}`)
    if (admitted) return undefined
    const advice = `too many requests from ${this.client.address}; the next is admitted in ${waitSeconds} s`
    return errorAnswer('rate_limited', advice, ['Retry-After', String(waitSeconds)])
  }

  private drawn(): Answer {
    const { service, route, target } = this
    const excess = this.isDrawing ? service.admission.refusal(this.client, 'unread') : undefined
    if (excess !== undefined) return overloaded(excess)
    try {
      return route!.endpoint(target!.query)
    } catch (error) {
      const id = randomUUID()
      service.log.fault(id, error)
      return errorAnswer('internal_error', `a fault of this service, not of the request; request id ${id}`)
    }
  }

  private send(answer: Answer): Response {
    return this.sent(reply(this.response, answer, this.headers))
  }

  private sent(bytes: number): Response {
    this.connection.sent(this.response, this.client, bytes)
    this.record(this.response.statusCode, bytes)
    return this.response
  }

  /** Answers, and closes the connection: what else the client sends is no request, or a body that is not read. */
  private close(answer: Answer): void {
    const { connection, request, headers } = this
    const isHead = request.method === 'HEAD'
    this.record(answer.status, isHead ? 0 : answer.body.length)
    request.resume()
    connection.closeAfter(finalResponse(answer, headers, isHead), answer.status)
  }

  private record(status: number, bytes: number): void {
    const { service, request, route, client, started } = this
    const milliseconds = performance.now() - started
    const method = request.method ?? ''
    service.log.request({ method, route: route?.path, status, bytes, milliseconds, client: client.address })
  }
}

function clientOf({ trusted }: Service, { peer }: Connection, { headers }: IncomingMessage): Client {
  if (trusted === undefined) return peer
  const forwarded = headers['x-forwarded-for']
  return clientBehind(peer, Array.isArray(forwarded) ? forwarded.join() : forwarded, trusted)
}
