import { randomInt } from 'node:crypto'
import type { ClientKey } from './client.ts'
import { type Generation, generation } from './client-table.ts'

export interface Verdict {
  readonly admitted: boolean
  /** Whole tokens left. */
  readonly left: number
  /** Whole seconds until there is one token more: for a client that was refused, until it is admitted. */
  readonly waitSeconds: number
}

/** Decides which requests are admitted. The engine behind it may be shared by several processes one day. */
export interface Limiter {
  /** @param now  whole milliseconds of a clock that never goes back */
  take(client: ClientKey, now: number): Verdict
}

export interface Rate {
  /** Tokens that come back in a minute, 1 to 1,000,000. */
  readonly perMinute: number
  /** Tokens of a full bucket, 1 to 10,000. */
  readonly burst: number
}

/** Units of time a token: with the unit 1 / perMinute milliseconds, all that follows is whole numbers. */
const token = 60000

/**
 * A token bucket for each client, in memory.
 *
 * Of a bucket only the time is kept at which it will be full again; a client that is not kept has a full bucket. So when
 * all that a generation of clients has spent has come back, the generation can go as a whole. Under a flood of addresses
 * the older generation goes early, but whoever asks again meanwhile has moved on into the younger one.
 */
export function tokenBuckets({ perMinute, burst }: Rate): Limiter {
  const seed = randomInt(2 ** 32)
  const life = Math.max(burst * token, 1000 * perMinute)
  const perSecond = 1000 * perMinute
  let older = generation(0, { expected: 0, seed })
  let younger = older

  const generationAt = (time: number): Generation => {
    if (time - younger.start <= life && !younger.isFull) return younger
    older = younger
    younger = generation(time, { expected: older.size, seed })
    return younger
  }

  return {
    take(client, now) {
      const time = now * perMinute
      const current = generationAt(time)
      const known = current.get(client) ?? older.get(client) ?? 0
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
