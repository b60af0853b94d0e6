import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BatchCost, batch, inMemoryFolder } from './batch.ts'
import { type Quartiles, quartiles } from './quartiles.ts'

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

const core = 0

interface Kind {
  readonly type: Batch['type']
  readonly output: keyof typeof outputs
  readonly labels: number
}

/**
 * All kinds in turn, so that a busy machine slows each of them.
 *
 * @param divisor  of the numbers of labels: 1, or more to see only that it runs
 */
export async function measuredBatches(rounds: number, divisor: number): Promise<readonly Batch[]> {
  const kinds = (['code128', 'qr'] as const).flatMap((type) =>
    (Object.keys(outputs) as Kind['output'][]).flatMap((output) =>
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
  writeFileSync(join(folder, 'items.csv'), table(type, labels))
  const { args, file } = outputs[output]
  const cost = await batch(folder, ['items.csv', '--jobs', '1', ...args, '-o', file], core)
  const bytes = bytesOf(join(folder, file))
  rmSync(join(folder, file), { recursive: true })
  return { ...cost, bytes }
}

function table(type: string, labels: number): string {
  const rows = Array.from({ length: labels }, (_, i) => `${type},QZ-${String(i + 1).padStart(6, '0')}`)
  return ['type,text', ...rows].join('\n')
}

/** Of a file, or of all files in a folder. */
function bytesOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size
  return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0)
}
