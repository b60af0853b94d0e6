import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import { quoted } from '../../../symbologies/index.ts'
import {
  type Answer,
  type Answering,
  type AnswerStep,
  type Caller,
  errorAnswer,
  type LiveAnswer,
  type LongAnswer,
  overloaded,
  type Principal,
  type Steps,
  statusOf,
} from '../../answer.ts'
import { type Bearer, bearerIn, type Hosts, type Keys, nameIn, type Presented } from '../access/index.ts'
import type { Admission, Limiter } from '../limiter/index.ts'
import type { Log } from '../log.ts'
import type { BodyRule, Route } from '../route.ts'
import { receivedBody } from './body.ts'
import type { ClientConnection } from './connection.ts'
import type { Queues } from './fair-queue.ts'
import type { QueuePlace } from './line.ts'
import type { LiveAnswers } from './live-answers.ts'
import { principalBehind } from './principal.ts'
import {
  bodyFault,
  hasBody,
  mediaTypeOf,
  methodRefused,
  type RequestTarget,
  syntaxError,
  targetOf,
} from './request-syntax.ts'
import { finalResponse, isLive, type Outbox, type Response, sendAnswer, sendLive, sendPreflight } from './response.ts'
import {
  type Audience,
  changingMethods,
  type HeaderLines,
  type Methods,
  postingMethods,
  readingMethods,
} from './response-headers.ts'
import { audienceOf, isGuarded, type Routes, routeFor } from './route.ts'
import type { Held, ServerCounts, UsageLimits } from './usage.ts'

/** Everything that is needed to answer requests. */
export interface HttpService {
  readonly routes: Routes
  /** Undefined: everybody may do everything. */
  readonly keys: Keys | undefined
  /** Undefined: it answers under every name. */
  readonly hosts: Hosts | undefined
  /** Of requests that print, keep something or are told what is private, where there are no other `hosts`. */
  readonly privateHosts: Hosts | undefined
  /** Undefined: no limit. */
  readonly limiter: Limiter | undefined
  /** Whole milliseconds of a monotonic clock. */
  readonly clock: () => number
  /** Tokens that an address gets a minute. */
  readonly perMinute: number | undefined
  readonly trusted: BlockList | undefined
  /** Header lines for connections that are kept alive. */
  readonly keepAlive: HeaderLines
  readonly usageLimits: UsageLimits
  /** Milliseconds in which a body may be as slow as it likes. */
  readonly patience: number
  /** Milliseconds between two steps of an answer that is made in steps. */
  readonly roundOfBatches: () => number
  readonly counts: ServerCounts
  readonly outbox: Outbox
  readonly live: LiveAnswers
  readonly queues: Queues
  readonly log: Log
  readonly isStopping: () => boolean
}

/**
 * The life of a request: it is read, admitted, its body received; it waits until the responses before it on its connection are sent, and
 * for the turns of its client; its answer is made and written.
 *
 * If the client goes before, it ends wherever it waits.
 */
