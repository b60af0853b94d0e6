/** What a family of series is, as its HELP line and the labels of its series tell it. */
export interface Description {
  /** With its unit, and `_total` if it counts: `quietzone_response_bytes`, `quietzone_requests_total`. */
  readonly name: string
  readonly help: string
  /** Names of labels; none by default. */
  readonly labels?: readonly string[]
}

export type Kind = 'counter' | 'gauge' | 'histogram'

/** One line of the exposition. */
export interface Sample {
  /** After the family's name: `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix: string
  /** `route="/healthz",le="1"`, or empty. */
  readonly labels: string
  readonly value: number
}

/** Series of one name that differ in the values of their labels. */
export interface Family {
  readonly kind: Kind
  readonly description: Description
  /** Read at each scrape; in an order that no later series changes. */
  samples(): Iterable<Sample>
}

/**
 * Prometheus, "Metric names and labels": `le` is the histogram's own, names with two underscores in front are Prometheus' own.
 *
 * @throws RangeError for a name that a scrape would refuse
 */
export function checkDescription({ name, labels = [] }: Description, kind: Kind): void {
  if (!/^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)) throw new RangeError(`${JSON.stringify(name)} is no name of a metric`)
  for (const label of labels) {
    const isReserved = label.startsWith('__') || (kind === 'histogram' && label === 'le')
    if (isReserved || !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(label)) {
      throw new RangeError(`${name}: ${JSON.stringify(label)} is no name of a label`)
    }
  }
  if (new Set(labels).size < labels.length) throw new RangeError(`${name}: a label twice in ${labels.join(', ')}`)
}
