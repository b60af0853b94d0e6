import { randomInt } from 'node:crypto'
import type { ClientKey } from './client.ts'
import { type ClientTable, clientTable } from './client-table.ts'

export interface Verdict {
  readonly admitted: boolean
  /** Whole tokens left. */
  readonly left: number
  /** Whole seconds until there is one more token; for a refused client, until it is admitted. */
  readonly waitSeconds: number
}

/** Decides which requests are admitted. */
export interface Limiter {
  /** @param now  whole milliseconds of a monotonic clock */
  take(client: ClientKey, now: number): Verdict
}

export interface Rate {
  /** Tokens added per minute, 1 to 1,000,000. */
  readonly perMinute: number
  /** Tokens of a full bucket, 1 to 10,000. */
  readonly burst: number
}

/** Time units per token. The unit is 1 / perMinute milliseconds, so that every number below is an integer. */
const token = 60000

/**
 * A token bucket for each client, in memory.
 *
 * For each bucket it stores only the time at which the bucket will be full again; a client that is not stored has a full bucket.
 * So a whole table can be dropped as soon as every bucket in it is full. Under a flood of addresses the previous table is dropped
 * early, but clients that have sent a request since are in the current one.
 */
export function tokenBuckets({ perMinute, burst }: Rate): Limiter {
  const seed = randomInt(2 ** 32)
  const longestRefill = Math.max(burst * token, 1000 * perMinute)
  const perSecond = 1000 * perMinute
  let previous = clientTable(0, { expected: 0, seed })
  let newest = previous

  const tableAt = (time: number): ClientTable => {
    if (time - newest.start <= longestRefill && !newest.isFull) return newest
    previous = newest
    newest = clientTable(time, { expected: previous.size, seed })
    return newest
  }

  return {
    take(client, now) {
      const time = now * perMinute
      const current = tableAt(time)
      const known = current.get(client) ?? previous.get(client) ?? 0
      const ahead = Math.max(known - time, 0)
      const excess = ahead - (burst - 1) * token
      if (excess > 0) {
        current.set(client, known)
        return { admitted: false, left: 0, waitSeconds: Math.ceil(excess / perSecond) }
      }
      const spent = ahead + token
      current.set(client, time + spent)
      const left = Math.floor(burst - spent / token)
      return { admitted: true, left, waitSeconds: Math.ceil((spent % token || token) / perSecond) }
    },
  }
}
