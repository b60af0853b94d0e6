import type { Limits } from '../../draw.ts'
import type { RowKind } from '../endpoints.ts'
import type { Reading } from './columns.ts'
import type { Origin } from './manifest-values.ts'
import type { Place } from './place.ts'
import type { Shard } from './shard.ts'

/** What a run of a shard is to do. */
export interface ShardPlan {
  /** The file of the table. */
  readonly file: string
  readonly kind: RowKind
  readonly reading: Reading
  readonly shard: Shard
  /** Where this shard goes. */
  readonly place: Place
  /** What the command line gives that shapes the outputs. */
  readonly options: Origin['options']
  readonly limits: Limits
  /** Aborted when the user stops the shard. */
  readonly signal: AbortSignal
  /** The command, as it can be typed again. */
  readonly command: string
}
