/** What a route is: a path, what answers its requests, and what holds of these. */

import type { Answer, Answering, BodyEndpoint, Caller, Endpoint } from '../answer.ts'

/**
 * What a key may do: print labels, ask for the printers, see and steer jobs, set counters, save designs, read the metrics, see the keys. A key
 * that may print sees the printers, too.
 */
export const scopes = ['print', 'printers', 'jobs', 'counters', 'designs', 'metrics', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** The bodies that a route accepts. All have half a minute, and beyond that have to come at 32 KB/s at least (body.ts). */
export interface BodyRule {
  /** The maximum number of bytes. */
  readonly limit: number
  /** In lower case, without parameters. */
  readonly mediaTypes: readonly string[]
  /** Whether a request without a body is accepted too; it needs no Content-Type. */
  readonly isOptional?: boolean
  /** Whether any other media type is accepted too, and none: the bytes say what they are. */
  readonly isAny?: boolean
}

/** What is known of a caller before its body is read. */
export type HeadCaller = Pick<Caller, 'segment' | 'address' | 'headerOf' | 'printingRefused'>

interface Path {
  readonly path: string
  /** Whether it is the beginning of a path, and the endpoint is told the rest, undecoded. */
  readonly isBeginning?: boolean
  /** Whether requests count towards the rate limit. */
  readonly limited: boolean
  /** Whether answers take so long that they are computed one at a time, with clients taking turns. */
  readonly isDrawing: boolean
  /** Headers of every response of this route; names and values alternate. */
  readonly headers?: readonly string[]
  /** Whether pages of other origins may neither send requests that need a preflight nor read answers. */
  readonly isPrivate?: boolean
  /** All that a key must let its bearer do, where the service has keys. */
  readonly scopes?: readonly Scope[]
  /** What methods do besides those of the endpoint, which pages of other origins may not send with a preflight. */
  readonly changes?: readonly Change[]
  /** What holds of requests with such a query besides. */
  readonly restricted?: (query: string) => Pick<Path, 'isPrivate' | 'scopes'> | undefined
  /** Whether the key may be the password of Basic, for webhooks that can send no header but what is in their URL. */
  readonly takesBasic?: boolean
  /** Whether probes call it under any host name: it tells nothing but that the service is there. */
  readonly isForProbes?: boolean
  /** The answer to a request that its query and headers alone refuse: it is told before its body is read and a turn is waited for. */
  readonly refusalByHead?: (query: string, sender: HeadCaller) => Answer | undefined
}

/** What another method of a path does. */
export interface Change {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly endpoint: BodyEndpoint
  readonly body: BodyRule
  /** In place of those of the path. */
  readonly scopes?: readonly Scope[]
}

/** Of requests that have none. */
export const noBody: BodyRule = { limit: 0, mediaTypes: ['text/plain'], isOptional: true }

/** A path of the server, and the endpoint that answers its requests: those of GET and HEAD, or those of POST, which have a body. */
export type Route = Path &
  (
    | { readonly endpoint: Endpoint<Answering>; readonly body?: undefined }
    | { readonly endpoint: BodyEndpoint; readonly body: BodyRule }
  )

/** Costs no token: reading a page must not use up the tokens for its own requests to the API. */
export const free = { limited: false, isDrawing: false } as const

/** Costs a token. */
export const counted = { limited: true, isDrawing: false } as const

/** Costs a token, and waits for its client's turn. */
export const drawn = { limited: true, isDrawing: true } as const

/** No page of another origin may send it or read its answer: it prints, or tells how much a warehouse prints. @param scopes  all that a key needs */
export const privateTo = (...scopes: readonly Scope[]) => ({ isPrivate: true, scopes }) as const
