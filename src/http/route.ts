import type { Endpoint } from '../answer.ts'

/** A path of the server, and the endpoint that answers its requests. */
export interface Route {
  readonly path: string
  readonly endpoint: Endpoint
  /** Whether requests count towards the rate limit. */
  readonly limited: boolean
  /** Whether answers take so long that they are computed one at a time, with clients taking turns. */
  readonly isDrawing: boolean
  /** Headers of every response of this route; names and values alternate. */
  readonly headers: readonly string[]
}

/** Routes by path. */
export type Routes = ReadonlyMap<string, Route>
