import type { Design } from './design.ts'

/** The designs that a service knows. */
export interface Designs {
  /** By name, in order. */
  list(): readonly Design[]
  find(name: string): Design | undefined
}

export const noDesigns: Designs = { list: () => [], find: () => undefined }