export async function exchange(
  service: HttpService,
  connection: ClientConnection,
  request: IncomingMessage,
  response: Response,
): Promise<void> {
  const { usageLimits, queues, counts } = service
  const it = new Exchange(service, connection, request, response)
  const { principal, route, isPreflight } = it

  const fault = syntaxError(request)
  const isLimited = route?.limited === true && (fault !== undefined || !isPreflight)
  let verdict = isLimited ? it.take() : undefined
  if (verdict instanceof Promise) {
    const goOn = connection.gate.hold(principal.key)
    verdict = await verdict
    if (!goOn()) return
  }
  const rateLimited = verdict && it.rateLimited(verdict)
  if (fault !== undefined) {
    if (rateLimited === undefined) counts.refusals.malformed++
    return it.close(rateLimited ?? fault)
  }
  const refused = rateLimited ?? it.wrongHost() ?? (isPreflight ? undefined : it.refusal())
  if (refused !== undefined && hasBody(request)) return it.close(refused)
  const excess = usageLimits.refusal(principal, 'waiting')
  if (excess !== undefined) return it.close(overloaded(excess))

  let body: Uint8Array | undefined
  if (route?.body !== undefined && hasBody(request)) {
    const received = await it.body(route.body)
    if (!(received instanceof Uint8Array)) {
      if (received.status === statusOf.request_timeout) counts.refusals.malformed++
      return it.close(received)
    }
    // the client may have been refused meanwhile, because the body came too slowly
    if (connection.isClosing) return
    counts.bodyBytes += received.length
    body = received
  }

  const isAnswered = refused !== undefined || isPreflight
  const call = isAnswered ? undefined : it.call(body)
  const queue = queues[isAnswered || !route?.isDrawing ? 'others' : route.body === undefined ? 'drawings' : 'batches']
  if (service.isStopping()) response.shouldKeepAlive = false
  const joined = connection.join(principal)
  if (!response.shouldKeepAlive) connection.ignoreInput()
  if (body !== undefined) connection.bodyDelivered()
  const place = await joined

  const inTurn = (hasExpired: boolean): Outcome | 'step' => {
    if (hasExpired) return it.expire(place)
    if (isPreflight && refused === undefined) return it.sendPreflight(place)
    const answer = refused ?? it.answer(call!, queue === queues.others)
    if (answer === 'step' || answer === 'waits') return answer
    return answer instanceof Promise ? { awaited: answer } : it.send(answer, place)
  }
  let outcome = await place.turns(queue, inTurn)
  while (outcome === 'waits') {
    await pause(untilRoom)
    outcome = await place.turns(queue, inTurn)
  }
  if (outcome === 'sent') return
  // what the endpoint waits for has its own bounds, and needs no turn, as nothing is drawn for it
  it.release()
  const answer = await place.paused(outcome.awaited)
  if (!connection.isGone) it.send(answer, place)
}

/** What comes of turns: `waits` if there is no room for one, or the promise of the answer, which is never rejected. */
type Outcome = 'sent' | 'waits' | { readonly awaited: Promise<Answer> }

/** Milliseconds after which a request that had no room for a step asks again. */
const untilRoom = 50

/** A request with its response: what is known of it, and how it ends. */
class Exchange {
  readonly principal: Principal
  readonly route: Route | undefined
  readonly isPreflight: boolean
  readonly #presented: Presented
  /** Where it comes from, as the log says. */
  readonly #address: string
  readonly #service: HttpService
  readonly #connection: ClientConnection
  readonly #request: IncomingMessage
  readonly #response: Response
  readonly #target: RequestTarget | undefined
  readonly #segment: string | undefined
  readonly #audience: Audience
  /** What it says of itself, for the log and for its answer. */
  readonly #trace: Trace
  readonly #started = performance.now()
  /** Headers of this response besides those of the answer; names and values alternate. */
  readonly #headers: string[]
  /** The bytes that are set aside for the body, and those that are kept for an answer in the making. */
  #body: Held | undefined
  #making: Held | undefined
  #judgedSteps = 0

  constructor(service: HttpService, connection: ClientConnection, request: IncomingMessage, response: Response) {
    const target = targetOf(request.url ?? '', request.headers.host)
    const { route: found, segment } = (target && service.routes.find(target.path)) ?? {}
    const route = routeFor(found, request.method, target?.query ?? '')
    this.#service = service
    this.#connection = connection
    this.#request = request
    this.#response = response
    this.#target = target
    this.#segment = segment
    this.route = route
    const ofAddress = addressed(service, connection, request)
    this.#address = ofAddress.name
    this.#presented = service.keys?.presented(request.headers.authorization, route?.takesBasic === true) ?? 'none'
    this.principal = this.#bearer ?? ofAddress
    this.isPreflight = request.method === 'OPTIONS' && !hasBody(request) && (route !== undefined || request.url === '*')
    this.#trace = traceOf(request)
    this.#headers = [...(route?.headers ?? []), ...echoOf(this.#trace)]
    this.#audience = audienceOf(route)
    connection.audience = this.#audience
    response.keepAlive = service.keepAlive
    response.outbox = service.outbox
    response.whenWritten = () => connection.sent(response, this.principal)
  }

