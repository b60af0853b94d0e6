import type { Counters } from './compose.ts'
import type { Design } from './design.ts'

/** The designs that a service knows. */
export interface Designs {
  /** By name, in order. */
  list(): readonly Design[]
  find(name: string): Design | undefined
  /** What numbers labels; undefined where nothing does. */
  readonly counters: Counters | undefined
}

export const noDesigns: Designs = { list: () => [], find: () => undefined, counters: undefined }
