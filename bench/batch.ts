import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { root } from '../src/root.ts'
import { hasCommand } from './commands.ts'

/** What a run of `quietzone batch` takes, from start to end of the program. */
export interface BatchCost {
  readonly seconds: number
  /** Of all threads. */
  readonly cpuSeconds: number
  /** Resident bytes at most: VmHWM of Linux, or what the system has instead. */
  readonly peak: number
}

/** Writes the CPU time and the peak memory of the process to its fourth stream when it ends. */
const account = `data:text/javascript,${encodeURIComponent(`
import { readFileSync, writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
const peak = () => {
  try {
    return 1024 * /VmHWM:\\s+(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
  } catch {
    return 1024 * process.resourceUsage().maxRSS
  }
}
if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify({ ...process.cpuUsage(), peak: peak() })))
`)}`

/**
 * A batch of 2x1 labels.
 *
 * @param folder where the input is, and where the output goes
 * @param core the only one that it may use, if the system has taskset
 */
export async function batch(folder: string, args: readonly string[], core?: number): Promise<BatchCost> {
  const pinned = core !== undefined && hasCommand('taskset') ? ['taskset', '-c', `${core}`] : []
  const [program = '', ...before] = [...pinned, process.execPath, '--import', account, join(root, 'bin/quietzone.js')]
  const started = performance.now()
  const child = spawn(program, [...before, 'batch', '--as', 'label', '--size', '2x1', ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [messages, usage, [code]] = await Promise.all([
    text(child.stderr!),
    text(child.stdio[3] as Readable),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`batch ${args.join(' ')} ends with ${code}: ${messages}`)
  const seconds = (performance.now() - started) / 1000
  const { user, system, peak } = JSON.parse(usage) as NodeJS.CpuUsage & { peak: number }
  return { seconds, cpuSeconds: (user + system) / 1e6, peak }
}

/** A folder for `work`: in memory where there is one, because how fast a disk makes thousands of files varies more than all else. */
export async function inMemoryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'quietzone-batch-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
