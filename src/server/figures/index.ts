/** What the service counts for GET /metrics: requests, print jobs, what the server refuses, what the limiter decides, and the process. */

import type { Answer } from '../../answer.ts'
import type { JobStore, PrintErrorCode, Printers } from '../../printing/index.ts'
import type { ServerFigures } from '../http/usage.ts'
import type { SharedLimiter } from '../limiter/index.ts'
import type { LineLog, Log, PrintRecord, ReceivedRecord, RequestRecord, VerificationRecord } from '../log.ts'
import {
  gauge,
  type Histogram,
  Histograms,
  type MetricCounter,
  MetricCounters,
  Readings,
  Registry,
  total,
} from '../metrics.ts'
import { addEventLoop, addProcess } from './process.ts'

/** The figures of a service, and what keeps them. */
export interface ServiceFigures {
  /** Counts what is recorded, whatever the level of the log, and passes it on. */
  readonly log: Log
  /** Whether many drawings of the last minute were refused when they were read back. */
  readonly isDegraded: () => boolean
  /**
   * The endpoint that shows all figures in Prometheus' text form. To be made once.
   *
   * @param limiter  undefined if each instance limits by itself
   * @param kept     the store of the jobs; undefined if the service keeps none
   */
  endpoint(
    server: ServerFigures,
    limiter?: Pick<SharedLimiter, 'figures'>,
    kept?: { readonly store: JobStore },
  ): () => Answer
}

interface FiguresOptions {
  /** Where records go. */
  readonly log: Log & Partial<Pick<LineLog, 'dropped'>>
  readonly printers: Printers
  /** Milliseconds of a clock that only goes forward. */
  readonly clock?: () => number
}

export function figuresOf({ log, printers, clock = () => performance.now() }: FiguresOptions): ServiceFigures {
  const registry = new Registry()
  const requests = new RequestFigures(registry)
  const prints = new PrintFigures(registry, printers)
  const faults = registry
    .add(
      new MetricCounters({
        name: 'quietzone_faults_total',
        help: 'Answers 500: faults of the service, not of the request.',
      }),
    )
    .with()
  registry.add(
    total(
      {
        name: 'quietzone_log_lines_dropped_total',
        help: 'Lines of the log that were dropped, because its reader did not keep up.',
      },
      () => log.dropped ?? 0,
    ),
  )
  const received = new ReceivedFigures(registry, printers)
  const verifications = new VerificationFigures(registry, clock)
  addEventLoop(registry)
  addProcess(registry)
  return {
    log: {
      ...log,
      request(record) {
        requests.count(record)
        log.request(record)
      },
      print(record) {
        prints.count(record)
        log.print(record)
      },
      received(record) {
        received.count(record)
        log.received(record)
      },
      verification(record) {
        verifications.count(record)
        log.verification(record)
      },
      fault(id, error) {
        faults.add()
        log.fault(id, error)
      },
    },
    isDegraded: () => verifications.areMany,
    endpoint(server, limiter, kept) {
      addServerFigures(registry, server)
      if (kept !== undefined) addJobs(registry, kept)
      if (limiter !== undefined) addLimiter(registry, limiter)
      return () => textAnswer(registry.text())
    },
  }
}

/** So many failures within so many milliseconds are more than a drawing that nobody has tried. */
const [manyFailures, manyWithin] = [3, 60_000] as const

/** The drawings that were refused when they were read back, by route and rule. */
class VerificationFigures {
  readonly #failures: MetricCounters
  readonly #clock: () => number
  /** When the last of them were, the latest last. */
  #times: readonly number[] = []

  constructor(registry: Registry, clock: () => number) {
    this.#clock = clock
    this.#failures = registry.add(
      new MetricCounters({
        name: 'quietzone_verification_failures_total',
        help: 'Drawings that were read back and were not what was asked for, so that nothing of them left, by route and rule.',
        labels: ['route', 'rule'],
      }),
    )
    // shown from the beginning, so that the first failure is an increase
    for (const route of ['/api/v1/barcode', '/api/v1/label', '/api/v1/labels', '/api/v1/print']) {
      this.#failures.with(route, 'symbol')
    }
  }

  get areMany(): boolean {
    const [first] = this.#times
    return this.#times.length === manyFailures && this.#clock() - first! < manyWithin
  }

  count({ route, rule }: VerificationRecord): void {
    this.#failures.with(route, rule).add()
    this.#times = [...this.#times, this.#clock()].slice(-manyFailures)
  }
}

const encoder = new TextEncoder()

function textAnswer(text: string): Answer {
  const type = 'text/plain; version=0.0.4; charset=utf-8'
  return { status: 200, type, body: encoder.encode(text), maxAge: 0, headers: [] }
}

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** From a barcode, which takes a tenth of a millisecond, to a print job that waits for its printer. In seconds. */
const requestDurations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

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
  readonly answered: Map<number, MetricCounter>
}

/** The requests of the service by route, method and status. Clients choose none of these: what they ask for is a known route, or `other`. */
class RequestFigures {
  readonly #answered: MetricCounters
  readonly #durations: Histograms
  readonly #sizes: Histograms
  readonly #byRoute = new Map<string | undefined, RouteSeries>()
  readonly #byLabel = new Map<string, RouteSeries>()

