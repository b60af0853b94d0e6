import type { Design } from './design.ts'

/** The designs that a service knows. */
export interface Designs {
  /** By name, in order. */
  list(): readonly Design[]
  find(name: string): Design | undefined
  /** The JSON value of a design, to begin another one with; undefined if there is none to give. */
  definition?(name: string): object | undefined
  /** Looks at once at the files of designs, and reads those that have changed. */
  look?(): void
}

export const noDesigns: Designs = { list: () => [], find: () => undefined }
