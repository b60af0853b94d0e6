import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import { quoted } from '../../symbologies/index.ts'
import { type Answer, errorAnswer } from '../api/answer.ts'
import { type Client, clientBehind } from './client.ts'
import type { Connection, Traffic } from './connection.ts'
import { formFault, hasBody } from './form.ts'
import type { Limiter } from './limiter.ts'
import type { Log } from './log.ts'
import { lastWords, methods, reply, replyToOptions } from './reply.ts'
import type { Response } from './response.ts'
import { overloaded, type Route, type Routes, type Target, targetOf } from './router.ts'

/** What every request is answered with. */
export interface Service {
  readonly routes: Routes
  /** Undefined: no limit. */
  readonly limiter: Limiter | undefined
  /** The value of RateLimit-Policy. */
  readonly policy: string
  readonly trusted: BlockList | undefined
  /** Header lines that say how long a connection is kept. */
  readonly kept: string
  readonly log: Log
  readonly traffic: Traffic
  readonly isStopping: () => boolean
  /** Bytes of unread replies, on all connections, past which no more pictures are drawn. */
  readonly mostUnread: number
  /** Requests waiting on all connections, past which no more are taken. */
  readonly mostWaiting: number
}

/** One request on its way to its reply. */
interface Exchange {
  readonly service: Service
  readonly connection: Connection
  readonly request: IncomingMessage
  readonly response: Response
  readonly route: Route | undefined
  readonly client: Client
  readonly started: number
  /** Headers of this response besides the answer's own: name and value in turn. */
  readonly headers: string[]
}

/** Answers one request: at once, or in its turn where that takes drawing. */
export function exchange(service: Service, connection: Connection, request: IncomingMessage, response: Response): void {
  const { headers, url = '', method } = request
  const target = targetOf(url, headers.host)
  const route = target && service.routes.get(target.path)
  const client = askerOf(service, connection, request)
  const more = route === undefined ? [] : [...route.headers]
  const here = { service, connection, request, response, route, client, started: performance.now(), headers: more }
  const fault = formFault(request)
  if (fault !== undefined) {
    part(here, (route?.limited && limitOf(here)) || fault)
    return
  }
  if (service.isStopping()) response.shouldKeepAlive = false
  response.kept = service.kept
  if (method === 'OPTIONS' && !hasBody(request) && (route !== undefined || url === '*')) {
    replyToOptions(response, more)
    noted(here, 204, 0)
    return
  }
  const refusal = refusalOf(here, target)
  if (refusal === undefined) work(here, route!.endpoint, target!.query)
  else if (hasBody(request)) part(here, refusal)
  else send(here, refusal)
}

function askerOf({ trusted }: Service, { peer }: Connection, { headers }: IncomingMessage): Client {
  if (trusted === undefined) return peer
  const forwarded = headers['x-forwarded-for']
  return clientBehind(peer, Array.isArray(forwarded) ? forwarded.join() : forwarded, trusted)
}

/** Why the request is not worked on, if it is not. Costs the client a token if the route is limited. */
function refusalOf(here: Exchange, target: Target | undefined): Answer | undefined {
  const { request, route } = here
  if (target === undefined) {
    return errorAnswer('bad_request', `${quoted(request.url ?? '')} is not a path, nor a URL of this host`)
  }
  if (route === undefined) {
    return errorAnswer('not_found', `${quoted(target.path)} is no path here; /api/v1/openapi.json tells all that are`)
  }
  const limit = route.limited ? limitOf(here) : undefined
  if (limit !== undefined) return limit
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') {
    return errorAnswer('method_not_allowed', `${method} is not accepted; ${methods}`, ['Allow', methods])
  }
  // OPTIONS is answered long before, but for one with a body
  if (hasBody(request)) return errorAnswer('bad_request', 'a request body is not accepted; parameters go in the URL')
  return route.limited ? overload(here.service) : undefined
}

function overload({ traffic, mostUnread, mostWaiting }: Service): Answer | undefined {
  if (traffic.unread > mostUnread) return overloaded('too many replies wait to be read')
  return traffic.waiting > mostWaiting ? overloaded('too many requests wait') : undefined
}

function limitOf({ service, client, headers }: Exchange): Answer | undefined {
  const { limiter, policy, traffic } = service
  if (limiter === undefined) return undefined
  const { admitted, left, waitSeconds } = limiter.take(client, traffic.clock())
  headers.push('RateLimit-Policy', policy, 'RateLimit', `"ip";r=${left};t=${waitSeconds}`)
  if (admitted) return undefined
  const advice = `too many requests from ${client.address}; the next is admitted in ${waitSeconds} s`
  return errorAnswer('rate_limited', advice, ['Retry-After', String(waitSeconds)])
}

function work(here: Exchange, endpoint: Route['endpoint'], query: string): void {
  const { service, connection, response } = here
  connection.inTurn(() => {
    send(here, answered(service, endpoint, query))
    return response
  })
}

function answered({ log }: Service, endpoint: Route['endpoint'], query: string): Answer {
  try {
    return endpoint(query)
  } catch (error) {
    const id = randomUUID()
    log.fault(id, error)
    return errorAnswer('internal_error', `a fault of this service, not of the request; request id ${id}`)
  }
}

function send(here: Exchange, answer: Answer): void {
  const bytes = reply(here.response, answer, here.headers)
  noted(here, here.response.statusCode, bytes)
}

/** Answers, and ends the connection: what else the client sends is no request, or is a body that nobody wants. */
function part(here: Exchange, answer: Answer): void {
  const { connection, request, headers } = here
  const isHead = request.method === 'HEAD'
  record(here, answer.status, isHead ? 0 : answer.body.length)
  request.resume()
  connection.part(lastWords(answer, headers, isHead))
}

function noted(here: Exchange, status: number, bytes: number): void {
  here.connection.sent(here.response, bytes)
  record(here, status, bytes)
}

function record({ service, request, route, client, started }: Exchange, status: number, bytes: number): void {
  const milliseconds = performance.now() - started
  const method = request.method ?? ''
  service.log.request({ method, route: route?.path, status, bytes, milliseconds, client: client.address })
}
