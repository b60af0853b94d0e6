import type { Route } from '../route.ts'
import type { Audience } from './response-headers.ts'

/** A route as it holds of requests with a method and a query. */
export function routeFor(route: Route | undefined, method: string | undefined, query: string): Route | undefined {
  const change = route?.changes?.find((each) => each.method === method)
  if (route !== undefined && change !== undefined) return { ...route, ...change }
  return route?.restricted === undefined ? route : { ...route, ...route.restricted(query) }
}

/** Who may read the answers of a route; those that belong to none are public. */
export function audienceOf(route: Route | undefined): Audience {
  return route?.isPrivate ? 'private' : 'public'
}

/** Whether requests print, keep something or are told what is private; where a key may be in a URL, it is one that prints. */
export function isGuarded(route: Route | undefined): boolean {
  return route?.isPrivate === true || route?.takesBasic === true
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
