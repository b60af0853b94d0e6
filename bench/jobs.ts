import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BatchCost, batch, inMemoryFolder } from './batch.ts'
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

/** The two run in turn, so that a busy machine slows both. */
export async function measuredJobs(rounds: number): Promise<readonly JobsGain[]> {
  return inMemoryFolder(async (folder) => {
    writeFileSync(join(folder, 'items.csv'), table(batchRows))
    const gains: JobsGain[] = []
    for (const [output, args] of Object.entries(outputs)) {
      const runs: { readonly one: BatchCost; readonly two: BatchCost }[] = []
      const byThreads = (jobs: number): Promise<BatchCost> => batch(folder, ['items.csv', '--jobs', `${jobs}`, ...args])
      for (let round = 0; round < rounds; round++) {
        runs.push({ one: await byThreads(1), two: await byThreads(2) })
      }
      gains.push({
        output,
        rate: quartiles(runs.map(({ one }) => batchRows / one.seconds)),
        faster: quartiles(runs.map(({ one, two }) => one.seconds / two.seconds)),
        work: quartiles(runs.map(({ one, two }) => two.cpuSeconds / one.cpuSeconds)),
      })
    }
    return gains
  })
}

/** Labels as a warehouse prints them: Code 128 and QR in turn, one of eight with a caption in Chinese. */
function table(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    return `${i % 2 === 0 ? 'code128' : 'qr'},QZ-${10_000_000 + i},${i % 8 === 0 ? `螺丝 ${i}` : ''}`
  })
  return ['type,text,caption', ...lines].join('\n')
}
