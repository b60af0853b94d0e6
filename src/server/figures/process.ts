import { readdirSync, readFileSync, statSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { version } from '../../root.ts'
import { gauge, type Histogram, Histograms, type MetricReading, Readings, type Registry, total } from '../metrics.ts'

/** What this process uses, by the names that Prometheus' client libraries give it, and which version of which program it is. */
export function addProcess(registry: Registry): void {
  // read once a scrape, by the first of the three
  let cpu = process.cpuUsage()
  registry.add(
    total({ name: 'process_cpu_seconds_total', help: 'CPU time, in user mode and for the system.' }, () => {
      cpu = process.cpuUsage()
      return (cpu.user + cpu.system) / 1e6
    }),
  )
  registry.add(total({ name: 'process_cpu_user_seconds_total', help: 'CPU time in user mode.' }, () => cpu.user / 1e6))
  registry.add(
    total({ name: 'process_cpu_system_seconds_total', help: 'CPU time for the system.' }, () => cpu.system / 1e6),
  )
  registry.add(
    gauge(
      { name: 'process_start_time_seconds', help: 'When the process was started, in seconds since 1970.' },
      () => performance.timeOrigin / 1000,
    ),
  )
  addMemory(registry)
  addFiles(registry)
  const versions: readonly MetricReading[] = [[[version(), process.version], 1]]
  registry.add(
    new Readings(
      'gauge',
      {
        name: 'quietzone_build_info',
        help: 'Versions of quietzone and of node; always 1.',
        labels: ['version', 'node'],
      },
      () => versions,
    ),
  )
}

function addMemory(registry: Registry): void {
  // read once a scrape, by the first of all
  let memory = process.memoryUsage()
  const all: readonly (readonly [name: string, help: string, read: () => number])[] = [
    ['nodejs_heap_size_total_bytes', "Memory of V8's heap.", () => memory.heapTotal],
    ['nodejs_heap_size_used_bytes', "Memory in use in V8's heap.", () => memory.heapUsed],
    ['nodejs_external_memory_bytes', "Memory of objects outside of V8's heap.", () => memory.external],
    ['quietzone_array_buffer_bytes', 'Of that, memory of array buffers.', () => memory.arrayBuffers],
  ]
  registry.add(
    gauge({ name: 'process_resident_memory_bytes', help: 'Resident memory.' }, () => {
      memory = process.memoryUsage()
      return memory.rss
    }),
  )
  for (const [name, help, read] of all) registry.add(gauge({ name, help }, read))
}

/** Only where the system has /proc. */
function addFiles(registry: Registry): void {
  const most = mostFiles()
  registry.add(gauge({ name: 'process_open_fds', help: 'Open file descriptors.' }, openFiles))
  registry.add(gauge({ name: 'process_max_fds', help: 'The most file descriptors that may be open.' }, () => most))
}

function openFiles(): number | undefined {
  try {
    // from 6.2 on Linux tells their number as the size (proc_pid_fd(5)), however many there are
    const { size } = statSync('/proc/self/fd')
    // one of the names is that of the folder, while it is read
    return size > 0 ? size : readdirSync('/proc/self/fd').length - 1
  } catch {
    return undefined
  }
}

function mostFiles(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    return limit === null ? undefined : Number(limit[1])
  } catch {
    return undefined
  }
}

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