  constructor(registry: Registry) {
    this.#answered = registry.add(
      new MetricCounters({
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
        requestDurations,
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
  ): MetricCounter {
    const known = methods.includes(method) ? method : method === '' ? 'none' : 'other'
    const counter = this.#answered.with(label, known, String(status))
    answered.set(key, counter)
    return counter
  }
}

/** The files that pages load are one route, and the documents, because each of them is as fast as the others. */
function labelOf(route: string | undefined): string {
  if (route === undefined) return 'other'
  if (route === noRequest) return 'none'
  return ['/assets/', '/docs/'].find((folder) => route.startsWith(folder)) ?? route
}

/** From a label on a fast printer to the longest wait for a turn and a slow job after it. In seconds. */
const jobDurations = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

const outcomes: Readonly<Record<PrintErrorCode | 'ok' | 'internal_error', true>> = {
  ok: true,
  printer_unreachable: true,
  printer_timeout: true,
  printer_refused: true,
  overloaded: true,
  rate_limited: true,
  too_many_labels: true,
  job_cancelled: true,
  internal_error: true,
}

/** The jobs that the service keeps. */
function addJobs(registry: Registry, kept: { readonly store: JobStore }): void {
  registry.add(
    new Readings(
      'gauge',
      { name: 'quietzone_jobs', help: 'Print jobs that are kept, by state.', labels: ['state'] },
      () => [...kept.store.counts].map(([state, count]) => [[state], count] as const),
    ),
  )
  const families = [
    gauge(
      {
        name: 'quietzone_jobs_oldest_waiting_seconds',
        help: 'Since the job was ordered that has waited longest; 0 if none waits.',
      },
      () => {
        const { oldestWaiting } = kept.store
        return oldestWaiting === undefined ? 0 : Math.max(0, Date.now() - oldestWaiting) / 1000
      },
    ),
    gauge({ name: 'quietzone_state_bytes', help: 'Bytes of the state folder that jobs use.' }, () => kept.store.bytes),
    gauge({ name: 'quietzone_state_limit_bytes', help: 'Bytes that it may have.' }, () => kept.store.most),
    total(
      { name: 'quietzone_state_commits_total', help: 'Changes of jobs that were written to the disk.' },
      () => kept.store.database.commits.count,
    ),
    total(
      { name: 'quietzone_state_commit_seconds_total', help: 'Time that these took.' },
      () => kept.store.database.commits.seconds,
    ),
  ]
  for (const family of families) registry.add(family)
}

/** The documents that have arrived for each printer that receives some. */
class ReceivedFigures {
  readonly #documents: MetricCounters

  constructor(registry: Registry, printers: Printers) {
    this.#documents = registry.add(
      new MetricCounters({
        name: 'quietzone_received_documents_total',
        help: 'Documents that have arrived for a printer, by the way they came and outcome: ok, held, or the code of the error.',
        labels: ['printer', 'source', 'outcome'],
      }),
    )
    // shown from the beginning, so that the first of them is an increase
    const show = (): void => {
      for (const { name, receive } of printers.list) {
        if (receive?.socket !== undefined) for (const each of shownOutcomes) this.#documents.with(name, 'socket', each)
        if (receive !== undefined) for (const each of shownOutcomes) this.#documents.with(name, 'pstprnt', each)
        if (receive?.ipp) for (const each of shownOutcomes) this.#documents.with(name, 'ipp', each)
      }
    }
    show()
    printers.onReplaced(show)
  }

  count({ printer, source, outcome }: ReceivedRecord): void {
    this.#documents.with(printer, source, outcome).add()
  }
}

const shownOutcomes = ['ok', 'held', 'unsupported_media_type'] as const

/** The print jobs of each printer in the settings. Every outcome is shown from the beginning, so that the first failure is an increase. */
class PrintFigures {
  readonly #jobs: MetricCounters
  readonly #sent: MetricCounters
  readonly #confirmed: MetricCounters
  readonly #bytes: MetricCounters
  readonly #durations: Histograms

