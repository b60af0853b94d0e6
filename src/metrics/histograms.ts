import { checkDescription, type Description, type Family, type Sample } from './description.ts'
import { numberText } from './exposition.ts'
import { withLabel } from './label-text.ts'
import { SeriesByLabels } from './series.ts'

/** How often values fell between fixed bounds, and their sum. */
export class Histogram {
  readonly #bounds: Float64Array
  /** One for each bound, of values up to it and above the one before; the last of values above all bounds. */
  readonly #counts: Float64Array
  #sum = 0

  constructor(bounds: Float64Array) {
    this.#bounds = bounds
    this.#counts = new Float64Array(bounds.length + 1)
  }

  /** Most values are small: a search from the first bound takes few steps. */
  observe(value: number): void {
    const bounds = this.#bounds
    let i = 0
    while (i < bounds.length && value > bounds[i]!) i++
    this.#counts[i]!++
    this.#sum += value
  }

  get counts(): Readonly<Float64Array> {
    return this.#counts
  }

  get sum(): number {
    return this.#sum
  }
}

/** Histograms of one name, all with the same bounds. */
export class Histograms implements Family {
  readonly kind = 'histogram'
  readonly description: Description
  readonly #bounds: Float64Array
  /** The values of the label `le`. */
  readonly #limits: readonly string[]
  readonly #series: SeriesByLabels<Histogram>

  /**
   * @param bounds  finite, each above the one before; a value belongs to the first that is not below it
   * @throws RangeError for other bounds
   */
  constructor(description: Description, bounds: readonly number[]) {
    checkDescription(description, this.kind)
    const isAscending = bounds.every((bound, i) => Number.isFinite(bound) && (i === 0 || bound > bounds[i - 1]!))
    if (!isAscending) throw new RangeError(`${description.name}: the bounds ${bounds.join(', ')} do not ascend`)
    this.description = description
    this.#bounds = Float64Array.from(bounds)
    this.#limits = [...bounds, Number.POSITIVE_INFINITY].map(numberText)
    this.#series = new SeriesByLabels(description, () => new Histogram(this.#bounds))
  }

  /** The histogram with these values, in the order of the labels. It is shown from now on. */
  with(...values: readonly string[]): Histogram {
    return this.#series.with(values)
  }

  *samples(): Iterable<Sample> {
    for (const [labels, { counts, sum }] of this.#series.entries()) {
      let count = 0
      for (const [i, limit] of this.#limits.entries()) {
        count += counts[i]!
        yield { suffix: '_bucket', labels: withLabel(labels, 'le', limit), value: count }
      }
      yield { suffix: '_sum', labels, value: sum }
      yield { suffix: '_count', labels, value: count }
    }
  }
}
