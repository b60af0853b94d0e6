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
  /** Saves a design in place of the one of its name; undefined where designs are not changed. @returns false if there are too many @throws what the disk does */
  save?(name: string, definition: object): boolean
  remove?(name: string): void
}

export const noDesigns: Designs = { list: () => [], find: () => undefined }