  constructor(registry: Registry, printers: Printers) {
    const labels = ['printer']
    const counters = (name: string, help: string, more: readonly string[] = []): MetricCounters =>
      registry.add(new MetricCounters({ name, help, labels: [...labels, ...more] }))
    this.#jobs = counters(
      'quietzone_print_jobs_total',
      'Print jobs that have ended, by outcome: ok, or the code of the error.',
      ['outcome'],
    )
    this.#sent = counters('quietzone_print_labels_sent_total', 'Labels that were sent to the printer.')
    this.#confirmed = counters(
      'quietzone_print_labels_confirmed_total',
      'Labels that the printer has certainly received.',
    )
    this.#bytes = counters('quietzone_print_sent_bytes_total', 'Bytes that were sent to the printer.')
    this.#durations = registry.add(
      new Histograms(
        {
          name: 'quietzone_print_duration_seconds',
          help: 'Time of print jobs from their place in the queue to their end, whatever became of them.',
          labels,
        },
        jobDurations,
      ),
    )
    registry.add(
      new Readings('gauge', { name: 'quietzone_print_queue_jobs', help: 'Print jobs that wait or run.', labels }, () =>
        printers.list.map((printer) => [[printer.name], printers.waiting(printer)] as const),
      ),
    )
    const show = (): void => {
      for (const { name } of printers.list) this.#show(name)
    }
    show()
    printers.onReplaced(show)
  }

  count({ printer, outcome, labels, confirmed, bytes, milliseconds }: PrintRecord): void {
    this.#jobs.with(printer, outcome).add()
    this.#sent.with(printer).add(labels)
    this.#confirmed.with(printer).add(confirmed)
    this.#bytes.with(printer).add(bytes)
    this.#durations.with(printer).observe(milliseconds / 1000)
  }

  #show(printer: string): void {
    for (const outcome of Object.keys(outcomes)) this.#jobs.with(printer, outcome)
    for (const family of [this.#sent, this.#confirmed, this.#bytes, this.#durations]) family.with(printer)
  }
}

/** What the server refuses, and what clients use of it. */
function addServerFigures(registry: Registry, figures: ServerFigures): void {
  const { counts } = figures
  registry.add(
    new Readings(
      'counter',
      {
        name: 'quietzone_refusals_total',
        help: 'Requests and connections that the service refused for its own sake, by reason.',
        labels: ['reason'],
      },
      () => Object.entries(counts.refusals).map(([reason, count]) => [[reason], count] as const),
    ),
  )
  registry.add(
    new Readings(
      'counter',
      {
        name: 'quietzone_rate_limit_decisions_total',
        help: 'Requests that had a token, and requests that had none.',
        labels: ['decision'],
      },
      () => [
        [['admitted'], counts.admitted],
        [['refused'], counts.refusals.rate_limited],
      ],
    ),
  )
  const counted: readonly (readonly [name: string, help: string, read: () => number])[] = [
    ['quietzone_request_body_bytes_total', 'Bytes of the bodies that requests brought.', () => counts.bodyBytes],
    ['quietzone_connections_accepted_total', 'Connections that were accepted.', () => figures.accepted],
  ]
  for (const [name, help, read] of counted) registry.add(total({ name, help }, read))
  const now: readonly (readonly [name: string, help: string, read: () => number])[] = [
    ['quietzone_connections', 'Open connections.', () => figures.usage.connections],
    ['quietzone_waiting_requests', 'Requests without an answer yet.', () => figures.usage.waiting],
    ['quietzone_unread_bytes', 'Bytes of answers that clients have not read yet.', () => figures.usage.unread],
    ['quietzone_making_bytes', 'Bytes that are kept for answers in the making.', () => figures.usage.making],
    [
      'quietzone_reserved_body_bytes',
      'Bytes set aside for bodies that have no answer yet.',
      () => figures.usage.bodies,
    ],
    ['quietzone_refused_connections', 'Connections that are closing after a refusal.', () => figures.usage.excessive],
  ]
  for (const [name, help, read] of now) registry.add(gauge({ name, help }, read))
  registry.add(
    new Readings(
      'gauge',
      {
        name: 'quietzone_queued_turns',
        help: 'Connections whose next request waits for its turn: drawings, batches of them, and all others.',
        labels: ['queue'],
      },
      () => Object.entries(figures.queued).map(([queue, length]) => [[queue], length] as const),
    ),
  )
}

/** Who decides which requests are admitted: the engine that instances share, or each of them alone while it fails. */
function addLimiter(registry: Registry, limiter: Pick<SharedLimiter, 'figures'>): void {
  registry.add(
    new Readings(
      'counter',
      {
        name: 'quietzone_limiter_decisions_total',
        help: 'Decisions of the shared limiter: by its engine, or by this instance while the engine failed.',
        labels: ['by'],
      },
      () => [
        [['engine'], limiter.figures.shared],
        [['instance'], limiter.figures.local],
      ],
    ),
  )
  registry.add(
    gauge(
      { name: 'quietzone_limiter_connected', help: 'Whether the engine of the shared limiter is in use: 1 or 0.' },
      () => Number(limiter.figures.isConnected),
    ),
  )
  registry.add(
    total(
      { name: 'quietzone_limiter_failures_total', help: 'How often the engine of the shared limiter was lost.' },
      () => limiter.figures.failures,
    ),
  )
}

/** Of the time, the part that answers may take which cost no token. */
const share = 0.05

/**
 * The endpoint's answer, and the same one again for a while: 20 times as long as it took to make. So a client that asks without end,
 * and needs no token for it, takes the others at most a twentieth of the time.
 *
 * @param now  milliseconds of a monotonic clock
 */
export function rarely(endpoint: () => Answer, now: () => number): () => Answer {
  let last: Answer | undefined
  let validUntil = 0
  return () => {
    const begun = now()
    if (last !== undefined && begun < validUntil) return last
    last = endpoint()
    const done = now()
    validUntil = done + (done - begun) / share
    return last
  }
}
