import { performance } from 'node:perf_hooks'
import { type Histogram, Histograms, type Registry, total } from '../metrics/index.ts'

/** Milliseconds between two samples. */
const period = 50

/** Seconds. A timer is late by up to a millisecond in any case. */
const bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The most samples that one delay counts for: those of 50 seconds. */
const mostSamples = 1000

/**
 * How long the event loop keeps what is due waiting, and how much of its time it works.
 *
 * The histogram of `monitorEventLoopDelay` tells quantiles since its last reset, which two scrapers cannot both do, and no counts
 * between fixed bounds. So a timer is measured here, from the first scrape on.
 */
export function addEventLoop(registry: Registry): void {
  const delays = registry
    .add(
      new Histograms(
        {
          name: 'quietzone_event_loop_delay_seconds',
          help: 'Time that the event loop keeps something waiting that becomes due at any moment; measured every 50 ms from the first scrape on.',
        },
        bounds,
      ),
    )
    .with()
  let isSampled = false
  registry.add(
    total(
      {
        name: 'quietzone_event_loop_active_seconds_total',
        help: 'Time in which the event loop worked and did not wait.',
      },
      () => {
        if (!isSampled) sample(delays)
        isSampled = true
        return performance.eventLoopUtilization().active / 1000
      },
    ),
  )
}

function sample(delays: Histogram): void {
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    observeStall(delays, Math.max(now - last - period, 0))
    last = now
  }, period).unref()
}

/**
 * Counts a delay, and those of the samples that would have been due during it: otherwise a second in which nothing went on would be
 * one sample among the 19 of the next.
 *
 * @param milliseconds  0 or more
 */
export function observeStall(delays: Histogram, milliseconds: number): void {
  let left = milliseconds
  for (let i = 0; i === 0 || (left >= period && i < mostSamples); i++) {
    delays.observe(left / 1000)
    left -= period
  }
}
