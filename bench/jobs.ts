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
  /** How many times as fast two processes are that have nothing in common, and half of the rows each: what the two cores can give. */
  readonly apart: Quartiles
}

/** Labels of a batch: as many as one PDF may have. Each thread takes a second until its code is compiled. */
export const batchRows = 100_000

/** By output, the arguments and the name. */
const outputs: { readonly [output: string]: { readonly args: readonly string[]; readonly name: string } } = {
  'one PDF': { args: [], name: 'all.pdf' },
  'one file of ZPL': { args: ['--dpi', '203'], name: 'all.zpl' },
  'a folder of PNG': { args: ['--dpi', '203', '--format', 'png'], name: 'pictures' },
}

/** They run in turn, so that a busy machine slows all. */
export async function measuredJobs(rounds: number): Promise<readonly JobsGain[]> {
  return inMemoryFolder(async (folder) => {
    writeFileSync(join(folder, 'items.csv'), table(0, batchRows))
    writeFileSync(join(folder, '1.csv'), table(0, batchRows / 2))
    writeFileSync(join(folder, '2.csv'), table(batchRows / 2, batchRows))
    const gains: JobsGain[] = []
    for (const [output, { args, name }] of Object.entries(outputs)) {
      const run = (items: string, jobs: number): Promise<BatchCost> =>
        batch(folder, [`${items}.csv`, '--jobs', `${jobs}`, ...args, '-o', `${items}-${name}`])
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
function table(from: number, to: number): string {
  const lines = Array.from({ length: to - from }, (_, row) => {
    const i = from + row
    return `${i % 2 === 0 ? 'code128' : 'qr'},QZ-${10_000_000 + i},${i % 8 === 0 ? `螺丝 ${i}` : ''}`
  })
  return ['type,text,caption', ...lines].join('\n')
}
