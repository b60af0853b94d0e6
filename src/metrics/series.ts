import type { Description } from './description.ts'
import { labelText } from './label-text.ts'

/** The series of one family by the text of their labels, in the order in which they were first asked for. */
export class SeriesByLabels<Series> {
  readonly #description: Description
  readonly #make: () => Series
  readonly #byLabels = new Map<string, Series>()

  constructor(description: Description, make: () => Series) {
    this.#description = description
    this.#make = make
    // a family without labels has one series from the beginning, so that its first event is an increase
    if ((description.labels ?? []).length === 0) this.with([])
  }

  /** The series with these values of the labels. Its caller keeps it: to find it takes longer than to count. */
  with(values: readonly string[]): Series {
    const labels = labelText(this.#description, values)
    let series = this.#byLabels.get(labels)
    if (series === undefined) {
      series = this.#make()
      this.#byLabels.set(labels, series)
    }
    return series
  }

  entries(): Iterable<readonly [string, Series]> {
    return this.#byLabels.entries()
  }
}
