/** The results of one run of the benchmarks: as JSON, and beside those of another run. */

import type { Batch, JobsGain } from './batches.ts'
import type { DesignCost } from './designs.ts'
import type { Growth } from './growth.ts'
import type { HttpResults } from './http.ts'
import type { LanguageCost } from './languages.ts'
import type { LimiterCosts } from './limiter.ts'
import type { Results } from './measure.ts'
import type { Memory } from './memory.ts'
import type { SvgSize, ZplSizes } from './pictures.ts'
import { type Quartiles, short, times } from './quartiles.ts'
import type { BundleSizes } from './sizes.ts'
import type { Ready, Starts } from './starts.ts'
import type { VerifyCost } from './verify.ts'
import type { Worst } from './worst.ts'

/** The results of one run of the benchmarks. */
export interface Run {
  readonly date: string
  readonly node: string
  readonly processor: string
  readonly quick: boolean
  readonly workloads: Readonly<Record<string, Results>>
  readonly latency?: HttpResults['latency']
  readonly p99?: HttpResults['p99']
  readonly cpu?: HttpResults['cpu']
  /** The HTTP client. */
  readonly client?: string
  readonly memory?: Memory
  readonly limiter?: LimiterCosts
  readonly zpl?: ZplSizes
  readonly languages?: readonly LanguageCost[]
  readonly verify?: readonly VerifyCost[]
  readonly designs?: readonly DesignCost[]
  readonly sizes?: BundleSizes
  readonly jobs?: readonly JobsGain[]
  readonly starts?: Starts
  readonly ready?: Ready
  readonly batches?: readonly Batch[]
  /** Pages of such a batch that pdfkit draws for a second of CPU time; undefined if it is not installed. */
  readonly pdfkitPages?: Quartiles | undefined
  readonly svgs?: readonly SvgSize[]
  /** `npm test`, which only a run of that section measures. */
  readonly tests?: {
    readonly date: string
    /** From start to end; what has changed is built in that time. */
    readonly minutes: number
  }
  readonly growth?: readonly Growth[]
  /** The slowest requests found. */
  readonly worst?: Worst
}

/** JSON as Biome formats it, with short objects on one line, so that two runs can be compared line by line. */
export function json(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(rounded(value))
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  const isFlat = entries.every(([, each]) => typeof each !== 'object')
  const inside = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const items = entries.map(
    ([key, each]) => (Array.isArray(value) ? '' : `${JSON.stringify(key)}: `) + json(each, inside),
  )
  if (items.length === 0) return open + close
  const line = `{ ${items.join(', ')} }`
  if (isFlat && !Array.isArray(value) && line.length < 80) return line
  if (Array.isArray(value) && items.length === 1 && !items[0]!.includes('\n')) return `[${items[0]}]`
  return `${open}\n${items.map((item) => inside + item).join(',\n')}\n${indent}${close}`
}

function rounded(value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value
}

/** How two runs differ, by the ratios of ours to each peer. */
export function comparison(then: Run, now: Run): string {
  const rows = Object.entries(now.workloads).flatMap(([workload, results]) =>
    Object.entries(results).flatMap(([name, { ratio }]) => {
      const before = then.workloads[workload]?.[name]?.ratio
      if (ratio === undefined || before === undefined) return []
      const apart = ratio.low > before.high ? 'faster' : ratio.high < before.low ? 'slower' : ''
      return [
        `| ${workload} | ${name} | ${times(before)} | ${times(ratio)} | ${short(ratio.median / before.median)} | ${apart} |`,
      ]
    }),
  )
  return [
    `Compared with the run of ${then.date}: ratios to peers, which do not depend on the speed of the machine.`,
    'Only ratios whose quartiles do not overlap are marked as faster or slower.',
    '',
    '| workload | peer | then | now | now / then | |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