  get #methods(): Methods {
    const { changes, body } = this.route ?? {}
    if (changes !== undefined) return changingMethods(changes.map(({ method }) => method))
    return (body === undefined ? readingMethods : postingMethods)[this.#audience]
  }

  get #bearer(): Bearer | undefined {
    return bearerIn(this.#presented)
  }

  /** Takes a token; undefined if there is no limit. */
  take(): Admission | Promise<Admission> | undefined {
    const { limiter, clock } = this.#service
    const rate = this.#bearer?.rate
    return rate === 'none' ? undefined : limiter?.take(this.principal.key, clock(), rate)
  }

  /** Tells the client what it has left. Returns 429 if the request is not admitted. */
  rateLimited({ admitted, left, waitSeconds }: Admission): Answer | undefined {
    const { perMinute, counts } = this.#service
    const bearer = this.#bearer
    const name = bearer === undefined ? 'ip' : 'key'
    const quota = typeof bearer?.rate === 'object' ? bearer.rate.perMinute : perMinute
    this.#headers.push('RateLimit-Policy', `"${name}";q=${quota};w=60`)
    this.#headers.push('RateLimit', `"${name}";r=${left};t=${waitSeconds}`)
    if (admitted) {
      counts.admitted++
      return undefined
    }
    counts.refusals.rate_limited++
    const from = bearer === undefined ? `from ${this.#address}` : `with the key ${bearer.name}`
    const advice = `too many requests ${from}; the next is admitted in ${waitSeconds} s`
    return errorAnswer('rate_limited', advice, ['Retry-After', String(waitSeconds)])
  }

