import type { Malformed } from '../utf8.ts'

export interface Query {
  /** The first value given for each requested name, by the name's index. */
  readonly values: (string | Malformed | undefined)[]
  /** How many times each name was given. */
  readonly counts: number[]
  /** For names given more than once: the first fault in a value after the first. */
  later?: Map<number, Malformed>
  /**
   * Malformed parameters with other names: the first fault, and how many such parameters there are. `name` is the parameter
   * of the first, undecoded if it cannot be decoded.
   */
  malformedOthers?: { readonly name: string; readonly first: Malformed; count: number }
  /** Parameters with other names, if there are any. */
  others?: Others
}

export interface Others {
  /** The first names, at most `mostOthers`, in order of appearance; undecoded if they cannot be decoded. */
  readonly names: Set<string>
  /** The first value of each of these names that can be decoded. */
  readonly values?: Map<string, string>
  /** How many parameters have names that are not among these. */
  more: number
}
