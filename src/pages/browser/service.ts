/** Requests to the service: what is asked, how often, and what came of it. */

import { words } from './words.ts'

/** What is wrong with one parameter of a request. */
export interface Fault {
  readonly parameter: string
  readonly code: string
  /** In the language of the page where a page says how; otherwise English. */
  readonly message: string
  /** Of a strict request: the code of the warning. */
  readonly warning?: string
  /** Values in place of those given, by parameter; those of all faults together are a request that draws. */
  readonly suggestion?: Readonly<Record<string, string>>
  /** Of a GS1 message: the AI, the rule, and the characters of the text, as code points from 1, both included. */
  readonly ai?: string
  readonly rule?: string
  readonly from?: number
  readonly to?: number
  /** Of a design on other labels: the size that it is for, and the size of those that there are. */
  readonly sizes?: { readonly design: string; readonly stock: string }
  /** The character of the text, from 1. */
  readonly position?: number
  /** Of a table: the row, from 1. */
  readonly row?: number
}

/** What is sent with a request. */
export interface Body {
  readonly type:
    | 'text/csv'
    | 'application/json'
    | 'application/octet-stream'
    | 'image/png'
    | 'image/jpeg'
    | 'image/svg+xml'
    | 'application/pdf'
    | 'application/zpl'
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A request that is not a GET. */
export interface Posted {
  /** POST by default. */
  readonly method?: 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body | undefined
}

/** Why the service refuses a request; `faults` is empty if no parameter is to blame. */
export interface ServiceRefusal {
  readonly message: string
  /** The API's code; undefined if the page refuses by itself. */
  readonly code?: string
  readonly faults: readonly Fault[]
  /** Of a key that may not: what it would have to be allowed. */
  readonly scopes?: readonly string[]
  /** Of a job that a printer was sent: what became of it. */
  readonly delivery?: JobDelivery
}

/** What became of a print job, in labels. */
export interface JobDelivery {
  readonly sent: number
  /** Of those, the labels that the printer has received, and that have come out; undefined if it does not count. */
  readonly received: number
  readonly printed: number | undefined
  /** The first row that is not known to be printed, or received, from 1; undefined if there is none. */
  readonly from: number | undefined
}

/** The result of one request. */
export type RequestOutcome =
  | { readonly kind: 'done'; readonly response: Response }
  | ({ readonly kind: 'refused' } & ServiceRefusal)
  /** The same request may succeed after `seconds`. */
  | { readonly kind: 'later'; readonly seconds: number; readonly message: string }
  /** No answer, or one that a proxy gave in its place; worth another try after `seconds`, or at once. */
  | { readonly kind: 'unanswered'; readonly seconds: number }

/** The service, which is asked as often as it allows. */
export class ServiceClient {
  /** Requests left by the server's last count, less those sent since; aborted requests count as well. */
  #left = Number.POSITIVE_INFINITY
  #secondsToNext = 0
  /** Requests in a row without an answer of the service. */
  #unanswered = 0
  /** Requests that are not urgent wait until this time, in milliseconds of performance.now(). */
  #notBefore = 0
  /** The key of whoever prints here; undefined if there is none, or none is needed. */
  key: string | undefined
  readonly #inWords: (address: string, refusal: ServiceRefusal) => ServiceRefusal

  /** @param inWords  a refusal of a request to an address, in the language of the page */
  constructor(inWords: (address: string, refusal: ServiceRefusal) => ServiceRefusal = (_, refusal) => refusal) {
    this.#inWords = inWords
  }

