import type { Answer, Answering, BodyEndpoint, Caller, Endpoint } from '../../answer.ts'
import type { Scope } from '../access/index.ts'
import type { Audience } from './response-headers.ts'

/** The bodies that a route accepts. All have half a minute, and beyond that have to come at 32 KB/s at least (body.ts). */
export interface BodyRule {
  /** The maximum number of bytes. */
  readonly limit: number
  /** In lower case, without parameters. */
  readonly mediaTypes: readonly string[]
  /** Whether a request without a body is accepted too; it needs no Content-Type. */
  readonly isOptional?: boolean
}

interface Path {
  readonly path: string
  /** Whether it is the beginning of a path, and the endpoint is told the rest, undecoded. */
  readonly isBeginning?: boolean
  /** Whether requests count towards the rate limit. */
  readonly limited: boolean
  /** Whether answers take so long that they are computed one at a time, with clients taking turns. */
  readonly isDrawing: boolean
  /** Headers of every response of this route; names and values alternate. */
  readonly headers: readonly string[]
  /** Whether pages of other origins may neither send requests that need a preflight nor read answers. */
  readonly isPrivate?: boolean
  /** All that a key must let its bearer do, where the service has keys. */
  readonly scopes?: readonly Scope[]
  /** What holds of requests with such a query besides. */
  readonly restricted?: (query: string) => Pick<Path, 'isPrivate' | 'scopes'> | undefined
  /** Whether the key may be the password of Basic, for webhooks that can send no header but what is in their URL. */
  readonly takesBasic?: boolean
  /** Whether probes call it under any host name: it tells nothing but that the service is there. */
  readonly isForProbes?: boolean
  /** The answer to a request that its query and headers alone refuse: it is told before its body is read and a turn is waited for. */
  readonly refusalByHead?: (query: string, sender: Pick<Caller, 'headerOf' | 'printingRefused'>) => Answer | undefined
}

/** A path of the server, and the endpoint that answers its requests: those of GET and HEAD, or those of POST, which have a body. */
export type Route = Path &
  (
    | { readonly endpoint: Endpoint<Answering>; readonly body?: undefined }
    | { readonly endpoint: BodyEndpoint; readonly body: BodyRule }
  )

/** A route as it holds of requests with a query. */
export function routeFor(route: Route | undefined, query: string): Route | undefined {
  return route?.restricted === undefined ? route : { ...route, ...route.restricted(query) }
}

/** Who may read the answers of a route; those that belong to none are public. */
export function audienceOf(route: Route | undefined): Audience {
  return route?.isPrivate ? 'private' : 'public'
}

/** A route, and what the path of a request has where the route has `{id}`, or after its beginning, as it was sent; undefined if it is the whole path. */
export interface FoundRoute {
  readonly route: Route
  readonly segment: string | undefined
}

const segment = '{id}'

/** Routes by path; in the path of a route, `{id}` stands for one segment of any content. */
export class Routes {
  readonly #whole = new Map<string, FoundRoute>()
  readonly #open: { readonly route: Route; readonly start: string; readonly end: string }[] = []
  readonly #beginnings: readonly Route[]

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const [start = '', end] = route.path.split(segment)
      if (end === undefined) this.#whole.set(route.path, { route, segment: undefined })
      else this.#open.push({ route, start, end })
    }
    this.#beginnings = routes.filter(({ isBeginning }) => isBeginning)
  }

  /** The route of a path: of a whole one, then of one with a variable segment, then of a beginning. */
  find(path: string): FoundRoute | undefined {
    const found = this.#whole.get(path)
    if (found !== undefined) return found
    for (const { route, start, end } of this.#open) {
      if (!path.startsWith(start) || !path.endsWith(end)) continue
      const within = path.slice(start.length, path.length - end.length)
      if (within !== '' && !within.includes('/')) return { route, segment: within }
    }
    const route = this.#beginnings.find(({ path: beginning }) => path.startsWith(beginning))
    return route && { route, segment: path.slice(route.path.length) }
  }
}
