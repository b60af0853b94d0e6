import type { RequestRecord } from '../log.ts'
import { type Counter, Counters, type Histogram, Histograms, type Registry } from '../metrics/index.ts'

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** From a barcode, which takes a tenth of a millisecond, to a print job that waits for its printer. In seconds. */
const durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

/** Powers of four, from the errors to the PDF of many labels. */
const sizes = [256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304]

/** In place of a path: what came was no request. */
const noRequest = ''

/** What is counted of the requests for one route. */
interface RouteSeries {
  readonly label: string
  readonly duration: Histogram
  readonly bytes: Histogram
  /** By 1000 times the place of the method, and the status. */
  readonly answered: Map<number, Counter>
}

/** The requests of the service by route, method and status. Clients choose none of these: what they ask for is a known route, or `other`. */
export class RequestFigures {
  readonly #answered: Counters
  readonly #durations: Histograms
  readonly #sizes: Histograms
  readonly #byRoute = new Map<string | undefined, RouteSeries>()
  readonly #byLabel = new Map<string, RouteSeries>()

  constructor(registry: Registry) {
    this.#answered = registry.add(
      new Counters({
        name: 'quietzone_requests_total',
        help: 'Requests that were answered, by route (other: no path of the service; none: no request came), method and status.',
        labels: ['route', 'method', 'status'],
      }),
    )
    this.#durations = registry.add(
      new Histograms(
        {
          name: 'quietzone_request_duration_seconds',
          help: 'Time from the end of the head of a request to its answer: waiting, receiving its body and printing included.',
          labels: ['route'],
        },
        durations,
      ),
    )
    this.#sizes = registry.add(
      new Histograms(
        { name: 'quietzone_response_bytes', help: 'Bytes of the bodies of answers.', labels: ['route'] },
        sizes,
      ),
    )
  }

  count({ route, method, status, bytes, milliseconds }: RequestRecord): void {
    const path = method === '' ? noRequest : route
    const series = this.#byRoute.get(path) ?? this.#seriesOf(path)
    const key = 1000 * methods.indexOf(method) + status
    const answered = series.answered.get(key) ?? this.#counterOf(series, method, { status, key })
    answered.add()
    series.duration.observe(milliseconds / 1000)
    series.bytes.observe(bytes)
  }

  #seriesOf(path: string | undefined): RouteSeries {
    const label = labelOf(path)
    let series = this.#byLabel.get(label)
    if (series === undefined) {
      const [duration, bytes] = [this.#durations.with(label), this.#sizes.with(label)]
      series = { label, duration, bytes, answered: new Map() }
      this.#byLabel.set(label, series)
    }
    this.#byRoute.set(path, series)
    return series
  }

  #counterOf(
    { label, answered }: RouteSeries,
    method: string,
    { status, key }: { status: number; key: number },
  ): Counter {
    const known = methods.includes(method) ? method : method === '' ? 'none' : 'other'
    const counter = this.#answered.with(label, known, String(status))
    answered.set(key, counter)
    return counter
  }
}

/** The files that pages load are one route, because each of them is as fast as the others. */
function labelOf(route: string | undefined): string {
  if (route === undefined) return 'other'
  if (route === noRequest) return 'none'
  return route.startsWith('/assets/') ? '/assets/' : route
}
