import type { Batch } from './batches.ts'
import type { Growth } from './growth.ts'
import type { HttpResults } from './http.ts'
import type { JobsGain } from './jobs.ts'
import type { LimiterCosts } from './limiter.ts'
import type { Results } from './measure.ts'
import type { Memory } from './memory.ts'
import type { Ready } from './ready.ts'
import type { BundleSizes } from './sizes.ts'
import type { Starts } from './starts.ts'
import type { SvgSize } from './svgs.ts'
import type { TestRun } from './tests.ts'
import type { Worst } from './worst.ts'
import type { ZplSizes } from './zpl.ts'

/** The results of one run of the benchmarks. */
export interface Run {
  readonly date: string
  readonly node: string
  readonly processor: string
  readonly quick: boolean
  readonly workloads: Readonly<Record<string, Results>>
  readonly p99?: HttpResults['p99']
  /** The HTTP client. */
  readonly client?: string
  readonly memory?: Memory
  readonly limiter?: LimiterCosts
  readonly zpl?: ZplSizes
  readonly sizes?: BundleSizes
  readonly jobs?: readonly JobsGain[]
  readonly starts?: Starts
  readonly ready?: Ready
  readonly batches?: readonly Batch[]
  readonly svgs?: readonly SvgSize[]
  /** `npm test`, which only a run of that section measures. */
  readonly tests?: TestRun
  readonly growth?: readonly Growth[]
  /** The slowest requests found. */
  readonly worst?: Worst
}
