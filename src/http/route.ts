import type { BodyEndpoint, Endpoint } from '../answer.ts'

/** The bodies that a route accepts. */
export interface BodyRule {
  /** The maximum number of bytes. */
  readonly limit: number
  /** In lower case, without parameters. */
  readonly mediaTypes: readonly string[]
}

interface Path {
  readonly path: string
  /** Whether requests count towards the rate limit. */
  readonly limited: boolean
  /** Whether answers take so long that they are computed one at a time, with clients taking turns. */
  readonly isDrawing: boolean
  /** Headers of every response of this route; names and values alternate. */
  readonly headers: readonly string[]
}

/** A path of the server, and the endpoint that answers its requests: those of GET and HEAD, or those of POST, which have a body. */
export type Route = Path &
  (
    | { readonly endpoint: Endpoint; readonly body?: undefined }
    | { readonly endpoint: BodyEndpoint; readonly body: BodyRule }
  )

/** Routes by path. */
export type Routes = ReadonlyMap<string, Route>