  /** The error that refuses the request because it is for another host. */
  wrongHost(): Answer | undefined {
    if (this.route?.isForProbes) return undefined
    const { hosts, privateHosts } = this.#service
    return (hosts ?? (isGuarded(this.route) ? privateHosts : undefined))?.refusal(this.#request.headers.host)
  }

  /** The error that refuses the request by its head; undefined if it is accepted. */
  refusal(): Answer | undefined {
    const [request, target, route] = [this.#request, this.#target, this.route]
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
    if (!this.#methods.names.includes(method)) return methodRefused(method, this.#methods)
    const refused = route.scopes && this.#service.keys?.refusal(route.scopes, this.#presented)
    if (refused?.status === statusOf.key_required && route.takesBasic) return askingForPassword(refused)
    const early = refused ?? route.refusalByHead?.(target.query, this.#sender)
    if (early) return early
    if (method !== 'OPTIONS' && route.body !== undefined) return bodyFault(request, route.body)
    if (!hasBody(request)) return undefined
    return errorAnswer('bad_request', 'a request body is not accepted; parameters go in the URL')
  }

  /** The body, or the answer that refuses it. Its bytes are set aside until the request is answered. */
  body(rule: BodyRule): Promise<Uint8Array | Answer> | Answer {
    const request = this.#request
    const length = Number(request.headers['content-length'] ?? rule.limit)
    this.#body = this.#connection.reserve(this.principal, length, rule.limit)
    const excess = this.#service.usageLimits.refusal(this.principal, 'bodies')
    if (excess !== undefined) return overloaded(excess)
    if (request.headers.expect !== undefined && request.httpVersion === '1.1') this.#response.writeContinue()
    const { patience } = this.#service
    return receivedBody(request, rule, { patience, isAwaited: () => this.#connection.isAwaiting() })
  }

  get #sender(): Caller {
    const { headers } = this.#request
    const { keys } = this.#service
    const connection = this.#connection
    return {
      principal: this.principal,
      address: this.#address,
      segment: this.#segment,
      headerOf: (name: string) => headerIn(headers, name),
      get left() {
        return connection.left
      },
      printingRefused: () => keys?.refusal(['print'], this.#presented),
    }
  }

  call(body: Uint8Array | undefined): EndpointCall {
    const { headers } = this.#request
    const call = { route: this.route!, query: this.#target!.query, headers, sender: this.#sender, body }
    return new EndpointCall(call, this.#service.log)
  }

  /** The endpoint's answer, or a promise of it; `step` if this was one of its steps, and more are needed, `waits` if there is no room for it. */
  answer(call: EndpointCall, isSmall: boolean): Answer | LongAnswer | LiveAnswer | Promise<Answer> | 'step' | 'waits' {
    const { usageLimits } = this.#service
    if (call.isBegun) {
      const growth = usageLimits.growth(this.principal)
      if (typeof growth === 'object') return overloaded(growth.refusal)
      if (growth === 'waits') return growth
    } else if (!isSmall) {
      const excess = usageLimits.refusal(this.principal, 'unread')
      if (excess !== undefined) return overloaded(excess)
    }
    return call.next() ?? this.#stepTaken(call.last!)
  }

  /** Counts what the answer in the making keeps. Gives it up at its beginning if it would take too long. */
  #stepTaken({ kept, left }: AnswerStep): Answer | 'step' {
    const { roundOfBatches, counts } = this.#service
    this.#making ??= this.#connection.make(this.principal)
    this.#making.resize(kept)
    if (left === undefined || this.#judgedSteps++ === stepsToJudge) return 'step'
    const seconds = Math.ceil((left * roundOfBatches()) / 1000)
    if (seconds <= longestMaking) return 'step'
    counts.refusals.expired++
    return overloaded(`the answer would take about ${seconds} s beside those of others; ask for less at once, or later`)
  }

  send(answer: Answer | LongAnswer | LiveAnswer, place: QueuePlace): 'sent' {
    this.release()
    if (isLive(answer)) {
      this.#service.live.add(this.#response, answer.body, () => this.#mayGoOn())
      sendLive(this.#response, answer, { audience: this.#audience, more: this.#headers })
      return this.#sent(answer, answer.body.length ?? 0, place)
    }
    const bytes = sendAnswer(this.#response, answer, { audience: this.#audience, more: this.#headers })
    return this.#sent(answer, bytes, place)
  }

  /** Whether its key lets it still do what the route needs. */
  #mayGoOn(): boolean {
    const { keys } = this.#service
    const { scopes = [], takesBasic = false } = this.route!
    const presented = keys?.presented(this.#request.headers.authorization, takesBasic) ?? 'none'
    return keys?.refusal(scopes, presented) === undefined
  }

  sendPreflight(place: QueuePlace): 'sent' {
    sendPreflight(this.#response, this.#methods, this.#headers)
    return this.#sent({}, 0, place)
  }

  /** Answers 503, because the request has waited too long. */
  expire(place: QueuePlace): 'sent' {
    this.#service.counts.refusals.expired++
    const what = this.#making === undefined ? 'its turn' : 'room for its answer, because replies are not read'
    return this.send(overloaded(`the request has waited too long for ${what}`), place)
  }

  #sent(answer: Told, bytes: number, place: QueuePlace): 'sent' {
    this.release()
    this.#record(this.#response.statusCode, bytes, answer)
    place.leave(this.#response)
    return 'sent'
  }

  /** Answers, and closes the connection: further input is not a request, or is a body that is not read. */
  close(answer: Answer): void {
    const isHead = this.#request.method === 'HEAD'
    this.release()
    this.#record(answer.status, isHead ? 0 : answer.body.length, answer)
    this.#request.resume()
    const bytes = finalResponse(answer, { audience: this.#audience, more: this.#headers }, isHead)
    this.#connection.closeAfter(bytes, answer.status)
  }

  /** What the request and its answer have kept is the response's from now on. */
  release(): void {
    this.#body?.release()
    this.#making?.release()
  }

  #record(status: number, bytes: number, { code, job }: Told): void {
    const milliseconds = performance.now() - this.#started
    const method = this.#request.method ?? ''
    const key = nameIn(this.#presented)
    const { traceparent, requestId } = this.#trace
    const record = { method, route: this.route?.path, status, bytes, milliseconds, client: this.#address }
    this.#service.log.request({ ...record, code, job, key, traceparent, requestId })
  }
}

/** The refusal of a request without a good key as programs take it that ask a person for a name and a password (RFC 7617, 2). */
function askingForPassword(refused: Answer): Answer {
  return { ...refused, headers: ['WWW-Authenticate', 'Basic realm="quietzone", charset="UTF-8"'] }
}

/** What of an answer is in the log. */
type Told = Pick<Answer, 'code' | 'job'>

/** What a request says of itself, by which it is found in the logs of others. */
interface Trace {
  /** W3C Trace Context, 3.2: version, trace, parent and flags. */
  readonly traceparent: string | undefined
  readonly requestId: string | undefined
}

function traceOf({ headers }: IncomingMessage): Trace {
  const traceparent = headerIn(headers, 'traceparent')
  const requestId = headerIn(headers, 'x-request-id')
  return {
    traceparent: /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(traceparent ?? '')
      ? traceparent
      : undefined,
    requestId: /^[!-~]{1,128}$/.test(requestId ?? '') ? requestId : undefined,
  }
}

/** Headers of the answer; names and values alternate. */
function echoOf({ traceparent, requestId }: Trace): readonly string[] {
  const trace = traceparent === undefined ? [] : ['traceparent', traceparent]
  return requestId === undefined ? trace : [...trace, 'X-Request-Id', requestId]
}

/** Seconds that an answer may be in the making. Proxies wait for a minute. */
const longestMaking = 50

/** Steps at whose time the time of all is guessed. */
const stepsToJudge = 32

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

function addressed({ trusted }: HttpService, { peer }: ClientConnection, { headers }: IncomingMessage): Principal {
  if (trusted === undefined) return peer
  const forwarded = headers['x-forwarded-for']
  return principalBehind(peer, Array.isArray(forwarded) ? forwarded.join() : forwarded, trusted)
}

/** A request for an endpoint. */
interface Call {
  readonly route: Route
  readonly query: string
  readonly headers: IncomingMessage['headers']
  readonly sender: Caller
  /** Undefined if the request has none. */
  readonly body: Uint8Array | undefined
}

const noBytes = new Uint8Array(0)

/** The answer of an endpoint, which it may make in steps, and at the end wait for. */
class EndpointCall {
  /** Undefined once the endpoint has been called: its steps keep what they need of it. */
  #call: Call | undefined
  #steps: Steps | undefined
  readonly #log: Log

  constructor(call: Call, log: Log) {
    this.#call = call
    this.#log = log
  }

  /** What the last step has left; undefined before the first. */
  last: AnswerStep | undefined

  get isBegun(): boolean {
    return this.#call === undefined
  }

  /**
   * Takes the next step. Returns the answer, 500 if the endpoint fails, or a promise of that, which is never rejected; undefined if
   * more steps are needed.
   */
  next(): Answer | LongAnswer | LiveAnswer | Promise<Answer> | undefined {
    try {
      const answering = this.#steps ?? this.#begun(this.#call!)
      if (!('next' in answering)) return this.#safe(answering)
      this.#steps = answering
      const step = answering.next()
      if (step.done) return this.#safe(step.value)
      this.last = step.value
      return undefined
    } catch (error) {
      return this.#failed(error)
    }
  }

  #begun({ route, query, headers, sender, body }: Call): Answering {
    this.#call = undefined
    if (route.body === undefined) return route.endpoint(query, headers['accept-language'], sender)
    const isLeftOut = body === undefined && route.body.isOptional === true
    const mediaType = isLeftOut ? undefined : mediaTypeOf(headers['content-type'] ?? 'application/octet-stream')
    return route.endpoint(query, { mediaType, bytes: body ?? noBytes }, sender)
  }

  #safe<A extends Answer | LongAnswer | LiveAnswer>(answer: A | Promise<Answer>): A | Answer | Promise<Answer> {
    return answer instanceof Promise ? answer.catch((error: unknown) => this.#failed(error)) : answer
  }

  #failed(error: unknown): Answer {
    const id = randomUUID()
    this.#log.fault(id, error)
    return errorAnswer('internal_error', `a fault of this service, not of the request; request id ${id}`)
  }
}

function headerIn(headers: Call['headers'], name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}
