import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { root } from '../src/root.ts'
import { type Quartiles, quartiles } from './quartiles.ts'

/** A batch by one thread, and by two. */
export interface JobsGain {
  readonly output: string
  /** Rows a second with --jobs 1. */
  readonly rate: Quartiles
  /** How many times as fast it is with --jobs 2, and how much CPU time it takes of that with --jobs 1. */
  readonly faster: Quartiles
  readonly work: Quartiles
}

/** Labels of a batch: as many as one PDF may have. Each thread takes a second until its code is compiled. */
export const batchRows = 100_000

const outputs: { readonly [output: string]: readonly string[] } = {
  'one PDF': ['-o', 'all.pdf'],
  'one file of ZPL': ['--dpi', '203', '-o', 'all.zpl'],
  'a folder of PNG': ['--dpi', '203', '--format', 'png', '-o', 'pictures'],
}

/** In memory, where there is such a folder: how fast a disk makes thousands of files varies more than all else. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** The two run in turn, so that a busy machine slows both. */
export async function measuredJobs(rounds: number): Promise<readonly JobsGain[]> {
  const folder = mkdtempSync(join(place, 'quietzone-jobs-'))
  try {
    writeFileSync(join(folder, 'items.csv'), table(batchRows))
    const gains: JobsGain[] = []
    for (const [output, args] of Object.entries(outputs)) {
      const runs: { readonly one: Cost; readonly two: Cost }[] = []
      for (let round = 0; round < rounds; round++) {
        runs.push({ one: await batch(folder, args, 1), two: await batch(folder, args, 2) })
      }
      gains.push({
        output,
        rate: quartiles(runs.map(({ one }) => batchRows / one.seconds)),
        faster: quartiles(runs.map(({ one, two }) => one.seconds / two.seconds)),
        work: quartiles(runs.map(({ one, two }) => two.cpuSeconds / one.cpuSeconds)),
      })
    }
    return gains
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Labels as a warehouse prints them: Code 128 and QR in turn, one of eight with a caption in Chinese. */
function table(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    return `${i % 2 === 0 ? 'code128' : 'qr'},QZ-${10_000_000 + i},${i % 8 === 0 ? `螺丝 ${i}` : ''}`
  })
  return ['type,text,caption', ...lines].join('\n')
}

interface Cost {
  readonly seconds: number
  /** Of all threads. */
  readonly cpuSeconds: number
}

/** Writes the CPU time of the process to its fourth stream when it ends. */
const account = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify(process.cpuUsage())))
`)}`

async function batch(folder: string, args: readonly string[], jobs: number): Promise<Cost> {
  const program = ['--import', account, join(root, 'bin/quietzone.js'), 'batch', 'items.csv']
  const started = performance.now()
  const child = spawn(process.execPath, [...program, '--as', 'label', '--size', '2x1', '--jobs', `${jobs}`, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [messages, usage, [code]] = await Promise.all([
    text(child.stderr!),
    text(child.stdio[3] as Readable),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`batch --jobs ${jobs} ends with ${code}: ${messages}`)
  const { user, system } = JSON.parse(usage) as NodeJS.CpuUsage
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 }
}
