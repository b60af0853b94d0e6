import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { gauge, type Reading, Readings, type Registry, total } from '../metrics/index.ts'
import { root } from '../root.ts'

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
  const versions: readonly Reading[] = [[[version(), process.version], 1]]
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

function version(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
