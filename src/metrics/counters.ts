import { checkDescription, type Description, type Family, type Sample } from './description.ts'
import { SeriesByLabels } from './series.ts'

/** A number that only grows. */
export class Counter {
  value = 0

  /** @param amount  0 or more */
  add(amount = 1): void {
    this.value += amount
  }
}

/** Counters of one name. */
export class Counters implements Family {
  readonly kind = 'counter'
  readonly description: Description
  readonly #series: SeriesByLabels<Counter>

  constructor(description: Description) {
    checkDescription(description, this.kind)
    this.description = description
    this.#series = new SeriesByLabels(description, () => new Counter())
  }

  /** The counter with these values, in the order of the labels. It is shown from now on, first as 0. */
  with(...values: readonly string[]): Counter {
    return this.#series.with(values)
  }

  *samples(): Iterable<Sample> {
    for (const [labels, { value }] of this.#series.entries()) yield { suffix: '', labels, value }
  }
}
