import type { PrintRecord } from '../log.ts'
import { Counters, Histograms, Readings, type Registry } from '../metrics/index.ts'
import type { PrintErrorCode, Printers } from '../print/index.ts'

/** From a label on a fast printer to the longest wait for a turn and a slow job after it. In seconds. */
const durations = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

const outcomes: Readonly<Record<PrintErrorCode | 'ok' | 'internal_error', true>> = {
  ok: true,
  printer_unreachable: true,
  printer_timeout: true,
  printer_refused: true,
  overloaded: true,
  rate_limited: true,
  too_many_labels: true,
  internal_error: true,
}

/** The print jobs of each printer in the settings. Every outcome is shown from the beginning, so that the first failure is an increase. */
export class PrintFigures {
  readonly #jobs: Counters
  readonly #sent: Counters
  readonly #confirmed: Counters
  readonly #bytes: Counters
  readonly #durations: Histograms

  constructor(registry: Registry, printers: Printers) {
    const labels = ['printer']
    const counters = (name: string, help: string, more: readonly string[] = []): Counters =>
      registry.add(new Counters({ name, help, labels: [...labels, ...more] }))
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
        durations,
      ),
    )
    registry.add(
      new Readings('gauge', { name: 'quietzone_print_queue_jobs', help: 'Print jobs that wait or run.', labels }, () =>
        printers.list.map((printer) => [[printer.name], printers.waiting(printer)] as const),
      ),
    )
    for (const { name } of printers.list) this.#show(name)
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