  /** Milliseconds to wait so that a request stays within the limit. */
  waitTime(): number {
    return Math.max(0, this.#notBefore - performance.now())
  }

  /** Sends a request: GET, or what is posted. Rejects only if `signal` is aborted. */
  async ask(url: string, signal?: AbortSignal, posted?: Posted): Promise<RequestOutcome> {
    this.#setRemaining(this.#left - 1)
    const request = new AbortController()
    signal?.addEventListener('abort', () => request.abort())
    const timer = setTimeout(() => request.abort(), (posted === undefined ? patience : patienceWithPost) * 1000)
    try {
      const sent = posted === undefined ? {} : postOf(posted)
      const authorized = { ...sent.headers, ...this.#authorization(url, posted?.method) }
      const response = await fetch(url, { ...sent, headers: authorized, signal: request.signal })
      return await this.#outcomeOf(url, response, signal)
    } catch (error) {
      if (signal?.aborted) throw error
      return this.failed()
    } finally {
      clearTimeout(timer)
    }
  }

  async #outcomeOf(url: string, response: Response, signal: AbortSignal | undefined): Promise<RequestOutcome> {
    const refusal = response.ok ? undefined : await refusalIn(response)
    signal?.throwIfAborted()
    if (isOfProxy(response, refusal)) return this.failed()
    this.#unanswered = 0
    this.#readLimit(response.headers)
    if (response.ok) return { kind: 'done', response }
    const { status, statusText, headers } = response
    const found =
      refusal === undefined
        ? { message: words.service.answer(`${status} ${statusText}`.trim()), faults: [] }
        : this.#inWords(url, refusal)
    if (status !== 429 && status !== 503) return { kind: 'refused', ...found }
    const seconds = Number(headers.get('Retry-After') ?? 1) || 1
    this.#notBefore = performance.now() + seconds * 1000
    return { kind: 'later', seconds, message: found.message }
  }

  /** The key goes with what may need one, and with nothing else. */
  #authorization(url: string, method?: Posted['method']): { readonly Authorization?: string } {
    const isNeeded =
      method !== undefined || /^api\/v1\/(?:print|jobs|scans|counters|keys|state|plan\?.*&printer=)/.test(url)
    return isNeeded && this.key !== undefined ? { Authorization: `Bearer ${this.key}` } : {}
  }

  /**
   * Asks for a stream of events, whose answer has no end; the count of the limit heeds it as any other request.
   *
   * @param from  the id of the last event that is known
   */
  async stream(url: string, signal: AbortSignal, from: string | undefined): Promise<RequestOutcome> {
    this.#setRemaining(this.#left - 1)
    try {
      const last = from === undefined ? {} : { 'Last-Event-ID': from }
      const headers = { Accept: 'text/event-stream', ...last, ...this.#authorization(url) }
      return await this.#outcomeOf(url, await fetch(url, { headers, signal }), signal)
    } catch (error) {
      if (signal.aborted) throw error
      return this.failed()
    }
  }

  /**
   * Sends a GET that can wait, as often as it takes until the service draws or refuses.
   *
   * @param waiting  called with what to say before each wait that the service asks for
   * @throws if `signal` is aborted
   */
  async patiently(
    url: string,
    signal: AbortSignal,
    waiting: (why: string) => void,
  ): Promise<Extract<RequestOutcome, { kind: 'done' | 'refused' }>> {
    for (;;) {
      await passed(this.waitTime(), signal)
      const outcome = await this.ask(url, signal)
      if (outcome.kind === 'done' || outcome.kind === 'refused') return outcome
      const { kind, seconds } = outcome
      waiting(kind === 'later' ? words.service.later(seconds) : words.service.unanswered(seconds))
      await passed(seconds * 1000, signal)
    }
  }

  /** The outcome of a try without an answer, each of which doubles the wait before the next one. */
  failed(): RequestOutcome & { readonly kind: 'unanswered' } {
    return { kind: 'unanswered', seconds: Math.min(2 ** this.#unanswered++, longestWait) }
  }

  /** Adopts the server's count. A cached response has an old one, which does no harm. */
  #readLimit(headers: Headers): void {
    const [, requests, seconds] = limitForm.exec(headers.get('RateLimit') ?? '') ?? []
    if (seconds !== undefined) this.#secondsToNext = Number(seconds)
    this.#setRemaining(requests === undefined ? Number.POSITIVE_INFINITY : Number(requests))
  }

  /** Sets how many requests are left; if they are few, the next ones wait. */
  #setRemaining(requests: number): void {
    this.#left = requests
    this.#notBefore = requests <= reserve ? performance.now() + this.#secondsToNext * 1000 : 0
  }
}

/** Requests that typing does not use, so that a print or a download is not refused. */
const reserve = 4

/** The RateLimit header: requests left, and seconds until the next one is allowed. */
const limitForm = /^"ip";r=(\d+);t=(\d+)$/

/** The longest wait between two tries, in seconds. */
const longestWait = 30
/** Seconds after which a request is given up; one that posts may draw hundreds of labels, or wait for a printer. */
const [patience, patienceWithPost] = [30, 180] as const

/** Work of which only the latest counts: each begins by aborting the one before. */
export class Latest {
  #controller = new AbortController()

