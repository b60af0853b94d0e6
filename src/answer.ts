import type { Suggestion } from '../symbologies/index.ts'

/** The stable error codes, and the HTTP status of each. */
export const statusOf = {
  invalid_encoding: 400,
  duplicate_parameter: 400,
  missing_parameter: 400,
  invalid_parameter: 400,
  bad_request: 400,
  invalid_design: 400,
  own_address: 400,
  key_required: 401,
  key_unknown: 401,
  key_expired: 401,
  print_not_allowed: 403,
  not_allowed: 403,
  not_found: 404,
  printer_unknown: 404,
  design_unknown: 404,
  job_unknown: 404,
  no_state: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  job_state: 409,
  counter_used: 409,
  designs_fixed: 409,
  keys_fixed: 409,
  printers_fixed: 409,
  counter_overlaps: 409,
  job_cancelled: 409,
  design_changed: 412,
  printer_changed: 412,
  setup_changed: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  wrong_host: 421,
  invalid_character: 422,
  invalid_length: 422,
  bad_check_digit: 422,
  data_too_long: 422,
  does_not_fit: 422,
  invalid_document: 422,
  not_conforming: 422,
  not_served: 422,
  too_many_labels: 422,
  invalid_rows: 422,
  missing_field: 422,
  invalid_field: 422,
  no_counter: 422,
  key_used: 422,
  counter_unknown: 422,
  counter_exhausted: 422,
  gs1_syntax: 422,
  gs1_unknown_ai: 422,
  gs1_invalid_value: 422,
  gs1_missing_ai: 422,
  gs1_excluded_ai: 422,
  gs1_carrier: 422,
  rate_limited: 429,
  uri_too_long: 431,
  internal_error: 500,
  verification_failed: 500,
  printer_unreachable: 502,
  printer_refused: 502,
  overloaded: 503,
  state_full: 503,
  state_failed: 503,
  printer_timeout: 504,
} as const

export type ErrorCode = keyof typeof statusOf

/** A fault of one parameter. */
export interface Fault {
  /** The parameter's name, as in the request. */
  readonly parameter: string
  readonly code: ErrorCode
  /** For people, without the parameter's name. */
  readonly message: string
  /** The code of the warning that a strict request does not accept. */
  readonly warning?: string
  /** The position in the text, in Unicode code points from 1. */
  readonly position?: number
  /** Of a table: the number of the row, from 1, without the header. */
  readonly row?: number
  /** Of a GS1 message: the AI and the rule that is broken, and the characters that break it, both included. */
  readonly ai?: string
  readonly rule?: string
  readonly from?: number
  readonly to?: number
  /** Of a design on other labels: the size that it is for, and the size of those that the printer or the sheet has. */
  readonly sizes?: { readonly design: string; readonly stock: string }
  /** The smallest change of the request that draws, by parameter. */
  readonly suggestion?: Suggestion
}

export type MediaType =
  | 'image/png'
  | 'image/svg+xml'
  | 'application/pdf'
  | 'application/zpl'
  | 'application/octet-stream'
  | 'application/ipp'
  | 'application/json'
  | 'text/event-stream'
  | 'text/csv; charset=utf-8'
  | 'text/plain; version=0.0.4; charset=utf-8'
  | 'text/html; charset=utf-8'
  | 'text/css; charset=utf-8'
  | 'text/javascript; charset=utf-8'

/** A response as plain data: src/server/api and src/pages make it, src/server/http sends it. */
export interface Answer<Content = Uint8Array> {
  readonly status: number
  readonly type: MediaType
  readonly body: Content
  /** Seconds that a cache may keep it; 0: it must not be cached. */
  readonly maxAge: number
  /** Whether a cache need not ask for it again, since its path always has this very content (RFC 8246). */
  readonly isImmutable?: boolean
  /** Headers of this answer only; names and values alternate. */
  readonly headers: readonly string[]
  /** Of an error, for the log. */
  readonly code?: ErrorCode | undefined
  /** The number of the job that it is about, for the log. */
  readonly job?: number | undefined
}

/** A long body, in the pieces in which it was made. */
export interface Pieces {
  /** In bytes. */
  readonly length: number
  /** Each piece is forgotten as soon as it has been given, so this can be iterated once. */
  readonly pieces: IterableIterator<Uint8Array>
}

