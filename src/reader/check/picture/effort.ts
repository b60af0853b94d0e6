/**
 * The work of the search for a symbol so far. It is bounded, because in a malicious picture everything may look a little
 * like a symbol.
 */
export class Effort {
  /** Pixels and edges examined for candidates, each a step of a few nanoseconds. */
  steps = 0
  /** Comparisons of bars and spaces with modules whose number is unknown. */
  tried = 0
  /** Candidates left out because the bound was reached. */
  skipped = 0
  /** The number of steps at which the present part of the search ends. */
  most = Infinity

  /** Whether the search may take so many more steps, which are then counted; otherwise a candidate is left out. */
  affords(steps: number): boolean {
    const isAfforded = this.steps + steps <= this.most
    if (isAfforded) this.steps += steps
    else this.skipped++
    return isAfforded
  }
}