  /** Of the work that counts now. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Aborts the work that counts now. @returns the signal of the next */
  abort(): AbortSignal {
    this.#controller.abort()
    this.#controller = new AbortController()
    return this.signal
  }

  /** Does `work` in place of the one before. */
  start(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.abort()
    return this.go(work)
  }

  /** Does `work` as a part of what counts now. What it throws once that is aborted is not an error. */
  async go(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
}

/** Resolves after a time. @throws if `signal` is aborted before */
export function passed(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

function postOf({ method, headers, body }: Posted): RequestInit & Pick<Posted, 'headers'> {
  const type = body && { 'Content-Type': body.type }
  return { method: method ?? 'POST', headers: { ...headers, ...type }, ...(body && { body: body.bytes }) }
}

/** Whether a proxy answered: with an error that is not in the service's form, or with a page of its own. */
function isOfProxy({ ok, status, headers }: Response, refusal: ServiceRefusal | undefined): boolean {
  if (ok) return headers.get('Content-Type')?.startsWith('text/html') ?? false
  return refusal === undefined && status >= 500
}

/** How many rows of a table are drawn. */
export interface DrawnRows {
  readonly drawn: number
  readonly of: number
}

/** What an answer says of the rows that it was asked for, if it does. */
export function rowsIn({ headers }: Response): DrawnRows | undefined {
  const [, drawn, of] = /^(\d+)\/(\d+)\b/.exec(headers.get('Quietzone-Rows') ?? '') ?? []
  return of === undefined ? undefined : { drawn: Number(drawn), of: Number(of) }
}

/** The service's message and faults; undefined if the answer is not in its form, because a proxy gave it. */
async function refusalIn(response: Response): Promise<ServiceRefusal | undefined> {
  try {
    const { error } = objectIn(await response.json())
    const { message, code, faults } = objectIn(error)
    const delivery = deliveryIn(error)
    const scopes = scopesIn(response)
    if (typeof message !== 'string') return undefined
    return {
      message,
      ...(typeof code === 'string' && { code }),
      faults: Array.isArray(faults) ? faults.filter(isFault) : [],
      ...(scopes && { scopes }),
      ...(delivery && { delivery }),
    }
  } catch {}
  return undefined
}

/** What the request needs that its key lacks (RFC 6750, 3.1); undefined if the answer does not say. */
function scopesIn({ headers }: Response): readonly string[] | undefined {
  return /\bscope="([^"]+)"/.exec(headers.get('WWW-Authenticate') ?? '')?.[1]?.split(' ')
}

/** Why a request is not done, as a sentence. @param words  for those that the service does not refuse */
export function notDoneText(
  outcome: Exclude<RequestOutcome, { kind: 'done' }>,
  words: { readonly later: (seconds: number) => string; readonly unanswered: string },
): string {
  switch (outcome.kind) {
    case 'refused':
      return outcome.message
    case 'later':
      return words.later(outcome.seconds)
    case 'unanswered':
      return words.unanswered
  }
}

/** What `value` says of a print job, if it does. */
export function deliveryIn(value: unknown): JobDelivery | undefined {
  const { sent, received, printed, from } = objectIn(value)
  const [ofSent, ofReceived, ofPrinted] = [sent, received, printed].map((amount) => objectIn(amount).labels)
  if (typeof ofSent !== 'number' || typeof ofReceived !== 'number') return undefined
  const told = typeof ofPrinted === 'number' ? ofPrinted : undefined
  return { sent: ofSent, received: ofReceived, printed: told, from: typeof from === 'number' ? from : undefined }
}

function isFault(value: unknown): value is Fault {
  const { parameter, code, message } = objectIn(value)
  const { from, to, position, row, suggestion, sizes } = objectIn(value)
  const isPlaced = [from, to, position, row].every((place) => place === undefined || typeof place === 'number')
  const isSized = sizes === undefined || [objectIn(sizes).design, objectIn(sizes).stock].every(isText)
  const isSuggested = Object.values(objectIn(suggestion)).every(isText)
  return isPlaced && isSized && isSuggested && [parameter, code, message].every(isText)
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** `value` if it is an object, otherwise an empty object. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