/** An answer whose body is never gathered in one array. */
export type LongAnswer = Answer<Pieces>

/** A body that is made while it is read: each part when the client has room for it. */
export interface Live {
  /** Bytes of the whole, where that is known. */
  readonly length?: number
  /** Whether it has no end of its own, as a stream of events. */
  readonly isEndless?: boolean
  /** The next part; later: there is none yet; undefined: that was the last. */
  next(): Uint8Array | 'later' | undefined
  /** Calls `listener` whenever there may be more. */
  onMore(listener: () => void): void
  /** Nothing more is read: it was the last part, or the client has gone, or the service stops. Called once. */
  close(): void
}

/** An answer that goes on while it is read. It is never cached. */
export type LiveAnswer = Answer<Live>

/** What a step towards an answer leaves. */
export interface AnswerStep {
  /** Bytes that are kept for the answer by then, besides the body of the request. */
  readonly kept: number
  /** Steps that are left; undefined until that is known. */
  readonly left?: number
}

/**
 * An answer that is made in steps, so that other clients are served between any two of them. A promise may be the last one: what it
 * waits for keeps its own account.
 */
export type Steps = Iterator<AnswerStep, Answer | LongAnswer | Promise<Answer>>

/** How an endpoint answers: at once, in steps, or when others have done their part, such as a printer. */
export type Answering = Answer | LiveAnswer | Steps | Promise<Answer>

/** Answers the requests for one path, from the raw query; pages heed the header Accept-Language too, and few others who sends it. */
export type Endpoint<A extends Answering = Answer> = (query: string, acceptLanguage?: string, sender?: Caller) => A

/** The body of a request. */
export interface Body {
  /** In lower case, without parameters: `text/csv`. Undefined if there is no body, and none is needed. */
  readonly mediaType: string | undefined
  readonly bytes: Uint8Array
}

/** The value of a request header, by its name in any case. The values of a header that is sent several times are joined by `, `. */
export type HeaderOf = (name: string) => string | undefined

/**
 * Whose a request is: of the key that was shown, or else of the address that it came from. It is made once for each request. Budgets, turns,
 * shares, queues, idempotency keys, streams of events and jobs go by it, and by nothing else.
 */
export interface Principal {
  /** Unique among all: `key:` and the key's name, or the address, of which the first half of an IPv6 address counts. No address has a letter in it. */
  readonly key: string
  /** For people: the key's name, or the address. */
  readonly name: string
}

/** Who sent a request, where to, and with which headers. */
export interface Caller {
  readonly principal: Principal
  /** The address that the request came from, through trusted proxies, whatever key it showed; undefined where it is not known. */
  readonly address?: string | undefined
  /** What the path has where the route has `{id}`, or after the beginning that the route is, as it was sent. */
  readonly segment?: string | undefined
  readonly headerOf: HeaderOf
  /** Aborted when the client has closed the connection, or its half of it; undefined where that is not known. */
  readonly left?: AbortSignal
  /** The answer that refuses to print, if the service has keys and the request's may not; where only some requests of a path print. */
  readonly printingRefused: () => Answer | undefined
}

/** Like Endpoint, for requests with a body, which may be empty. */
export type BodyEndpoint = (query: string, body: Body, sender: Caller) => Answering

const encoder = new TextEncoder()

/** The API's error object, with the status of its code. */
export function errorAnswer(code: ErrorCode, message: string, headers: readonly string[] = []): Answer {
  return { ...jsonAnswer({ error: { code, message } }), status: statusOf[code], headers, code }
}

/** Like errorAnswer, for an error in parameters, with the fault of each. */
export function faultsAnswer(code: ErrorCode, message: string, faults: readonly Fault[]): Answer {
  return { ...jsonAnswer({ error: { code, message, faults } }), status: statusOf[code], code }
}

/** 503, to try again after a second. @param why  for people */
export function overloaded(why: string): Answer {
  return errorAnswer('overloaded', why, ['Retry-After', '1'])
}

export function jsonAnswer(value: object): Answer {
  const body = encoder.encode(JSON.stringify(value))
  return { status: 200, type: 'application/json', body, maxAge: 0, headers: [] }
}
