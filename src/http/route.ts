import type { Endpoint } from '../answer.ts'

/** One path of the server, and what answers its requests. */
export interface Route {
  readonly path: string
  readonly endpoint: Endpoint
  /** Whether a request costs the client a token. */
  readonly limited: boolean
  /** Whether answers take so much work that they are made one at a time, with clients taking turns. */
  readonly isDrawing: boolean
  /** Headers of every response of this route: name and value in turn. */
  readonly headers: readonly string[]
}

/** By path. */
export type Routes = ReadonlyMap<string, Route>
