/** Counters, gauges and histograms, and how Prometheus reads them. Nothing here knows what is counted. */

/** The families that a scrape shows, in the order in which they were added. */
export class Registry {
  readonly #families = new Map<string, Family>()

  /** @throws RangeError if there is a family of that name already */
  add<F extends Family>(family: F): F {
    const { name } = family.description
    if (this.#families.has(name)) throw new RangeError(`${name} is there already`)
    this.#families.set(name, family)
    return family
  }

  /** All of them in Prometheus' text format. */
  text(): string {
    return exposition(this.#families.values())
  }
}

/** What a family of series is, as its HELP line and the labels of its series tell it. */
export interface MetricDescription {
  /** With its unit, and `_total` if it counts: `quietzone_response_bytes`, `quietzone_requests_total`. */
  readonly name: string
  readonly help: string
  /** Names of labels; none by default. */
  readonly labels?: readonly string[]
}

export type MetricKind = 'counter' | 'gauge' | 'histogram'

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
  readonly kind: MetricKind
  readonly description: MetricDescription
  /** Read at each scrape; in an order that no later series changes. */
  samples(): Iterable<Sample>
}

/** A number that only grows. */
export class MetricCounter {
  value = 0

  /** @param amount  0 or more */
  add(amount = 1): void {
    this.value += amount
  }
}

/** Counters of one name. */
export class MetricCounters implements Family {
  readonly kind = 'counter'
  readonly description: MetricDescription
  readonly #series: SeriesByLabels<MetricCounter>

  constructor(description: MetricDescription) {
    checkDescription(description, this.kind)
    this.description = description
    this.#series = new SeriesByLabels(description, () => new MetricCounter())
  }

  /** The counter with these values, in the order of the labels. It is shown from now on, first as 0. */
  with(...values: readonly string[]): MetricCounter {
    return this.#series.with(values)
  }

  *samples(): Iterable<Sample> {
    for (const [labels, { value }] of this.#series.entries()) yield { suffix: '', labels, value }
  }
}

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
  readonly description: MetricDescription
  readonly #bounds: Float64Array
  /** The values of the label `le`. */
  readonly #limits: readonly string[]
  readonly #series: SeriesByLabels<Histogram>

  /**
   * @param bounds  finite, each above the one before; a value belongs to the first that is not below it
   * @throws RangeError for other bounds
   */
  constructor(description: MetricDescription, bounds: readonly number[]) {
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

/** Values of the labels, and the number. */
export type MetricReading = readonly [values: readonly string[], value: number]

/** Numbers that something else keeps, read at each scrape. */
export class Readings implements Family {
  readonly kind: 'counter' | 'gauge'
  readonly description: MetricDescription
  readonly #read: () => Iterable<MetricReading>

  /** @param read  gives each set of values once */
  constructor(kind: 'counter' | 'gauge', description: MetricDescription, read: () => Iterable<MetricReading>) {
    checkDescription(description, kind)
    this.kind = kind
    this.description = description
    this.#read = read
  }

  *samples(): Iterable<Sample> {
    for (const [values, value] of this.#read()) {
      yield { suffix: '', labels: labelText(this.description, values), value }
    }
  }
}

/** A number without labels; undefined: it is not known now, and not shown. */
export function gauge(description: MetricDescription, read: () => number | undefined): Readings {
  return single('gauge', description, read)
}

/** A number without labels that something else counts up; undefined: it is not known now, and not shown. */
export function total(description: MetricDescription, read: () => number | undefined): Readings {
  return single('counter', description, read)
}

function single(kind: 'counter' | 'gauge', description: MetricDescription, read: () => number | undefined): Readings {
  return new Readings(kind, description, () => {
    const value = read()
    return value === undefined ? [] : [[[], value]]
  })
}

/** Families as text, in Prometheus' text format 0.0.4. A family without series is left out. */
function exposition(families: Iterable<Family>): string {
  let text = ''
  for (const family of families) {
    const { name, help } = family.description
    let isFirst = true
    for (const { suffix, labels, value } of family.samples()) {
      if (isFirst) text += `# HELP ${name} ${escapedHelp(help)}\n# TYPE ${name} ${family.kind}\n`
      isFirst = false
      text += `${name}${suffix}${labels === '' ? '' : `{${labels}}`} ${numberText(value)}\n`
    }
  }
  return text
}

/** As Go's ParseFloat reads it. */
function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}

/** The series of one family by the text of their labels, in the order in which they were first asked for. */
class SeriesByLabels<Series> {
  readonly #description: MetricDescription
  readonly #make: () => Series
  readonly #byLabels = new Map<string, Series>()

  constructor(description: MetricDescription, make: () => Series) {
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

/**
 * Prometheus, "Metric names and labels": `le` is the histogram's own, names with two underscores in front are Prometheus' own.
 *
 * @throws RangeError for a name that a scrape would refuse
 */
function checkDescription({ name, labels = [] }: MetricDescription, kind: MetricKind): void {
  if (!/^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)) throw new RangeError(`${JSON.stringify(name)} is no name of a metric`)
  for (const label of labels) {
    const isReserved = label.startsWith('__') || (kind === 'histogram' && label === 'le')
    if (isReserved || !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(label)) {
      throw new RangeError(`${name}: ${JSON.stringify(label)} is no name of a label`)
    }
  }
  if (new Set(labels).size < labels.length) throw new RangeError(`${name}: a label twice in ${labels.join(', ')}`)
}

/**
 * `method="GET",status="200"`: the labels of a series as each of its lines has them, so that a scrape escapes nothing.
 *
 * @param values  in the order of the description's labels
 * @throws RangeError for more or fewer values than labels
 */
function labelText({ name, labels = [] }: MetricDescription, values: readonly string[]): string {
  if (values.length !== labels.length) {
    throw new RangeError(`${name}: ${values.length} values for ${labels.length} labels`)
  }
  return labels.map((label, i) => `${label}="${escapedValue(values[i]!)}"`).join(',')
}

/** `labels` and one more. */
function withLabel(labels: string, name: string, value: string): string {
  const own = `${name}="${escapedValue(value)}"`
  return labels === '' ? own : `${labels},${own}`
}

/** Prometheus, "Exposition formats": backslash, double quote and line feed in the value of a label. */
function escapedValue(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))
}

/** Backslash and line feed in a HELP line. */
function escapedHelp(help: string): string {
  return help.replace(/[\\\n]/g, (character) => (character === '\n' ? '\\n' : '\\\\'))
}
