/** Batches of different 2x1 labels, by one thread and by two. */

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { root } from '../src/root.ts'
import { type PdfKit, pagesOfPdfkit } from './pdfs.ts'
import { howToInstall, peer } from './peers.ts'
import { type Quartiles, quartiles } from './quartiles.ts'
import { pinnedTo } from './servers.ts'

/** Batches of different 2x1 labels of one type, by one thread on one core. */
export interface Batch {
  readonly type: 'code128' | 'qr'
  readonly output: string
  readonly labels: number
  /** Labels a second, from start to end of the program. */
  readonly rate: Quartiles
  /** Labels for a second of CPU time, which other work on the machine changes less. */
  readonly cpuRate: Quartiles
  /** Bytes of output for a label. */
  readonly bytes: number
  /** Resident bytes at most. */
  readonly peak: Quartiles
}

/** Labels of the batches: memory is flat if the larger takes no more of it. */
const labelCounts = [10_000, 100_000]

/** The texts, as a page says them. */
export const batchTexts = 'QZ-000001, QZ-000002 and so on'

export const onePdf = 'one PDF'

const outputs = {
  [onePdf]: { args: [], file: 'all.pdf' },
  'one file of ZPL': { args: ['--dpi', '203'], file: 'all.zpl' },
  'a folder of PNG': { args: ['--dpi', '203', '--format', 'png'], file: 'pictures' },
} as const
type Output = keyof typeof outputs

const core = 0

interface Kind {
  readonly type: Batch['type']
  readonly output: Output
  readonly labels: number
}

/**
 * All kinds in turn, so that a busy machine slows each of them.
 *
 * @param divisor  of the numbers of labels: 1, or more to see only that it runs
 */
export async function measuredBatches(rounds: number, divisor: number): Promise<readonly Batch[]> {
  const kinds = (['code128', 'qr'] as const).flatMap((type) =>
    (Object.keys(outputs) as Output[]).flatMap((output) =>
      labelCounts.map((count): Kind => ({ type, output, labels: count / divisor })),
    ),
  )
  return inMemoryFolder(async (folder) => {
    const costs = kinds.map((): (BatchCost & { readonly bytes: number })[] => [])
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < kinds.length; i++) {
        const index = (i + round) % kinds.length
        costs[index]!.push(await drawn(folder, kinds[index]!))
      }
    }
    return kinds.map((kind, i) => ({
      ...kind,
      rate: quartiles(costs[i]!.map(({ seconds }) => kind.labels / seconds)),
      cpuRate: quartiles(costs[i]!.map(({ cpuSeconds }) => kind.labels / cpuSeconds)),
      bytes: costs[i]![0]!.bytes / kind.labels,
      peak: quartiles(costs[i]!.map(({ peak }) => peak)),
    }))
  })
}

async function drawn(folder: string, { type, output, labels }: Kind): Promise<BatchCost & { readonly bytes: number }> {
  writeFileSync(join(folder, 'items.csv'), rowsOfType(type, labels))
  const { args, file } = outputs[output]
  const cost = await batch(folder, ['items.csv', '--jobs', '1', ...args, '-o', file], core)
  const bytes = bytesOf(join(folder, file))
  rmSync(join(folder, file), { recursive: true })
  return { ...cost, bytes }
}

function rowsOfType(type: string, labels: number): string {
  const rows = Array.from({ length: labels }, (_, i) => `${type},QZ-${String(i + 1).padStart(6, '0')}`)
  return ['type,text', ...rows].join('\n')
}

/** Of a file, or of all files in a folder. */
function bytesOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size
  return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0)
}

/** Pages of such labels that pdfkit draws for a second of CPU time, in a process of its own on the same core. */
export async function measuredPdfkit(rounds: number, divisor: number): Promise<Quartiles | undefined> {
  if ((await peer('pdfkit')) === undefined) return undefined
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [program = '', ...args] = [...pinnedTo(core), process.execPath, import.meta.filename]
    const { stdout } = await promisify(execFile)(program, [...args, `${labelCounts[0]! / divisor}`])
    rates.push(Number(stdout))
  }
  return quartiles(rates)
}

/** A batch by one thread, and by two. */
export interface JobsGain {
  readonly output: string
  /** Rows a second with --jobs 1. */
  readonly rate: Quartiles
  /** How many times as fast it is with --jobs 2, and how much CPU time it takes of that with --jobs 1. */
  readonly faster: Quartiles
  readonly work: Quartiles
  /** How many times as fast two processes are that have nothing in common, and half of the rows each: what the two cores can give. */
  readonly apart: Quartiles
}

/** Labels of a batch: as many as one PDF may have. Each thread takes a second until its code is compiled. */
export const batchRows = 100_000

/** They run in turn, so that a busy machine slows all. */
export async function measuredJobs(rounds: number): Promise<readonly JobsGain[]> {
  return inMemoryFolder(async (folder) => {
    writeFileSync(join(folder, 'items.csv'), mixedRows(0, batchRows))
    writeFileSync(join(folder, '1.csv'), mixedRows(0, batchRows / 2))
    writeFileSync(join(folder, '2.csv'), mixedRows(batchRows / 2, batchRows))
    const gains: JobsGain[] = []
    for (const [output, { args, file }] of Object.entries(outputs)) {
      const run = (items: string, jobs: number): Promise<BatchCost> =>
        batch(folder, [`${items}.csv`, '--jobs', `${jobs}`, ...args, '-o', `${items}-${file}`])
      const runs: { readonly one: BatchCost; readonly two: BatchCost; readonly halves: readonly BatchCost[] }[] = []
      for (let round = 0; round < rounds; round++) {
        runs.push({
          one: await run('items', 1),
          two: await run('items', 2),
          halves: await Promise.all([run('1', 1), run('2', 1)]),
        })
      }
      gains.push({
        output,
        rate: quartiles(runs.map(({ one }) => batchRows / one.seconds)),
        faster: quartiles(runs.map(({ one, two }) => one.seconds / two.seconds)),
        work: quartiles(runs.map(({ one, two }) => two.cpuSeconds / one.cpuSeconds)),
        apart: quartiles(
          runs.map(({ one, halves }) => one.seconds / Math.max(...halves.map(({ seconds }) => seconds))),
        ),
      })
    }
    return gains
  })
}

/** The labels [from, to) as a warehouse prints them: Code 128 and QR in turn, one of eight with a caption in Chinese. */
function mixedRows(from: number, to: number): string {
  const lines = Array.from({ length: to - from }, (_, row) => {
    const i = from + row
    return `${i % 2 === 0 ? 'code128' : 'qr'},QZ-${10_000_000 + i},${i % 8 === 0 ? `螺丝 ${i}` : ''}`
  })
  return ['type,text,caption', ...lines].join('\n')
}

/** What a run of `quietzone batch` takes, from start to end of the program. */
interface BatchCost {
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
async function batch(folder: string, args: readonly string[], core?: number): Promise<BatchCost> {
  const pinned = core === undefined ? [] : pinnedTo(core)
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
async function inMemoryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'quietzone-batch-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Run by itself, this file prints what pdfkit reaches: node batches.js <pages>. */
async function printPages(pages: number): Promise<void> {
  const pdfkit = await peer<PdfKit>('pdfkit')
  if (pdfkit === undefined) throw new Error(`pdfkit is not installed: ${howToInstall}`)
  console.log(await pagesOfPdfkit(pdfkit, pages))
}

if (process.argv[1] === import.meta.filename) await printPages(Number(process.argv[2]))
