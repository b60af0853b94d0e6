/**
 * What the search for a symbol has cost so far. All of it is bounded: a picture can be made in which everything looks a
 * little like a symbol.
 */
export class Effort {
  /** Pixels and edges that were looked at for candidates: each a step of the same few nanoseconds. */
  steps = 0
  /** Candidates that were not looked at any more. */
  skipped = 0
}
